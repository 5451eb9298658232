import { startBalancer } from './balancer.js';
import { startBuyers, type Tally } from './buyers.js';
import { doFaults, type Fault, type FaultsDone } from './faults.js';
import { startGateway } from './gateway.js';
import { letWorkersFinish } from './last-work.js';
import { startNetwork } from './network.js';
import { startOperator } from './operator.js';
import type { Postgres } from './postgres.js';
import { startShop } from './shop.js';
import { setStage, type Stage } from './stage.js';

export interface Run {
  seed: number;
  stage: Stage;
  tally: Tally;
  done: FaultsDone;
  fromMs: number;
  toMs: number;
  /** What the gateways did not get to in their time. */
  waiting: string[];
  errors: { event: string; count: number; example: string }[];
}

export async function runSeed(options: {
  seed: number;
  seconds: number;
  perSecond: number;
  faults: readonly Fault[];
  postgres: Postgres;
}): Promise<Run> {
  const { seed, seconds, perSecond, faults, postgres } = options;
  const databaseUrl = await postgres.createDatabase();
  const stage = await setStage(databaseUrl, seed);
  const network = await startNetwork(databaseUrl);
  const env = { ...stage.gatewayEnv, DATABASE_URL: network.through(databaseUrl) };
  const gateways = await Promise.all([startGateway(env), startGateway(env)]);
  const balancer = startBalancer(gateways);
  await stage.callBack(balancer);
  const { tally, payAtBank, insist, stop, close } = startBuyers({ seed, perSecond, stage, balancer });
  const shop = startShop({ credentials: stage.legacyCredentials, balancer, pay: payAtBank, tally });
  const everyMs = (1_000 * seconds) / (stage.raffles.drawn.length + 1);
  const operator = startOperator({ stage, everyMs, insist, tally });
  const fromMs = performance.now();
  const done = await doFaults({ seed, seconds, faults, gateways, postgres, network, databaseUrl });
  const toMs = performance.now();
  await Promise.all([stop(), shop.stop(), operator.stop()]);
  const waiting = await letWorkersFinish(stage, operator);
  await close();
  balancer.stop();
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  network.close();
  const errors = gateways.flatMap((gateway) =>
    [...gateway.errors].map(([event, { count, example }]) => ({ event, count, example })),
  );
  return { seed, stage, tally, done, fromMs, toMs, waiting, errors };
}
