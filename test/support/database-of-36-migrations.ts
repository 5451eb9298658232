import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { runSql } from './database.js';

/** What seals the secrets in it. */
export const ENCRYPTION_KEY = Buffer.alloc(32, 7);

/**
 * Fills an empty database with what pg_dump wrote of one at commit 776139f, the last before 36 migrations became one: tables as those
 * made them, and a raffle with boxes, six orders (two paid, one unpaid, cancelled, expired and refunded), their payments at the sandbox
 * bank, a refund, a charge of a legacy client, and webhooks.
 */
export async function fillWith36Migrations(databaseUrl: string): Promise<void> {
  const file = path.join(import.meta.dirname, '../fixtures/database-of-36-migrations.sql.gz');
  await runSql(databaseUrl, gunzipSync(await readFile(file)).toString());
}
