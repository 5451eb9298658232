import type { Context } from '../context.js';
import type { Sql } from '../platform/database/database.js';
import { DomainError, notFound } from '../platform/domain-error.js';
import { BIGINT, INT, readPage, type Page, type PageRequest } from '../platform/page.js';
import { isShownToCaller } from '../raffles/raffle-access.js';
import { boxIdOf, boxPlaceOf, type BoxPlace } from './box-id.js';
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
import type { BoxPrize, HeldBox } from './held-box.type.js';

/**
 * Opens a box of the caller's and answers what it holds. Idempotent. NOT_FOUND for no box of theirs; CONFLICT once its order was
 * refunded. What a closed box holds changes nothing here.
 */
export async function openAwardedBox(ctx: Context, id: string): Promise<HeldBox> {
  const { principal } = ctx;
  const place = boxPlaceOf(id);
  if (principal.role !== 'USER' || !place) throw notFound('box');
  const known = await readBox(ctx.db, principal.id, place);
  if (known.status !== 'UNOPENED') return refusingVoid(known);
  return ctx.db.transaction(async (tx) => {
    const opened = await tx.query(openBox, [principal.id, place.orderId, place.boxIndex]);
    // A statement later than the lock on the order's row: it sees a unit that was drawn into the box just now.
    if (opened.length > 0) await tx.query(showWin, [place.orderId, place.boxIndex]);
    return refusingVoid(await readBox(tx, principal.id, place));
  });
}

function refusingVoid(box: HeldBox): HeldBox {
  if (box.status === 'VOID') throw new DomainError('CONFLICT', 'The order of this box was refunded: it cannot be opened.');
  return box;
}

async function readBox(sql: Sql, userId: string, place: BoxPlace): Promise<HeldBox> {
  const [order] = await sql.query(selectBoxesOfOrder, [userId, place.orderId]);
  if (!order || place.boxIndex >= order.boxes) throw notFound('box');
  const [box] = await boxesAt(sql, [{ order, boxIndex: place.boxIndex }]);
  return box!;
}

/** Which of a buyer's boxes a list has; undefined and null do not narrow it. */
export interface HeldBoxFilter {
  raffleId?: string | null;
  orderId?: string | null;
}

/** The caller's boxes, those of the newest order first, each order's in turn. NOT_FOUND for no raffle, or a DRAFT. */
export async function listMyBoxes(ctx: Context, args: HeldBoxFilter & PageRequest): Promise<Page<HeldBox>> {
  const { raffleId, orderId, ...page } = args;
  const { principal, db } = ctx;
  if (principal.role !== 'USER') throw notFound('user');
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
      // Each order has a box at least; that of the cursor may have none left.
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

/** Boxes as their buyer sees them: what closed ones hold is not even read. */
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
