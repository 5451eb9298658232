import { setTimeout as sleep } from 'node:timers/promises';
import type { Operator } from './operator.js';
import type { Stage } from './stage.js';

/** The clock of a gateway was up to a minute and a half ahead, and with it the rounds that it chose. */
const LONGEST_MS = 150_000;
const LOOKED_EVERY_MS = 500;
const HURRIED_EVERY_MS = 5_000;
/** Its lease is its wait: a reading that is hurried begins again, and takes longer than the others wait. */
const READING_HURRIED_EVERY_MS = 50_000;

/** A third of what nobody pays ends as if its time had come; the rest waits on. */
const END_ALL_UNPAID = `
  UPDATE orders SET expires_at = now() - interval '1 hour' WHERE status = 'PENDING'`;
const END_UNPAID = `${END_ALL_UNPAID} AND id % 3 = 0`;

/** As if each wait were over. The work itself is left to the gateways. */
const HURRY = [
  'UPDATE payment_callbacks SET next_attempt_at = now() WHERE processed_at IS NULL AND next_attempt_at > now()',
  `UPDATE refunds SET next_attempt_at = now() WHERE status IN ('PENDING', 'PROCESSING') AND next_attempt_at > now()`,
  `UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'PENDING' AND next_attempt_at > now()`,
  'UPDATE charges SET next_check_at = now() WHERE next_check_at > now()',
];
const HURRY_READING = 'UPDATE reconciliations SET next_scan_at = now() WHERE next_scan_at > now()';

const LIST_UNREAD = 'the list of received payments was not read';

/** What a worker is to do by itself: rows of each are looked for. $1 when the faults were over. */
const WAITING: Record<string, string> = {
  'callbacks wait for a worker': 'SELECT id, attempts, last_error FROM payment_callbacks WHERE processed_at IS NULL',
  'refunds wait for a worker': `SELECT id, status, last_error FROM refunds WHERE status <> 'RETURNED'`,
  'webhooks wait for a worker': `SELECT id, attempts, last_error FROM webhook_deliveries WHERE status <> 'DELIVERED'`,
  'orders are unpaid though their time is over': `
    SELECT id, expires_at FROM orders WHERE status = 'PENDING' AND expires_at < now() - interval '30 min'`,
  'blocks wait for their decision though their round is known': `
    SELECT i.raffle_id, i.decided_leaf, c.leaves FROM raffle_instants i JOIN raffle_counters c ON c.raffle_id = i.raffle_id
    WHERE NOT i.is_over AND i.decided_leaf < c.leaves`,
  [LIST_UNREAD]: `
    SELECT provider_name, scanned_to, last_error FROM reconciliations WHERE scanned_to IS NULL OR scanned_to < $1::timestamptz`,
  'charges are not asked about though their time has come': `
    SELECT txid, checks, next_check_at FROM charges WHERE next_check_at < now() - interval '30 s'`,
};

const WAITING_DRAWS: Record<string, string> = {
  'draws are not drawn and proved': `
    SELECT raffle_id, status, due_at, proof_gzip IS NOT NULL AS proved FROM draws WHERE status <> 'DRAWN' OR proof_gzip IS NULL`,
};

/**
 * Waits until the gateways have done all that there is to do, after the faults. Answers what still waits when the time is over: no judge
 * does it for them.
 */
export async function letWorkersFinish(stage: Stage, operator: Operator): Promise<string[]> {
  const { pool } = stage.app.db;
  await stage.calm();
  await pool.query(END_UNPAID);
  const waiting = await waitFor(stage, { ...WAITING, ...WAITING_DRAWS });
  if (waiting.length > 0) return waiting;
  // Those that were not drawn among the faults. Nobody pays any more.
  const { [LIST_UNREAD]: _, ...rest } = WAITING;
  await operator.closeRest();
  await pool.query(END_ALL_UNPAID);
  waiting.push(...(await waitFor(stage, rest)));
  await operator.drawRest();
  waiting.push(...(await waitFor(stage, { ...rest, ...WAITING_DRAWS })));
  return waiting;
}

async function waitFor({ app }: Stage, what: Record<string, string>): Promise<string[]> {
  const { pool } = app.db;
  const over = new Date();
  const endsAtMs = performance.now() + LONGEST_MS;
  for (let hurried = 0; ; hurried++) {
    // Not each time: what failed may rest as it would.
    if (hurried % (HURRIED_EVERY_MS / LOOKED_EVERY_MS) === 0) for (const statement of HURRY) await pool.query(statement);
    if (hurried % (READING_HURRIED_EVERY_MS / LOOKED_EVERY_MS) === 0) await pool.query(HURRY_READING);
    const waiting: string[] = [];
    for (const [name, text] of Object.entries(what)) {
      const { rows } = await pool.query<object>(text, text.includes('$1') ? [over] : []);
      if (rows.length > 0) waiting.push(`${name}: ${rows.length}, such as ${JSON.stringify(rows.slice(0, 3))}`);
    }
    if (waiting.length === 0 || performance.now() > endsAtMs) return waiting;
    await sleep(LOOKED_EVERY_MS);
  }
}
