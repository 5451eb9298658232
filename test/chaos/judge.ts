import { checkAllBooks } from '../../src/reconciliation/books/check-books.js';
import { reportReconciliation } from '../../src/reconciliation/reconciliation.service.js';
import { differingFigures } from '../support/differing-figures.js';
import { moneyAtBank, moneyBalance } from '../support/money-balance.js';
import { brokenInvariants, EVENTS_OF_ORDERS, problemsOfBook } from '../support/sale-invariants.js';
import { boxFaults } from '../support/walked-boxes.js';
import type { FaultsDone } from './faults.js';
import { problemsOfDraws } from './judge-draws.js';
import type { Run } from './run-seed.js';

export const GAP_PROMISED_MS = 4_000;

export interface Verdict {
  seed: number;
  done: FaultsDone;
  acknowledged: number;
  paid: number;
  refunded: number;
  takenBack: number;
  charges: number;
  webhooks: number;
  draws: number;
  refusals: number;
  longestGapMs: number;
  problems: string[];
}

/** Holds what buyers saw against the books, and changes nothing. Closes the stage. */
export async function judge(run: Run): Promise<Verdict> {
  const { seed, stage, tally, done, fromMs, toMs } = run;
  const problems = await problemsOf(run);
  const longest = longestGap([...tally.acknowledged.values()], fromMs, toMs);
  if (longest.ms >= GAP_PROMISED_MS) {
    const second = ((longest.fromMs - fromMs) / 1_000).toFixed(1);
    problems.push(`for ${Math.round(longest.ms)} ms from second ${second} on no order was acknowledged`);
  }
  return {
    seed,
    done,
    acknowledged: tally.acknowledged.size,
    paid: tally.receipts.length,
    refunded: tally.refunded.size,
    takenBack: tally.takenBack.size,
    charges: tally.charges.acknowledged.size,
    webhooks: stage.receiver.taken.size,
    draws: new Set(tally.draws.map(({ id }) => id)).size,
    refusals: tally.codes.get('UNAVAILABLE') ?? 0,
    longestGapMs: longest.ms,
    problems,
  };
}

export function longestGap(timesMs: readonly number[], fromMs: number, toMs: number): { ms: number; fromMs: number } {
  const within = timesMs.filter((atMs) => atMs > fromMs && atMs < toMs).toSorted((one, other) => one - other);
  const times = [fromMs, ...within, toMs];
  const gaps = times.slice(1).map((atMs, i) => ({ ms: atMs - (times[i] ?? atMs), fromMs: times[i] ?? atMs }));
  return gaps.reduce((one, other) => (other.ms > one.ms ? other : one));
}

