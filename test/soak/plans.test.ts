import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';
import { applyRetention } from '../../src/workers.js';
import { features } from '../features.js';
import { withHeldClock } from '../support/clock.js';
import { everyListQuery } from '../support/every-list.js';
import { explainStatements, type Explained } from '../support/explained-statements.js';
import { fillWithAMillionOrders, type MillionOrders } from '../support/million-orders.js';
import { millionStageOf } from '../support/million-stage.js';
import { startTestServer, type TestServer } from '../support/start.js';
import { startTransitionStage, type TransitionStage } from '../support/transition-stage.js';

/** A table that may be read from end to end. */
const SMALL_TABLE_ROWS = 10_000;
/** What one statement may read whatever it answers: beyond it is a walk in the hope of meeting something. */
const READ_AT_MOST = SMALL_TABLE_ROWS;
/** Read for each row that is answered or written: its index entries, its references and what they lead to. */
const READ_A_ROW = 10;
/** Pages that one statement may look at whatever it answers, and for each row. */
const PAGES_AT_MOST = 2_000;
const PAGES_A_ROW = 60;
/** From this cost on Postgres compiles a statement before it runs, which takes longer than any of ours. */
const JIT_COST = 100_000;
const UNDER_LOCK_MS = 2;

const BOOKS = /^check_|^keep_(order|ledger)_sums$|^keep_order_sources$/;

