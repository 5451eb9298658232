import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Connections, Query } from './connections.js';
import { UnknownOutcomeError } from './errors.js';

/** How long the outcome is asked for. */
const ASKED_FOR_MS = 5_000;
const ASKED_EVERY_MS = 100;
/** BEGIN waits for nothing: a connection on which it takes longer is dead. */
const BEGIN_TIMEOUT_MS = 2_000;

/** Begins a transaction and returns its id, by which its outcome can be asked; in one round trip. */
export async function begin(client: pg.ClientBase): Promise<string> {
  const query: Query = { text: 'BEGIN; SELECT pg_current_xact_id()::text AS id', query_timeout: BEGIN_TIMEOUT_MS };
  const [, started] = (await client.query(query)) as unknown as pg.QueryResult<{ id: string }>[];
  const id = started?.rows[0]?.id;
  if (!id) throw new Error('Postgres told no transaction id');
  return id;
}

/** Whether a transaction committed whose reply to COMMIT was lost. UnknownOutcomeError when Postgres does not say in time. */
export async function wasCommitted(connections: Connections, transactionId: string): Promise<boolean> {
  const endsAt = performance.now() + ASKED_FOR_MS;
  for (;;) {
    const status = await statusOf(connections, transactionId).catch((error: unknown) => {
      // The server may be restarting.
      if (performance.now() > endsAt) throw new UnknownOutcomeError(error);
      return 'in progress';
    });
    if (status !== 'in progress') return status === 'committed';
    if (performance.now() > endsAt) throw new UnknownOutcomeError();
    await sleep(ASKED_EVERY_MS);
  }
}

async function statusOf(connections: Connections, transactionId: string): Promise<string | null | undefined> {
  const query = { text: 'SELECT pg_xact_status($1::xid8) AS status', values: [transactionId] };
  const { rows } = await connections.send<{ status: string | null }>(query, true);
  return rows[0]?.status;
}
