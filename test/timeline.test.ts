import { describe, expect, it } from 'vitest';
import { closeBook } from '../src/book/publisher.js';
import { refundCancelledRaffles } from '../src/refunds/cancelled-raffles.js';
import { aCustomer } from './support/actors.js';
import { raffleBoxes } from './support/boxes.js';
import { aContest, comesDue, startDrawStage } from './support/draw-stage.js';
import { manyBlocks } from './support/book-publishers.js';
import { quotaPrizeDesk } from './support/quota-prizes.js';
import { decideAll } from './support/rounds.js';
import { salesDesk } from './support/sales.js';
import { forTests } from './support/start.js';
import { bankTakesBack } from './support/refunds.js';
import { withoutTriggers } from './support/without-triggers.js';

const stage = forTests(startDrawStage);
const boxes = forTests(() => raffleBoxes(stage.server.graphql));
const prizes = forTests(() => quotaPrizeDesk(stage.server.graphql, stage.admin.token));

interface Entry {
  at: string;
  kind: string;
  [field: string]: unknown;
}

const FIELDS = `at kind changes { term before after } sharePercentage units prizeId prize day byHand free givenBack manifestHash round contest dueAt confirmation
  winners`;

async function pageOf(raffleId: string, args = '', token?: string) {
  const { data, errors } = await stage.server.graphql(
    `query ($raffleId: ID!) { raffleTimeline(raffleId: $raffleId${args}) {
      totalCount nodes { ${FIELDS} } pageInfo { hasNextPage endCursor startCursor } } }`,
    { raffleId },
    { token },
  );
  return { page: data?.raffleTimeline, code: errors?.[0]?.extensions.code };
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Another version of the regulation follows from what changed, and has a test of its own. */
const isOfRegulation = ({ changes }: Entry): boolean => (changes as { term: string }[])[0]?.term === 'regulation';

/** The list as a visitor sees it, each entry with the fields that say something, but its time. */
async function timelineOf(raffleId: string, token?: string): Promise<Record<string, unknown>[]> {
  const { page } = await pageOf(raffleId, ', first: 100', token);
  const nodes: Entry[] = page.nodes;
  // They are two statements: an entry may come between.
  if (page.totalCount > nodes.length) return timelineOf(raffleId, token);
  expect(page.totalCount).toBe(nodes.length);
  expect(nodes.map(({ at }) => at)).toEqual(nodes.map(({ at }) => at).sort());
  const others = nodes.filter((entry) => !isOfRegulation(entry));
  return others.map(({ at: _at, ...entry }) =>
    Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null && !isEmpty(value))),
  );
}

const kindsOf = async (raffleId: string, token?: string) => (await timelineOf(raffleId, token)).map(({ kind }) => kind);