const EXCEPTIONS: [RegExp, string][] = [
  [BOOKS, 'checks a thousand orders at a time, or compares each raffle’s counter, and is not compiled first'],
  [/^select_(open_figures|late_money)$/, 'sums up what waits for a person, however much that is'],
  [/^store_proof$/, 'writes a proof, as long as its raffle makes it'],
  [/^select_(unpublished_books|publication_delay)$/, 'compares the counter of each raffle that is not frozen with its book'],
  [/^select_provider_work$/, 'counts what is unpaid, and is not compiled first'],
  [/^count_|^SELECT COUNT\(/, 'a list is counted only when that is asked for, and up to 10,000 rows'],
  [
    /^select_(instant_numbers|standings|sent_to_close)$/,
    "reads a raffle's instant prizes, however long that list is, kept until more is decided",
  ],
  [
    /^select_(waiting_raffles|oldest_rounds)$/,
    'compares the counter of each raffle that sells instant prizes with what is decided',
  ],
  [/^select_order_page_of_buyer/, "looks through one buyer's own orders for those of a time or a raffle, however many they are"],
  [/^select_people_by_words$/, 'takes from the index of words all who have a common name, of which a byte or two each is read'],
  [/^select_raffle_statement$/, 'sums up all orders of one raffle, when finance asks for its statement'],
  [/^select_payments_of_buyer$/, "reads the caller's own orders, however many those are"],
];

/** Statements that need not be seen: each reads or writes rows by their key, or those of a small table. */
const NOT_RUN = [
  'attach_payments',
  'claim_export',
  'count_ledger',
  'delete_empty_sales_hours',
  'delete_idempotency_key',
  'end_export',
  'exchange_rates',
  'find_charge_by_reference',
  'forget_buyer',
  'give_back_charges',
  'give_back_export',
  'give_back_webhook_deliveries',
  'insert_first_owner',
  'insert_idempotency_key',
  'keep_callbacks',
  'keep_development_provider',
  'keep_disagreements',
  'keep_unsettled_entry',
  'lock_api_client',
  'lock_charge',
  'lock_free_counters',
  'lock_payment_provider',
  'lock_raffle_category',
  'lock_unknown_payments',
  'lock_webhook_endpoint',
  'mark_refund_reported',
  'mark_sold_out',
  'miss_check',
  'move_due_raffle',
  'move_export_schedule',
  'renew_export',
  'repair_buyer_days',
  'repair_buyers',
  'repair_buyers_count',
  'repair_order_totals',
  'repair_sales_hours',
  'resize_counter',
  'select_billing_order',
  'select_business_time_zone',
  'select_demo_raffle',
  'select_due_raffles',
  'select_emptied_order',
  'select_holder',
  'select_idempotency_key',
  'select_orders',
  'select_orders_by_txid',
  'select_part_of_export',
  'select_raffle_id_by_slug',
  'select_raffle_of_refund',
  'select_raffle_page',
  'select_refunds_by_hand',
  'select_sealed_samples',
  'select_unattached_payments',
  'select_webhook_listener',
  'set_business_time_zone',
  'take_returned',
  'update_payment_provider',
];

const isExcepted = ({ statement }: Explained): boolean => EXCEPTIONS.some(([pattern]) => pattern.test(statement));

let explained: Explained[] = [];
let ofPeople: Set<string>;
const large = new Set<string>();

beforeAll(async () => {
  const stage = await startTransitionStage();
  const of = await fillWithAMillionOrders({ app: stage.app, databaseUrl: stage.databaseUrl } as TestServer);
  const watch = explainStatements();
  try {
    await withHeldClock(() => askForEveryList(stage, of, watch.during));
    const million = await millionStageOf(stage, of);
    // The last features first: they use what those before have, and raffles are deleted at the end.
    const lastFirst = features.toReversed();
    const acts = lastFirst.flatMap(({ people }) => Object.entries(people?.(million) ?? {}));
    ofPeople = new Set(acts.map(([name]) => name));
    acts.push(...lastFirst.flatMap(({ rounds }) => Object.entries(rounds?.(million) ?? {})));
    acts.push(['retention.purge', () => applyRetention(million.app)]);
    acts.push(...lastFirst.flatMap(({ afterAll }) => Object.entries(afterAll?.(million) ?? {})));
    for (const [name, act] of acts) {
      watch.during(name);
      await act();
    }
    watch.during('');
    explained = watch.all;
    const { rows } = await stage.app.db.pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples > ${SMALL_TABLE_ROWS}`,
    );
    for (const { name } of rows) large.add(name);
  } finally {
    watch.stop();
    await stage.stop();
  }
}, 3_600_000);

/** Its workers are held: nothing runs but what is asked for. */
async function askForEveryList(stage: TransitionStage, of: MillionOrders, during: (what: string) => void): Promise<void> {
  const { jwtSecret, encryptionKeys } = stage.app.config;
  const server = await startTestServer({ databaseUrl: stage.databaseUrl, jwtSecret, encryptionKeys });
  try {
    for (const { name, query, token } of everyListQuery(of)) {
      during(name);
      const { errors } = await server.graphql(query, {}, { token });
      expect([name, errors]).toEqual([name, undefined]);
    }
    for (const list of ['extracts', 'webhooks/deliveries', 'webhooks', 'balance']) {
      during(`GET /client/api/${list}`);
      const { status } = await server.rest('GET', `/client/api/${list}`, { token: of.client.token });
      expect([list, status]).toEqual([list, 200]);
    }
    during('');
  } finally {
    await server.stop();
  }
}

/** One line a statement and kind of plan, the worst of each, with its plan. */
function offenders(wrong: (one: Explained) => boolean, figures: (one: Explained) => string): string[] {
  const worst = new Map<string, Explained>();
  for (const one of explained.filter((candidate) => !isExcepted(candidate) && wrong(candidate))) {
    const key = `${one.statement} ${one.mode}`;
    const known = worst.get(key);
    if (!known || known.read < one.read) worst.set(key, one);
  }
  return [...worst.values()].map((one) => `${one.statement} (${one.mode}, in ${one.during}): ${figures(one)}\n${one.plan}`);
}

describe('with a million orders', () => {
  it('no statement reads a large table from end to end', () => {
    expect(
      offenders(
        ({ scanned }) => scanned.some((table) => large.has(table)),
        ({ scanned }) => scanned.join(),
      ),
    ).toEqual([]);
  });

  it('nor do those that check the books or count what is unpaid', () => {
    const ofBooks = explained.filter(({ statement }) => BOOKS.test(statement) || statement === 'select_provider_work');
    expect(new Set(ofBooks.map(({ statement }) => statement)).size).toBeGreaterThan(6);
    const reading = ofBooks.filter(({ scanned }) => scanned.some((table) => large.has(table)));
    expect(reading.map(({ statement, scanned, plan }) => `${statement} ${scanned.join()}\n${plan}`)).toEqual([]);
  });

  it('none reads far more than it answers or writes', () => {
    const isTooMuch = ({ read, rows }: Explained) => read > READ_AT_MOST + READ_A_ROW * rows;
    expect(offenders(isTooMuch, ({ read, rows }) => `${read} read for ${rows}`)).toEqual([]);
  });

  it('none looks at far more pages than it has rows', () => {
    const isTooMuch = ({ pages, rows }: Explained) => pages > PAGES_AT_MOST + PAGES_A_ROW * rows;
    expect(offenders(isTooMuch, ({ pages, rows }) => `${pages} pages for ${rows}`)).toEqual([]);
  });

  it('none has a plan that is compiled first', () => {
    expect(
      offenders(
        ({ mode, cost }) => mode === 'force_custom_plan' && cost >= JIT_COST,
        ({ cost }) => `cost ${cost}`,
      ),
    ).toEqual([]);
  });

  it('none keeps a raffle locked for two milliseconds', () => {
    const isSlow = ({ underLock, during, executionMs }: Explained) =>
      underLock && ofPeople.has(during) && executionMs >= UNDER_LOCK_MS;
    expect(offenders(isSlow, ({ executionMs }) => `${executionMs} ms`)).toEqual([]);
  });

  it('every statement that has a name was seen, or is listed with those that need not be', () => {
    const seen = new Set(explained.map(({ statement }) => statement));
    const named = namedStatements();
    expect(named.filter((name) => !seen.has(name) && !NOT_RUN.includes(name))).toEqual([]);
    expect(NOT_RUN.filter((name) => !named.includes(name))).toEqual([]);
  });
});

/** Names as they stand in the code; those that are put together of parts are not among them. A list has two statements. */
function namedStatements(): string[] {
  const src = path.join(import.meta.dirname, '..', '..', 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('generated'),
  );
  return files.flatMap((file) => {
    const text = readFileSync(path.join(src, file), 'utf8');
    const namesIn = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => name ?? '');
    return [
      ...namesIn(/\bstatement(?:<[^()]*>)?\(\s*'([a-z_]+)'/g),
      ...namesIn(/\bkeysetList(?:<[^()]*>)?\(\{\s*name: '([a-z_]+)'/g).flatMap((name) => [`select_${name}`, `count_${name}`]),
    ];
  });
}
