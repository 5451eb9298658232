import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const EVERY_MS = 50;
const CONNECTED_WITHIN_MS = 1_000;
/** A COMMIT waits for a standby, on a busy machine for long. A connection that is cut off holds up nobody else. */
const ANSWERED_WITHIN_MS = 5_000;

/** Writes to each of these addresses that takes writes, without the service. The table is there. */
export interface Probe {
  /** When a write was acknowledged, on this process's clock. */
  acknowledgedAtMs: number[];
  stop(): Promise<void>;
}

export async function createProbed(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('CREATE TABLE probe (at timestamptz NOT NULL)').finally(() => client.end());
}

export function startProbe(addresses: readonly string[]): Probe {
  const acknowledgedAtMs: number[] = [];
  let isOver = false;

  async function writeTo(connectionString: string): Promise<void> {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECTED_WITHIN_MS,
      query_timeout: ANSWERED_WITHIN_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      while (!isOver) {
        await sleep(EVERY_MS);
        const { rows } = await client.query<{ follows: boolean }>('SELECT pg_is_in_recovery() AS follows');
        if (rows[0]?.follows) continue;
        await client.query('INSERT INTO probe VALUES (clock_timestamp())');
        acknowledgedAtMs.push(performance.now());
      }
    } catch {
      // It does not lead, or is away.
    } finally {
      // A member that does not answer would not answer this either.
      void client.end().catch(() => undefined);
    }
  }
  const writing = addresses.map(async (address) => {
    while (!isOver) {
      await writeTo(address);
      await sleep(EVERY_MS);
    }
  });
  return {
    acknowledgedAtMs,
    async stop() {
      isOver = true;
      await Promise.all(writing);
    },
  };
}
