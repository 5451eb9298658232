import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startProcess } from '../child-process.js';
import type { Cleanup } from '../cleanup.js';
import { printGoals, ratios, spreadOf } from '../figures.js';
import { atGateway, BUILD, startGateway } from '../orders/contenders.js';
import { setStage } from '../orders/stage.js';
import { rotated, progress } from '../rounds.js';
import { makeScratchDatabase } from '../scratch-database.js';
import { placeOrders, settleByCallbacks, startBank, type SettleStage } from '../settle/settling.js';
import { printTable } from '../table.js';
import { makeRaffles } from './prized-raffles.js';
import { publishRounds, secondsToDecide } from './stand-in-beacon.js';

const GOAL_SETTLE = 0.9;
const GOAL_DECIDED_SECONDS = 2;
const GOAL_ORDER = 0.95;
const IN_FLIGHT = 64;
const WARM_UP = 1_000;

export const usage = `  prizes   settling payments of a raffle with boxes and 10,000 quota prizes beside one without, and how soon they are
           decided; placing orders of a
           raffle with 20 promotions and 10 combos beside one without
           --payments 4000    in a round
           --rounds 4         how often the raffles take turns`;

export async function benchPrizes(args: string[], cleanup: Cleanup): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { payments: { type: 'string', default: '4000' }, rounds: { type: 'string', default: '4' } },
  });
  const [payments, rounds] = [Number(values.payments), Number(values.rounds)];
  if (![payments, rounds].every((n) => n > 0)) throw new Error('--payments and --rounds are numbers above 0');

  const database = await makeScratchDatabase(cleanup);
  const stage = await setStage(database.url, 'NEW');
  const bank = await startBank(stage, cleanup);
  const server = await startGateway({ stage, name: 'gateway', build: BUILD }, cleanup);
  const load = startProcess({ module: fileURLToPath(new URL('../load-process.ts', import.meta.url)) });
  cleanup.add(() => load.stop());
  await load.says(/ready/);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  cleanup.add(() => client.end());

  publishRounds(client, cleanup);
  const decided: number[] = [];

  progress('making the raffles');
  const raffles = await makeRaffles(server, stage);
  const selling = (raffleId: string): SettleStage => {
    const gateway = atGateway(server, { stage, name: raffleId, ordering: { raffleIds: [raffleId], hasKey: false } });
    return { stage: { ...stage, raffleId }, raffleIds: [raffleId], gateway, bank, bankMs: 0, load, client };
  };
  const contenders = (['plain', 'prized', 'offered'] as const).map((name) => ({
    name,
    sale: selling(raffles[name]),
    placed: [] as number[],
    settled: [] as number[],
  }));
  progress('warming up');
  for (const { name, sale } of contenders) {
    const placed = await placeOrders(sale, WARM_UP);
    if (name !== 'offered') await settleByCallbacks(sale, placed, IN_FLIGHT);
  }
  for (let round = 0; round < rounds; round++) {
    progress(`round ${round + 1} of ${rounds}`);
    for (const { name, sale, placed, settled } of rotated(contenders, round)) {
      const orders = await placeOrders(sale, payments);
      placed.push(orders.perSecond);
      if (name !== 'offered') settled.push((await settleByCallbacks(sale, orders, IN_FLIGHT)).perSecond);
      if (name === 'prized') decided.push(await secondsToDecide(client, raffles.prized));
    }
  }
  progress('');

  const [plain, prized, offered] = contenders as [(typeof contenders)[0], (typeof contenders)[0], (typeof contenders)[0]];
  const { rows } = await client.query(
    `SELECT (SELECT sum(boxes)::int FROM order_boxes WHERE raffle_id = $1) AS boxes,
            (SELECT count(*)::int FROM box_wins w JOIN order_boxes b USING (order_id) WHERE b.raffle_id = $1) AS "boxWins",
            (SELECT count(*)::int FROM quota_prizes WHERE raffle_id = $1 AND won_order_id IS NOT NULL) AS "quotaPrizes"`,
    [raffles.prized],
  );
  const { boxes, boxWins, quotaPrizes } = rows[0];
  if (!boxes || !boxWins || !quotaPrizes) throw new Error('nothing was won: that is not what is measured');
  console.log(`${database.description}; Node ${process.version}; ${availableParallelism()} cores for everything`);
  console.log(
    `${rounds} rounds of ${payments} orders of ${stage.quotaQuantity} quotas; ${boxes} boxes came with them, ${boxWins} held a`,
  );
  console.log(`prize, ${quotaPrizes} quota prizes were won; medians of the rounds\n`);
  printTable(
    ['raffle', 'orders/s', 'lowest', 'highest', 'payments/s', 'lowest', 'highest'],
    contenders.map(({ name, placed, settled }) => [
      name,
      ...spreadOf(placed, 0),
      ...(settled.length > 0 ? spreadOf(settled, 0) : ['', '', '']),
    ]),
  );
  console.log(
    `\nall orders of a round were decided ${Math.max(...decided).toFixed(2)} s after their last round was due, at most (goal: ${GOAL_DECIDED_SECONDS} s)`,
  );
  printGoals('of the plain raffle', [
    { what: 'settle, boxes and quota prizes', values: ratios(prized.settled, plain.settled), atLeast: GOAL_SETTLE },
    { what: 'createOrder, promotions and combos', values: ratios(offered.placed, plain.placed), atLeast: GOAL_ORDER },
  ]);
}
