import { DEFAULT_PAGE_SIZE, type Page, type PageRequest } from '../../platform/page.js';
import type { PageQuery } from './legacy-bodies.js';

/** Which page a query string asks for. */
export function pageArgs({ first, after }: PageQuery): PageRequest {
  return { first: first === undefined ? DEFAULT_PAGE_SIZE : Number(first), after };
}

/** A page as the REST routes answer it: pass `pageInfo.endCursor` as `after` for the next. */
export async function legacyPage<Node, Item>({ edges, hasNextPage, count }: Page<Node>, shape: (node: Node) => Item) {
  return {
    data: edges.map(({ node }) => shape(node)),
    pageInfo: { hasNextPage, endCursor: edges.at(-1)?.cursor ?? null },
    totalCount: await count(),
  };
}
