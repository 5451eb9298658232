import type { Sql } from '../platform/database/statement.js';
import * as sql from './move-buyers.sql.js';

/**
 * Orders that are paid or can be paid follow. Those that ended stay: given-back quotas count against a buyer's limit, and a stranger
 * who used the phone must not use it up.
 */
export async function moveOrders(tx: Sql, from: readonly string[], to: string): Promise<void> {
  await tx.query(sql.lockCountersOfBuyers, [from]);
  await tx.query(sql.lockBuyers, [from]);
  // Of orders that came before the accounts were locked.
  await tx.query(sql.lockCountersOfBuyers, [from]);
  await tx.query(sql.moveHoldings, [from, to]);
  await tx.query(sql.moveOrdersOfBuyers, [from, to]);
  await tx.query(sql.moveIdempotencyKeys, [from.map((id) => `USER:${id}`), `USER:${to}`]);
}
