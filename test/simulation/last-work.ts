import { reconcileNow } from '../../src/reconciliation/reconcile.js';
import type { Gateway } from './gateways.js';
import { publishRounds } from './beacon.js';
import { differencesToBank, type Broken } from './invariants.js';
import type { World } from './world.js';

const ROUNDS = 12;
const RECONCILIATION = 'reconciliation';

/** As if each wait were over, in the same order. The work itself is left to the workers. */
const HURRY = [
  "payment_callbacks SET next_attempt_at = next_attempt_at - interval '90 days' WHERE processed_at IS NULL AND next_attempt_at > now()",
  `refunds SET next_attempt_at = next_attempt_at - interval '90 days'
   WHERE status IN ('PENDING', 'PROCESSING') AND next_attempt_at > now()`,
  `charges c SET next_check_at = now() - due.n * interval '1 ms'
   FROM (SELECT txid, row_number() OVER (ORDER BY next_check_at DESC, txid) AS n FROM charges WHERE next_check_at > now()) due
   WHERE c.txid = due.txid`,
  "webhook_deliveries SET next_attempt_at = next_attempt_at - interval '90 days' WHERE status = 'PENDING' AND next_attempt_at > now()",
];
const HURRY_ALL = `WITH ${HURRY.map((change, n) => `hurried_${n} AS (UPDATE ${change})`).join(', ')} SELECT`;

/** What a worker is to do by itself: rows of each are looked for. */
const WAITING: Record<string, { rows: string; worker?: string }> = {
  'callbacks wait for a worker': {
    rows: 'SELECT id::text FROM payment_callbacks WHERE processed_at IS NULL',
    worker: 'payments.inbox',
  },
  'refunds wait for a worker': {
    rows: `SELECT id FROM refunds WHERE status IN ('PENDING', 'PROCESSING')`,
    worker: 'refunds.processing',
  },
  'orders are unpaid though their time is over': {
    rows: `SELECT id::text FROM orders WHERE status = 'PENDING' AND expires_at < now() - interval '5 min'`,
    worker: 'orders.expiry',
  },
  'webhooks wait to be sent': { rows: `SELECT id::text FROM webhook_deliveries WHERE status = 'PENDING'` },
  'charges are not asked about though their time has come': {
    rows: `SELECT txid FROM charges WHERE next_check_at < now() - interval '30 s'`,
    worker: RECONCILIATION,
  },
  'codes of orders that ended can be paid': {
    rows: `SELECT c.txid FROM charges c JOIN orders o ON o.id = c.order_id WHERE c.status IN ('CREATING', 'ACTIVE') AND o.status <> 'PENDING'`,
    worker: RECONCILIATION,
  },
  'blocks wait for their decision though their round is known': {
    rows: `SELECT i.raffle_id::text FROM raffle_instants i JOIN raffle_counters c ON c.raffle_id = i.raffle_id
           WHERE NOT i.is_over AND i.decided_leaf < c.leaves`,
    worker: 'instant_prizes.deciding',
  },
  'draws wait though their round is there': {
    rows: `SELECT d.raffle_id::text FROM draws d JOIN raffles r ON r.id = d.raffle_id
           WHERE (d.status <> 'DRAWN' OR d.proof_gzip IS NULL) AND r.status <> 'CANCELLED'`,
    worker: 'draws.processing',
  },
};
const ALL_WAITING = Object.entries(WAITING)
  .map(([rule, { rows }]) => `SELECT '${rule}' AS rule, w.* FROM (${rows}) w(id)`)
  .join(' UNION ALL ');

/** The workers that a history has run, by their names in the features. */
const WORKERS = [
  'payments.inbox',
  'orders.expiry',
  'refunds.processing',
  'refunds.raffles',
  'instant_prizes.deciding',
  'draws.processing',
  RECONCILIATION,
];

export async function runWorker(gateway: Gateway, pick: number): Promise<string> {
  const name = WORKERS[pick % WORKERS.length]!;
  await run(gateway, name);
  return `${name} ran`;
}

async function run({ app }: Gateway, name: string): Promise<void> {
  if (name === RECONCILIATION) {
    await reconcileNow(app);
    return;
  }
  const worker = app.features.flatMap(({ workers = [] }) => workers).find((one) => one.name === name);
  if (!worker) throw new Error(`there is no worker ${name}`);
  // As `every` does: a failure is logged, and it runs again.
  await worker.run(app).catch(() => false);
}

/** Lets the workers run until nothing is left to do. Answers what still waits then. */
/** `during` delivers messages until some work is done and nothing is under way. */
export async function finishWork(
  world: World,
  during: (work: Promise<unknown>) => Promise<void>,
  seed: number,
): Promise<Broken[]> {
  const { postgres, clock, write } = world;
  if (seed % 2 === 0) clock.advance(40 * 60_000);
  for (let round = 0; ; round += 1) {
    await publishRounds(world, { early: true });
    await postgres.ask(HURRY_ALL);
    const waiting = await postgres.ask<{ rule: string; id: string }>(ALL_WAITING);
    const rules = new Set(waiting.map(({ rule }) => rule));
    const unknown = await differencesToBank(world);
    if (rules.size === 0 && unknown.length === 0) return [];
    if (round === ROUNDS) return [...rules].map((rule) => ({ rule, rows: waiting.filter((row) => row.rule === rule) }));
    const gateway = world.gateways[round % world.gateways.length]!;
    const workers = new Set([...rules].flatMap((rule) => WAITING[rule]?.worker ?? []));
    if (unknown.length > 0) workers.add(RECONCILIATION);
    for (const name of workers)
      await during(gateway.whileAlive(run(gateway, name)).catch((error: unknown) => write(`${name}: ${String(error)}`)));
    clock.advance(6_000);
    for (const { app } of world.gateways) app.deliveries.wake();
    await during(Promise.resolve());
  }
}
