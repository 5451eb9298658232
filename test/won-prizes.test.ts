import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { settlePayment } from '../src/payments/settle.js';
import { lapsePrizes } from '../src/won-prizes/lapse-prizes.js';
import { registerWins } from '../src/prizes/register-wins.js';
import type { ProviderRefund } from '../src/payment-providers/adapters/adapter.js';
import { refundCancelledRaffles } from '../src/refunds/cancelled-raffles.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { expectEventsAsDescribed } from './support/event-contract.js';
import { bankTakesBack } from './support/refunds.js';
import { restClient } from './support/rest-contract.js';
import { raffleBoxes, type BoxTerms } from './support/boxes.js';
import { comesDue, startDrawStage } from './support/draw-stage.js';
import { quotaPrizeDesk } from './support/quota-prizes.js';
import { decideAll } from './support/rounds.js';
import { anOpenRaffle, salesDesk } from './support/sales.js';
import { aPayment } from './support/transition-stage.js';
import { forTests } from './support/start.js';
import { aWonPrize } from './support/won-prizes.js';
import { hashPassword } from '../src/platform/passwords.js';
import { anUploadedFile } from './support/uploaded-file.js';
import { withoutTriggers } from './support/without-triggers.js';
import { anEndpoint } from './support/webhook-inbox.js';

const stage = forTests(startDrawStage);
const boxes = forTests(() => raffleBoxes(stage.server.graphql));
beforeAll(() => anEndpoint(stage.server, 'http://127.0.0.1:9/hooks'));

const SURE: BoxTerms = { title: 'R$ 50', quantity: 100, prize: '50.00', mode: 'PORCENTAGEM', percentage: 100 };

const rowsOf = (raffleId: string) =>
  stage.server.app.db.prisma.wonPrize.findMany({ where: { raffleId }, orderBy: [{ kind: 'asc' }, { unit: 'asc' }] });

/** What was sent of the raffle's wins. */
async function told(raffleId: string) {
  const events = await stage.server.app.db.prisma.webhookEvent.findMany({ where: { type: 'prize.won' }, orderBy: { id: 'asc' } });
  return events
    .map(({ body }) => JSON.parse(body).data)
    .filter((data) => data.raffleId === raffleId)
    .sort((one, other) => (one.wonPrizeId < other.wonPrizeId ? -1 : 1));
}

async function buy(raffleId: string, buyer: { token: string }, quotaQuantity = 1): Promise<string> {
  const desk = salesDesk(stage.server.graphql);
  const { order } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity });
  if (!order) throw new Error('nothing was sold');
  await desk.pay(stage.admin.token, order.id);
  await decideAll(stage.server.app);
  return order.id;
}

const FIELDS = `id kind title value luckyNumber boxNumber orderId state shownAt lapsesAt claimedAt contactedAt deliveredAt lapsedAt
  returnedAt receipt { note pictureUrl } winner { name }`;

const ask = async (token: string, document: string, variables: object = {}) => {
  const { data, errors } = await stage.server.graphql(document, { ...variables }, { token });
  return { ...data, error: errors?.[0]?.extensions, message: errors?.[0]?.message };
};
const act = (token: string, name: string, id: string, more = '') =>
  ask(token, `mutation ($id: ID!) { prize: ${name}(id: $id${more}) { ${FIELDS} } }`, { id });
const mine = async ({ token }: { token: string }): Promise<any[]> =>
  (await ask(token, `{ myWonPrizes { nodes { ${FIELDS} } } }`)).myWonPrizes.nodes;
const register = async (filter: string, token = stage.admin.token): Promise<any[]> =>
  (await ask(token, `{ wonPrizes(filter: { ${filter} }) { nodes { ${FIELDS} } } }`)).wonPrizes.nodes;
const audited = async (id: string) =>
  (await stage.server.app.db.prisma.auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } })).map(
    ({ action, details }) => [action, details],
  );
/** As if its term had ended a second ago. */
const termEnds = (id: string) =>
  withoutTriggers(stage.server, `UPDATE won_prizes SET lapses_at = now() - interval '1 second' WHERE id = '${id}'`);

