// SQL: measured: orders are reserved in batches by a function of the database.
import type { ReservationField } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';
import { ANSWER_MS } from '../platform/deadlines.js';

/** The outcome of one order of a batch; reserve_orders.sql describes each. */
export interface Reservation {
  /** The index in the batch, from 1. */
  line: number;
  outcome:
    | 'RESERVED'
    | 'REPEATED'
    | 'MISMATCH'
    | 'STALE'
    | 'NO_BUYER'
    | 'NOT_OPEN'
    | 'BUYER_DATA'
    | 'UNDERAGE'
    | 'SOLD_OUT'
    | 'BUYER_LIMIT'
    | 'ANTI_SPAM'
    | 'RETRY';
  orderId: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  /** Quotas left after the batch. */
  available: number | null;
  /** Fields that the raffle requires and the buyer does not have. */
  missing: ReservationField[];
}

/** Decides and writes a batch of orders of one raffle. $1 raffle id, $2 the orders as a JSON array of objects. */
export const reserveBatch = statement<Reservation>(
  'reserve_orders',
  // Columns by name: `*` in a prepared statement fails when a newer release adds a column.
  'SELECT "line", "outcome", "orderId", "createdAt", "expiresAt", "available", "missing" FROM reserve_orders($1::uuid, $2::json)',
  {
    repeatable: false,
    // After this time the outcome is unknown, and is read back.
    answeredWithinMs: ANSWER_MS,
  },
);

/** Shows after a lost COMMIT which orders were written. $1 txids. */
export const selectOrdersByTxid = statement<{ txid: string; orderId: string; createdAt: Date; expiresAt: Date }>(
  'select_orders_by_txid',
  `
  SELECT c.txid, o.id::text AS "orderId", o.created_at AS "createdAt", o.expires_at AS "expiresAt"
  FROM charges c JOIN orders o ON o.id = c.order_id WHERE c.txid = ANY ($1::text[])`,
);
