import type { Decision, Take } from '../platform/batch-queue.js';
import type { Database } from '../platform/database/database.js';
import { isConflict, isConnectionLost, UnknownOutcomeError } from '../platform/database/errors.js';
import { retrying } from '../platform/database/retry.js';
import { isDatabaseUnavailable } from '../platform/database/unavailable.js';
import type { IdempotentRequest } from '../platform/idempotency.js';
import type { Actor } from '../platform/principal.js';
import { lockCounters } from './counter.sql.js';
import { reserveBatch, selectOrdersByTxid, type Reservation } from './reserve-orders.sql.js';

export const TRACKING_NAMES = ['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent', 'src', 'sck'] as const;

export type OrderTracking = Partial<Record<(typeof TRACKING_NAMES)[number], string>>;

/** Null when all of it is blank. */
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

/** An order that passed all checks that need no lock. */
export interface OrderRequest {
  raffleId: string;
  /** The version of the raffle that price and limits come from. */
  raffleVersion: number;
  userId: string;
  /** The bonus included. */
  quotaQuantity: number;
  bonusQuotas: number;
  priceByQuota: bigint;
  discount: bigint;
  totalValue: bigint;
  paymentProviderName: string;
  /** Null for an order that costs nothing. */
  charge: { txid: string; dynamic: boolean; brCode: string | null } | null;
  referral: string | null;
  tracking: OrderTracking | null;
  buyer: { name: string | null; cpf: string | null; phone: string | null };
  /** The last birth date that is old enough, ISO 8601; null when age does not matter. */
  adultSince: string | null;
  idempotency: IdempotentRequest | null;
  /** The operator who orders for the buyer, for the audit log. */
  operator: Actor | null;
}

export type OrderDecision = Omit<Reservation, 'outcome'> & { outcome: Exclude<Reservation['outcome'], 'RETRY'> };

/**
 * Decides a batch of orders of one raffle in one statement, all or nothing. Requests are taken when a connection is free.
 * Rejects when the database is away; after a lost reply the orders are looked up by their codes, and UnknownOutcomeError means
 * that this is impossible.
 */
export async function reserveOrders(
  db: Database,
  raffleId: string,
  take: Take<OrderRequest>,
): Promise<Decision<OrderDecision>[]> {
  let requests: OrderRequest[] = [];
  let reservations: Reservation[];
  try {
    reservations = await db.lend(async (sql) => {
      requests = take();
      if (requests.length === 0) return [];
      const values = [raffleId, JSON.stringify(requests.map(asRow))];
      return retrying(
        () => sql.query(reserveBatch, values),
        (error) => isConflict(error) || isKeyTaken(error),
      );
    });
  } catch (error) {
    if (requests.length === 0 || !isConnectionLost(error)) throw error;
    return readBack(db, raffleId, requests);
  }
  return reservations.map((reservation) =>
    reservation.outcome === 'RETRY' ? 'RETRY' : { answer: reservation as OrderDecision },
  );
}

/** The reply to COMMIT was lost. Codes are unique, so they show which orders were written; the others are tried again. */
async function readBack(db: Database, raffleId: string, requests: OrderRequest[]): Promise<Decision<OrderDecision>[]> {
  const txids = requests.flatMap(({ charge }) => charge?.txid ?? []);
  const reading = db.transaction(async (tx) => {
    // The batch may still run on the lost connection: after its lock is free, it has ended.
    await tx.query(lockCounters, [[raffleId]]);
    return tx.query(selectOrdersByTxid, [txids]);
  });
  const rows = await reading.catch((error: unknown) => {
    throw isDatabaseUnavailable(error) ? new UnknownOutcomeError(error) : error;
  });
  const written = new Map(rows.map((row) => [row.txid, row]));
  return requests.map(({ charge }, i) => {
    const row = charge && written.get(charge.txid);
    if (row) return { answer: { ...row, line: i + 1, outcome: 'RESERVED', available: null, missing: [] } };
    // Without a code nothing shows whether it was written. A free order that was written expires by itself.
    return 'RETRY';
  });
}

/** A concurrent sale of another raffle used the same idempotency key: on the next try it is found. */
function isKeyTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === 'idempotency_keys_pkey';
}

/** A missing key is NULL. */
function asRow({ charge, buyer, idempotency, ...request }: OrderRequest) {
  return {
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
