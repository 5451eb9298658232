import { LRUCache } from 'lru-cache';
import type { Database } from '../platform/database/database.js';
import { createReadThroughCache } from '../platform/read-through-cache.js';
import type { ReadRaffle } from './raffle-row.js';
import { selectIdBySlug, selectRafflePage, type RafflePageRow } from './raffle.sql.js';

const MAX_AGE_MS = 100;
const MAX_RAFFLES = 1_000;

/** Public raffles with all their parts, at most 100 ms old. Undefined if there is none, or for a DRAFT. */
export interface RafflePages {
  byId(id: string): ReadRaffle | undefined | Promise<ReadRaffle | undefined>;
  bySlug(slug: string): ReadRaffle | undefined | Promise<ReadRaffle | undefined>;
  drop(id: string): void;
}

/** Never decide a sale by it; operators read the row itself. */
export function createRafflePages(db: Database): RafflePages {
  const pages = createReadThroughCache({
    maxAgeMs: MAX_AGE_MS,
    maxKeys: MAX_RAFFLES,
    load: async (id) => pageOf(await db.query(selectRafflePage, [id])),
  });
  /** May be stale: compare the slug of the page. */
  const ids = new LRUCache<string, string>({ max: MAX_RAFFLES });

  const findBySlug = async (slug: string): Promise<ReadRaffle | undefined> => {
    const [found] = await db.query(selectIdBySlug, [slug]);
    if (!found) return undefined;
    ids.set(slug, found.id);
    const page = await pages.get(found.id);
    return page?.slug === slug ? page : undefined;
  };

  return {
    byId: (id) => pages.get(id),
    bySlug(slug) {
      const id = ids.get(slug);
      const found = id === undefined ? undefined : pages.get(id);
      const checked = (page: ReadRaffle | undefined) => (page?.slug === slug ? page : findBySlug(slug));
      return found instanceof Promise ? found.then(checked) : checked(found);
    },
    drop: (id) => pages.drop(id),
  };
}

function pageOf([row]: RafflePageRow[]): ReadRaffle | undefined {
  if (!row) return undefined;
  const { categoryName: name, categoryCreatedAt: createdAt, categoryUpdatedAt: updatedAt, ...others } = row;
  const { boxesHash, quotaPrizesHash, ...raffle } = others;
  const { categoryId: id } = raffle;
  const isInCategory = id !== null && name !== null && createdAt !== null && updatedAt !== null;
  const commitments = { boxesHash, quotaPrizesHash };
  return { ...raffle, commitments, category: isInCategory ? { id, name, createdAt, updatedAt } : null };
}
