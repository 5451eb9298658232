import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrl, readPassword } from './cluster.js';
import { DATABASE_NAME } from './embedded-database.js';
import { portOfRunningServer } from './previous-server.js';

const STARTING_MS = 30_000;
const RETRY_MS = 100;
/** invalid_password: another server has the port. */
const NOT_OURS = '28P01';

/**
 * The URL of the database that a gateway which runs has started in the data folder; undefined when none runs. PostgreSQL's own
 * `postmaster.pid` tells where it listens, and is believed only while the process it names is that server and the gateway that
 * started it lives: what a killed gateway left misleads nobody. One that starts just now is waited for, one that stops is none.
 */
export async function findRunningDatabase({ dataDir }: { dataDir: string }): Promise<string | undefined> {
  const clusterFolder = path.join(await realpath(dataDir).catch(() => dataDir), 'postgres');
  const givingUpAt = Date.now() + STARTING_MS;
  for (;;) {
    const port = await portOfRunningServer(clusterFolder);
    if (port === undefined || Date.now() > givingUpAt) return undefined;
    const url = databaseUrl({ password: await readPassword(clusterFolder), port, name: DATABASE_NAME });
    const problem = await problemOf(url);
    if (problem === undefined) return url;
    if (problem.code === NOT_OURS) return undefined;
    await sleep(RETRY_MS);
  }
}

async function problemOf(url: string): Promise<{ code?: string } | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: STARTING_MS });
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as { code?: string };
  } finally {
    await client.end();
  }
}