/** The day that goes on, as the business counts it. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: stage.server.app.config.businessTimeZone }).format(new Date());

async function buy(raffleId: string, quotaQuantity: number, name = 'Ana Lúcia Prado') {
  const desk = salesDesk(stage.server.graphql);
  const buyer = await aCustomer(stage.server, { name });
  const { order, message } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity });
  if (!order) throw new Error(message);
  await desk.pay(stage.admin.token, order.id);
  return { id: order.id, token: buyer.token };
}

const isPublished = (raffleId: string) => closeBook(stage.server.app, raffleId);

async function historyOf(query: 'quotaPrizes' | 'awardedBoxesByRaffle', raffleId: string, token?: string) {
  const { data } = await stage.server.graphql(
    `query ($raffleId: ID!) { list: ${query}(raffleId: $raffleId, first: 50) {
      nodes { id history { kind at units luckyNumber winnerName } } } }`,
    { raffleId },
    { token },
  );
  const nodes: { id: string; history: Entry[] }[] = data.list.nodes;
  return new Map(
    nodes.map(({ id, history }) => {
      expect(history.map(({ at }) => at)).toEqual(history.map(({ at }) => at).sort());
      return [id, history.map(({ at: _at, ...event }) => event)];
    }),
  );
}

const event = (kind: string, fields: object = {}) => ({ kind, units: null, luckyNumber: null, winnerName: null, ...fields });

describe('the timeline of a raffle', () => {
  it('has what an operator changes of a raffle that can be seen, as it was and as it is', async () => {
    const { desk, admin, server } = stage;
    const id = await desk.open({ status: 'DRAFT', title: 'Moto', enablePromotions: true, endsAt: '2030-01-02T00:00:00Z' });
    const ask = async (document: string, variables: object) => {
      const { data, errors } = await server.graphql<any>(document, { ...variables }, admin);
      expect(errors).toBeUndefined();
      return data;
    };
    const promote = (input: object) =>
      ask('mutation ($id: ID!, $input: PromotionInput!) { made: createPromotion(raffleId: $id, input: $input) { id } }', {
        id,
        input,
      });
    await promote({ kind: 'EXACT', quotaQuantity: 2, price: '1.50' });
    await desk.update(id, { title: 'Moto azul' });
    await desk.update(id, { status: 'OPEN' });
    expect(await kindsOf(id)).toEqual(['PUBLISHED']);

    await desk.update(id, { title: 'Moto verde', description: 'x'.repeat(300), whatsapp: '+5511987654321' });
    await desk.update(id, { quotaPrice: '2.00', endsAt: null, maxReservationQuantity: 5, reservationFields: ['CPF'] });
    await desk.update(id, { statusText: 'Corra' });
    const { made } = await promote({ kind: 'FROM', quotaQuantity: 3, price: '0.01', bonusQuotas: 3 });
    await ask('mutation ($id: ID!) { deletePromotion(id: $id) { id } }', { id: made.id });
    await desk.update(id, { enablePromotions: false });
    await desk.update(id, { description: `${'x'.repeat(290)} Prêmio: 5 reais` });
    const entries = await timelineOf(id);
    expect(entries.map(({ kind }) => kind)).toEqual(['PUBLISHED', ...Array(6).fill('TERMS_CHANGED')]);
    const promotion = '≥ 3: R$ 0.01 / 1 + 3';
    expect(entries.slice(1).map(({ changes }) => changes)).toEqual([
      [
        { term: 'title', before: 'Moto azul', after: 'Moto verde' },
        { term: 'description', before: null, after: 'x'.repeat(200) },
      ],
      [
        { term: 'endsAt', before: expect.stringContaining('2030-01-02T00:00:00'), after: null },
        { term: 'quotaPrice', before: '1.00', after: '2.00' },
        { term: 'maxReservationQuantity', before: '100', after: '5' },
        { term: 'reservationFields', before: '[]', after: '["CPF"]' },
      ],
      [{ term: 'promotions', before: null, after: promotion }],
      [{ term: 'promotions', before: promotion, after: null }],
      [{ term: 'enablePromotions', before: 'true', after: 'false' }],
      // From shortly before the difference on, however far behind it is.
      [{ term: 'description', before: 'x'.repeat(51), after: `${'x'.repeat(41)} Prêmio: 5 reais` }],
    ]);
  });

  it('begins when it can be seen, and tells what operators do with its status', async () => {
    const { raffle } = await stage.desk.create({ status: 'DRAFT' });
    expect((await pageOf(raffle.id)).code).toBe('NOT_FOUND');
    expect(await kindsOf(raffle.id, stage.admin.token)).toEqual([]);
    for (const status of ['SOON', 'DRAFT', 'OPEN', 'CLOSED', 'OPEN']) await stage.desk.update(raffle.id, { status });
    // What is no move leaves no entry.
    await stage.desk.update(raffle.id, { status: 'OPEN', statusText: 'Corra' });
    expect(await kindsOf(raffle.id)).toEqual(['PUBLISHED', 'WITHDRAWN', 'PUBLISHED', 'SALE_CLOSED', 'SALE_REOPENED']);
  });

  it('tells the first sale once, and the first time that it is sold out', async () => {
    const id = await stage.desk.open({ quotaQuantity: 3 });
    await buy(id, 1);
    const { id: second } = await buy(id, 2);
    await boxes.refund(stage.admin.token, second);
    await buy(id, 2);
    await isPublished(id);
    expect(await timelineOf(id)).toEqual([
      { kind: 'PUBLISHED' },
      { kind: 'SALE_STARTED' },
      { kind: 'SOLD_OUT' },
      { kind: 'QUOTAS_OF_DAY', day: today(), byHand: 3, free: 0, givenBack: 2 },
    ]);
  });

  it('counts quotas by hand, free and given back by day of the business, and leaves out days without any', async () => {
    const id = await stage.desk.open({ quotaQuantity: 1_000 });
    /** Publishes what is sold, as if at that time. */
    const publishedAt = async (at: string) => {
      await isPublished(id);
      const isOfNow = `raffle_id = '${id}' AND created_at > '2026-06-01'`;
      await withoutTriggers(stage.server, `UPDATE book_heads SET created_at = '${at}' WHERE ${isOfNow}`);
    };
    await manyBlocks(stage.server, id, 1, { count: 10, how: 'BY_HAND' });
    await publishedAt('2026-03-01T15:00:00Z');
    // Half past ten in the evening of the same day in São Paulo.
    await manyBlocks(stage.server, id, 1, { count: 5, how: 'BY_HAND' });
    await publishedAt('2026-03-02T01:30:00Z');
    await manyBlocks(stage.server, id, 2, { count: 50, how: 'PIX' });
    await publishedAt('2026-03-03T12:00:00Z');
    await manyBlocks(stage.server, id, 1, { count: 7, how: 'FREE' });
    const order = await buy(id, 4);
    await publishedAt('2026-03-05T12:00:00Z');
    await bankTakesBack(stage.server, order.id);
    await publishedAt('2026-03-06T12:00:00Z');
    const days = (await pageOf(id, ', first: 100')).page.nodes.filter(({ kind }: Entry) => kind === 'QUOTAS_OF_DAY');
    expect(days.map(({ at, day, byHand, free, givenBack }: Entry) => ({ at, day, byHand, free, givenBack }))).toEqual([
      { at: '2026-03-02T01:30:00.000Z', day: '2026-03-01', byHand: 15, free: 0, givenBack: 0 },
      { at: '2026-03-05T12:00:00.000Z', day: '2026-03-05', byHand: 4, free: 7, givenBack: 0 },
      { at: '2026-03-06T12:00:00.000Z', day: '2026-03-06', byHand: -4, free: 0, givenBack: 4 },
    ]);
  });

  it('is paged from both ends', async () => {
    const { raffle } = await stage.desk.create({ status: 'OPEN' });
    for (const status of ['CLOSED', 'OPEN', 'CLOSED']) await stage.desk.update(raffle.id, { status });
    await buyBeside(raffle.id);
    const whole = (await pageOf(raffle.id)).page.nodes;
    expect(whole.length).toBe(6);
    const walked: Entry[] = [];
    for (let after = ''; ;) {
      const { page } = await pageOf(raffle.id, `, first: 1${after}`);
      walked.push(...page.nodes);
      if (!page.pageInfo.hasNextPage) break;
      after = `, after: "${page.pageInfo.endCursor}"`;
    }
    expect(walked).toEqual(whole);
    expect((await pageOf(raffle.id, ', orderBy: NEWEST_FIRST')).page.nodes).toEqual([...whole].reverse());
    expect((await pageOf(raffle.id, ', last: 2')).page.nodes).toEqual(whole.slice(-2));
  });

  /** A head with quotas by hand. */
  async function buyBeside(raffleId: string): Promise<void> {
    await manyBlocks(stage.server, raffleId, 1, { count: 2, how: 'BY_HAND' });
    await isPublished(raffleId);
  }

  it('is the same over REST, without a token', async () => {
    const id = await stage.desk.open();
    const answer = await fetch(`${stage.server.url}/public/v1/raffles/${id}/timeline?orderBy=NEWEST_FIRST`);
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as { data: object[] };
    expect(JSON.stringify(body)).toContain('"kind":"PUBLISHED"');
    expect((await fetch(`${stage.server.url}/public/v1/raffles/${id.replace(/^./, 'f')}/timeline`)).status).toBe(404);
  });

  it('cannot be changed, not even in the database', async () => {
    const id = await stage.desk.open();
    const { pool } = stage.server.app.db;
    const where = `WHERE raffle_id = '${id}'`;
    await expect(pool.query(`UPDATE timeline_entries SET at = now() ${where}`)).rejects.toThrow('append-only');
    await expect(pool.query(`DELETE FROM timeline_entries ${where}`)).rejects.toThrow('append-only');
  });

  it('tells that it was called off', async () => {
    const id = await stage.desk.open();
    const { id: orderId } = await buy(id, 2);
    await stage.desk.update(id, { status: 'CANCELLED', confirmRefundTotal: '2.00' });
    await refundCancelledRaffles(stage.server.app);
    expect((await stage.server.app.db.prisma.order.findUniqueOrThrow({ where: { id: BigInt(orderId) } })).status).toBe(
      'REFUNDED',
    );
    await isPublished(id);
    expect(await timelineOf(id)).toEqual([
      { kind: 'PUBLISHED' },
      { kind: 'SALE_STARTED' },
      { kind: 'CANCELLED' },
      { kind: 'QUOTAS_OF_DAY', day: today(), byHand: 0, free: 0, givenBack: 2 },
    ]);
  });

  it('tells that it was called off after its contest, which drew nothing', async () => {
    const { id } = await stage.aClosedRaffle([], { quotaQuantity: 100, drawMode: 'LOTERIA_FEDERAL' });
    const contest = aContest();
    await stage.createWinner(id, contest);
    const dueAt = '2026-06-03T23:00:00.000Z';
    await withoutTriggers(
      stage.server,
      `UPDATE draws SET due_at = '${dueAt}', frozen_at = '2026-06-02' WHERE raffle_id = '${id}'`,
    );
    await withoutTriggers(stage.server, `UPDATE raffles SET frozen_at = '2026-06-02' WHERE id = '${id}'`);
    expect((await stage.desk.update(id, { status: 'CANCELLED' })).error).toBeUndefined();
    expect((await timelineOf(id)).at(-1)).toEqual({ kind: 'CANCELLED', contest: contest.contest, dueAt });
  });
});

