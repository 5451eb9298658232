import type { Order, OrderReservation, ReservationField } from '../generated/prisma/client.js';
import type { Decided, Decision, Take } from '../platform/batch-queue.js';
import type { Database } from '../platform/database/database.js';
import {
  isConflict,
  isConnectionLost,
  isLockTimeout,
  UnknownOutcomeError,
  isDatabaseUnavailable,
} from '../platform/database/errors.js';
import { retrying } from '../platform/database/retry.js';
import { statement, WITHOUT_WAITING } from '../platform/database/statement.js';
import { newWitnessId } from '../platform/database/transaction-outcome.js';
import { ANSWER_MS } from '../platform/deadlines.js';
import type { IdempotentRequest } from '../platform/idempotency.js';
import type { Actor } from '../platform/principal.js';
import { HELD_UP, type HeldRows } from '../platform/shared-queue.js';

export const TRACKING_NAMES = ['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent', 'src', 'sck'] as const;

export type OrderTracking = Partial<Record<(typeof TRACKING_NAMES)[number], string>>;

export function keptTracking(
  sent: { [Name in keyof OrderTracking]?: string | null | undefined } | null | undefined,
): OrderTracking | null {
  if (!sent) return null;
  const kept = TRACKING_NAMES.flatMap((name) => {
    const text = sent[name]?.trim();
    return text ? [[name, text] as const] : [];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

export interface OrderRequest
  extends
    Pick<Order, 'raffleId' | 'userId' | 'quotaQuantity' | 'bonusQuotas' | 'priceByQuota' | 'discount' | 'totalValue'>,
    Pick<Order, 'paymentProviderName' | 'referral'> {
  raffleVersion: number;
  charge: { txid: string; dynamic: boolean; brCode: string | null } | null;
  tracking: OrderTracking | null;
  /** The version of the regulation that the buyer accepted. */
  regulationVersion: number | null;
  buyer: { name: string | null; cpf: string | null; phone: string | null };
  /** The last birth date that is old enough, ISO 8601; null when age does not matter. */
  adultSince: string | null;
  idempotency: IdempotentRequest | null;
  operator: Actor | null;
}

/** The outcome of one order of a batch; reserve_orders.sql describes each. */
interface Reservation {
  line: number;
  outcome:
    | OrderReservation
    | 'REPEATED'
    | 'MISMATCH'
    | 'STALE'
    | 'NO_BUYER'
    | 'BLOCKED'
    | 'NOT_OPEN'
    | 'BUYER_DATA'
    | 'UNDERAGE'
    | 'SOLD_OUT'
    | 'BUYER_LIMIT'
    | 'ANTI_SPAM'
    | 'HELD_UP'
    | 'RETRY';
  orderId: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  available: number | null;
  missing: ReservationField[];
}

// SQL: measured: a function of the database reserves a batch.
/** $1 raffles, $2 buyers, $3 the orders as a JSON array of objects, $4 how long it waits for rows that others hold, ms, $5 witness. */
export const reserveBatch = statement<Reservation>(
  'reserve_orders',
  // Columns by name: `*` in a prepared statement fails when a newer release adds a column.
  `
  WITH witness AS (INSERT INTO transaction_witnesses (id) VALUES ($5))
  SELECT "line", "outcome", "orderId", "createdAt", "expiresAt", "available", "missing"
  FROM reserve_orders($1::uuid[], $2::uuid[], $3::json, $4) ${WITHOUT_WAITING}`,
  {
    repeatable: false,
    // After this time the outcome is unknown, and is read back.
    answeredWithinMs: ANSWER_MS,
  },
);

const selectOrdersByTxid = statement<{
  txid: string;
  orderId: string;
  outcome: OrderReservation;
  createdAt: Date;
  expiresAt: Date;
}>(
  'select_orders_by_txid',
  `
  SELECT c.txid, o.id::text AS "orderId", o.reservation AS outcome, o.created_at AS "createdAt", o.expires_at AS "expiresAt"
  FROM charges c JOIN orders o ON o.id = c.order_id WHERE c.txid = ANY ($1::text[])`,
);

export type OrderDecision = Omit<Reservation, 'outcome'> & { outcome: Exclude<Reservation['outcome'], 'RETRY' | 'HELD_UP'> };

/**
 * All or nothing, also after a lost reply. UnknownOutcomeError: nobody could say what was written. It waits up to `waitMs` for what
 * another transaction holds, and then fails (isLockTimeout). With `skipsHeld` it decides the other orders then, on the same connection,
 * and these are HELD_UP: nothing was decided of them.
 *
 * A raffle is locked while the orders are written, not while the disk and a standby store them: other processes sell meanwhile. No order
 * is answered before `kept` is true.
 */
export async function reserveOrders(
  db: Database,
  take: Take<OrderRequest>,
  { waitMs, skipsHeld }: HeldRows,
): Promise<Decided<OrderDecision | typeof HELD_UP>> {
  const witnessId = newWitnessId();
  let requests: OrderRequest[] = [];
  let reservations: Reservation[];
  try {
    reservations = await db.lend(async (sql) => {
      requests = take();
      if (requests.length === 0) return [];
      const raffleIds = inOrder(requests.map(({ raffleId }) => raffleId));
      const buyerIds = inOrder(requests.map(({ userId }) => userId));
      const orders = JSON.stringify(requests.map(asRow));
      const reserve = (ms: number): Promise<Reservation[]> =>
        retrying(
          () => sql.query(reserveBatch, [raffleIds, buyerIds, orders, ms, witnessId]),
          (error) => isConflict(error) || isKeyTaken(error),
        );
      return reserve(waitMs).catch((error: unknown) => {
        if (skipsHeld && isLockTimeout(error)) return reserve(0);
        throw error;
      });
    });
  } catch (error) {
    if (requests.length === 0 || !isConnectionLost(error)) throw error;
    return (await db.wasCommitted(witnessId)) ? readBack(db, requests) : requests.map(() => 'RETRY');
  }
  const decisions = reservations.map((reservation): Decision<OrderDecision | typeof HELD_UP> => {
    if (reservation.outcome === 'RETRY') return 'RETRY';
    return { answer: reservation.outcome === 'HELD_UP' ? HELD_UP : (reservation as OrderDecision) };
  });
  return reservations.some(({ orderId }) => orderId !== null) ? { decisions, kept: db.wasCommitted(witnessId) } : decisions;
}

/** Rows are locked in one order by all batches: otherwise two of them could wait for each other. */
const inOrder = (ids: string[]): string[] => [...new Set(ids)].sort();

/** Codes are unique, so they show which orders were written. The others were refused, or are found by their key. */
async function readBack(db: Database, requests: OrderRequest[]): Promise<Decision<OrderDecision>[]> {
  const txids = requests.flatMap(({ charge }) => charge?.txid ?? []);
  const rows = await db.query(selectOrdersByTxid, [txids]).catch((error: unknown) => {
    throw isDatabaseUnavailable(error) ? new UnknownOutcomeError(error) : error;
  });
  const written = new Map(rows.map((row) => [row.txid, row]));
  return requests.map(({ charge }, i) => {
    const row = charge && written.get(charge.txid);
    return row ? { answer: { ...row, line: i + 1, available: null, missing: [] } } : 'RETRY';
  });
}

/** A concurrent sale of another raffle used the same idempotency key: on the next try it is found. */
function isKeyTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === 'idempotency_keys_pkey';
}

function asRow({ charge, buyer, idempotency, ...request }: OrderRequest) {
  return {
    raffle_id: request.raffleId,
    version: request.raffleVersion,
    user_id: request.userId,
    quantity: request.quotaQuantity,
    // Below 2^53: PIX carries at most twelve digits.
    bonus: request.bonusQuotas,
    price: Number(request.priceByQuota),
    discount: Number(request.discount),
    total: Number(request.totalValue),
    provider: request.paymentProviderName,
    txid: charge?.txid,
    dynamic: charge?.dynamic,
    br_code: charge?.brCode,
    referral: request.referral,
    tracking: request.tracking ?? undefined,
    regulation: request.regulationVersion ?? undefined,
    buyer_name: buyer.name,
    buyer_cpf: buyer.cpf,
    buyer_phone: buyer.phone,
    adult_since: request.adultSince,
    principal: idempotency?.principal,
    key: idempotency?.key,
    fingerprint_hex: idempotency?.fingerprint.toString('hex'),
    placed_by: request.operator ?? undefined,
  };
}
