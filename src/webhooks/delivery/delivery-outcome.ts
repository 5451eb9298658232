import { type ClaimedDelivery, finishDeliveries, giveBackDeliveries } from './delivery.sql.js';
import type { App } from '../../context.js';

/** Waits after the first, second, ... failure, as Standard Webhooks proposes: three days in all. */
export const RETRY_SECONDS = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600];
const LONGEST_ASKED_SECONDS = 24 * 3600;
/** Deliveries that failed together must not come back together: each wait is up to a fifth longer. */
const JITTER = 0.2;

/** `failures` count from 1. Undefined after the last one. `askedSeconds` (Retry-After) only lengthens. `random` is in [0, 1). */
export function retryDelaySeconds(failures: number, askedSeconds = 0, random = Math.random()): number | undefined {
  const scheduled = RETRY_SECONDS[failures - 1];
  if (scheduled === undefined) return undefined;
  return Math.max(scheduled, Math.min(askedSeconds, LONGEST_ASKED_SECONDS)) * (1 + JITTER * random);
}

/** For secret events, which are worth nothing after `leftSeconds`: 5, 10, 20, 40 and then every 60 seconds. */
function secretRetryDelaySeconds(failures: number, askedSeconds: number, leftSeconds: number): number | undefined {
  const delay = Math.max(Math.min(60, 5 * 2 ** (failures - 1)), askedSeconds);
  return delay < leftSeconds ? delay : undefined;
}

const GONE = 410;
const LONGEST_PAUSE_SECONDS = 300;
/** Their Retry-After is about the receiver, not about the one request. */
const BUSY = [429, 503];

export interface Answer {
  status: number | null;
  retryAfterSeconds?: number;
  /** Null for a 2xx. */
  error: string | null;
}

export interface DeliveryOutcome {
  id: string;
  leasedUntil: Date;
  status: 'PENDING' | 'DELIVERED' | 'DEAD';
  /** False when its endpoint is gone. */
  wasSent: boolean;
  httpStatus: number | null;
  error: string | null;
  delaySeconds: number | null;
  pauseSeconds: number;
  /** It answered 410: disable it. */
  goneEndpointId: number | null;
}

/** Of a delivery whose endpoint was closed before it was sent, or whose body had expired. */
export function closedOutcome({ id, leasedUntil, isClosed }: ClaimedDelivery): DeliveryOutcome {
  const error = `the ${isClosed ? 'endpoint was deleted or disabled' : 'code had expired'} before this was sent`;
  const nothing = { httpStatus: null, delaySeconds: null, pauseSeconds: 0, goneEndpointId: null };
  return { id, leasedUntil, status: 'DEAD', wasSent: false, error, ...nothing };
}

export function outcomeOf(delivery: ClaimedDelivery, { status, retryAfterSeconds = 0, error }: Answer): DeliveryOutcome {
  const { id, leasedUntil, endpointId } = delivery;
  const isGone = status === GONE;
  const delaySeconds = error === null || isGone ? null : (delayAfter(delivery, retryAfterSeconds) ?? null);
  return {
    id,
    leasedUntil,
    status: error === null ? 'DELIVERED' : delaySeconds === null ? 'DEAD' : 'PENDING',
    wasSent: true,
    httpStatus: status,
    error,
    delaySeconds,
    pauseSeconds: status !== null && BUSY.includes(status) ? Math.min(retryAfterSeconds, LONGEST_PAUSE_SECONDS) : 0,
    goneEndpointId: isGone ? endpointId : null,
  };
}

function delayAfter({ attempts, endsAt }: ClaimedDelivery, retryAfterSeconds: number): number | undefined {
  if (!endsAt) return retryDelaySeconds(attempts + 1, retryAfterSeconds);
  return secretRetryDelaySeconds(attempts + 1, retryAfterSeconds, (endsAt.getTime() - Date.now()) / 1_000);
}

/** Collects results, so that one statement writes many. Safe to write twice. */
export function createDeliveryResults({ db }: Pick<App, 'db'>) {
  let outcomes: DeliveryOutcome[] = [];
  let unbegun: ClaimedDelivery[] = [];
  return {
    ended: (outcome: DeliveryOutcome): void => void outcomes.push(outcome),
    returned: (deliveries: ClaimedDelivery[]): void => void unbegun.push(...deliveries),
    get unwritten(): number {
      return outcomes.length + unbegun.length;
    },
    /** What could not be written stays for the next time. */
    async write(): Promise<DeliveryOutcome[]> {
      const written = [...outcomes];
      const givenBack = [...unbegun];
      if (written.length > 0) {
        await db.query(finishDeliveries, columnsOf(written));
        outcomes = outcomes.slice(written.length);
      }
      if (givenBack.length > 0) {
        const values = [givenBack.map(({ id }) => id), givenBack.map(({ leasedUntil }) => leasedUntil)];
        await db.query(giveBackDeliveries, values);
        unbegun = unbegun.slice(givenBack.length);
      }
      return written;
    },
  };
}

function columnsOf(outcomes: DeliveryOutcome[]): unknown[] {
  return [
    outcomes.map(({ id }) => id),
    outcomes.map(({ leasedUntil }) => leasedUntil),
    outcomes.map(({ status }) => status),
    outcomes.map(({ wasSent }) => wasSent),
    outcomes.map(({ httpStatus }) => httpStatus),
    outcomes.map(({ error }) => error),
    outcomes.map(({ delaySeconds }) => delaySeconds),
  ];
}
