import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { closeAwardedBoxes, writeCloseWins } from '../src/awarded-boxes/close-boxes.js';
import { boxesFor } from '../src/proof/box-prizes.js';
import { replayBoxes } from '../src/proof/box-proof.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { raffleBoxes, replayable, type BoxTerms } from './support/boxes.js';
import { bankTakesBack } from './support/refunds.js';
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

/** Every step of the replay with what it found, and where what was told is not so. */
function verdictOf(proof: Awaited<ReturnType<typeof replayable>>) {
  const { steps, differences } = replayBoxes(proof);
  return { faults: steps.filter(({ ok }) => !ok), differences };
}
const RIGHT = { faults: [], differences: [] };

it(
  'what boxes hold is what anybody computes from the seed, through refunds, locks and the close',
  { timeout: 60_000 },
  async () => {
    const raffle = await aRaffle(
      TWO_OF_EACH,
      [
        [2, 1],
        [5, 2],
        [9, 4],
      ],
      { quotaQuantity: 600, acumulativeCombo: true },
    );
    const random = seededRandom(7);
    const paid: string[] = [];
    const desk = salesDesk(server.graphql);
    for (let n = 0; n < 60; n++) {
      const id = await buy(raffle.id, 1 + random(12), n);
      await desk.pay(admin.token, id);
      paid.push(id);
      // Each in its turn is locked or unlocked, and back some orders later.
      if (n % 5 === 4) {
        const round = (n - 4) / 5;
        const place = round % 4;
        const isUnlocked = place < 2 === round % 8 < 4;
        await (isUnlocked ? boxes.lock : boxes.unlock)(admin.token, raffle.boxes[place]!);
      }
      if (n % 7 === 6) await bankTakesBack(server, paid[random(paid.length)]!);
    }
    for (const id of raffle.boxes) await boxes.unlock(admin.token, id);

    const before = await replayable(server, raffle.id, null);
    expect(verdictOf(before)).toEqual(RIGHT);
    const prizesWon = new Set(before.wins.map(({ prizeId }) => prizeId));
    expect([...prizesWon].sort()).toEqual(raffle.boxes.toSorted());
    expect(before.log.length).toBeGreaterThan(5);
    expect(before.blocks.some(({ isVoid, boxes: held }) => isVoid && held > 0)).toBe(true);
    expect(before.blocks.some(({ boxes: held }) => held === 0)).toBe(true);
    expect(Math.max(...before.blocks.map(({ boxes: held }) => held))).toBe(boxesFor(before.combos, true, 12));

    const key = new Uint8Array(randomBytes(32));
    const drawn = await closeAwardedBoxes(server.app, raffle.id, key);
    expect(drawn.length).toBeGreaterThan(0);
    for (let times = 0; times < 2; times++)
      await server.app.db.transaction((tx) => writeCloseWins(server.app, tx, raffle.id, drawn));
    const after = await replayable(server, raffle.id, key);
    expect(after.closeWins).toHaveLength(drawn.length);
    expect(verdictOf(after)).toEqual(RIGHT);
    expect(await closeAwardedBoxes(server.app, raffle.id, key)).toEqual(drawn);
  },
);

it(
  'exactly as many units leave as there are, however many orders are paid at once in two processes',
  { timeout: 60_000 },
  async () => {
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
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    const paid = await Promise.all(ids.map((id, n) => salesDesk(n % 2 ? other.graphql : server.graphql).pay(admin.token, id)));
    const sent = spy.mock.calls.map(([query]) => (query as unknown as { text?: string }).text);
    spy.mockRestore();
    // A batch whose orders were given the same unit would be taken back, and decided again one by one.
    expect(sent.filter((text) => text === 'ROLLBACK')).toEqual([]);
    expect(paid.map(({ order }) => order?.status)).toEqual(ids.map(() => 'PAID'));
    const { data } = await boxes.ofRaffle(raffle.id, admin.token);
    expect(data.nodes).toHaveLength(2);
    const given = await server.app.db.prisma.awardedBox.findMany({ where: { raffleId: raffle.id } });
    expect(given.every((box) => box.given === box.quantity)).toBe(true);
    const wins = await server.app.db.prisma.boxWin.findMany({ where: { raffleId: raffle.id } });
    const unitsOf = (id: string) => wins.filter(({ prizeId }) => prizeId === id).map(({ unit }) => unit);
    for (const [n, quantity] of [23, 17].entries())
      expect(unitsOf(raffle.boxes[n]!).sort((a, b) => a - b)).toEqual(Array.from({ length: quantity }, (_, unit) => unit));
    expect(verdictOf(await replayable(server, raffle.id, null))).toEqual(RIGHT);
  },
);

describe('a process that decided for a raffle before', () => {
  it('decides by what the raffle has now, when it changed before the first payment', async () => {
    const { id, boxes: ids } = await aRaffle([{ quantity: 5, mode: 'PORCENTAGEM', percentage: 100 }], [[1, 1]]);
    // Both have made the rules of before; the order of then ends unpaid.
    await server.app.raffleBoxes.prepare(id);
    const unpaid = await buy(id, 1, 0);
    await salesDesk(server.graphql).cancel(buyerOf(0).token, unpaid);
    const desk = raffleBoxes(other.graphql);
    expect((await desk.delete(admin.token, ids[0]!)).code).toBeUndefined();
    expect((await desk.create(admin.token, id, { title: 'New', quantity: 2, mode: 'PORCENTAGEM', percentage: 100 })).code).toBe(
      undefined,
    );
    expect((await desk.combo(admin.token, id, 2, 3)).code).toBeUndefined();
    for (const n of [1, 2]) await salesDesk(server.graphql).pay(admin.token, await buy(id, n, n));
    const proof = await replayable(server, id, null);
    expect(verdictOf(proof)).toEqual(RIGHT);
    expect(proof.blocks.map(({ boxes: held }) => held)).toEqual([1, 3]);
    expect(proof.wins).toHaveLength(2);
  });

  it('and one that holds what the payment of another process made final', async () => {
    const { id } = await aRaffle([{ quantity: 50, mode: 'ALEATORIO' }], [[1, 1]]);
    for (let n = 0; n < 6; n++) await salesDesk(n % 2 ? server.graphql : other.graphql).pay(admin.token, await buy(id, 1, n));
    expect(verdictOf(await replayable(server, id, null))).toEqual(RIGHT);
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
  expect(names).toEqual(expect.arrayContaining(['allocate_orders', 'void_orders']));
  expect(names.filter((name) => /box|quota_prize/.test(name))).toEqual([]);
});
