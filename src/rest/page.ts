/** A page of a list, as REST answers it: pass `pageInfo.endCursor` as `after` for the next. */
export interface RestPage<Item> {
  data: readonly Item[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  /** Left out unless it was asked for. */
  totalCount?: number | undefined;
}

/** What the documents select of a connection: the count only with the variable `total`. */
export interface RestConnection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly totalCount?: number;
}

/** A connection as a page. */
export function page<Node>({ nodes, pageInfo, totalCount }: RestConnection<Node>): RestPage<Node> {
  return { data: nodes, pageInfo, totalCount };
}

/** What `/openapi.json` says of the parameter `total`. */
export const TOTAL_DESCRIPTION =
  'With `true` the rows of the whole list are counted, and `totalCount` is answered with the page. The more there are, the longer it '
  + 'takes: ask with the first page, not with each.';
