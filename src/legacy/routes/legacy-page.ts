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
  const found = await list({ first: first === undefined ? DEFAULT_PAGE_SIZE : Number(first), after });
  const { hasNextPage, endCursor } = found.pageInfo;
  return {
    data: found.nodes.map(shape),
    pageInfo: { hasNextPage, endCursor },
    ...(total === 'true' && { totalCount: await found.count() }),
  };
}
