import type { App, Context } from '../context.js';
import { refuse } from '../platform/domain-error.js';
import { maskName } from '../platform/masking.js';
import { createReadThroughCache } from '../platform/read-through-cache.js';
import { isUuid } from '../platform/uuid.js';
import { selectLastBuyers } from './last-buyers.sql.js';
import type { LastBuyer } from './last-buyers.type.js';
import { figuresOf } from './sales.service.js';

export const MOST_LAST_BUYERS = 8;
const MAX_AGE_MS = 100;
const MAX_RAFFLES = 1_000;

/** The newest first, with masked names. One read serves all who ask within a tenth of a second. */
export interface LastBuyers {
  of(raffleId: string): LastBuyer[] | Promise<LastBuyer[]>;
}

export function createLastBuyers(app: Pick<App, 'db'>): LastBuyers {
  const buyers = createReadThroughCache<LastBuyer[]>({
    maxAgeMs: MAX_AGE_MS,
    maxKeys: MAX_RAFFLES,
    async load(raffleId) {
      const rows = await figuresOf(app).query(selectLastBuyers, [raffleId, MOST_LAST_BUYERS]);
      return rows.map(({ name, quotas, at }) => ({ name: maskName(name), quotas, at }));
    },
  });
  return { of: (raffleId) => buyers.get(raffleId) };
}

/** The same for every caller: empty unless a PUBLIC raffle shows them. NOT_FOUND, also for a DRAFT. */
export async function findLastBuyers({ rafflePages, lastBuyers }: Context, raffleId: string): Promise<LastBuyer[]> {
  const id = raffleId.toLowerCase();
  const raffle = isUuid(id) ? await rafflePages.byId(id) : undefined;
  if (!raffle) throw refuse('raffles.notFound');
  return raffle.showLastBuyers && raffle.privacy === 'PUBLIC' ? lastBuyers.of(id) : [];
}
