import { type ClaimedDelivery, finishDeliveries, giveBackDeliveries } from './delivery.sql.js';
import type { App } from '../../context.js';

/** Waits after the first, second, ... failure: the schedule that Standard Webhooks proposes, three days in all. */
export const RETRY_SECONDS = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600];
/** A receiver may ask for a longer wait than the schedule's, but not for more than this. */
const LONGEST_ASKED_SECONDS = 24 * 3600;
/** What failed together does not come back together: each wait is up to a fifth longer, never shorter. */
const JITTER = 0.2;

/**
 * How many seconds a delivery waits after its failure number `failures` (from 1), or undefined when it was the last one and
 * the delivery is dead. `askedSeconds` is the receiver's Retry-After, which may only lengthen the wait. `random` is in [0, 1).
 */
export function retryDelaySeconds(failures: number, askedSeconds = 0, random = Math.random()): number | undefined {
  const scheduled = RETRY_SECONDS[failures - 1];
  if (scheduled === undefined) return undefined;
  return Math.max(scheduled, Math.min(askedSeconds, LONGEST_ASKED_SECONDS)) * (1 + JITTER * random);
}

/**
 * The same of what is worth nothing in `leftSeconds`, when somebody waits for it: 5, 10, 20, 40 and then every 60 seconds. Undefined when
 * the wait would outlast it.
 */
function secretRetryDelaySeconds(failures: number, askedSeconds: number, leftSeconds: number): number | undefined {
  const delay = Math.max(Math.min(60, 5 * 2 ** (failures - 1)), askedSeconds);
  return delay < leftSeconds ? delay : undefined;
}

const GONE = 410;
/** What a receiver asks of us by Retry-After holds for all that waits for it, but no longer than this. */
const LONGEST_PAUSE_SECONDS = 300;
/** 429 and 503: the statuses whose Retry-After is about the receiver and not about the one request. */
const BUSY = [429, 503];

/** What came of sending: the receiver's status, or why there was no answer. */
export interface Answer {
  status: number | null;
  retryAfterSeconds?: number;
  /** Null for a 2xx. */
  error: string | null;
}

/** What is written of a delivery afterwards. */
export interface DeliveryOutcome {
  id: string;
  leasedUntil: Date;
  status: 'PENDING' | 'DELIVERED' | 'DEAD';
  /** False when nothing was sent, because its endpoint is gone. */
  wasSent: boolean;
  httpStatus: number | null;
  error: string | null;
  /** Until the next attempt; null when there is none. */
  delaySeconds: number | null;
  /** For how long nothing more goes to this receiver. */
  pauseSeconds: number;
  /** The endpoint that said 410: it is to be disabled. */
  goneEndpointId: number | null;
}

/** Of a delivery whose endpoint was deleted or disabled before it was sent, or whose body had ended. */
export function closedOutcome({ id, leasedUntil, isClosed }: ClaimedDelivery): DeliveryOutcome {
  const error = `the ${isClosed ? 'endpoint was deleted or disabled' : 'code had expired'} before this was sent`;
  const nothing = { httpStatus: null, delaySeconds: null, pauseSeconds: 0, goneEndpointId: null };
  return { id, leasedUntil, status: 'DEAD', wasSent: false, error, ...nothing };
}

/** 2xx delivers, 410 ends it and its endpoint, anything else is tried again as the schedule says, until that is over. */
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

/** What is known of claims and has yet to be written. */
export interface DeliveryResults {
  ended(outcome: DeliveryOutcome): void;
  /** Claims that were not begun: others may have them. */
  returned(deliveries: ClaimedDelivery[]): void;
  readonly unwritten: number;
  /** Writes all there is and answers the outcomes among it. What could not be written stays, for the next time. */
  write(): Promise<DeliveryOutcome[]>;
}

/** Collects results so that a statement writes many. Writing one twice is as good as once. */
export function createDeliveryResults({ db }: Pick<App, 'db'>): DeliveryResults {
  let outcomes: DeliveryOutcome[] = [];
  let unbegun: ClaimedDelivery[] = [];
  return {
    ended: (outcome) => void outcomes.push(outcome),
    returned: (deliveries) => void unbegun.push(...deliveries),
    get unwritten() {
      return outcomes.length + unbegun.length;
    },
    async write() {
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
