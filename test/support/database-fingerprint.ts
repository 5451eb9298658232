import { keepMissingRegulations } from '../../src/regulations/keep-regulation.js';
import { eventually } from './eventually.js';
import type { TestServer } from './start.js';

/** What changes without anybody doing anything, or by the mere asking. */
const LEFT_OUT: Record<string, string> = {
  login_limits: 'counts logins, refused ones too',
  rate_sums: 'counts what callers asked for',
  export_leases: 'says who is sent a file',
  transaction_witnesses: 'has a row of each transaction, also of one that changed nothing else',
  write_probes: 'shows that the database takes writes',
  reconciliations: 'says when the providers were asked last',
  book_marks: 'is of the check of the books, which goes on by itself',
  book_checks: 'is of that check',
  book_blocks_due: 'is of that check',
  book_sums: 'is of that check',
  book_totals: 'is of that check',
  book_disagreements: 'is of that check',
  order_sources: 'is counted by that check',
  order_source_totals: 'is counted by that check',
  database_lineage: 'says when the server was seen last',
  raffle_books: 'is published every second, of what was sold before',
  book_subtrees: 'is published with it',
  book_heads: 'is published with it',
};

/** The rows of every table, told by one hash each: equal when no row differs. */
export async function fingerprintOf({ app }: Pick<TestServer, 'app'>): Promise<Record<string, string>> {
  const { rows: tables } = await app.db.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
  );
  const told = tables.filter(({ name }) => !(name in LEFT_OUT));
  // By their whole text, which begins with the key: a table without one is told too.
  const each = told.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS hash FROM "${name}" t`,
  );
  const { rows } = await app.db.pool.query<{ name: string; hash: string }>(each.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/**
 * The same before something is done that may take a minute. Raffles that were written beside the service have no regulation yet, and
 * a worker gives them one meanwhile; another worker makes the files that operators asked for.
 */
export async function fingerprintBefore(server: Pick<TestServer, 'app'>): Promise<Record<string, string>> {
  await keepMissingRegulations(server.app);
  await exportsAreMade(server);
  return fingerprintOf(server);
}

/** All but what a process of another place holds, for far longer than a lease of ours. */
export async function exportsAreMade({ app: { db } }: Pick<TestServer, 'app'>): Promise<void> {
  const inHalfAnHour = new Date(Date.now() + 1_800_000);
  await eventually(async () => {
    const open = await db.prisma.export.count({
      where: { state: { in: ['WAITING', 'RUNNING'] }, OR: [{ heldUntil: null }, { heldUntil: { lt: inHalfAnHour } }] },
    });
    return open === 0;
  });
}
