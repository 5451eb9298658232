import type { App } from '../context.js';
import { parseName } from '../pictures/picture-address.js';

/** An upload takes seconds; whatever clocks say, in a day it has its row. */
const OLD_MS = 86_400_000;
/** What a store on this machine leaves of a file that was being written. */
const UNFINISHED = /\.part$/;

/**
 * Removes what an upload left in the store that never came to a row, and what a deletion could not remove, once it is a day old; answers
 * how many files. What is not named as our files are is left alone.
 */
export async function sweepFiles({ files, db, log }: Pick<App, 'files' | 'db' | 'log'>): Promise<number> {
  const before = Date.now() - OLD_MS;
  let removed = 0;
  for await (const batch of files.store.list()) {
    const old = batch
      .filter(({ writtenAt }) => writtenAt.getTime() < before)
      .flatMap(({ name }) => {
        const picture = parseName(name.replace(/\.[\w-]{36}\.part$/, ''));
        return picture ? [{ name, picture: picture.id }] : [];
      });
    if (old.length === 0) continue;
    const rows = await db.prisma.uploadedFile.findMany({
      where: { name: { in: [...new Set(old.map(({ picture }) => picture))] } },
      select: { name: true },
    });
    const known = new Set(rows.map(({ name }) => name));
    const lost = old.filter(({ name, picture }) => UNFINISHED.test(name) || !known.has(picture)).map(({ name }) => name);
    await files.store.remove(lost);
    removed += lost.length;
  }
  if (removed > 0) log.info({ count: removed, event: 'files.swept' }, 'files without a row were removed');
  return removed;
}
