import { retryDelaySeconds, secretRetryDelaySeconds } from './delivery-schedule.js';
import type { ClaimedDelivery } from './delivery.sql.js';

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