/** All but the time that it took. Closes the stage. */
export async function problemsOf(run: Pick<Run, 'stage' | 'tally' | 'waiting' | 'errors'>): Promise<string[]> {
  const { stage, tally, waiting, errors } = run;
  const { app, raffles } = stage;
  const problems = [...waiting];
  const found = (what: string, rows: unknown[]): void => {
    if (rows.length > 0) problems.push(`${what}: ${rows.length}, such as ${JSON.stringify(rows.slice(0, 3), plain)}`);
  };
  try {
    const rowsOf = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
      (await app.db.pool.query<Row>(text, values)).rows;
    for (const { rule, rows } of await brokenInvariants({ app }, raffles.large))
      found(`the large raffle breaks that ${rule}`, rows);
    for (const name of ['prized', 'returning'] as const)
      found(`the book of the ${name} raffle is not its blocks`, await problemsOfBook({ app }, raffles[name]));
    found('money is not where it should be', (await moneyBalance(app.db)).problems);
    found('the bank says otherwise', await moneyAtBank(app, stage.bankUrl, 'banco'));
    found('figures are not what the orders say', await differingFigures({ app }));
    found('boxes and numbers are not what anybody computes', await boxFaults({ app }));
    found('orders moved without their event, or with it twice', await rowsOf(EVENTS_OF_ORDERS, []));
    found(
      'refunds were acknowledged of orders that are not refunded',
      await rowsOf(`SELECT id, status FROM orders WHERE id = ANY ($1) AND status <> 'REFUNDED'`, [[...tally.refunded]]),
    );
    for (const [what, rows] of Object.entries(await problemsOfDraws(stage, tally.draws))) found(what, rows);
    await checkAllBooks(app);
    found('the report finds disagreements', (await reportReconciliation(app)).disagreements);
    found(
      'orders that were acknowledged are not there',
      await rowsOf('SELECT id FROM unnest($1::bigint[]) id WHERE NOT EXISTS (SELECT FROM orders o WHERE o.id = id.id)', [
        [...tally.acknowledged.keys()],
      ]),
    );
    found(
      'orders are there whose buyer was told that nothing was done',
      await rowsOf(`SELECT id, status FROM orders WHERE ${REFERENCE} = ANY ($1) AND status <> 'CANCELLED'`, [[...tally.refused]]),
    );
    found(
      'requests with a key made more than one order',
      await rowsOf(
        `SELECT ${REFERENCE} AS reference, count(*)::int AS orders FROM orders WHERE status <> 'CANCELLED' GROUP BY 1 HAVING count(*) > 1`,
        [],
      ),
    );
    found(
      'orders were paid at the bank and are not paid here',
      await rowsOf(
        `SELECT r.order_id, o.status, p.id AS payment FROM unnest($1::bigint[], $2::text[]) AS r(order_id, end_to_end_id)
         JOIN orders o ON o.id = r.order_id LEFT JOIN payments p ON p.end_to_end_id = r.end_to_end_id
         LEFT JOIN late_payments l ON l.payment_id = p.id
         WHERE p.order_id IS DISTINCT FROM o.id
           OR o.status::text <> ALL (CASE WHEN l.id IS NOT NULL THEN ARRAY['CANCELLED', 'EXPIRED']
                                          WHEN o.id = ANY ($3) THEN ARRAY['REFUNDED'] ELSE ARRAY['PAID'] END)`,
        [
          tally.receipts.map(({ orderId }) => orderId),
          tally.receipts.map(({ endToEndId }) => endToEndId),
          [...tally.refunded, ...tally.takenBack],
        ],
      ),
    );
    found(
      'charges of the legacy client were acknowledged and are not there, or paid at the bank and not here',
      await rowsOf(
        `SELECT a.hash, b.status, r.end_to_end_id FROM unnest($1::uuid[]) AS a(hash) LEFT JOIN billing_orders b ON b.id = a.hash
         LEFT JOIN unnest($2::uuid[], $3::text[]) AS r(hash, end_to_end_id) ON r.hash = a.hash
         WHERE b.id IS NULL OR r.hash IS NOT NULL AND (b.status <> 'PAID' OR b.end_to_end_id IS DISTINCT FROM r.end_to_end_id)`,
        [
          [...tally.charges.acknowledged],
          tally.charges.receipts.map(({ hash }) => hash),
          tally.charges.receipts.map(({ endToEndId }) => endToEndId),
        ],
      ),
    );
    found('webhooks are delivered that their receiver never took', await notTaken(stage));
    found('webhooks were not signed as agreed', stage.receiver.strange);
    found('events were written for no receiver', await rowsOf(EVENTS_OF_NOBODY, []));
    found('ids of orders were given twice', tally.givenTwice);
    found('were told INTERNAL_SERVER_ERROR', tally.internal);
    for (const { event, count, example } of errors.filter(({ event }) => BUGS.test(event))) {
      problems.push(`the log has ${count} of ${event}, such as ${example}`);
    }
    if (tally.unanswered > 0) problems.push(`${tally.unanswered} buyers never had an answer`);
    return problems;
  } finally {
    await stage.close();
  }
}

async function notTaken({ app, receiver }: Run['stage']): Promise<string[]> {
  const { rows } = await app.db.pool.query<{ id: string }>("SELECT id FROM webhook_deliveries WHERE status = 'DELIVERED'");
  return rows.map(({ id }) => id).filter((id) => !receiver.taken.has(id));
}

/** What a buyer knows a request by. */
const REFERENCE = "tracking ->> 'utmContent'";

const EVENTS_OF_NOBODY = `
  SELECT e.id, e.type FROM webhook_events e WHERE NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.id)`;

/** What a gateway's log must not have, whatever is done to it: recurring work may fail while the database is away. */
export const BUGS = /unexpected_error|ended with|request\.failed|message_failed|unnamed/;

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
