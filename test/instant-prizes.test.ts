import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { signRound } from '../src/development/beacon/sign-round.js';
import { instantPrizes } from '../src/instant-prizes/feature.js';
import { decideRaffles } from '../src/instant-prizes/decide.js';
import { sha256 } from '../src/platform/crypto.js';
import { roundAt, timeOfRound } from '../src/proof/chain.js';
import { createInstantDecider } from '../src/proof/instant-decider.js';
import { anAdmin, aCustomer } from './support/actors.js';
import { raffleBoxes, type BoxTerms } from './support/boxes.js';
import { withHeldClock } from './support/clock.js';
import { expectEventsAsDescribed } from './support/event-contract.js';
import { bearer } from './support/graphql-client.js';
import { decidedWins, replayedWins } from './support/instant-replay.js';
import { startOtherProcess } from './support/other-process.js';
import { quotaPrizeDesk } from './support/quota-prizes.js';
import { raffleDesk } from './support/raffles.js';
import { decideAll, publishRounds, roundsOfBlocks } from './support/rounds.js';
import { salesDesk, seedProviders } from './support/sales.js';
import { forTests, startBeside, startTestServer, type TestServer } from './support/start.js';
import { connect } from './support/subscribe.js';
import { bankTakesBack } from './support/refunds.js';
import { anEndpoint } from './support/webhook-inbox.js';

// Their workers are held: nothing is decided but by the test.
const server = forTests(() => withHeldClock(() => startTestServer()));
const other = forTests(() => withHeldClock(() => startBeside(server)));
const admin = forTests(() => anAdmin(server));
const buyer = forTests(() => aCustomer(server));
const boxes = forTests(() => raffleBoxes(server.graphql));
beforeAll(async () => {
  await seedProviders(server);
  await anEndpoint(server, 'http://127.0.0.1:9/operators');
});
afterEach(() => void vi.restoreAllMocks());

const numberDesk = () => quotaPrizeDesk(server.graphql, admin.token);

interface Prizes {
  numbers?: object[];
  terms?: BoxTerms[];
  combos?: [titles: number, boxes: number][];
}

async function aRaffle(quotaQuantity: number, { numbers = [], terms = [], combos = [] }: Prizes) {
  const id = await raffleDesk(server, admin.token).open({ quotaQuantity, enableQuotaPrizes: true });
  const made = numbers.length > 0 ? await numberDesk().create(id, numbers) : { value: [], message: undefined };
  if (!made.value) throw new Error(made.message);
  const boxIds: string[] = [];
  for (const one of terms) boxIds.push((await boxes.create(admin.token, id, one)).data.id);
  for (const [titles, held] of combos) await boxes.combo(admin.token, id, titles, held);
  return { id, numberIds: made.value, boxIds };
}

async function paid(raffleId: string, quotaQuantity: number, at: TestServer = server): Promise<string> {
  // Rounds are published here before their time.
  await at.app.rounds.watchLatest();
  const desk = salesDesk(at.graphql);
  const { order, message } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity });
  if (!order) throw new Error(message);
  expect((await desk.pay(admin.token, order.id)).order?.status).toBe('PAID');
  return order.id;
}

const refund = (orderId: string) => boxes.refund(admin.token, orderId);

const blocksOf = (raffleId: string) =>
  server.app.db.prisma.quotaAllocation.findMany({ where: { raffleId }, orderBy: { leaf: 'asc' } });
/** The next block is bound to this round or a later one. */
const boundFrom = (raffleId: string, lastRound: number) =>
  server.app.db.prisma.raffleCounter.update({ where: { raffleId }, data: { lastRound } });

const INSTANT = `query ($id: ID!) {
  order(id: $id) { status instant { round dueAt isDecided } luckyNumbers(first: 100) { nodes totalCount } awardedBoxes { count isVoid } }
}`;
interface Shown {
  status: string;
  instant: { round: number; dueAt: string; isDecided: boolean } | null;
  luckyNumbers: { nodes: string[]; totalCount: number };
  awardedBoxes: { count: number; isVoid: boolean };
}
async function shown(id: string): Promise<Shown> {
  return (await server.graphql<{ order: Shown }>(INSTANT, { id }, { token: buyer.token })).data.order;
}
const areDecided = (ids: string[]) => Promise.all(ids.map(async (id) => (await shown(id)).instant!.isDecided));

