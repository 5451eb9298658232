import type { Feature } from '../feature.js';
import { seal, unseal } from '../platform/crypto.js';
import type { Database } from '../platform/database/database.js';
import { statement } from '../platform/database/statement.js';
import type { Log } from '../platform/log.js';

export interface SealedColumn {
  table: string;
  column: string;
  key: string;
  keyType: 'text' | 'uuid' | 'int';
}

export function sealedColumnsOf(features: readonly Feature[]): SealedColumn[] {
  return features.flatMap(({ sealed = [] }) => sealed);
}

/** Undefined when no key opens it. */
function opened(keys: Buffer[], sealed: Buffer): Buffer | undefined {
  try {
    return unseal(keys, sealed);
  } catch {
    return undefined;
  }
}

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

/** Returns a problem when given keys open no secret; logs an error when some stay closed. */
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

const ROWS_A_READ = 200;

export interface ColumnRotation {
  table: string;
  column: string;
  resealed: number;
  alreadyCurrent: number;
  unreadable: string[];
}

/**
 * Each secret in its own transaction, only if it is still the one that was read: it may run beside the service, twice or be
 * interrupted. Repeats a column, because processes with older keys still write.
 */
export async function rotateKeys(db: Database, keys: Buffer[], columns: readonly SealedColumn[]): Promise<ColumnRotation[]> {
  const rotations: ColumnRotation[] = [];
  for (const column of columns) {
    let resealed = 0;
    let pass = await rotateOnce(db, keys, column);
    while (pass.resealed > 0) {
      resealed += pass.resealed;
      pass = await rotateOnce(db, keys, column);
    }
    rotations.push({ ...pass, resealed, alreadyCurrent: Math.max(0, pass.alreadyCurrent - resealed) });
  }
  return rotations;
}

async function rotateOnce(db: Database, keys: Buffer[], { table, column, key, keyType }: SealedColumn): Promise<ColumnRotation> {
  const read = statement<{ key: string; sealed: Buffer }>(
    `read_${table}_${column}`,
    `
    SELECT ${key}::text AS key, ${column} AS sealed FROM ${table}
    WHERE ${column} IS NOT NULL AND ($1::${keyType} IS NULL OR ${key} > $1) ORDER BY ${table}.${key} LIMIT $2`,
  );
  const replace = statement<object>(
    `replace_${table}_${column}`,
    `
    UPDATE ${table} SET ${column} = $3 WHERE ${key} = $1::${keyType} AND ${column} = $2 RETURNING 1`,
  );

  const rotation: ColumnRotation = { table, column, resealed: 0, alreadyCurrent: 0, unreadable: [] };
  let after: string | null = null;
  for (;;) {
    const rows: { key: string; sealed: Buffer }[] = await db.query(read, [after, ROWS_A_READ]);
    for (const row of rows) {
      const secret = opened(keys, row.sealed);
      if (!secret) rotation.unreadable.push(row.key);
      else if (opened(keys.slice(0, 1), row.sealed)) rotation.alreadyCurrent += 1;
      // Changed by another process: the next pass sees it.
      else rotation.resealed += (await db.query(replace, [row.key, row.sealed, seal(keys, secret)])).length;
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_A_READ) return rotation;
    after = last.key;
  }
}
