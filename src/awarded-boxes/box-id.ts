/** Where a box is: the order it came with, and its index there from 0. */
export interface BoxPlace {
  orderId: string;
  boxIndex: number;
}

/** The id of a box, which says where it is and nothing of what it holds. Whoever uses one must own the order. */
export function boxIdOf({ orderId, boxIndex }: BoxPlace): string {
  return Buffer.from(`box:${orderId}:${boxIndex}`).toString('base64url');
}

/** Undefined for a text that is no box's id. */
export function boxPlaceOf(id: string): BoxPlace | undefined {
  const [, orderId, boxIndex] = /^box:([1-9]\d{0,17}):(0|[1-9]\d{0,3})$/.exec(Buffer.from(id, 'base64url').toString()) ?? [];
  if (orderId === undefined || boxIndex === undefined) return undefined;
  const place = { orderId, boxIndex: Number(boxIndex) };
  return boxIdOf(place) === id ? place : undefined;
}
