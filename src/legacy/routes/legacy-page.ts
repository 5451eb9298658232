import { DEFAULT_PAGE_SIZE, type Page, type PageRequest } from '../../platform/page.js';
import type { PageQuery } from './legacy-bodies.js';

/**
 * The page that a query string asks `list` for, as the REST routes answer it: pass `pageInfo.endCursor` as `after` for the next. The
 * rows of the whole list are counted only with `total=true`.
 */
export async function legacyPage<Node, Item>(
  { first, after, total }: PageQuery,
  list: (page: PageRequest) => Promise<Page<Node>>,
  shape: (node: Node) => Item,
) {
  const { edges, hasNextPage, count } = await list({ first: first === undefined ? DEFAULT_PAGE_SIZE : Number(first), after });
  return {
    data: edges.map(({ node }) => shape(node)),
    pageInfo: { hasNextPage, endCursor: edges.at(-1)?.cursor ?? null },
    ...(total === 'true' && { totalCount: await count() }),
  };
}