describe('prizes in the timeline, and the history of each', () => {
  it('tells when a share brought them into play, without those that an operator had sent to the close', async () => {
    const id = await stage.desk.open({ quotaQuantity: 100, enableQuotaPrizes: true, showQuotaPrizeNumbers: true });
    const { token } = stage.admin;
    await boxes.combo(token, id, 1, 1);
    const box = (await boxes.create(token, id, { title: 'Café', quantity: 4, mode: 'ALEATORIO', releaseAtPercentage: 20 })).data
      .id;
    const { value: [early = '', late = '', sent = '', atClose = ''] = [] } = await prizes.create(id, [
      { prize: 'R$ 1', luckyNumber: '1', releaseAtPercentage: 20 },
      { prize: 'R$ 2', luckyNumber: '2', releaseAtPercentage: 50 },
      { prize: 'R$ 3', luckyNumber: '3', releaseAtPercentage: 20 },
      { prize: 'R$ 4', luckyNumber: '4', releaseAtPercentage: 20, isLocked: true },
    ]);
    await buy(id, 19);
    await decideAll(stage.server.app);
    expect(await kindsOf(id)).not.toContain('PRIZES_RELEASED');
    expect((await prizes.lock(sent)).code).toBeUndefined();
    await buy(id, 1);
    await decideAll(stage.server.app);
    const released = { kind: 'PRIZES_RELEASED', sharePercentage: 20, units: 5 };
    const toClose = { kind: 'PRIZE_SENT_TO_CLOSE', prizeId: sent, prize: 'R$ 3', units: 1 };
    const told = async () => (await timelineOf(id)).filter(({ kind }) => String(kind).startsWith('PRIZE'));
    expect(await told()).toEqual([toClose, released]);

    await buy(id, 77);
    await decideAll(stage.server.app);
    expect((await boxes.lock(token, box)).code).toBeUndefined();
    const left = 4 - (await stage.server.app.db.prisma.awardedBox.findUniqueOrThrow({ where: { id: box } })).given;
    const boxToClose = { kind: 'PRIZE_SENT_TO_CLOSE', prizeId: box, units: left };
    expect(await told()).toEqual([toClose, released, { kind: 'PRIZES_RELEASED', sharePercentage: 50, units: 1 }, boxToClose]);
    // What the boxes hold is not public here.
    await boxes.toggle(token, 'toggleAwardedBoxesVisualization', id, true);
    expect((await told()).at(-1)).toEqual({ ...boxToClose, prize: 'Café' });

    const history = await historyOf('quotaPrizes', id);
    expect(history.get(early)?.[0]).toEqual(event('RELEASED'));
    expect(history.get(late)?.[0]).toEqual(event('RELEASED'));
    expect(history.get(sent)).toEqual([event('SENT_TO_CLOSE')]);
    expect(history.get(atClose)).toEqual([]);
    const events = (await historyOf('awardedBoxesByRaffle', id)).get(box);
    expect([events?.[0], events?.at(-1)]).toEqual([event('RELEASED'), event('SENT_TO_CLOSE')]);
  });

  it('tells that the money behind a prize was taken back, how many units come back, and who won them in the end', async () => {
    const id = await stage.desk.open({ quotaQuantity: 12, enableQuotaPrizes: true });
    const { token } = stage.admin;
    const { value: [prizeId = ''] = [] } = await prizes.create(id, [{ prize: 'Bike', luckyNumber: '7' }]);
    const box = (await boxes.create(token, id, { title: 'Café', quantity: 2, mode: 'PORCENTAGEM', percentage: 100 })).data.id;
    await boxes.combo(token, id, 10, 2);
    const { id: orderId } = await buy(id, 12);
    await decideAll(stage.server.app);
    await bankTakesBack(stage.server, orderId);
    const back = { kind: 'PRIZE_RETURNED_TO_CLOSE' };
    const told = (await timelineOf(id)).filter(({ kind }) => String(kind).startsWith('PRIZE'));
    expect(told).toHaveLength(2);
    expect(told).toEqual(
      expect.arrayContaining([
        { ...back, prizeId, prize: 'Bike', units: 1 },
        { ...back, prizeId: box, units: 2 },
      ]),
    );
    expect((await historyOf('quotaPrizes', id)).get(prizeId)).toEqual([event('RETURNED_TO_CLOSE', { units: 1 })]);
    expect(JSON.stringify(await timelineOf(id))).not.toContain('Ana');
  });

  it('names winners as others may: masked, and of boxes only where the raffle shows who opened one', async () => {
    const id = await stage.desk.open({ quotaQuantity: 10, enableQuotaPrizes: true, showAwardedBoxes: true });
    const { token } = stage.admin;
    const { value: [prizeId = ''] = [] } = await prizes.create(id, [{ prize: 'Bike', luckyNumber: '7' }]);
    const box = (await boxes.create(token, id, { title: 'Café', quantity: 9, mode: 'PORCENTAGEM', percentage: 100 })).data.id;
    await boxes.combo(token, id, 10, 1);
    const order = await buy(id, 10);
    await decideAll(stage.server.app);
    const won = event('WON', { luckyNumber: '7', winnerName: 'Ana P.' });
    expect((await historyOf('quotaPrizes', id)).get(prizeId)).toEqual([won]);
    expect((await historyOf('quotaPrizes', id, order.token)).get(prizeId)).toEqual([{ ...won, winnerName: 'Ana Lúcia Prado' }]);
    // The box is closed: nobody hears of it.
    expect((await historyOf('awardedBoxesByRaffle', id, token)).get(box)).toEqual([]);
    const [held] = (await boxes.mine(order.token)).data.nodes;
    expect((await boxes.open(order.token, held!.id)).data.status).toBe('OPENED_PRIZE');
    expect((await historyOf('awardedBoxesByRaffle', id)).get(box)).toEqual([event('WON')]);
    await boxes.toggle(token, 'toggleAwardedBoxesWinnersVisualization', id, true);
    expect((await historyOf('awardedBoxesByRaffle', id)).get(box)).toEqual([event('WON', { winnerName: 'Ana P.' })]);
  });
});

