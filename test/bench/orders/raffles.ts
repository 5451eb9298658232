import path from 'node:path';
import { openDatabase } from '../../../src/platform/database/database.js';
import type { Cleanup } from '../cleanup.js';
import { printGoals, ratios, type Goal } from '../figures.js';
import { BUILD, atGateway, startGateway, type Contender } from './contenders.js';
import {
  bestOf,
  databaseMicroseconds,
  ratesOf,
  reportHttp,
  reportStatements,
  type HttpRuns,
  type StatementRuns,
} from './report.js';
import { addRaffle, ALL_RULES, type Stage } from './stage.js';

const GOAL_OF_RATE = 0.8;
const GOAL_OF_DATABASE = 1.3;
/** Of the single statement at its best over as many raffles. */
const GOAL_OF_STATEMENT = 1.5;

export const nameOf = (count: number): string => (count === 1 ? 'one raffle' : `${count} raffles`);

/** One gateway asked for orders of so many raffles in turn, each with every rule. They sell to the same buyers. */
export async function startRaffleContenders(
  { stage, counts, against, profile }: { stage: Stage; counts: number[]; against: string[]; profile?: string | undefined },
  cleanup: Cleanup,
): Promise<{ contenders: Contender[]; raffleIds: string[] }> {
  const databaseUrl = stage.gatewayEnv.DATABASE_URL ?? '';
  const db = openDatabase({ url: databaseUrl, poolSize: 1, preparedStatements: false, onError: (error) => console.error(error) });
  const raffleIds: string[] = [];
  try {
    while (raffleIds.length < Math.max(...counts)) raffleIds.push(await addRaffle(db, stage.encryptionKey, ALL_RULES));
  } finally {
    await db.close();
  }
  const contenders: Contender[] = [];
  for (const [i, build] of [BUILD, ...against.map((folder) => path.resolve(folder))].entries()) {
    const gateway = await startGateway({ stage, name: build, build, profileTo: i === 0 ? profile : undefined }, cleanup);
    for (const count of counts) {
      const ordering = { raffleIds: raffleIds.slice(0, count), hasKey: true };
      contenders.push(atGateway(gateway, { stage, name: nameOf(count) + (i === 0 ? '' : `, ${build}`), ordering }));
    }
  }
  return { contenders, raffleIds };
}

export function reportRaffles(http: HttpRuns[], statements: StatementRuns[]): void {
  reportHttp(http);
  reportStatements(statements);
  const goals = http
    .filter(({ name }) => name.endsWith(' raffles'))
    .flatMap(({ name, clients, slices }): Goal[] => {
      const one = http.find((runs) => runs.name === nameOf(1) && runs.clients === clients)?.slices ?? [];
      const what = `${name}, ${clients} clients`;
      return [
        { what: `orders/s: ${what}`, values: ratios(ratesOf(slices), ratesOf(one)), atLeast: GOAL_OF_RATE },
        {
          what: `database CPU an order: ${what}`,
          values: ratios(databaseMicroseconds(slices), databaseMicroseconds(one)),
          below: GOAL_OF_DATABASE,
        },
        ...overStatement({ name, clients, slices }, statements),
      ];
    });
  printGoals(`of orders of ${nameOf(1)}`, goals);
}

function overStatement(
  { name, clients, slices }: Pick<HttpRuns, 'name' | 'clients' | 'slices'>,
  statements: StatementRuns[],
): Goal[] {
  const best = bestOf(statements.filter((statement) => statement.name.endsWith(name)));
  if (!best) return [];
  const over = best.results.map(({ perSecond }) => perSecond);
  const what = `orders/s: ${name}, ${clients} clients, of ${best.name} on ${best.clients} connections`;
  return [{ what, values: ratios(ratesOf(slices), over), atLeast: GOAL_OF_STATEMENT }];
}
