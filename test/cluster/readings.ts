import { request } from 'undici';
import type { Stage } from '../chaos/stage.js';
import type { Cluster } from './cluster.js';

/** What the service reads from standbys (`REPLICA_DATABASE_URL`). */
export interface Readings {
  /** How many orders that were committed before a file was asked for are not in it; undefined when there is no file. */
  missingInFile(): Promise<number | undefined>;
  /** Statements that a standby answered, and that the leader answered in its place. */
  count(): Promise<{ replica: number; primary: number }>;
}

export function readingsOf({ ports }: Cluster, { app, raffles, operatorToken }: Stage, metricsToken: string): Readings {
  const from = async (port: number, path: string, token: string): Promise<string | undefined> => {
    const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await body.text();
    return statusCode === 200 ? text : undefined;
  };
  return {
    async missingInFile() {
      const { rows } = await app.db.pool.query<{ id: string }>('SELECT id::text FROM orders WHERE raffle_id = $1', [
        raffles.prized,
      ]);
      const file = await from(ports.gateways[0]!, `/v1/raffles/${raffles.prized}/orders.csv`, operatorToken).catch(
        () => undefined,
      );
      if (file === undefined) return undefined;
      const ids = new Set([...file.matchAll(/^(\d+);/gm)].map(([, id]) => id));
      return rows.filter(({ id }) => !ids.has(id)).length;
    },
    async count() {
      const sums = { replica: 0, primary: 0 };
      for (const port of ports.gateways) {
        const text = (await from(port, '/metrics', metricsToken)) ?? '';
        for (const [, server, count] of text.matchAll(/^gateway_replica_reads_total\{server="(replica|primary)"\} (\d+)$/gm))
          sums[server as keyof typeof sums] += Number(count);
      }
      return sums;
    },
  };
}