describe('the draw in the timeline', () => {
  it('of the beacon: freeze with its hash and round, close, draw and proof', async () => {
    const id = await stage.desk.open({
      quotaQuantity: 100,
      enableQuotaPrizes: true,
      prizes: [{ title: 'Moto' }, { title: 'Phone' }],
    });
    const { value: [prizeId = ''] = [] } = await prizes.create(id, [{ prize: 'Bike', luckyNumber: '7', isLocked: true }]);
    await buy(id, 5);
    const refunded = await buy(id, 3);
    await decideAll(stage.server.app);
    await boxes.refund(stage.admin.token, refunded.id);
    await stage.desk.update(id, { status: 'CLOSED' });
    const { draw } = await stage.createWinner(id);
    await comesDue(stage.server, id);
    await decideAll(stage.server.app);
    const { dueAt } = await stage.provenDraw(id);
    const { manifestHash, round } = draw;
    expect(await timelineOf(id)).toEqual([
      { kind: 'PUBLISHED' },
      { kind: 'SALE_STARTED' },
      { kind: 'SALE_CLOSED' },
      { kind: 'QUOTAS_OF_DAY', day: today(), byHand: 5, free: 0, givenBack: 3 },
      { kind: 'FROZEN', manifestHash, round, dueAt },
      { kind: 'DRAWN', round, winners: 2 },
      { kind: 'PROOF_PUBLISHED' },
    ]);
    const [won] = (await historyOf('quotaPrizes', id)).get(prizeId) ?? [];
    expect(won).toEqual(event('WON_AT_CLOSE', { luckyNumber: '07', winnerName: 'Ana P.' }));
  });

  it('of a contest: who typed is nobody else, each entry and how it was confirmed', async () => {
    const id = await stage.desk.open({ drawMode: 'LOTERIA_FEDERAL' });
    await buy(id, 100);
    await stage.createWinner(id, aContest());
    const { contest } = (await stage.drawProof(id)).draw;
    const results = ['34567', '12348', '90211', '55603', '77129'];
    const typed = await stage.typeResults(id, results, '39');
    expect(typed.message).toBeUndefined();
    await stage.provenDraw(id);
    const told = await timelineOf(id);
    expect(told.slice(-6)).toEqual([
      { kind: 'FROZEN', manifestHash: expect.stringMatching(/^[\da-f]{64}$/), contest, dueAt: expect.any(String) },
      { kind: 'RESULTS_TYPED' },
      { kind: 'RESULTS_TYPED' },
      { kind: 'RESULTS_CONFIRMED', confirmation: 'SECOND_OPERATOR' },
      { kind: 'DRAWN', winners: 1 },
      { kind: 'PROOF_PUBLISHED' },
    ]);
    expect(told.map(({ kind }) => kind)).not.toContain('SALE_CLOSED');
  });
});