async function eventsOf(orderId: string): Promise<unknown[]> {
  const events = await server.app.db.prisma.webhookEvent.findMany({ where: { type: 'order.decided' } });
  return events.map(({ body }) => JSON.parse(body).data).filter((data) => data.orderId === orderId);
}

async function expectReplayed(raffleId: string) {
  const written = await decidedWins(server, raffleId);
  expect(written).toEqual(await replayedWins(server, raffleId));
  return written;
}

const randomnessOf = (round: number) => sha256(Buffer.from(signRound(round).signature, 'hex'));

// First: no round is published yet.
describe('rounds of blocks', () => {
  it('never fall along the book, and are due at least two periods after the payment', async () => {
    const { id } = await aRaffle(100, { combos: [[1, 1]] });
    const { chain } = server.app.rounds;
    const dueAfterMs = async (act: () => Promise<unknown>) => {
      const before = Date.now();
      await act();
      const after = Date.now();
      const { round } = (await blocksOf(id)).at(-1)!;
      const due = timeOfRound(chain, Number(round)) * 1_000;
      expect(due).toBeGreaterThanOrEqual(before + 2_000 * chain.periodSeconds);
      return due - after;
    };
    expect(await dueAfterMs(() => paid(id, 1))).toBeLessThanOrEqual(3_000 * chain.periodSeconds);
    expect(await dueAfterMs(() => paid(id, 1, other))).toBeLessThanOrEqual(3_000 * chain.periodSeconds);
    const [first] = await blocksOf(id);
    const ahead = Number(first!.round) + 1_200;
    await boundFrom(id, ahead);
    await paid(id, 1);
    await paid(id, 1, other);
    const rounds = (await blocksOf(id)).map(({ round }) => Number(round));
    expect(rounds.slice(2)).toEqual([ahead, ahead]);
    expect(rounds).toEqual(rounds.toSorted((one, another) => one - another));
    const counter = await server.app.db.prisma.raffleCounter.findUniqueOrThrow({ where: { raffleId: id } });
    expect(counter.lastRound).toBe(BigInt(ahead));
  });

  it('of orders that are paid together are the same', async () => {
    const { id } = await aRaffle(100, { combos: [[1, 1]] });
    await Promise.all(Array.from({ length: 5 }, () => paid(id, 1)));
    expect(new Set((await blocksOf(id)).map(({ round }) => round)).size).toBeLessThan(5);
  });

  it('are of the chain that the raffle began with, also where a prize was sent to the close before the first block', async () => {
    const { id, boxIds } = await aRaffle(10, {
      terms: [{ quantity: 1, mode: 'ALEATORIO' }],
      combos: [[1, 1]],
    });
    await boxes.lock(admin.token, boxIds[0]!);
    await paid(id, 1);
    const instants = await server.app.db.prisma.raffleInstants.findUniqueOrThrow({ where: { raffleId: id } });
    expect(instants.chain).toBe(server.app.rounds.chain.hash);
  });
});

