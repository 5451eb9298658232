/** The public page of an order, by its link's token; with a number, the page of that lucky number. */
export function orderAddress(token: string, number?: string): string {
  const path = `/pedido/${token}`;
  return number === undefined ? path : `${path}/numero/${number}`;
}
