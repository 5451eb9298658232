/** A page of a list, as REST answers it: pass `pageInfo.endCursor` as `after` for the next. */
export interface RestPage<Item> {
  data: readonly Item[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount: number;
}

/** What the documents select of a connection. */
export interface RestConnection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly totalCount: number;
}

/** A connection as a page. */
export function page<Node>({ nodes, pageInfo, totalCount }: RestConnection<Node>): RestPage<Node> {
  return { data: nodes, pageInfo, totalCount };
}
