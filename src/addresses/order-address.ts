/** The public page of an order, by its link's token; with a number, the page of that lucky number. */
export function orderAddress(token: string, number?: string): string {
  const path = `/pedido/${token}`;
  return number === undefined ? path : `${path}/numero/${number}`;
}

/** Pixels: the portrait size of social networks. */
export const ORDER_PICTURE = { width: 1080, height: 1350 };

/** The order as a picture. */
export const orderPictureAddress = (token: string): string => `${orderAddress(token)}.png`;

/** The receipt as a PDF. */
export const orderReceiptAddress = (token: string): string => `${orderAddress(token)}.pdf`;
