import DataLoader from 'dataloader';
import type { App } from '../context.js';

interface LoaderOptions {
  cache: boolean;
}

/** Loads one value a key. `entryOf` gives the key and the value of a row; a key without a row has `otherwise`. */
export function loadByKey<Row, Value, Otherwise>(
  read: (app: App, keys: string[]) => Promise<Row[]>,
  entryOf: (row: Row) => readonly [key: string | null, value: Value],
  otherwise: Otherwise,
): (app: App, options: LoaderOptions) => DataLoader<string, Value | Otherwise> {
  return (app, { cache }) =>
    new DataLoader(
      async (keys) => {
        const values = new Map((await read(app, [...keys])).map(entryOf));
        return keys.map((key) => values.get(key) ?? otherwise);
      },
      { cache },
    );
}

/** Loads all rows of a key, in the order in which they are read. */
export function loadListsByKey<Row>(
  read: (app: App, keys: string[]) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): (app: App, options: LoaderOptions) => DataLoader<string, Row[]> {
  return (app, { cache }) =>
    new DataLoader(
      async (keys) => {
        const lists = new Map(keys.map((key): [string, Row[]] => [key, []]));
        for (const row of await read(app, [...keys])) lists.get(keyOf(row))?.push(row);
        return keys.map((key) => lists.get(key) ?? []);
      },
      { cache },
    );
}

/** A page of one owner's rows: `count` of them behind a sort key, or from the beginning. */
interface PageOfOwner {
  ownerId: string;
  after: readonly string[] | undefined;
  count: number;
}

/** Loads pages of many owners: one read for all pages with the same arguments. */
export function loadPages<Row>(
  read: (app: App, ownerIds: string[], page: Omit<PageOfOwner, 'ownerId'>) => Promise<Row[]>,
  ownerOf: (row: Row) => string | null,
): (app: App, options: LoaderOptions) => DataLoader<PageOfOwner, Row[], string> {
  return (app, { cache }) =>
    new DataLoader(
      async (wanted) => {
        const pages = new Map(wanted.map((one): [string, Row[]] => [pageKey(one), []]));
        for (const page of new Map(wanted.map((one) => [pageKey({ ...one, ownerId: '' }), one])).values()) {
          const { after, count } = page;
          const owners = wanted
            .filter((one) => pageKey({ ...page, ownerId: one.ownerId }) === pageKey(one))
            .map(({ ownerId }) => ownerId);
          for (const row of await read(app, owners, { after, count }))
            pages.get(pageKey({ ownerId: ownerOf(row) ?? '', after, count }))?.push(row);
        }
        return wanted.map((one) => pages.get(pageKey(one)) ?? []);
      },
      { cache, cacheKeyFn: pageKey },
    );
}

function pageKey({ ownerId, after, count }: PageOfOwner): string {
  return [ownerId, count, ...(after ?? [])].join(' ');
}
