import pg from 'pg';
import { expect } from 'vitest';

/** What another process of the service is in the middle of: a transaction of its own that is open. */
export interface OtherProcess {
  query(text: string, values?: unknown[]): Promise<unknown>;
  /** Starts `act`, waits until it waits for what is locked here, in `waiting` places, commits, and answers what came of it. */
  commitBehind<Result>(act: () => Promise<Result>, waiting?: number): Promise<Result>;
  end(): Promise<void>;
}

/** Opens a transaction beside the gateway's. */
export async function startOtherProcess(databaseUrl: string): Promise<OtherProcess> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  return {
    query: (text, values) => client.query(text, values),
    async commitBehind(act, waiting) {
      const acting = act();
      acting.catch(() => undefined);
      await waitingForLocks(client, waiting);
      await client.query('COMMIT');
      return acting;
    },
    end: () => client.end(),
  };
}

/** Until so many wait for a lock in the database that `client` is connected to. */
export async function waitingForLocks(client: Pick<pg.Pool | pg.ClientBase, 'query'>, least = 1): Promise<void> {
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBeGreaterThanOrEqual(least);
}