const refund = (id: string) => ask(stage.admin.token, 'mutation ($id: ID!) { refundOrder(id: $id) { status } }', { id });

describe('what is won is owed', () => {
  it('of the draw: each prize to its winner, from the draw on', async () => {
    const { id, orders } = await stage.aClosedRaffle([5, 5], { prizes: [{ title: 'Moto' }, { title: 'Bike' }] });
    await stage.createWinner(id);
    expect(await rowsOf(id)).toEqual([]);
    await comesDue(stage.server, id);
    await stage.work();
    const { draw } = await stage.drawProof(id, stage.admin.token);
    const rows = await rowsOf(id);
    expect(rows.map(({ kind, unit, title, state }) => [kind, unit, title, state])).toEqual([
      ['DRAW', 1, 'Moto', 'WON'],
      ['DRAW', 2, 'Bike', 'WON'],
    ]);
    expect(rows.map(({ orderId }) => String(orderId))).toEqual(draw?.winners.map(({ orderId }: { orderId: string }) => orderId));
    expect(orders.length).toBe(2);
    for (const { wonAt, shownAt, lapsesAt } of rows)
      expect([shownAt, lapsesAt]).toEqual([wonAt, new Date(wonAt.getTime() + 180 * 86_400_000)]);
    expect(await told(id)).toEqual(
      rows.map(({ id: wonPrizeId, title, userId }) =>
        expect.objectContaining({ wonPrizeId, kind: 'DRAW', title, userId, value: null }),
      ),
    );
  });

  it('of a quota prize: with its number, when its order is decided', async () => {
    const raffle = await anOpenRaffle(stage.server, { quotaQuantity: 10, enableQuotaPrizes: true });
    const prizes = quotaPrizeDesk(stage.server.graphql, stage.admin.token);
    const { value: [prizeId] = [] } = await prizes.create(raffle.id, [{ luckyNumber: '7', prize: 'Café' }]);
    const orderId = await buy(raffle.id, await aCustomer(stage.server), 10);
    expect(await rowsOf(raffle.id)).toMatchObject([
      { kind: 'QUOTA_PRIZE', prizeId, unit: 0, title: 'Café', number: 7, orderId: BigInt(orderId), value: null },
    ]);
    expect(await told(raffle.id)).toMatchObject([{ luckyNumber: '7', orderId, boxNumber: null, atClose: false }]);
  });

  it('of a box: with its value, and nobody is told before the box is opened', async () => {
    const raffle = await anOpenRaffle(stage.server);
    await boxes.create(stage.admin.token, raffle.id, SURE);
    await boxes.combo(stage.admin.token, raffle.id, 1, 2);
    const buyer = await aCustomer(stage.server);
    const orderId = await buy(raffle.id, buyer);
    const owed = await rowsOf(raffle.id);
    expect(owed).toMatchObject([
      { kind: 'BOX', unit: 0, boxIndex: 0, value: 5_000n, orderId: BigInt(orderId), shownAt: null },
      { kind: 'BOX', unit: 1, boxIndex: 1, value: 5_000n, orderId: BigInt(orderId), shownAt: null },
    ]);
    expect(await told(raffle.id)).toEqual([]);
    const [, second] = (await boxes.mine(buyer.token)).data.nodes;
    for (let times = 0; times < 2; times++) await boxes.open(buyer.token, second!.id);
    expect(await told(raffle.id)).toMatchObject([{ wonPrizeId: owed[1]!.id, boxNumber: 2, value: '50.00' }]);
    expect((await rowsOf(raffle.id)).map(({ shownAt }) => shownAt === null)).toEqual([true, false]);
  });

  it('at most once, as it was won, whatever the service does', async () => {
    const raffle = await anOpenRaffle(stage.server);
    await boxes.create(stage.admin.token, raffle.id, SURE);
    await boxes.combo(stage.admin.token, raffle.id, 1, 1);
    await buy(raffle.id, await aCustomer(stage.server));
    const [row] = await rowsOf(raffle.id);
    const again = stage.server.app.db.prisma.wonPrize.create({ data: { ...row!, id: raffle.id } });
    await expect(again).rejects.toThrow(/unique/i);
    const refused = async (statement: string, reason: RegExp): Promise<void> => {
      const client = new pg.Client({ connectionString: stage.server.app.config.databaseUrl });
      await client.connect();
      await expect(client.query(statement, [row!.id])).rejects.toThrow(reason);
      await client.end();
    };
    for (const change of ['value = 1', 'order_id = order_id + 1', "title = 'Moto'", 'lapses_at = now()', 'won_at = lapses_at'])
      await refused(`UPDATE won_prizes SET ${change} WHERE id = $1`, /stays as it was won/);
    await refused('DELETE FROM won_prizes WHERE id = $1', /stays as it was won/);
    const early = "UPDATE won_prizes SET state = 'LAPSED', lapsed_at = lapses_at - interval '1 second' WHERE id = $1";
    await refused(early, /lapse_check/);
  });
});

