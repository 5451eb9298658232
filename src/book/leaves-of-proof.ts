import type { App } from '../context.js';
import { LEAVES_A_TEXT } from '../proof/draw-proof.js';
import { selectBook } from './book.sql.js';
import { readLeaves } from './leaves.js';

/** All leaves of a frozen raffle as its proof has them, in Base64. */
export async function leavesOfProof({ db, config }: Pick<App, 'db' | 'config'>, raffleId: string): Promise<string[]> {
  const [book] = await db.query(selectBook, [raffleId]);
  const texts: string[] = [];
  for (let from = 0; book && from < book.size; from += LEAVES_A_TEXT) {
    const to = Math.min(book.size, from + LEAVES_A_TEXT);
    const leaves = await readLeaves(db, config.encryptionKeys, book, { from, to });
    texts.push(Buffer.concat(leaves.map(({ bytes }) => bytes)).toString('base64'));
  }
  return texts;
}
