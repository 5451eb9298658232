import type { App } from '../context.js';
import { createBatchQueues, QueueFullError, type Decision } from '../platform/batch-queue.js';
import { isConnectionLost, isRetryable, isRowsFault, retrying } from '../platform/database/retry.js';
import { DomainError } from '../platform/domain-error.js';
import type { IdempotentRequest } from '../platform/idempotency.js';
import { lockCounters, reserveOrders, selectOrdersByTxid, type Reservation } from './order.sql.js';

const MAX_BATCH = 512;
const MAX_WAITING = 10_000;

/** An order as the rules of the service made it: what is left to decide is what only the database knows. */
export interface OrderRequest {
  raffleId: string;
  /** The raffle's version that the price and limits were read from. */
  raffleVersion: number;
  userId: string;
  quotaQuantity: number;
  priceByQuota: bigint;
  totalValue: bigint;
  paymentProviderName: string;
  /** Null for an order that costs nothing. */
  charge: { txid: string; dynamic: boolean; brCode: string | null } | null;
  referral: string | null;
  buyer: { name: string | null; cpf: string | null; phone: string | null };
  idempotency: IdempotentRequest | null;
}

/** What became of a request; RETRY is the line's own business. */
export type OrderDecision = Omit<Reservation, 'outcome'> & { outcome: Exclude<Reservation['outcome'], 'RETRY'> };

/** The lines of arriving orders, one a raffle: see createBatchQueue. */
export interface OrderLines {
  /** UNAVAILABLE when the line is full or the database is away. */
  reserve(request: OrderRequest): Promise<OrderDecision>;
}

export function createOrderLines({ db }: Pick<App, 'db'>): OrderLines {
  const decide = async (raffleId: string, requests: OrderRequest[]): Promise<Decision<OrderDecision>[]> => {
    let reservations: Reservation[];
    try {
      reservations = await retrying(
        () => db.query(reserveOrders, columnsOf(raffleId, requests)),
        (error) => !isConnectionLost(error) && (isRetryable(error) || isKeyTaken(error)),
      );
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      return readBack(raffleId, requests);
    }
    return reservations.map((reservation) =>
      reservation.outcome === 'RETRY' ? 'RETRY' : { answer: reservation as OrderDecision },
    );
  };

  /** The reply to COMMIT was lost: what was written is told by the codes, which are unique; the rest is asked again. */
  const readBack = async (raffleId: string, requests: OrderRequest[]): Promise<Decision<OrderDecision>[]> => {
    const txids = requests.flatMap(({ charge }) => charge?.txid ?? []);
    const rows = await db.transaction(async (sql) => {
      // The batch may still be under way on its lost connection: behind its lock it is written, or never will be.
      await sql.query(lockCounters, [[raffleId]]);
      return sql.query(selectOrdersByTxid, [txids]);
    });
    const written = new Map(rows.map((row) => [row.txid, row]));
    return requests.map(({ charge }, i) => {
      const row = charge && written.get(charge.txid);
      if (row) return { answer: { ...row, line: i + 1, outcome: 'RESERVED', available: null } };
      // Without a code there is no witness; a free order that was written and never answered expires by itself.
      return 'RETRY';
    });
  };

  const lines = createBatchQueues<OrderRequest, OrderDecision>({
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    decide,
    blames: isRowsFault,
  });
  return {
    reserve: (request) =>
      lines.push(request.raffleId, request).catch((error: unknown) => {
        if (error instanceof QueueFullError)
          throw new DomainError('UNAVAILABLE', 'Too many orders are arriving: try again in a moment.');
        throw error;
      }),
  };
}

/** A sale of another raffle used the same idempotency key at the same moment: asked again, this one is told so. */
function isKeyTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === 'idempotency_keys_pkey';
}

/** The arguments of reserve_orders, an array a column. */
function columnsOf(raffleId: string, requests: OrderRequest[]): unknown[] {
  return [
    raffleId,
    requests.map((r) => r.raffleVersion),
    requests.map((r) => r.userId),
    requests.map((r) => r.quotaQuantity),
    requests.map((r) => r.priceByQuota),
    requests.map((r) => r.totalValue),
    requests.map((r) => r.paymentProviderName),
    requests.map((r) => r.charge?.txid ?? null),
    requests.map((r) => r.charge?.dynamic ?? null),
    requests.map((r) => r.charge?.brCode ?? null),
    requests.map((r) => r.referral),
    requests.map((r) => r.buyer.name),
    requests.map((r) => r.buyer.cpf),
    requests.map((r) => r.buyer.phone),
    requests.map((r) => r.idempotency?.principal ?? null),
    requests.map((r) => r.idempotency?.key ?? null),
    requests.map((r) => r.idempotency?.fingerprint ?? null),
  ];
}
