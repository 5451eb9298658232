import { purgeLoginCodes } from './auth/login-code.sql.js';
import { purgeLoginLimits } from './auth/login-limit.sql.js';
import { purgeSessions } from './auth/session.sql.js';
import type { App } from './context.js';
import { DRAW_PATIENCE, processDraws } from './draws/draw-worker.js';
import { sweepFiles } from './files/file-sweep.js';
import { EXPIRY_PATIENCE, expireOrders } from './orders/order-expiry.js';
import { processCallbacks, purgeCallbacks } from './payments/callback-inbox.js';
import { purgeIdempotencyKeys } from './platform/idempotency.sql.js';
import { createPatience } from './platform/patience.js';
import { every } from './platform/periodic.js';
import { startReconciliation } from './reconciliation/reconcile.js';
import { moveRafflesByDate } from './raffles/raffle-dates.js';
import { refundCancelledRaffles } from './refunds/cancelled-raffles.js';
import { processRefunds } from './refunds/refund-worker.js';
import { forgetSecrets, purgeEvents } from './webhooks/outbox.js';

/**
 * Starts the recurring work of a process, which is all it does besides answering. Every process does it; rows are claimed or
 * checked under a lock, so none is done twice.
 */
export function startWorkers(app: App): { stop(): Promise<void> } {
  const { wakeUps } = app;
  const patience = createPatience(EXPIRY_PATIENCE);
  const drawPatience = createPatience(DRAW_PATIENCE);
  const workers = [
    every(1_000, 'raffles.dates', app, async () => (await moveRafflesByDate(app)) > 0),
    every(5_000, 'orders.expiry', app, () => expireOrders(app, patience).then(() => false)),
    every(2_000, 'payments.inbox', app, async () => (await processCallbacks(app)) > 0, wakeUps.callbacks),
    every(5_000, 'refunds.processing', app, async () => (await processRefunds(app)) > 0, wakeUps.refunds),
    every(5_000, 'refunds.raffles', app, () => refundCancelledRaffles(app).then(() => false), wakeUps.calledOffRaffles),
    every(1_000, 'draws.processing', app, async () => (await processDraws(app, drawPatience)) > 0, wakeUps.draws),
    every(2_000, 'webhooks.secrets', app, () => forgetSecrets(app)),
    every(600_000, 'retention.purge', app, () => applyRetention(app)),
    every(3_600_000, 'files.sweep', app, () => sweepFiles(app).then(() => false)),
    startReconciliation(app),
  ];
  app.deliveries.start();
  return {
    async stop() {
      await Promise.all([...workers.map((worker) => worker.stop()), app.deliveries.stop()]);
    },
  };
}

/** What is deleted when it is so many days old: a statement that takes the days and how many rows at most. */
const RETENTION = [
  // A repetition that comes later than this is a new request.
  { statement: purgeIdempotencyKeys, days: 7 },
  // Its window ended within the hour.
  { statement: purgeLoginLimits, days: 1 },
  // Access tokens that came of them, the last a day ago, are over.
  { statement: purgeSessions, days: 2 },
  // They hold for minutes.
  { statement: purgeLoginCodes, days: 1 },
  // Evidence for as long as a payment may be disputed: banks take money back (MED) up to 80 days after it was paid.
  { statement: purgeCallbacks, days: 90 },
  // How long the delivery log goes back.
  { statement: purgeEvents, days: 30 },
];
const PURGED_AT_ONCE = 5_000;

/** Deletes what nobody needs any more, a batch of each kind. True when there may be more. */
export async function applyRetention({ db }: Pick<App, 'db'>): Promise<boolean> {
  let isMore = false;
  for (const { statement, days } of RETENTION) {
    const purged = await db.query<object>(statement, [days, PURGED_AT_ONCE]);
    isMore ||= purged.length === PURGED_AT_ONCE;
  }
  return isMore;
}
