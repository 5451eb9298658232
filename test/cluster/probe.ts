import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from './cluster.js';

const EVERY_MS = 50;
const ANSWERED_WITHIN_MS = 1_000;

/** Writes at each member directly, without HAProxy, PgBouncer and the service: when the database itself takes writes. */
export interface Probe {
  /** When a write was acknowledged, on this process's clock. */
  acknowledgedAtMs: number[];
  stop(): Promise<void>;
}

export async function startProbe(cluster: Cluster): Promise<Probe> {
  const acknowledgedAtMs: number[] = [];
  let isOver = false;
  const setup = new pg.Client({ connectionString: cluster.urlOf(await cluster.settled()) });
  await setup.connect();
  await setup.query('CREATE TABLE probe (at timestamptz NOT NULL)').finally(() => setup.end());

  async function writeTo(member: number): Promise<void> {
    const client = new pg.Client({
      connectionString: cluster.urlOf(member),
      connectionTimeoutMillis: ANSWERED_WITHIN_MS,
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
  const writing = cluster.ports.members.map(async (_, member) => {
    while (!isOver) {
      await writeTo(member);
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
