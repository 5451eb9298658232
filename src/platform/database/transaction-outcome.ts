import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** How long a transaction whose reply was lost may go on committing before nothing is known of it. */
const ASKED_FOR_MS = 10_000;
const ASKED_EVERY_MS = 100;

/** Begins a transaction and answers its id, by which Postgres tells later what became of it; one round trip for both. */
export async function begin(client: pg.ClientBase): Promise<string> {
  const [, started] = (await client.query('BEGIN; SELECT pg_current_xact_id()::text AS id')) as unknown as pg.QueryResult<{
    id: string;
  }>[];
  const id = started?.rows[0]?.id;
  if (!id) throw new Error('Postgres told no transaction id');
  return id;
}

/**
 * Whether a transaction whose reply to COMMIT was lost took effect. Waits while it is still committing. Rejects when Postgres does
 * not say in time: nothing is known then, so nobody may run it again.
 */
export async function wasCommitted(pool: pg.Pool, transactionId: string): Promise<boolean> {
  const endsAt = performance.now() + ASKED_FOR_MS;
  for (;;) {
    const status = await statusOf(pool, transactionId).catch((error: unknown) => {
      // The server may be starting again.
      if (performance.now() > endsAt) throw unknownOutcome(error);
      return 'in progress';
    });
    if (status !== 'in progress') return status === 'committed';
    if (performance.now() > endsAt) throw unknownOutcome();
    await sleep(ASKED_EVERY_MS);
  }
}

async function statusOf(pool: pg.Pool, transactionId: string): Promise<string | null | undefined> {
  const { rows } = await pool.query<{ status: string | null }>('SELECT pg_xact_status($1::xid8) AS status', [transactionId]);
  return rows[0]?.status;
}

/** Told to callers as UNAVAILABLE; its code is none that is tried again. */
function unknownOutcome(cause?: unknown): Error {
  return Object.assign(new Error('Postgres did not say in time what became of a transaction', { cause }), { code: 'ETIMEDOUT' });
}
