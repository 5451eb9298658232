import type { Feature } from '../feature.js';
import type { Database } from '../platform/database/database.js';
import { statement } from '../platform/database/statement.js';
import type { Log } from '../platform/log.js';
import { opened, sealedColumnsOf, type SealedColumn } from './sealed-columns.js';

/** One secret of each column that has any. */
function selectSamples(columns: readonly SealedColumn[]) {
  const samples = columns.map(
    ({ table, column }) =>
      `(SELECT '${table}.${column}' AS place, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL LIMIT 1)`,
  );
  return statement<{ place: string; sealed: Buffer }>(
    'select_sealed_samples',
    `SELECT place, sealed FROM (${samples.join(' UNION ALL ')}) AS samples`,
    { repeatable: true },
  );
}

/**
 * Whether the keys open what is stored, asked at the start rather than by the first order. Answers in words why they do not: none of
 * them opens anything. Where they open some, or nobody chose them, the log has it.
 */
export async function checkKeys(
  { db, log, features }: { db: Pick<Database, 'query'>; log: Pick<Log, 'error'>; features: readonly Feature[] },
  { encryptionKeys, keysAreGiven }: { encryptionKeys: Buffer[]; keysAreGiven: boolean },
): Promise<string | undefined> {
  const samples = await db.query(selectSamples(sealedColumnsOf(features)));
  const shut = samples.filter(({ sealed }) => !opened(encryptionKeys, sealed));
  if (shut.length === 0) return undefined;
  if (keysAreGiven && shut.length === samples.length)
    return (
      'ENCRYPTION_KEY opens none of the secrets in this database: set it to the key they were stored with '
      + '(or that one behind a new one, comma separated, to rotate).'
    );
  log.error(
    { event: 'service.keys.incomplete', columns: shut.map(({ place }) => place) },
    'stored secrets were encrypted with a key that is not here: what needs them fails',
  );
  return undefined;
}