describe('an order of a raffle with instant prizes', () => {
  it('is paid at once, and gets its numbers and boxes with the round', async () => {
    const { id } = await aRaffle(10, {
      numbers: [
        { luckyNumber: '3', prize: 'a' },
        { luckyNumber: '7', prize: 'b' },
      ],
      combos: [[5, 2]],
    });
    const order = await paid(id, 10);
    const waiting = {
      status: 'PAID',
      instant: { isDecided: false },
      luckyNumbers: { nodes: [], totalCount: 0 },
      awardedBoxes: { count: 0, isVoid: false },
    };
    expect(await shown(order)).toMatchObject(waiting);
    const { body } = await server.rest('GET', `/v1/orders/${order}`, { token: buyer.token });
    expect(body).toMatchObject({ status: 'PAID', instant: { isDecided: false } });
    expect(new Date(body.instant.dueAt).getTime()).toBe(timeOfRound(server.app.rounds.chain, body.instant.round) * 1_000);
    expect((await boxes.mine(buyer.token, `orderId: "${order}"`)).data.nodes).toEqual([]);
    expect(await eventsOf(order)).toEqual([]);
    // No round, no decision.
    expect(await decideRaffles(server.app)).toBe(false);
    expect(await shown(order)).toMatchObject(waiting);

    await decideAll(server.app);
    const { luckyNumbers, ...rest } = await shown(order);
    expect(rest).toMatchObject({ instant: { isDecided: true }, awardedBoxes: { count: 2 } });
    expect(luckyNumbers.nodes.toSorted()).toEqual([...'0123456789']);
    expect((await numberDesk().list(id)).value?.nodes).toMatchObject([{ standing: 'WON' }, { standing: 'WON' }]);
    expect((await server.rest('GET', `/v1/orders/${order}`, { token: buyer.token })).body.instant.isDecided).toBe(true);
    expect((await boxes.mine(buyer.token, `orderId: "${order}"`)).data.nodes).toHaveLength(2);
    const told = { orderId: order, raffleId: id, userId: buyer.id, boxes: 2, quotaPrizes: 2, round: rest.instant!.round };
    expect(await eventsOf(order)).toEqual([told]);
    await decideAll(server.app);
    expect(await eventsOf(order)).toHaveLength(1);
    await expectEventsAsDescribed(server, ['order.decided']);
  });

  it('without such prizes waits for nothing', async () => {
    const { id } = await aRaffle(10, {});
    const order = await paid(id, 10);
    expect(await shown(order)).toMatchObject({ instant: null, luckyNumbers: { totalCount: 10 } });
    expect(await blocksOf(id)).toMatchObject([{ round: null }]);
    expect((await refund(order)).data).toEqual({ status: 'REFUNDED' });
  });

  it.each(['this', 'another'])('is told live when %s process decides it', async (which) => {
    const { id } = await aRaffle(10, { numbers: [{ luckyNumber: '3', prize: 'a' }] });
    const { order } = await salesDesk(server.graphql).buyWithoutGateway(buyer.token, { raffleId: id, quotaQuantity: 2 });
    const client = connect(server, bearer(buyer.token));
    const query =
      'subscription ($orderId: ID!) { orderStatus(orderId: $orderId) { status instant { isDecided } luckyNumbers { totalCount } } }';
    const stream = client.subscribe(query, { orderId: order!.id });
    const next = async () => (await stream.next()).data;
    expect(await next()).toEqual({ orderStatus: { status: 'PENDING', instant: null, luckyNumbers: { totalCount: 0 } } });
    await salesDesk(server.graphql).pay(admin.token, order!.id);
    const paidOne = (isDecided: boolean, totalCount: number) => ({
      orderStatus: { status: 'PAID', instant: { isDecided }, luckyNumbers: { totalCount } },
    });
    expect(await next()).toEqual(paidOne(false, 0));
    const decidedAt = performance.now();
    await decideAll(which === 'this' ? server.app : other.app);
    expect(await next()).toEqual(paidOne(true, 2));
    // The watch reads at least once a second; at once where it is told.
    expect(performance.now() - decidedAt).toBeLessThan(which === 'this' ? 900 : 5_000);
    await client.close();
  });
});

describe('a beacon that is away for an hour', () => {
  it('stops neither sale nor payments; then all is decided in order, by its rounds and nothing else', async () => {
    const { id } = await aRaffle(100, {
      numbers: [
        { luckyNumber: '3', prize: 'a' },
        { luckyNumber: '7', prize: 'b', releaseAtPercentage: 20 },
      ],
      terms: [{ quantity: 5, mode: 'ALEATORIO' }],
      combos: [[1, 1]],
    });
    const orders: string[] = [];
    for (let n = 0; n < 4; n++) {
      orders.push(await paid(id, 10));
      const { lastRound } = await server.app.db.prisma.raffleCounter.findUniqueOrThrow({ where: { raffleId: id } });
      await boundFrom(id, Number(lastRound) + 400);
    }
    const rounds = await roundsOfBlocks(server.app, id);
    expect(rounds).toHaveLength(4);
    const decide = async () => {
      await decideRaffles(server.app);
      return areDecided(orders);
    };
    expect(await decide()).toEqual([false, false, false, false]);
    // Those behind a block that waits, wait too.
    await publishRounds(server.app, [rounds[1]!, rounds[3]!]);
    expect(await decide()).toEqual([false, false, false, false]);
    await publishRounds(server.app, [rounds[0]!]);
    expect(await decide()).toEqual([true, true, false, false]);
    const before = await expectReplayed(id);
    expect(before.decidedTo).toBe(20);
    orders.push(await paid(id, 1));
    await publishRounds(server.app, [rounds[2]!]);
    expect(await decide()).toEqual([true, true, true, true, false]);
    await decideAll(server.app);
    const after = await expectReplayed(id);
    expect(after.boxWins).toEqual(expect.arrayContaining(before.boxWins));
    expect(after.quotaPrizes).toEqual(expect.arrayContaining(before.quotaPrizes));
  });

  it('is told of half a minute after the round was due, and is no failure', async () => {
    const { id } = await aRaffle(10, { combos: [[1, 1]] });
    await paid(id, 1);
    const warn = vi.spyOn(server.app.log, 'warn');
    const error = vi.spyOn(server.app.log, 'error');
    await decideRaffles(server.app);
    expect(warn).not.toHaveBeenCalled();
    const round = roundAt(server.app.rounds.chain, Date.now() / 1_000) - 20;
    await server.app.db.prisma.quotaAllocation.updateMany({ where: { raffleId: id }, data: { round } });
    await decideRaffles(server.app);
    const [told] = warn.mock.calls.map(([details]) => details as Record<string, unknown>);
    expect(told).toMatchObject({ event: 'instant_prizes.beacon.late', raffleId: id, round });
    expect(told!.lateSeconds).toBeGreaterThanOrEqual(60);
    expect(error).not.toHaveBeenCalled();
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
    expect(figure('gateway_instant_prizes_waiting_quotas')).toBeGreaterThanOrEqual(1);
    expect(figure('gateway_instant_prizes_delay_seconds')).toBeGreaterThanOrEqual(60);
    await decideAll(server.app);
  });
});

