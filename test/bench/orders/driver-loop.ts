import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** What the driver loop is told to do: one statement, `$1` a buyer's number as text, over and over on each connection. */
export interface DriverLoop {
  databaseUrl: string;
  sql: string;
  buyers: number;
  clients: number;
  seconds: number;
}

export interface DriverLoopResult {
  perSecond: number;
  meanMs: number;
  failed: number;
}

/*
 * Stands in for pgbench where there is none. It is Node and so costs more beside Postgres than pgbench does: its figure is
 * a little low.
 */
process.on('message', (message: DriverLoop | 'usage') => {
  if (message !== 'usage') void run(message).then((result) => process.send?.(result));
});
console.log('ready');

async function run({ databaseUrl, sql, buyers, clients, seconds }: DriverLoop): Promise<DriverLoopResult> {
  const connections = Array.from({ length: clients }, () => new pg.Client({ connectionString: databaseUrl }));
  for (const connection of connections) await connection.connect();
  const state = { over: false, done: 0, failed: 0 };
  const work = async (connection: pg.Client): Promise<void> => {
    while (!state.over) {
      try {
        await connection.query({ name: 'order', text: sql, values: [String(1 + Math.floor(Math.random() * buyers))] });
        state.done += 1;
      } catch {
        state.failed += 1;
      }
    }
  };
  const startedAtMs = performance.now();
  const working = Promise.all(connections.map(work));
  await sleep(seconds * 1000);
  const elapsedMs = performance.now() - startedAtMs;
  const { done } = state;
  state.over = true;
  await working;
  await Promise.all(connections.map((connection) => connection.end()));
  return { perSecond: (done / elapsedMs) * 1000, meanMs: (clients * elapsedMs) / done, failed: state.failed };
}
