import type { Decision, Take } from '../platform/batch-queue.js';
import type { Database } from '../platform/database/database.js';
import { isConflict, isConnectionLost, UnknownOutcomeError } from '../platform/database/errors.js';
import { retrying } from '../platform/database/retry.js';
import { isDatabaseUnavailable } from '../platform/database/unavailable.js';
import type { IdempotentRequest } from '../platform/idempotency.js';
import type { Actor } from '../platform/principal.js';
import { lockCounters } from './counter.sql.js';
import type { OrderTracking } from './order-tracking.js';
import { reserveBatch, selectOrdersByTxid, type Reservation } from './reserve-orders.sql.js';

/** An order as the rules of the service made it: what is left to decide is what only the database knows. */
export interface OrderRequest {
  raffleId: string;
  /** The raffle's version that the price and limits were read from. */
  raffleVersion: number;
  userId: string;
  /** All that it would hold, the bonus included. */
  quotaQuantity: number;
  bonusQuotas: number;
  priceByQuota: bigint;
  discount: bigint;
  totalValue: bigint;
  paymentProviderName: string;
  /** Null for an order that costs nothing. */
  charge: { txid: string; dynamic: boolean; brCode: string | null } | null;
  referral: string | null;
  /** Null for an order that does not say where it came from. */
  tracking: OrderTracking | null;
  buyer: { name: string | null; cpf: string | null; phone: string | null };
  /** The last birthday of those who are old enough, as ISO 8601; null when nobody's age matters. */
  adultSince: string | null;
  idempotency: IdempotentRequest | null;
  /** Who orders for the buyer, for the audit log; null for the buyer. */
  operator: Actor | null;
}

/** What became of a request; RETRY is the queue's own business. */
export type OrderDecision = Omit<Reservation, 'outcome'> & { outcome: Exclude<Reservation['outcome'], 'RETRY'> };

/**
 * Decides a batch of orders of one raffle, in their order, and writes those that are RESERVED: one statement, all or nothing. They
 * are taken when there is a connection to send them on. Rejects when the database is away; what was written under a lost reply is
 * found again by its code, UnknownOutcomeError when nobody can say.
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

/** The reply to COMMIT was lost: what was written is told by the codes, which are unique; the rest is asked again. */
async function readBack(db: Database, raffleId: string, requests: OrderRequest[]): Promise<Decision<OrderDecision>[]> {
  const txids = requests.flatMap(({ charge }) => charge?.txid ?? []);
  const reading = db.transaction(async (tx) => {
    // The batch may still be under way on its lost connection: behind its lock it is written, or never will be.
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
    // Without a code there is no witness; a free order that was written and never answered expires by itself.
    return 'RETRY';
  });
}

/** A sale of another raffle used the same idempotency key at the same moment: asked again, this one is told so. */
function isKeyTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === 'idempotency_keys_pkey';
}

/** A request under the names that reserve_orders reads. Left out is NULL. */
function asRow({ charge, buyer, idempotency, ...request }: OrderRequest) {
  return {
    version: request.raffleVersion,
    user_id: request.userId,
    quantity: request.quotaQuantity,
    // Below 2^53: PIX carries no more than twelve digits.
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
