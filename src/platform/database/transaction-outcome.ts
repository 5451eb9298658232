import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Query } from './connections.js';
import { UnknownOutcomeError } from './errors.js';
import { statement } from './statement.js';

const ASKED_FOR_MS = 5_000;
const ASKED_EVERY_MS = 100;
/** It waits for nothing: a connection on which it takes longer is dead. */
const BEGIN_TIMEOUT_MS = 2_000;

/** Each transaction writes a row with this id, its witness. Numbers of Postgres are given out again after a crash or a failover. */
export const newWitnessId = (): string => uuidv7();

/** For what has no BEGIN: while a pooler has no connection of PostgreSQL, nothing is sent whose outcome would be unknown. */
export async function awaitTurn(client: pg.ClientBase): Promise<void> {
  const query: Query = { text: 'SELECT', query_timeout: BEGIN_TIMEOUT_MS };
  await client.query(query);
}

/** `lockTimeoutMs`: otherwise the connection's. */
export async function begin(client: pg.ClientBase, witnessId: string, lockTimeoutMs?: number): Promise<void> {
  const lockTimeout = lockTimeoutMs === undefined ? '' : `; SET LOCAL lock_timeout = ${lockTimeoutMs}`;
  const query: Query = {
    text: `BEGIN; INSERT INTO transaction_witnesses (id) VALUES ('${witnessId}')${lockTimeout}`,
    query_timeout: BEGIN_TIMEOUT_MS,
  };
  await client.query(query);
}

/**
 * Waits for a transaction that still runs. Then the row is there, or it is written here, so that the transaction can never commit.
 * It always writes: with a synchronous standby, the answer comes after the standby has what the answer says.
 */
export const askWitness = statement<{ committed: boolean }>(
  'ask_witness',
  `
  INSERT INTO transaction_witnesses AS w (id, by_asker) VALUES ($1, true)
  ON CONFLICT (id) DO UPDATE SET by_asker = w.by_asker RETURNING NOT by_asker AS committed`,
  { repeatable: true },
);

/** For a write whose reply was lost, or that did not wait for it. UnknownOutcomeError when there is no answer in time. */
export async function wasCommitted(
  ask: (witnessId: string, answeredWithinMs: number) => Promise<{ committed: boolean }[]>,
  witnessId: string,
): Promise<boolean> {
  const endsAtMs = performance.now() + ASKED_FOR_MS;
  for (;;) {
    try {
      const [answer] = await ask(witnessId, Math.max(1, endsAtMs - performance.now()));
      return answer!.committed;
    } catch (error) {
      if (performance.now() > endsAtMs) throw new UnknownOutcomeError(error);
      await sleep(ASKED_EVERY_MS);
    }
  }
}

/** Long after anybody asks for them. By the id, which begins with its time; the clock of a process may be wrong. $1 how many. */
export const purgeWitnesses = statement<object>(
  'purge_witnesses',
  `
  DELETE FROM transaction_witnesses WHERE id = ANY (ARRAY(
    SELECT id FROM transaction_witnesses
    WHERE id < rpad(lpad(to_hex((extract(epoch FROM now() - interval '1 hour') * 1000)::bigint), 12, '0'), 32, '0')::uuid
      AND created_at < now() - interval '1 hour'
    ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
  )) RETURNING id`,
);
