import pg from 'pg';
import type { Cleanup } from '../cleanup.js';
import { printGoals, ratios, type Goal } from '../figures.js';
import { BUILD, startGateway, type Contender } from './contenders.js';
import { ratesOf, reportHttp, type HttpRuns } from './report.js';
import type { Stage } from './stage.js';

const GOAL_OF_ONE = 1;

export interface CommitDelays {
  /** Each COMMIT waits so long before it flushes, as for a standby. The server's own setting, for all of its sessions. */
  set(ms: number): Promise<void>;
}

const nameOf = (processes: number, delayMs: number): string =>
  `${processes === 1 ? 'one process' : `${processes} processes`}${delayMs > 0 ? `, COMMIT waits ${delayMs} ms` : ''}`;

/** So many gateways on one raffle, each with its share of the clients. */
export async function startProcessContenders(
  { stage, counts, delays, build = BUILD }: { stage: Stage; counts: number[]; delays: number[]; build?: string },
  cleanup: Cleanup,
): Promise<Contender[]> {
  const gateways: Contender[] = [];
  while (gateways.length < Math.max(...counts)) gateways.push(await startGateway({ stage, name: 'gateway', build }, cleanup));
  return delays.flatMap((commitDelayMs) =>
    counts.map((count): Contender => {
      const [first, ...others] = gateways.slice(0, count);
      return { ...first!, others, name: nameOf(count, commitDelayMs), commitDelayMs };
    }),
  );
}

export async function openCommitDelays(databaseUrl: string, cleanup: Cleanup): Promise<CommitDelays> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const set = async (ms: number): Promise<void> => {
    await client.query(`ALTER SYSTEM SET commit_delay = ${ms * 1_000}`);
    await client.query('ALTER SYSTEM SET commit_siblings = 0');
    await client.query('SELECT pg_reload_conf()');
  };
  cleanup.add(async () => {
    await client.query('ALTER SYSTEM RESET commit_delay');
    await client.query('ALTER SYSTEM RESET commit_siblings');
    await client.query('SELECT pg_reload_conf()');
    await client.end();
  });
  return { set };
}

export function reportProcesses(http: HttpRuns[], counts: number[], delays: number[]): void {
  reportHttp(http);
  const runsOf = (count: number, delayMs: number, clients: number) =>
    http.find((runs) => runs.name === nameOf(count, delayMs) && runs.clients === clients)?.slices ?? [];
  const goals = [...new Set(http.map(({ clients }) => clients))].flatMap((clients) =>
    delays.flatMap((delayMs) =>
      counts
        .filter((count) => count > 1)
        .map((count): Goal => ({
          what: `orders/s: ${nameOf(count, delayMs)}, ${clients} clients`,
          values: ratios(ratesOf(runsOf(count, delayMs, clients)), ratesOf(runsOf(1, delayMs, clients))),
          atLeast: GOAL_OF_ONE,
        })),
    ),
  );
  printGoals('of one process', goals);
}
