// SQL: it reads Postgres' own tables and copies rows as they are.
import pg from 'pg';

/** Left out: a start records what was applied, and the others are of transactions and requests that are over. */
export const SELECT_TABLES = `
  SELECT c.relname AS "name", array_agg(a.attname::text ORDER BY a.attnum) AS "columns"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
    AND c.relname NOT IN ('_prisma_migrations', '_applied_functions', 'transaction_witnesses', 'rate_sums', 'export_leases')
    -- A standby has no rows of unlogged tables, and refuses to read them.
    AND NOT (c.relpersistence = 'u' AND pg_is_in_recovery())
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  GROUP BY c.relname ORDER BY c.relname`;

export const SELECT_SEQUENCES = `
  SELECT sequencename AS "name", last_value::text AS "lastValue" FROM pg_sequences
  WHERE schemaname = current_schema() ORDER BY sequencename`;

export const SELECT_IN_USE = `
  SELECT EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM raffles) OR EXISTS (SELECT FROM orders) AS "inUse"`;

export const SELECT_FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS "table", conname AS "name", pg_get_constraintdef(oid) AS "definition"
  FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2`;

/** In Postgres' text format, which other versions read as well. */
export function copyRows(
  way: 'TO STDOUT' | 'FROM STDIN',
  { name, columns }: { name: string; columns: readonly string[] },
): string {
  const listed = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  return `COPY ${pg.escapeIdentifier(name)} (${listed}) ${way}`;
}
