import { setTimeout as sleep } from 'node:timers/promises';

/** A caller who reads slowly is a rest already. */
const LONGEST_REST_MS = 100;

/** Reads page after page for a large file, and rests after each as long as it took: a sale beside it keeps its speed. */
export async function* pacedPages<Page>(
  read: (last: Page | undefined) => Promise<Page>,
  hasMore: (page: Page) => boolean,
): AsyncGenerator<Page, void> {
  for (let last: Page | undefined; ;) {
    const beganAtMs = performance.now();
    last = await read(last);
    yield last;
    if (!hasMore(last)) return;
    await sleep(Math.min(LONGEST_REST_MS, performance.now() - beganAtMs));
  }
}
