import path from 'node:path';
import { openDatabase } from '../../../src/platform/database/database.js';
import type { Cleanup } from '../cleanup.js';
import { printGoals, ratios, type Goal } from '../figures.js';
import { BUILD, atGateway, startGateway, type Contender } from './contenders.js';
import { databaseMicroseconds, ratesOf, reportHttp, type HttpRuns } from './report.js';
import { addRaffle, ALL_RULES, type Stage } from './stage.js';

const GOAL_OF_RATE = 0.8;
const GOAL_OF_DATABASE = 1.3;

const nameOf = (count: number): string => (count === 1 ? 'one raffle' : `${count} raffles`);

/** One gateway asked for orders of so many raffles in turn, each with every rule. They sell to the same buyers. */
export async function startRaffleContenders(
  { stage, counts, against, profile }: { stage: Stage; counts: number[]; against: string[]; profile?: string | undefined },
  cleanup: Cleanup,
): Promise<Contender[]> {
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
  return contenders;
}

export function reportRaffles(http: HttpRuns[]): void {
  reportHttp(http);
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
      ];
    });
  printGoals(`of orders of ${nameOf(1)}`, goals);
}