describe('a prize', () => {
  it('is told of, delivered with a receipt, and its winner sees all of it', async () => {
    const raffle = await anOpenRaffle(stage.server);
    const buyer = await aCustomer(stage.server, { name: 'Maria Aparecida da Silva' });
    const { id } = await aWonPrize(stage.server, raffle.id, { userId: buyer.id });
    const support = await anAdmin(stage.server, 'SUPPORT');
    for (let times = 0; times < 2; times++)
      expect((await act(support.token, 'contactPrizeWinner', id)).prize).toMatchObject({ state: 'CONTACTED', deliveredAt: null });
    expect((await act(support.token, 'deliverPrize', id, ', input: { note: "PIX" }')).error).toMatchObject({ code: 'FORBIDDEN' });
    const finance = await anAdmin(stage.server, 'FINANCE');
    const empty = await act(finance.token, 'deliverPrize', id, ', input: { note: " " }');
    expect(empty.error).toMatchObject({ code: 'BAD_USER_INPUT', fields: { note: [expect.any(String)] } });
    const unknown = await act(finance.token, 'deliverPrize', id, `, input: { fileId: "${raffle.id}" }`);
    expect(unknown.error).toMatchObject({ code: 'BAD_USER_INPUT', fields: { fileId: [expect.any(String)] } });
    for (let times = 0; times < 2; times++)
      expect((await act(finance.token, 'deliverPrize', id, ', input: { note: "PIX E1" }')).prize).toMatchObject({
        state: 'DELIVERED',
        receipt: { note: 'PIX E1', pictureUrl: null },
      });
    expect((await act(finance.token, 'deliverPrize', id, ', input: { note: "PIX E2" }')).error).toMatchObject({
      code: 'CONFLICT',
    });
    expect(await mine(buyer)).toMatchObject([
      { id, value: '50.00', state: 'DELIVERED', receipt: { note: 'PIX E1' }, winner: { name: 'Maria Aparecida da Silva' } },
    ]);
    expect(await audited(id)).toEqual([
      ['contactPrizeWinner', { stateBefore: 'WON' }],
      ['deliverPrize', { stateBefore: 'CONTACTED', note: 'PIX E1', fileId: null }],
    ]);
  });

  it('is delivered with a picture, which then stays', async () => {
    const { prisma } = stage.server.app.db;
    const { id } = await aWonPrize(stage.server, (await anOpenRaffle(stage.server)).id);
    const file = await prisma.uploadedFile.create({ data: anUploadedFile(stage.admin.id) });
    const { prize } = await act(stage.admin.token, 'deliverPrize', id, `, input: { fileId: "${file.id}" }`);
    expect(prize.receipt).toEqual({ note: null, pictureUrl: expect.stringContaining(`/files/${file.name}-`) });
    const removed = await ask(stage.admin.token, 'mutation ($id: ID!) { deleteFile(id: $id) { id } }', { id: file.id });
    expect(removed.error).toMatchObject({ code: 'CONFLICT' });
    expect(await prisma.uploadedFile.count({ where: { id: file.id } })).toBe(1);
  });

  it('is delivered by mistake: it is owed again, and the log keeps what was entered', async () => {
    const { id } = await aWonPrize(stage.server, (await anOpenRaffle(stage.server)).id);
    await act(stage.admin.token, 'deliverPrize', id, ', input: { note: "PIX E3" }');
    expect((await act(stage.admin.token, 'reopenWonPrize', id, ', reason: " "')).error).toMatchObject({ code: 'BAD_USER_INPUT' });
    for (let times = 0; times < 2; times++)
      expect((await act(stage.admin.token, 'reopenWonPrize', id, ', reason: "another winner"')).prize).toMatchObject({
        state: 'WON',
        receipt: null,
        deliveredAt: null,
      });
    expect((await audited(id)).at(-1)).toEqual([
      'reopenWonPrize',
      { stateBefore: 'DELIVERED', reason: 'another winner', note: 'PIX E3', fileId: null },
    ]);
    // Who had it in their hands has claimed it: an operator cannot let it lapse like this.
    await termEnds(id);
    await lapsePrizes(stage.server.app);
    expect(await register(`raffleId: "${(await rowOf(id)).raffleId}"`)).toMatchObject([{ id, state: 'WON' }]);
  });

  it('lapses at its term, never before, and not when its winner has claimed it', async () => {
    const raffle = await anOpenRaffle(stage.server);
    const buyer = await aCustomer(stage.server);
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push((await aWonPrize(stage.server, raffle.id, { userId: buyer.id })).id);
    const [early, claimed, delivered, late] = ids as [string, string, string, string];
    for (let times = 0; times < 2; times++)
      expect((await act(buyer.token, 'claimWonPrize', claimed)).prize.claimedAt).toEqual(expect.any(String));
    expect((await act((await aCustomer(stage.server)).token, 'claimWonPrize', late)).error).toMatchObject({ code: 'NOT_FOUND' });
    await act(stage.admin.token, 'deliverPrize', delivered, ', input: { note: "PIX" }');
    await act(stage.admin.token, 'contactPrizeWinner', late);
    for (const id of [claimed, delivered, late]) await termEnds(id);
    await lapsePrizes(stage.server.app);
    const states = Object.fromEntries((await mine(buyer)).map(({ id, state }) => [id, state]));
    expect(states).toEqual({ [early]: 'WON', [claimed]: 'WON', [delivered]: 'DELIVERED', [late]: 'LAPSED' });
    expect((await act(buyer.token, 'claimWonPrize', late)).message).toMatch(/lapsed on \d{4}-/);
    expect((await act(stage.admin.token, 'deliverPrize', late, ', input: { note: "PIX" }')).error).toMatchObject({
      code: 'CONFLICT',
    });
    expect((await act(stage.admin.token, 'reopenWonPrize', late, ', reason: "by courtesy"')).prize).toMatchObject({
      state: 'WON',
    });
    await lapsePrizes(stage.server.app);
    expect(await register(`raffleId: "${raffle.id}", state: LAPSED`)).toEqual([]);
    await expectEventsAsDescribed(stage.server, ['prize.delivered', 'prize.lapsed', 'prize.won']);
  });
});

