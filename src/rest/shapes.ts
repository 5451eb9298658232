/** A page of a list, as REST answers it: pass `pageInfo.endCursor` as `after` for the next. */
export interface RestPage<Item> {
  data: readonly Item[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount: number;
}

/** What the documents select of a connection. */
interface Connection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly totalCount: number;
}

/** A connection as a page. */
export function page<Node>({ nodes, pageInfo, totalCount }: Connection<Node>): RestPage<Node> {
  return { data: nodes, pageInfo, totalCount };
}

/** An order with its id as the number it is: GraphQL's ids are texts. */
export function order<Order extends { readonly id: string }>(record: Order): Omit<Order, 'id'> & { id: number } {
  return { ...record, id: Number(record.id) };
}

/** A page of orders. */
export function orderPage<Order extends { readonly id: string }>(orders: Connection<Order>) {
  return page({ ...orders, nodes: orders.nodes.map(order) });
}
