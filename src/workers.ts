import type { App } from './context.js';
import { keepHouse } from './housekeeping.js';
import { expireOrders } from './orders/order-expiry.js';
import { processCallbacks } from './payments/callback-inbox.js';
import { every } from './platform/periodic.js';
import { startReconciliation } from './reconciliation/reconcile.js';
import { refundCancelledRaffles } from './refunds/cancelled-raffles.js';
import { processRefunds } from './refunds/refund-worker.js';

/** What a process does besides answering. Every process does it; rows are claimed or checked under a lock, so none is done twice. */
export interface Workers {
  /** A callback was kept: look at once. */
  callbackReceived(): void;
  stop(): Promise<void>;
}

/** Starts the recurring work of a process. */
export function startWorkers(app: App): Workers {
  const expiry = every(5_000, 'the expiry of orders', app.log, async () => {
    await expireOrders(app);
    return false;
  });
  const callbacks = every(2_000, 'the processing of callbacks', app.log, async () => (await processCallbacks(app)) > 0);
  const refunds = every(5_000, 'the refunding', app.log, async () => {
    await refundCancelledRaffles(app);
    return (await processRefunds(app)) > 0;
  });
  const housekeeping = every(600_000, 'the housekeeping', app.log, () => keepHouse(app));
  const reconciliation = startReconciliation(app);
  app.refunds.listen(() => refunds.now());
  app.deliveries.start();
  return {
    callbackReceived: () => callbacks.now(),
    async stop() {
      await Promise.all([
        expiry.stop(),
        callbacks.stop(),
        refunds.stop(),
        housekeeping.stop(),
        reconciliation.stop(),
        app.deliveries.stop(),
      ]);
    },
  };
}
