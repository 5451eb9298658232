import { openDatabase } from '../../../src/platform/database/database.js';
import type { Cleanup } from '../cleanup.js';
import { printGoals, ratios } from '../figures.js';
import { BUILD, atGateway, startGateway, type Contender } from './contenders.js';
import { ratesOf, reportHttp, type HttpRuns } from './report.js';
import { addRaffle, ALL_RULES, type Stage } from './stage.js';

const GOAL_OF_NO_RULE = 0.95;
const NO_RULE = 'no rule';

/**
 * One gateway asked for orders of raffles that have one rule each, of one without any whose orders come with idempotency keys, and
 * of one with nothing at all. They stand beside the stage's raffle with its earlier orders, and sell to the same buyers.
 */
export async function startRuleContenders(
  { stage, profile }: { stage: Stage; profile?: string | undefined },
  cleanup: Cleanup,
): Promise<Contender[]> {
  const gateway = await startGateway({ stage, name: 'gateway', build: BUILD, profileTo: profile }, cleanup);
  const databaseUrl = stage.gatewayEnv.DATABASE_URL ?? '';
  const db = openDatabase({ url: databaseUrl, poolSize: 1, preparedStatements: false, onError: (error) => console.error(error) });
  try {
    const { encryptionKey } = stage;
    const plain = await addRaffle(db, encryptionKey, []);
    const at = (name: string, raffleId: string, hasKey = false): Contender =>
      atGateway(gateway, { stage, name, ordering: { raffleIds: [raffleId], hasKey } });
    const ruled = [];
    for (const rule of ALL_RULES) ruled.push(at(rule, await addRaffle(db, encryptionKey, [rule])));
    return [at(NO_RULE, plain), ...ruled, at('idempotency', plain, true)];
  } finally {
    await db.close();
  }
}

export function reportRules(http: HttpRuns[]): void {
  reportHttp(http);
  const goals = http
    .filter(({ name }) => name !== NO_RULE)
    .map(({ name, clients, slices }) => {
      const without = http.find((runs) => runs.name === NO_RULE && runs.clients === clients)?.slices ?? [];
      const values = ratios(ratesOf(slices), ratesOf(without));
      return { what: `${name}, ${clients} clients`, values, atLeast: GOAL_OF_NO_RULE };
    });
  printGoals(`of orders with ${NO_RULE}`, goals);
}
