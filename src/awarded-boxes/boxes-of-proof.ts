import type { App } from '../context.js';
import { unseal } from '../platform/crypto.js';
import { WrittenList } from '../platform/json-pieces.js';
import type { BoxWin } from '../proof/box-close.js';
import type { ProofOfBoxes } from '../proof/box-proof.js';
import { soldBlocks, winsOf } from './close-boxes.js';
import { selectBoxFacts } from './facts.sql.js';
import { publishedPrizes } from './publish-boxes.js';

/** What a proof tells of boxes, with its long lists as text. */
export type WrittenBoxes = Omit<ProofOfBoxes, 'blocks' | 'wins' | 'closeWins'> & {
  blocks: WrittenList;
  wins: WrittenList;
  closeWins: WrittenList;
};

/**
 * What anybody needs to compute a raffle's boxes anew, the prize log aside; undefined for a raffle without boxes. It holds the seed: for
 * a raffle that is drawn, and no other.
 */
export async function boxesOfProof(
  { db, config }: Pick<App, 'db' | 'config'>,
  raffleId: string,
): Promise<WrittenBoxes | undefined> {
  const [facts] = await db.query(selectBoxFacts, [raffleId]);
  if (!facts?.boxesHash || !facts.sealedSeed) return undefined;
  const prizes = publishedPrizes(facts);
  const places = new Map(prizes.map(({ id }, place) => [id, place]));
  const asTuple = ({ first, boxIndex, prizeId, unit }: BoxWin): ProofOfBoxes['wins'][number] => [
    first,
    boxIndex,
    places.get(prizeId)!,
    unit,
  ];
  const [blocks, wins, closeWins] = [new WrittenList(), new WrittenList(), new WrittenList()];
  for await (const orders of soldBlocks(db, raffleId)) {
    blocks.add(orders.map(({ count, boxes }) => [count, boxes]));
    const held = await winsOf(db, orders);
    wins.add(held.filter(({ atClose }) => !atClose).map(asTuple));
    closeWins.add(held.filter(({ atClose }) => atClose).map(asTuple));
  }
  const seed = unseal(config.encryptionKeys, facts.sealedSeed).toString('hex');
  return { seed, prizes, combos: facts.combos, cumulative: facts.cumulative, blocks, wins, closeWins };
}
