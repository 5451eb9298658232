import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { boxesFor } from '../src/proof/box-prizes.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { raffleBoxes, type BoxTerms } from './support/boxes.js';
import { decidedWins, replayedWins } from './support/instant-replay.js';
import { decideAll } from './support/rounds.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { seededRandom } from './support/second-gateway.js';
import { startBeside, forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
const other = forTests(() => startBeside(server));
const admin = forTests(() => anAdmin(server));
let buyers: { id: string; token: string }[];
const boxes = forTests(() => raffleBoxes(server.graphql));
beforeAll(async () => {
  await seedProviders(server);
  buyers = await Promise.all(Array.from({ length: 4 }, () => aCustomer(server)));
});

const TWO_OF_EACH: BoxTerms[] = [
  { title: 'Moto', quantity: 12, mode: 'ALEATORIO' },
  { title: 'R$ 50', quantity: 20, mode: 'PORCENTAGEM', percentage: 12.34, releaseAtPercentage: 10 },
  { title: 'Café', quantity: 60, mode: 'ALEATORIO', releaseAtPercentage: 33.33, isLocked: true },
  { title: 'R$ 5', quantity: 150, mode: 'PORCENTAGEM', percentage: 40, isLocked: true },
];

const TIERS = [
  { quantityTitles: 2, quantityBoxes: 1 },
  { quantityTitles: 5, quantityBoxes: 2 },
  { quantityTitles: 9, quantityBoxes: 4 },
];

async function aRaffle(terms: BoxTerms[], tiers: [titles: number, boxes: number][], more: object = {}) {
  const { id } = await anOpenRaffle(server, more);
  const ids: string[] = [];
  for (const one of terms) {
    const { data, fields } = await boxes.create(admin.token, id, one);
    expect(fields).toBeUndefined();
    ids.push(data.id);
  }
  for (const [titles, held] of tiers) await boxes.combo(admin.token, id, titles, held);
  return { id, boxes: ids };
}

const buyerOf = (n: number) => buyers[n % buyers.length]!;
async function buy(raffleId: string, quotaQuantity: number, n: number, ask = server.graphql): Promise<string> {
  const { order, message } = await salesDesk(ask).buyWithoutGateway(buyerOf(n).token, { raffleId, quotaQuantity });
  if (!order) throw new Error(message);
  return order.id;
}

async function expectReplayed(raffleId: string): Promise<Awaited<ReturnType<typeof decidedWins>>> {
  const written = await decidedWins(server, raffleId);
  expect(written).toEqual(await replayedWins(server, raffleId));
  return written;
}

it('what boxes hold is what anybody computes of the book, through refunds and locks', { timeout: 60_000 }, async () => {
  const raffle = await aRaffle(
    TWO_OF_EACH,
    TIERS.map(({ quantityTitles, quantityBoxes }) => [quantityTitles, quantityBoxes]),
    { quotaQuantity: 600, acumulativeCombo: true },
  );
  const random = seededRandom(7);
  const paid: string[] = [];
  const refunds: (string | undefined)[] = [];
  const desk = salesDesk(server.graphql);
  for (let n = 0; n < 60; n++) {
    const id = await buy(raffle.id, 1 + random(12), n);
    await desk.pay(admin.token, id);
    paid.push(id);
    // The last two begin at the close.
    if (n === 30 || n === 45) await boxes.lock(admin.token, raffle.boxes[n === 30 ? 1 : 0]!);
    if (n % 7 !== 6) continue;
    await decideAll(server.app);
    refunds.push((await boxes.refund(admin.token, paid[random(paid.length)]!)).code);
  }
  await decideAll(server.app);

  const { boxWins, unitsOut, boxes: held } = await expectReplayed(raffle.id);
  const prizesWon = new Set(boxWins.map(([, , prizeId]) => prizeId));
  expect([...prizesWon].sort()).toEqual(raffle.boxes.slice(0, 2).toSorted());
  expect(unitsOut.slice(2).map(([, units]) => units)).toEqual([0, 0]);
  // Those of twelve quotas, and none of one.
  expect(Math.max(...held.map(([, count]) => count))).toBe(boxesFor(TIERS, true, 12));
  expect(held.length).toBeLessThan(paid.length);
  // Chance says whether one of them had won: this order has.
  expect(refunds).toContain(undefined);
  expect(await boxes.refund(admin.token, String(boxWins[0]?.[0]))).toMatchObject({ code: 'CONFLICT' });
  const log = await server.graphql<{ prizeLog: { nodes: object[] } }>(
    'query ($id: ID!) { prizeLog(raffleId: $id, first: 10) { nodes { prizeId } } }',
    { id: raffle.id },
  );
  expect(log.data.prizeLog.nodes).toEqual([{ prizeId: raffle.boxes[1] }, { prizeId: raffle.boxes[0] }]);
});

it('as many units leave as there are, however many orders are paid at once in two processes', { timeout: 60_000 }, async () => {
  const raffle = await aRaffle(
    [
      { title: 'All', quantity: 23, mode: 'PORCENTAGEM', percentage: 100 },
      { title: 'Hidden', quantity: 17, mode: 'ALEATORIO' },
    ],
    [[1, 3]],
    { quotaQuantity: 120 },
  );
  const ids = await Promise.all(
    Array.from({ length: 40 }, (_, n) => buy(raffle.id, 3, n, n % 2 ? other.graphql : server.graphql)),
  );
  const paid = await Promise.all(ids.map((id, n) => salesDesk(n % 2 ? other.graphql : server.graphql).pay(admin.token, id)));
  expect(paid.map(({ order }) => order?.status)).toEqual(ids.map(() => 'PAID'));
  await Promise.all([decideAll(server.app), decideAll(other.app)]);

  const { unitsOut, boxWins } = await expectReplayed(raffle.id);
  // Sold out: nothing is left of either.
  expect(unitsOut).toEqual([
    [raffle.boxes[0], 23],
    [raffle.boxes[1], 17],
  ]);
  const units = boxWins.filter(([, , prizeId]) => prizeId === raffle.boxes[0]).map(([, , , unit]) => unit);
  expect(units.toSorted((one, another) => one - another)).toEqual(Array.from({ length: 23 }, (_, unit) => unit));
});

describe('a process that read the prizes of a raffle before', () => {
  it('decides by what the raffle has now, when it changed before the first order', async () => {
    const { id, boxes: ids } = await aRaffle([{ quantity: 5, mode: 'PORCENTAGEM', percentage: 100 }], [[1, 1]]);
    const { data } = await server.graphql('query ($id: ID!) { raffle(id: $id) { instantChance { boxUnitsInPlay } } }', { id });
    expect(data?.raffle).toEqual({ instantChance: { boxUnitsInPlay: expect.any(Number) } });
    const desk = raffleBoxes(other.graphql);
    expect((await desk.delete(admin.token, ids[0]!)).code).toBeUndefined();
    expect((await desk.create(admin.token, id, { title: 'New', quantity: 2, mode: 'PORCENTAGEM', percentage: 100 })).code).toBe(
      undefined,
    );
    expect((await desk.combo(admin.token, id, 2, 3)).code).toBeUndefined();
    for (const n of [1, 2]) await salesDesk(server.graphql).pay(admin.token, await buy(id, n, n));
    await decideAll(server.app);
    const { boxes: held, boxWins } = await expectReplayed(id);
    expect(new Set(held.map(([, count]) => count))).toEqual(new Set([1, 3]));
    expect(boxWins).toHaveLength(2);
  });

  it('goes on where another process stopped', async () => {
    const { id } = await aRaffle([{ quantity: 50, mode: 'ALEATORIO' }], [[1, 1]]);
    for (let n = 0; n < 6; n++) {
      await salesDesk(server.graphql).pay(admin.token, await buy(id, 1, n));
      await decideAll(n % 2 ? server.app : other.app);
    }
    expect((await expectReplayed(id)).decidedTo).toBe(6);
  });
});

it('an order that its raffle has no combo for costs no statement more, paid or refunded', async () => {
  const { id } = await anOpenRaffle(server);
  const orders = [await buy(id, 1, 0), await buy(id, 1, 1)];
  const desk = salesDesk(server.graphql);
  await desk.pay(admin.token, orders[0]!);
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await desk.pay(admin.token, orders[1]!);
  await boxes.refund(admin.token, orders[1]!);
  const names = spy.mock.calls.map(([sent]) => (sent as unknown as { name?: string }).name ?? '');
  spy.mockRestore();
  // Workers ask now and then which raffles wait.
  expect(names).toEqual(expect.arrayContaining(['allocate_orders', 'void_orders']));
  expect(names.filter((name) => /box|quota_prize|instant/.test(name))).toEqual([]);
});
