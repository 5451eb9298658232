import { countChanges } from '../../src/referrals/count-changes.js';
import type { TestServer } from './start.js';

/** As if what was paid so far was paid a day longer ago than buyers may take their money back, or `hours` ago. */
export async function letMature(server: TestServer, referrer: { id: string }, hours = 8 * 24): Promise<void> {
  const ago = [referrer.id, hours];
  const { pool } = server.app.db;
  await countChanges(server.app);
  await pool.query('UPDATE pending_commissions SET hour = hour - make_interval(hours => $2) WHERE referrer_id = $1', ago);
  await pool.query('UPDATE orders SET paid_at = paid_at - make_interval(hours => $2) WHERE referrer_id = $1', ago);
}
