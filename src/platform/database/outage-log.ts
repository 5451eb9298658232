import { DomainError } from '../domain-error.js';
import type { Log } from '../log.js';
import { isConflict, isLockTimeout, sqlstateOf, UnknownOutcomeError, isFromDatabase, isDatabaseUnavailable } from './errors.js';

/** Workers fail more often than this. */
const OVER_AFTER_MS = 10_000;
const SAID_EVERY_MS = 60_000;
/** A failover that mends itself, and what waited for it, is over by then, and nobody has to be woken. */
const MAY_MEND_MS = 45_000;
const TIMED_OUT = '57014';

interface Outage {
  sinceMs: number;
  saidAtMs: number;
  heldBack: number;
  over: NodeJS.Timeout;
}

/**
 * Logs a warning when the database fails, and an error each minute while it stays away, not a line a failure. Warnings of requests whose
 * outcome is unknown are still logged. Recurring work logs errors: it is done again, whatever became of it.
 */
export function summarizeOutages(log: Log): Log {
  let outage: Outage | undefined;

  const say = (current: Outage, error: Error, event: unknown): void => {
    current.saidAtMs = performance.now();
    log.error(
      {
        event: 'database.away',
        reason: reasonOf(error),
        last: event,
        forSeconds: Math.round((current.saidAtMs - current.sinceMs) / 1_000),
        heldBack: current.heldBack,
      },
      'the database is away or cannot work; failures caused by it are counted here, not logged one by one',
    );
  };

  const end = (): void => {
    if (!outage) return;
    const forSeconds = Math.round((performance.now() - outage.sinceMs - OVER_AFTER_MS) / 1_000);
    log.info({ event: 'database.back', forSeconds, heldBack: outage.heldBack }, 'nothing fails by the database any more');
    outage = undefined;
  };

  const holdBack = (error: Error, event: unknown): void => {
    if (!outage) {
      const now = performance.now();
      const saidAtMs = now + MAY_MEND_MS - SAID_EVERY_MS;
      outage = { sinceMs: now, saidAtMs, heldBack: 0, over: setTimeout(end, OVER_AFTER_MS).unref() };
      log.warn(
        { event: 'database.failing', reason: reasonOf(error), first: event },
        'the database fails; what fails by it is counted from now on, not logged one by one',
      );
      return;
    }
    outage.heldBack += 1;
    outage.over.refresh();
    if (performance.now() - outage.saidAtMs >= SAID_EVERY_MS) say(outage, error, event);
  };

  const gate =
    (write: Log['error'], isHeldBack: (error: unknown) => error is Error): Log['error'] =>
    (...args: Parameters<Log['error']>) => {
      const { err, event } = (args[0] ?? {}) as { err?: unknown; event?: unknown };
      if (isHeldBack(err)) holdBack(err, event);
      else write.apply(log, args);
    };
  /** Locks are held for long while a COMMIT waits for a standby, and after it many changes come at once. */
  const isOfOutage = (error: unknown): error is Error =>
    isOutage(error) || error instanceof UnknownOutcomeError || (outage !== undefined && waitedInVain(error));
  return Object.assign(Object.create(log) as Log, { warn: gate(log.warn, isOutage), error: gate(log.error, isOfOutage) });
}

function waitedInVain(error: unknown): boolean {
  return isLockTimeout(error) || (error instanceof DomainError && error.code === 'UNAVAILABLE');
}

const reasonOf = (error: Error): string | undefined => error.message || (error as { code?: string }).code;

function isOutage(error: unknown): error is Error {
  // A call to a payment provider fails with the same codes.
  if (!isFromDatabase(error) || !isDatabaseUnavailable(error) || error instanceof UnknownOutcomeError) return false;
  return !isConflict(error) && !isLockTimeout(error) && sqlstateOf(error) !== TIMED_OUT;
}
