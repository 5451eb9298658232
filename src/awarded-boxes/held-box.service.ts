import type { Context } from '../context.js';
import type { Sql } from '../platform/database/statement.js';
import { refuse } from '../platform/domain-error.js';
import { BIGINT, INT, readPage, type Page } from '../platform/page.js';
import { tellOfWin } from '../prizes/register-wins.js';
import { isShownToCaller } from '../raffles/raffle-access.js';
import {
  countBoxesOfBuyer,
  openBox,
  selectBoxesOfBuyer,
  selectBoxesOfBuyerInRaffle,
  selectBoxesOfOrder,
  selectBoxPrizes,
  showWin,
  type OrderBoxesRow,
} from './held-box.sql.js';
import type { MyAwardedBoxesArgs } from './awarded-box.input.js';
import type { BoxPrize, HeldBox } from './awarded-box.type.js';

/** `boxIndex` counts from 0 within the order. */
export interface BoxPlace {
  orderId: string;
  boxIndex: number;
}

/** It shows nothing about the prize. Opening needs the order's buyer. */
export function boxIdOf({ orderId, boxIndex }: BoxPlace): string {
  return Buffer.from(`box:${orderId}:${boxIndex}`).toString('base64url');
}

export function boxPlaceOf(id: string): BoxPlace | undefined {
  const [, orderId, boxIndex] = /^box:([1-9]\d{0,17}):(0|[1-9]\d{0,3})$/.exec(Buffer.from(id, 'base64url').toString()) ?? [];
  if (orderId === undefined || boxIndex === undefined) return undefined;
  const place = { orderId, boxIndex: Number(boxIndex) };
  return boxIdOf(place) === id ? place : undefined;
}

/** Takes the same steps with and without a prize. */
export async function openAwardedBox(ctx: Context, id: string): Promise<HeldBox> {
  const { principal } = ctx;
  const place = boxPlaceOf(id);
  if (principal.role !== 'USER' || !place) throw refuse('awardedBoxes.boxNotFound');
  const known = await readBox(ctx.db, principal.id, place);
  if (known.status !== 'UNOPENED') return refusingVoid(known);
  return ctx.db.transaction(async (tx) => {
    const opened = await tx.query(openBox, [principal.id, place.orderId, place.boxIndex]);
    // After the lock on the order's row, so that it sees a unit that the close has just put into the box.
    if (opened.length > 0) {
      await tx.query(showWin, [place.orderId, place.boxIndex]);
      await tellOfWin(ctx, tx, place);
    }
    return refusingVoid(await readBox(tx, principal.id, place));
  });
}

function refusingVoid(box: HeldBox): HeldBox {
  if (box.status === 'VOID') throw refuse('awardedBoxes.orderRefunded');
  return box;
}

async function readBox(sql: Sql, userId: string, place: BoxPlace): Promise<HeldBox> {
  const [order] = await sql.query(selectBoxesOfOrder, [userId, place.orderId]);
  if (!order || place.boxIndex >= order.boxes) throw refuse('awardedBoxes.boxNotFound');
  const [box] = await boxesAt(sql, [{ order, boxIndex: place.boxIndex }]);
  return box!;
}

export async function listMyBoxes(ctx: Context, args: MyAwardedBoxesArgs): Promise<Page<HeldBox>> {
  const { raffleId, orderId, ...page } = args;
  const { principal, db } = ctx;
  if (principal.role !== 'USER') throw refuse('users.notFound');
  if (raffleId != null) await isShownToCaller(ctx, raffleId, () => true);
  const isNobodys = orderId != null && !/^[1-9]\d{0,17}$/.test(orderId);
  const ofRaffle = raffleId?.toLowerCase() ?? null;

  const ordersUpTo = async (last: string, count: number): Promise<OrderBoxesRow[]> => {
    if (isNobodys) return [];
    if (orderId == null) {
      const values = [principal.id, last, count];
      return ofRaffle === null
        ? db.query(selectBoxesOfBuyer, values)
        : db.query(selectBoxesOfBuyerInRaffle, [...values, ofRaffle]);
    }
    const orders = await db.query(selectBoxesOfOrder, [principal.id, orderId]);
    return orders.filter((order) => (ofRaffle === null || order.raffleId === ofRaffle) && BigInt(order.orderId) <= BigInt(last));
  };
  let orders: OrderBoxesRow[] = [];
  return readPage<ListedBox, HeldBox>(page, {
    key: [
      ['orderId', BIGINT],
      ['boxIndex', INT],
    ],
    async rows([last = BIGINT.greatest, index = INT.least] = [], count) {
      // Each order has at least one box; the order of the cursor may have none left.
      orders = await ordersUpTo(last, count + 1);
      const places = orders.flatMap((order) => {
        const from = order.orderId === last ? Number(index) + 1 : 0;
        const length = Math.min(Math.max(0, order.boxes - from), count);
        return Array.from({ length }, (_, n) => ({ order, boxIndex: from + n }));
      });
      return boxesAt(db, places.slice(0, count));
    },
    async count() {
      if (orderId != null) return orders.reduce((sum, { boxes }) => sum + boxes, 0);
      return isNobodys ? 0 : ((await db.query(countBoxesOfBuyer, [principal.id, ofRaffle]))[0]?.count ?? 0);
    },
  });
}

type ListedBox = HeldBox & { boxIndex: number };

/** The prizes of closed boxes are not even read. */
async function boxesAt(sql: Sql, places: { order: OrderBoxesRow; boxIndex: number }[]): Promise<ListedBox[]> {
  const open = places.filter(({ order, boxIndex }) => !order.isVoid && isOpened(order, boxIndex));
  const columns = [open.map(({ order }) => order.orderId), open.map(({ boxIndex }) => boxIndex)];
  const won = open.length > 0 ? await sql.query(selectBoxPrizes, columns) : [];
  const prizes = new Map(
    won.map(({ orderId, boxIndex, ...prize }): [string, BoxPrize] => [boxIdOf({ orderId, boxIndex }), prize]),
  );
  return places.map(({ order, boxIndex }) => {
    const { orderId, raffleId } = order;
    const id = boxIdOf({ orderId, boxIndex });
    const prize = prizes.get(id) ?? null;
    return { id, orderId, raffleId, boxIndex, number: boxIndex + 1, status: statusOf(order, boxIndex, prize), prize };
  });
}

function statusOf(order: OrderBoxesRow, boxIndex: number, prize: BoxPrize | null): HeldBox['status'] {
  if (order.isVoid) return 'VOID';
  if (!isOpened(order, boxIndex)) return 'UNOPENED';
  return prize ? 'OPENED_PRIZE' : 'OPENED_EMPTY';
}

function isOpened({ opened }: Pick<OrderBoxesRow, 'opened'>, boxIndex: number): boolean {
  return (((opened?.[boxIndex >> 3] ?? 0) >> (boxIndex & 7)) & 1) === 1;
}