describe('processes', () => {
  it('that end between a payment and its round leave it to the others', async () => {
    const { id } = await aRaffle(10, { numbers: [{ luckyNumber: '3', prize: 'a' }] });
    const third = await withHeldClock(() => startBeside(server));
    const order = await paid(id, 10, third);
    await third.stop();
    expect((await shown(order)).instant?.isDecided).toBe(false);
    await decideAll(server.app);
    expect((await shown(order)).luckyNumbers.totalCount).toBe(10);
    await expectReplayed(id);
  });

  it('leave a raffle to the one that decides it, and take it over when that one dies', async () => {
    const { id } = await aRaffle(10, { combos: [[1, 1]] });
    const order = await paid(id, 1);
    await publishRounds(server.app, await roundsOfBlocks(server.app, id));
    const dying = await startOtherProcess(server.databaseUrl);
    await dying.query(`SELECT FROM raffle_instants WHERE raffle_id = '${id}' FOR UPDATE`);
    expect(await decideRaffles(server.app)).toBe(false);
    expect((await shown(order)).instant?.isDecided).toBe(false);
    await dying.end();
    await expect.poll(async () => (await decideRaffles(server.app), (await shown(order)).instant?.isDecided)).toBe(true);
  });

  it('that decide the same raffle at once decide each order once', async () => {
    const { id } = await aRaffle(200, {
      numbers: Array.from({ length: 20 }, (_, i) => ({ luckyNumber: String(i * 10), prize: 'a' })),
      terms: [{ quantity: 30, mode: 'ALEATORIO' }],
      combos: [[1, 1]],
    });
    const orders: string[] = [];
    for (let n = 0; n < 20; n++) {
      orders.push(await paid(id, 5, n % 2 ? server : other));
      if (n % 5 === 4) {
        await publishRounds(server.app, await roundsOfBlocks(server.app, id));
        await Promise.all([decideRaffles(server.app), decideRaffles(other.app), decideRaffles(server.app)]);
      }
    }
    await Promise.all([decideAll(server.app), decideAll(other.app)]);
    expect((await expectReplayed(id)).decidedTo).toBe(100);
    for (const order of orders) expect(await eventsOf(order)).toHaveLength(1);
  });

  it('by one process: another that looks at the same blocks leaves them alone, and says nothing', async () => {
    const { id } = await aRaffle(1_000, { numbers: [{ luckyNumber: '7', prize: 'Café' }] });
    const orderId = await paid(id, 1);
    await publishRounds(server.app, await roundsOfBlocks(server.app, id));
    const holder = await server.app.db.pool.connect();
    const deciding: Promise<boolean>[] = [];
    try {
      // The first one has decided all, and cannot write what it tells.
      await holder.query('BEGIN; LOCK TABLE webhook_events IN SHARE MODE');
      deciding.push(decideRaffles(server.app));
      let waits = 0;
      for (let look = 0; look < 500 && waits === 0; look += 1) {
        const { rows } = await holder.query<{ waits: number }>(
          `SELECT count(*)::int AS waits FROM pg_locks WHERE NOT granted AND relation = 'webhook_events'::regclass`,
        );
        waits = rows[0]!.waits;
        await holder.query('SELECT pg_sleep(0.01)');
      }
      expect(waits).toBe(1);
      deciding.push(decideRaffles(other.app));
      await Promise.race([deciding[1], holder.query('SELECT pg_sleep(0.3)')]);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    await Promise.all(deciding);
    expect(await eventsOf(orderId)).toHaveLength(1);
  });

  it('do not let one raffle that fails stop the others', async () => {
    const failing = await aRaffle(10, { combos: [[1, 1]] });
    const waiting = await paid(failing.id, 1);
    const instants = { where: { raffleId: failing.id } };
    await server.app.db.prisma.raffleInstants.update({ ...instants, data: { chain: 'another' } });
    const { id } = await aRaffle(10, { combos: [[1, 1]] });
    const order = await paid(id, 1);
    await publishRounds(server.app, await roundsOfBlocks(server.app));
    const error = vi.spyOn(server.app.log, 'error');
    await decideRaffles(server.app);
    const told = error.mock.calls.map(([details]) => details as { event: string; raffleId: string; err: Error });
    expect(told).toMatchObject([{ event: 'instant_prizes.raffle.failed', raffleId: failing.id }]);
    expect(told[0]!.err.message).toContain('BEACON_CHAIN');
    // A service that starts with another chain refuses.
    expect(await instantPrizes.check?.(server.app)).toContain(failing.id);
    expect(await areDecided([waiting, order])).toEqual([false, true]);
    await server.app.db.prisma.raffleInstants.update({ ...instants, data: { chain: server.app.rounds.chain.hash } });
    server.app.instantBackoff.succeeded(failing.id);
    await decideAll(server.app);
    expect(await areDecided([waiting])).toEqual([true]);
  });
});

/** From which on a block of one quota wins the only quota prize of a raffle of two quotas, or does not. */
async function aRoundWhere(raffleId: string, [prizeId = '']: string[], isWon: boolean): Promise<number> {
  const quotaPrizes = [{ id: prizeId, releaseAt: 0, isLocked: false }];
  for (let round = server.app.rounds.unknownTo(Date.now() / 1_000) + 100; ; round++) {
    const decider = createInstantDecider({ raffleId, quotas: 2, quotaPrizes, boxPrizes: [] });
    const { quotaPrizeWins } = decider.decide({ first: 0, count: 1, boxes: 0 }, randomnessOf(round));
    if (quotaPrizeWins.length === (isWon ? 1 : 0)) return round;
  }
}

async function anUndecidedOrder(isWon: boolean) {
  const raffle = await aRaffle(2, { numbers: [{ luckyNumber: '1', prize: 'R$ 50' }], combos: [[1, 3]] });
  await boundFrom(raffle.id, await aRoundWhere(raffle.id, raffle.numberIds, isWon));
  return { ...raffle, prizeId: raffle.numberIds[0]!, orderId: await paid(raffle.id, 1) };
}

const standingOf = async (raffleId: string) => (await numberDesk().list(raffleId)).value?.nodes[0]?.standing;

describe('an order that is not decided yet', () => {
  it.each([true, false])('is refunded by nobody, and after the round only when it won nothing (won: %s)', async (isWon) => {
    const { id, orderId } = await anUndecidedOrder(isWon);
    expect(await refund(orderId)).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('not decided yet') });
    await decideAll(server.app);
    expect(await standingOf(id)).toBe(isWon ? 'WON' : 'AVAILABLE');
    const after = await refund(orderId);
    if (isWon) expect(after).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('holds a prize') });
    else expect(after.data).toEqual({ status: 'REFUNDED' });
  });

  it.each([true, false])('still wins what is sent to the close behind it (won: %s)', async (isWon) => {
    const { id, prizeId, orderId } = await anUndecidedOrder(isWon);
    expect((await numberDesk().lock(prizeId)).value?.standing).toBe('LOCKED');
    expect((await server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id } })).status).toBe('SOLD_OUT');
    await decideAll(server.app);
    expect(await standingOf(id)).toBe(isWon ? 'WON' : 'LOCKED');
    expect((await shown(orderId)).luckyNumbers.nodes).toEqual([isWon ? '1' : '0']);
    await expectReplayed(id);
  });

  it.each(['before', 'after'])('whose money the bank takes back %s the round wins for the close', async (when) => {
    const { id, orderId, prizeId } = await anUndecidedOrder(true);
    if (when === 'before') await bankTakesBack(server, orderId);
    await decideAll(server.app);
    if (when === 'after') await bankTakesBack(server, orderId);

    expect(await standingOf(id)).toBe('VOID');
    expect(await shown(orderId)).toMatchObject({ status: 'REFUNDED', awardedBoxes: { count: 3, isVoid: true } });
    const entries = await server.app.db.prisma.bookEntry.findMany({ where: { raffleId: id } });
    expect(entries).toMatchObject([{ leaf: 1, type: 'VOID', blockLeaf: 0 }]);
    const won = await server.app.db.prisma.wonPrize.findMany({ where: { raffleId: id } });
    expect(won).toMatchObject([{ prizeId, state: 'RETURNED_TO_CLOSE' }]);
    expect(await eventsOf(orderId)).toHaveLength(when === 'before' ? 0 : 1);
    const types = (await server.app.db.prisma.webhookEvent.findMany({ where: { body: { contains: id } } })).map(
      ({ type }) => type,
    );
    expect(types.includes('prize.won')).toBe(when === 'after');
    await expectReplayed(id);
    // The other quota plays on as if nothing had been taken back.
    await paid(id, 1);
    await decideAll(server.app);
    expect((await expectReplayed(id)).decidedTo).toBe(2);
  });
});

