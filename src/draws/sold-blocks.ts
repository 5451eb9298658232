import type { Sql } from '../platform/database/statement.js';
import { prefetchPages } from '../platform/database/prefetch-pages.js';
import type { Manifest } from '../proof/draw-manifest.js';
import { selectBlocks, type BlocksPage } from './draw.sql.js';

const BLOCKS_A_READ = 4_096;
/** First ordinal as u32, end as u32, 1 for a block that is void. */
const BLOCK_BYTES = 9;

/**
 * The ordinals that take no part in the draw: voided, and not sold again. Throws when the blocks do not cover exactly what was sold: such
 * books must not be drawn.
 */
export async function voidedOrdinals(
  db: Sql,
  { raffleId, allocated }: { raffleId: string; allocated: number },
): Promise<Manifest['voided']> {
  const live: [first: number, end: number][] = [];
  let next = 0;
  let isAscending = true;
  const pages = prefetchPages<BlocksPage>(
    (last) => db.query(selectBlocks, [raffleId, last?.lastLeaf ?? -1, BLOCKS_A_READ]).then(([page]) => page!),
    ({ blocks }) => blocks.length === BLOCKS_A_READ * BLOCK_BYTES,
  );
  for await (const { blocks } of pages) {
    for (let at = 0; at < blocks.length; at += BLOCK_BYTES) {
      const [first, end] = [blocks.readUInt32BE(at), blocks.readUInt32BE(at + 4)];
      // Blocks are fresh, or of quotas that were given back before.
      if (first > next || (first < next && end > next)) throw new Error(`raffle ${raffleId} has no block at ordinal ${next}`);
      next = Math.max(next, end);
      if (blocks[at + 8] === 1) continue;
      isAscending &&= first >= (live.at(-1)?.[1] ?? 0);
      live.push([first, end]);
    }
  }
  if (next !== allocated) throw new Error(`raffle ${raffleId} has sold ${allocated} quotas, and blocks up to ${next}`);
  if (!isAscending) live.sort(([one], [other]) => one - other);
  return gapsOf(raffleId, live, allocated);
}

function gapsOf(raffleId: string, live: readonly [first: number, end: number][], allocated: number): Manifest['voided'] {
  const gaps: Manifest['voided'] = [];
  let next = 0;
  for (const [first, end] of [...live, [allocated, allocated] as const]) {
    if (first < next) throw new Error(`raffle ${raffleId} has sold ordinal ${first} twice`);
    if (first > next) gaps.push([next, first - next]);
    next = end;
  }
  return gaps;
}
