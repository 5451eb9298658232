import type { Context } from '../context.js';
import { findUser } from '../users/user.service.js';
import { selectPurchases, type PurchasesRow } from './purchases.sql.js';

const MOST_RAFFLES = 50;

interface PurchaseSums extends Pick<PurchasesRow, 'orders' | 'paidOrders' | 'paid' | 'returned' | 'isCut'> {
  raffles: PurchasesRow[];
}

/** NOT_FOUND. */
export async function purchasesOf(ctx: Context, userId: string): Promise<PurchaseSums> {
  const { id } = await findUser(ctx, userId);
  const rows = await ctx.db.query(selectPurchases, [id]);
  const none = { orders: 0, paidOrders: 0, paid: 0n, returned: 0n, isCut: false };
  const sums = rows.reduce(
    (sum, row) => ({
      orders: sum.orders + row.orders,
      paidOrders: sum.paidOrders + row.paidOrders,
      paid: sum.paid + row.paid,
      returned: sum.returned + row.returned,
      isCut: row.isCut,
    }),
    none,
  );
  return { ...sums, raffles: rows.slice(0, MOST_RAFFLES) };
}
