import DataLoader from 'dataloader';

/** A page of one owner's rows: `count` of them behind a sort key, or from the beginning. */
export interface PageOfOwner {
  ownerId: string;
  after: readonly string[] | undefined;
  count: number;
}

export type PagesLoader<Row> = DataLoader<PageOfOwner, Row[], string>;

/** Loads pages of many owners: one statement for all with the same arguments. */
export function createPagesLoader<Row>(
  options: { cache: boolean },
  read: (ownerIds: string[], page: Omit<PageOfOwner, 'ownerId'>) => Promise<Row[]>,
  ownerOf: (row: Row) => string | null,
): PagesLoader<Row> {
  return new DataLoader(
    async (wanted) => {
      const pages = new Map(wanted.map((one): [string, Row[]] => [keyOf(one), []]));
      for (const page of new Map(wanted.map((one) => [keyOf({ ...one, ownerId: '' }), one])).values()) {
        const { after, count } = page;
        const owners = wanted
          .filter((one) => keyOf({ ...page, ownerId: one.ownerId }) === keyOf(one))
          .map(({ ownerId }) => ownerId);
        for (const row of await read(owners, { after, count }))
          pages.get(keyOf({ ownerId: ownerOf(row) ?? '', after, count }))?.push(row);
      }
      return wanted.map((one) => pages.get(keyOf(one)) ?? []);
    },
    { cache: options.cache, cacheKeyFn: keyOf },
  );
}

function keyOf({ ownerId, after, count }: PageOfOwner): string {
  return [ownerId, count, ...(after ?? [])].join(' ');
}