const rowOf = (id: string) => stage.server.app.db.prisma.wonPrize.findUniqueOrThrow({ where: { id } });

describe('a prize in a closed box', () => {
  /** An order with two boxes, of which the first holds a prize. */
  async function aWinner(terms: object = {}) {
    const raffle = await anOpenRaffle(stage.server);
    await boxes.create(stage.admin.token, raffle.id, { ...SURE, quantity: 1, ...terms });
    await boxes.combo(stage.admin.token, raffle.id, 1, 2);
    const buyer = await aCustomer(stage.server);
    return { raffleId: raffle.id, buyer, orderId: await buy(raffle.id, buyer) };
  }

  it('is seen by operators, and by nobody else before it is opened: no list, id, or export tells of it', async () => {
    const winner = await aWinner();
    const loser = await aWinner({ isLocked: true });
    const [owed] = await register(`raffleId: "${winner.raffleId}"`);
    expect(owed).toMatchObject({ boxNumber: 1, shownAt: null, value: '50.00', orderId: winner.orderId });
    for (const { buyer } of [winner, loser]) expect(await mine(buyer)).toEqual([]);
    const read = (id: string) => ask(winner.buyer.token, `query ($id: ID!) { wonPrize(id: $id) { id } }`, { id });
    const nothing = await read(winner.raffleId);
    expect(nothing.error).toMatchObject({ code: 'NOT_FOUND' });
    expect(await read(owed.id)).toEqual(nothing);
    expect((await act(winner.buyer.token, 'claimWonPrize', owed.id)).message).toBe(nothing.message);
    const exported = await stage.server.rest('GET', '/v1/users/profile/data', { token: winner.buyer.token });
    expect(exported.body.wonPrizes).toEqual([]);

    const [first] = (await boxes.mine(winner.buyer.token)).data.nodes;
    await boxes.open(winner.buyer.token, first!.id);
    expect(await mine(winner.buyer)).toMatchObject([{ id: owed.id, boxNumber: 1, state: 'WON' }]);
    const after = await stage.server.rest('GET', '/v1/users/profile/data', { token: winner.buyer.token });
    expect(after.body.wonPrizes).toMatchObject([{ title: 'R$ 50', value: '50.00', state: 'WON' }]);
  });

  it('keeps its order from being refunded by an operator; an order that won nothing is', async () => {
    const winner = await aWinner();
    const loser = await aWinner({ isLocked: true });
    expect((await refund(winner.orderId)).message).toMatch(/holds a prize that it won/);
    expect((await refund(loser.orderId)).refundOrder).toEqual({ status: 'REFUNDED' });
    expect(await register(`raffleId: "${winner.raffleId}"`)).toMatchObject([{ state: 'WON' }]);
  });

  it('goes to the close when the bank takes the money back, also after it was delivered; a second winner is owed it then', async () => {
    const { raffleId, orderId } = await aWinner();
    const [owed] = await register(`raffleId: "${raffleId}"`);
    await act(stage.admin.token, 'deliverPrize', owed.id, ', input: { note: "PIX" }');
    await bankTakesBack(stage.server, orderId);
    const [returned] = await register(`raffleId: "${raffleId}", state: RETURNED_TO_CLOSE`);
    expect(returned).toMatchObject({ id: owed.id, deliveredAt: expect.any(String), returnedAt: expect.any(String) });
    expect((await act(stage.admin.token, 'reopenWonPrize', owed.id, ', reason: "no"')).message).toMatch(/took back/);

    const other = await buy(raffleId, await aCustomer(stage.server));
    const { prizeId, unit } = await rowOf(owed.id);
    const again = { kind: 'BOX', prizeId, unit, orderId: other, atClose: true, isShown: true } as const;
    await stage.server.app.db.transaction((tx) => registerWins(stage.server.app, tx, raffleId, [again]));
    expect(await register(`raffleId: "${raffleId}", state: WON`)).toMatchObject([{ orderId: other, boxNumber: null }]);
  });

  it.each<[ProviderRefund['initiatedBy'], 'before' | 'after', object]>([
    ['RECEIVER', 'before', { order: 'PAID', prize: 'WON', audited: 'bankReturnNeedsDecision' }],
    ['RECEIVER', 'after', { order: 'PAID', prize: 'WON', audited: 'bankReturnNeedsDecision' }],
    ['BANK', 'before', { order: 'REFUNDED', prize: 'RETURNED_TO_CLOSE', audited: 'orderVoidedByBankReturn' }],
    ['BANK', 'after', { order: 'REFUNDED', prize: 'RETURNED_TO_CLOSE', audited: 'orderVoidedByBankReturn' }],
  ])('whose money the %s returns at the provider %s the round', async (initiatedBy, when, expected) => {
    const { app } = stage.server;
    const { id: raffleId } = await anOpenRaffle(stage.server);
    await boxes.create(stage.admin.token, raffleId, { ...SURE, quantity: 1 });
    await boxes.combo(stage.admin.token, raffleId, 1, 2);
    const input = { raffleId, quotaQuantity: 1 };
    const { order } = await salesDesk(stage.server.graphql).buyWithoutGateway((await aCustomer(stage.server)).token, input);
    const orderId = BigInt(order!.id);
    const { txid } = await app.db.prisma.charge.findFirstOrThrow({ where: { orderId } });
    const payment = aPayment({ txid });
    await settlePayment(app, 'static', payment, 'CALLBACK');
    if (when === 'after') await decideAll(app);
    const returned = { refundId: 'D1', amountCentavos: 100n, status: 'RETURNED', initiatedBy } as const;
    await settlePayment(app, 'static', { ...payment, refunds: [returned] }, 'CALLBACK');
    await decideAll(app);
    const { status } = await app.db.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
    const [prize] = await register(`raffleId: "${raffleId}"`);
    expect({ order: status, prize: prize.state, audited: (await audited(String(orderId))).at(-1)?.[0] }).toEqual(expected);
  });

  it('stays owed when the raffle is called off and the money goes back, and its buyer, who cannot open the box, is told', async () => {
    const { raffleId, buyer, orderId } = await aWinner();
    const { prisma } = stage.server.app.db;
    await prisma.raffle.update({ where: { id: raffleId }, data: { status: 'CANCELLED', refundedUpTo: 0n } });
    await refundCancelledRaffles(stage.server.app);
    expect(await prisma.order.findUniqueOrThrow({ where: { id: BigInt(orderId) } })).toMatchObject({ status: 'REFUNDED' });
    expect(await register(`raffleId: "${raffleId}"`)).toMatchObject([{ state: 'WON' }]);
    expect(await mine(buyer)).toMatchObject([{ title: 'R$ 50', state: 'WON' }]);
    expect(await told(raffleId)).toMatchObject([{ orderId, value: '50.00' }]);
  });
});