it('all prizes in play are out when all is sold', async () => {
  const { id, boxIds } = await aRaffle(60, {
    numbers: Array.from({ length: 9 }, (_, i) => ({ luckyNumber: String(i * 6), prize: 'a', releaseAtPercentage: i * 10 })),
    terms: [
      { quantity: 13, mode: 'ALEATORIO' },
      { quantity: 4, mode: 'ALEATORIO', releaseAtPercentage: 50 },
    ],
    combos: [[3, 1]],
  });
  for (let sold = 0; sold < 60;) {
    const count = Math.min(60 - sold, 1 + (sold % 7));
    await paid(id, count);
    sold += count;
  }
  await decideAll(server.app);
  const { unitsOut, quotaPrizes } = await expectReplayed(id);
  expect(unitsOut).toEqual([
    [boxIds[0], 13],
    [boxIds[1], 4],
  ]);
  expect(quotaPrizes).toHaveLength(9);
});

it(
  'is what anybody computes of the book, whatever is sold, taken back, sent to the close, and begun anew',
  { timeout: 120_000 },
  async () => {
    const anyAct = fc.oneof(
      { weight: 8, arbitrary: fc.record({ kind: fc.constant('sell'), n: fc.integer({ min: 1, max: 6 }) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('close'), n: fc.nat(11) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('decide'), n: fc.nat(1) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('take back', 'refund'), n: fc.nat(20) }) },
      // The process forgets where it stopped.
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart'), n: fc.constant(0) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { minLength: 15, maxLength: 30 }), fc.boolean(), async (acts, cumulative) => {
        const { id, numberIds, boxIds } = await aRaffle(80, {
          numbers: Array.from({ length: 8 }, (_, i) => {
            return { luckyNumber: String(i * 9), prize: 'a', releaseAtPercentage: i * 9, isLocked: i === 7 };
          }),
          terms: [
            { quantity: 10, mode: 'ALEATORIO' },
            { quantity: 6, mode: 'ALEATORIO', releaseAtPercentage: 30 },
            { quantity: 9, mode: 'PORCENTAGEM', percentage: 30, releaseAtPercentage: 10 },
            { quantity: 2, mode: 'ALEATORIO', isLocked: true },
          ],
          combos: [
            [1, 1],
            [4, 2],
          ],
        });
        if (cumulative) expect((await boxes.toggle(admin.token, 'toggleAcumulativeCombo', id, true)).code).toBeUndefined();
        const orders: string[] = [];
        for (const { kind, n } of acts) {
          if (kind === 'sell') {
            const { order } = await salesDesk(server.graphql).buyWithoutGateway(buyer.token, { raffleId: id, quotaQuantity: n });
            if (order) orders.push((await salesDesk((n % 2 ? server : other).graphql).pay(admin.token, order.id)).order!.id);
          } else if (kind === 'close') await (n < 8 ? numberDesk().lock(numberIds[n]!) : boxes.lock(admin.token, boxIds[n - 8]!));
          else if (kind === 'decide') await decideAll([server, other][n]!.app);
          else if (kind === 'restart') server.app.deciders.clear();
          else if (orders.length > 0) {
            const order = orders[n % orders.length]!;
            await (kind === 'refund' ? refund(order) : bankTakesBack(server, order));
          }
        }
        await decideAll(server.app);
        await expectReplayed(id);
      }),
      { numRuns: 8 },
    );
  },
);
