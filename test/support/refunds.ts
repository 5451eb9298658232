import { refundCancelledRaffles } from '../../src/refunds/cancelled-raffles.js';
import { processRefunds } from '../../src/refunds/refund-worker.js';
import type { TestServer } from './start.js';

/** One round of the refunding, as if the time of every next attempt had come. */
export async function refundNow({ app }: Pick<TestServer, 'app'>): Promise<void> {
  await app.db.pool.query(`UPDATE refunds SET next_attempt_at = date_trunc('milliseconds', now()) WHERE next_attempt_at > now()`);
  await refundCancelledRaffles(app);
  await processRefunds(app);
}