describe('the register', () => {
  it('is filtered, is paged, and sums what is owed, over GraphQL and REST', async () => {
    const raffle = await anOpenRaffle(stage.server);
    const kinds = [
      {},
      { kind: 'QUOTA_PRIZE', value: null, boxIndex: null, number: 7 },
      { kind: 'DRAW', prizeId: null, value: null, boxIndex: null, unit: 1 },
      { unit: 1 },
    ] as const;
    const made = [];
    for (const more of kinds) made.push(await aWonPrize(stage.server, raffle.id, more));
    await act(stage.admin.token, 'deliverPrize', made[3]!.id, ', input: { note: "PIX" }');
    const of = `raffleId: "${raffle.id}"`;
    const idsOf = async (filter: string) => (await register(`${of}, ${filter}`)).map(({ id }) => id);
    expect(await idsOf('kind: BOX')).toEqual([made[3]!.id, made[0]!.id]);
    expect(await idsOf('state: DELIVERED')).toEqual([made[3]!.id]);
    expect(await idsOf('kind: DRAW, state: DELIVERED')).toEqual([]);
    expect(await idsOf(`from: "${made[1]!.wonAt.toISOString()}", to: "${made[2]!.wonAt.toISOString()}"`)).toContain(made[1]!.id);
    const paged = await ask(
      stage.admin.token,
      `{ wonPrizes(filter: { ${of} }, orderBy: OLDEST_FIRST, first: 2) { totalCount nodes { id } pageInfo { hasNextPage } } }`,
    );
    expect(paged.wonPrizes).toEqual({
      totalCount: 4,
      nodes: [{ id: made[0]!.id }, { id: made[1]!.id }],
      pageInfo: { hasNextPage: true },
    });

    const rest = restClient(stage.server);
    const { token } = stage.admin;
    const owed = await rest('GET /v1/won-prizes/owed', { token, query: `raffleId=${raffle.id}` });
    expect(owed.body).toEqual({ count: 3, valued: 1, value: '50.00' });
    const listed = await rest('GET /v1/won-prizes', { token, query: `raffleId=${raffle.id}&kind=QUOTA_PRIZE` });
    expect(listed.body.data).toMatchObject([{ id: made[1]!.id, luckyNumber: '007', winner: { cpf: expect.any(String) } }]);
    const delivered = await rest('PATCH /v1/won-prizes/{id}/deliver', {
      token,
      params: { id: made[0]!.id },
      body: { note: 'PIX' },
    });
    expect(delivered).toMatchObject({ status: 200, body: { state: 'DELIVERED', receipt: { note: 'PIX' } } });
    const buyer = await aCustomer(stage.server);
    expect((await rest('GET /v1/won-prizes', { token: buyer.token })).status).toBe(403);
  });

  it('is a file for a spreadsheet, for those who may move money; each export is audited', async () => {
    const raffle = await anOpenRaffle(stage.server);
    const formula = await aCustomer(stage.server, { name: '=1+1' });
    const { id, orderId } = await aWonPrize(stage.server, raffle.id, { userId: formula.id });
    await aWonPrize(stage.server, raffle.id, { kind: 'QUOTA_PRIZE', value: null, boxIndex: null, number: 7, title: 'Moto' });
    const download = (token: string, raffleId = raffle.id) =>
      fetch(`${stage.server.url}/v1/raffles/${raffleId}/won-prizes.csv`, { headers: { authorization: `Bearer ${token}` } });
    const refused = [await anAdmin(stage.server, 'SUPPORT'), formula].map(({ token }) => download(token));
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([403, 403]);
    const { token } = await anAdmin(stage.server, 'FINANCE');
    expect((await download(token, formula.id)).status).toBe(404);
    const answer = await download(token);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const [head, first, second] = (await answer.text()).split('\r\n');
    expect(head?.split(';').slice(0, 6)).toEqual(['id', 'kind', 'title', 'value', 'luckyNumber', 'boxNumber']);
    expect(first?.split(';').slice(1, 6)).toEqual(['QUOTA_PRIZE', 'Moto', '', '007', '']);
    expect(second?.split(';').slice(0, 8)).toEqual([id, 'BOX', 'R$ 50', '50,00', '', '1', String(orderId), "'=1+1"]);
    expect(await audited(raffle.id)).toEqual([['exportWonPrizes', {}]]);
  });

  it('of a closed box stands in the refusal to an operator who deletes its buyer, and not in the one to a buyer who leaves', async () => {
    const raffle = await anOpenRaffle(stage.server);
    const buyer = await aCustomer(stage.server);
    const { prisma } = stage.server.app.db;
    await aWonPrize(stage.server, raffle.id, { userId: buyer.id, shownAt: null });
    await prisma.raffle.update({ where: { id: raffle.id }, data: { status: 'CANCELLED' } });
    const password = 'correct horse battery';
    await prisma.user.update({ where: { id: buyer.id }, data: { passwordHash: await hashPassword(password) } });
    const { tokenVersion } = await prisma.user.findUniqueOrThrow({ where: { id: buyer.id } });
    const { accessToken } = stage.server.app.tokens.issue('USER', buyer.id, tokenVersion);
    const remove = 'mutation ($id: ID!) { deleteUser(id: $id) { id } }';
    expect((await ask(stage.admin.token, remove, { id: buyer.id })).message).toMatch(/owed to this person: "R\$ 50"/);
    const leave = 'mutation ($password: String!) { deleteMyAccount(currentPassword: $password) { id } }';
    expect((await ask(accessToken, leave, { password })).message).toBeUndefined();
  });

  it('keeps a person to whom a prize is owed', async () => {
    const raffle = await anOpenRaffle(stage.server);
    const buyer = await aCustomer(stage.server);
    const { id } = await aWonPrize(stage.server, raffle.id, { userId: buyer.id });
    await stage.server.app.db.prisma.raffle.update({ where: { id: raffle.id }, data: { status: 'CANCELLED' } });
    const remove = () => ask(stage.admin.token, 'mutation ($id: ID!) { deleteUser(id: $id) { id } }', { id: buyer.id });
    expect((await remove()).message).toMatch(/Prizes are owed to this person: "R\$ 50"/);
    await act(stage.admin.token, 'deliverPrize', id, ', input: { note: "PIX" }');
    expect((await remove()).error).toBeUndefined();
    expect(await register(`raffleId: "${raffle.id}"`)).toMatchObject([
      { id, receipt: { note: '***' }, winner: { name: 'Anônimo' } },
    ]);
  });
});
