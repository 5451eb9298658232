import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { boxIdOf, boxPlaceOf } from '../src/awarded-boxes/held-box.service.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { raffleBoxes, HELD, type BoxTerms, type HeldBoxAnswer } from './support/boxes.js';
import { startOtherProcess } from './support/other-process.js';
import { decideAll } from './support/rounds.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const boxes = forTests(() => raffleBoxes(server.graphql));
beforeAll(() => seedProviders(server));

const SURE: BoxTerms = { title: 'R$ 50', quantity: 100, prize: '50.00', mode: 'PORCENTAGEM', percentage: 100 };
const NEVER: BoxTerms = { ...SURE, isLocked: true };

async function anOrder(terms: BoxTerms, count = 3, more: object = {}) {
  const raffle = await anOpenRaffle(server, more);
  const box = (await boxes.create(admin.token, raffle.id, terms)).data;
  await boxes.combo(admin.token, raffle.id, 1, count);
  const buyer = await aCustomer(server, { name: 'Maria Aparecida da Silva' });
  return { raffleId: raffle.id, prizeId: box.id, buyer, orderId: await buy(raffle.id, buyer) };
}

async function buy(raffleId: string, buyer: { token: string }, quotaQuantity = 1): Promise<string> {
  const desk = salesDesk(server.graphql);
  const { order } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity });
  if (!order) throw new Error('nothing was sold');
  await desk.pay(admin.token, order.id);
  await decideAll(server.app);
  return order.id;
}

const mine = async (buyer: { token: string }, args = '') => (await boxes.mine(buyer.token, args)).data.nodes;

describe('a box', () => {
  it('is there with the round of its order, and tells what it holds when its buyer opens it, again and again', async () => {
    const { buyer, orderId, raffleId, prizeId } = await anOrder(SURE);
    const [first] = await mine(buyer);
    const closed = { orderId, raffleId, number: 1, status: 'UNOPENED', prize: null };
    expect(first).toEqual({ id: boxIdOf({ orderId, boxIndex: 0 }), ...closed });
    const opened = { ...first, status: 'OPENED_PRIZE', prize: { id: prizeId, title: 'R$ 50', prize: '50.00' } };
    for (let times = 0; times < 2; times++) expect((await boxes.open(buyer.token, first!.id)).data).toEqual(opened);
    expect((await mine(buyer)).map(({ status }) => status)).toEqual(['OPENED_PRIZE', 'UNOPENED', 'UNOPENED']);
  });

  it('is opened once by many who ask at once, and all are told the same', async () => {
    const { buyer, orderId } = await anOrder(SURE);
    const [box] = await mine(buyer);
    const answers = await Promise.all(Array.from({ length: 8 }, () => boxes.open(buyer.token, box!.id)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.data.status).toBe('OPENED_PRIZE');
    expect(await rowOf(orderId)).toMatchObject({ openedCount: 1 });
  });

  it('of one order can all be opened at once, each its own', async () => {
    const { buyer, orderId } = await anOrder(NEVER, 19);
    const answers = await Promise.all((await mine(buyer)).map(({ id }) => boxes.open(buyer.token, id)));
    expect(answers.map(({ data }) => [data.number, data.status])).toEqual(answers.map((_, n) => [n + 1, 'OPENED_EMPTY']));
    expect(await rowOf(orderId)).toMatchObject({ openedCount: 19, opened: new Uint8Array([255, 255, 7]) });
  });

  it("is nobody else's, and what is no box is not there either", async () => {
    const { buyer, orderId } = await anOrder(SURE);
    const [box] = await mine(buyer);
    const stranger = await aCustomer(server);
    const texts = [
      boxIdOf({ orderId, boxIndex: 3 }),
      boxIdOf({ orderId: '999999999', boxIndex: 0 }),
      orderId,
      'box',
      `${box!.id}=`,
      Buffer.from(`box:${orderId}:00`).toString('base64url'),
      Buffer.from(`box:99999999999999999999:0`).toString('base64url'),
    ];
    const nothing = await boxes.open(stranger.token, texts[1]!);
    expect(nothing).toMatchObject({ code: 'NOT_FOUND' });
    expect(await boxes.open(stranger.token, box!.id)).toEqual(nothing);
    for (const id of texts) expect([id, await boxes.open(buyer.token, id)]).toEqual([id, nothing]);
    expect(await rowOf(orderId)).toMatchObject({ openedCount: 0, opened: null });
    expect((await boxes.mine(stranger.token, `orderId: "${orderId}"`)).data).toMatchObject({ totalCount: 0, nodes: [] });
  });

  it('has an id that says where it is and can be read back', () => {
    for (const place of [
      { orderId: '1', boxIndex: 0 },
      { orderId: '987654321987654321', boxIndex: 9_999 },
    ])
      expect(boxPlaceOf(boxIdOf(place))).toEqual(place);
  });
});

const rowOf = (orderId: string) => server.app.db.prisma.orderBoxes.findUniqueOrThrow({ where: { orderId: BigInt(orderId) } });

describe('what a closed box holds', () => {
  it('is in no answer: every one is the same to the byte, but for what names the box', async () => {
    const told = await Promise.all(
      [SURE, NEVER].map(async (terms) => {
        const { buyer, orderId, raffleId, prizeId } = await anOrder(terms);
        await boxes.toggle(admin.token, 'toggleAwardedBoxesWinnersVisualization', raffleId, true);
        await boxes.toggle(admin.token, 'toggleAwardedBoxesVisualization', raffleId, true);
        const list = await boxes.mine(buyer.token);
        const summary = await server.graphql(
          'query ($id: ID!) { order(id: $id) { awardedBoxes { count opened isVoid } } }',
          { id: orderId },
          buyer,
        );
        const winners = [await boxes.winners(raffleId), await boxes.winners(raffleId, admin.token)];
        const definition = (await boxes.ofRaffle(raffleId)).data.nodes.map(({ isLocked: _1, beganLocked: _2, ...rest }) => rest);
        const refusal = await boxes.open((await aCustomer(server)).token, list.data.nodes[0]!.id);
        const text = JSON.stringify({ list, summary, winners, definition, refusal });
        const names: [string, string][] = [
          [raffleId, 'RAFFLE'],
          [prizeId, 'PRIZE'],
          [`"${orderId}"`, 'ORDER'],
        ];
        const ids = list.data.nodes.map(({ id }): [string, string] => [id, 'BOX']);
        const cursor: [string, string] = [list.data.pageInfo.endCursor!, 'CURSOR'];
        return [...ids, cursor, ...names].reduce((all, [value, name]) => all.replaceAll(value, name), text);
      }),
    );
    expect(told[0]).toBe(told[1]);
    expect(told[0]).toContain('UNOPENED');
  });

  it('is not even read: listing and refusing ask the same statements, and never for what was won', async () => {
    const names: string[][] = [];
    for (const terms of [SURE, NEVER]) {
      const { buyer } = await anOrder(terms);
      await mine(buyer);
      names.push(await statementsOf(async () => void (await mine(buyer))));
    }
    expect(names[0]).toEqual(names[1]);
    expect(names[0]).toContain('select_boxes_of_buyer');
    expect(names[0]).not.toContain('select_box_prizes');
  });

  it('takes the same statements to find out, whatever it is', async () => {
    const names: string[][] = [];
    for (const terms of [SURE, NEVER]) {
      const { buyer } = await anOrder(terms);
      const [box] = await mine(buyer);
      names.push(await statementsOf(async () => void (await boxes.open(buyer.token, box!.id))));
    }
    expect(names[0]).toEqual(names[1]);
    expect(names[0]).toContain('select_box_prizes');
  });
});

async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const names = spy.mock.calls.map(([sent]) => (sent as unknown as { name?: string }).name ?? '');
  spy.mockRestore();
  // Those of boxes: the server's workers ask now and then.
  return names.filter((name) => /box|win/.test(name));
}

describe('a refund', () => {
  it('is told to be impossible for the buyer before the purchase and with the order, and refused', async () => {
    const { buyer, orderId, raffleId } = await anOrder(NEVER);
    const { data } = await server.graphql(
      `query ($raffleId: ID!, $orderId: ID!) {
        raffle(id: $raffleId) { refundRule }
        orderPrice(raffleId: $raffleId, quotaQuantity: 1) { refundRule }
        order(id: $orderId) { refundRule }
        myOrders(first: 1) { nodes { refundRule } }
      }`,
      { raffleId, orderId },
      buyer,
    );
    const rule = { refundRule: 'NOT_BY_BUYER' };
    expect(data).toEqual({ raffle: rule, orderPrice: rule, order: rule, myOrders: { nodes: [rule] } });
    expect((await server.rest('GET', `/v1/raffles/${raffleId}`, { token: buyer.token })).body).toMatchObject(rule);
    expect((await server.rest('PATCH', `/v1/orders/${orderId}/refund`, { token: buyer.token })).body).toMatchObject({
      statusCode: 409,
      message: expect.stringContaining('taking part ends the right to give it back'),
    });
    const other = await anOpenRaffle(server);
    expect((await server.rest('GET', `/v1/raffles/${other.id}`, { token: buyer.token })).body).toMatchObject({
      refundRule: 'WITHIN_7_DAYS',
    });
  });

  it('makes boxes void that nobody opened: they cannot be opened, and nobody won', async () => {
    const { buyer, orderId, raffleId } = await anOrder(NEVER);
    const [box] = await mine(buyer);
    expect((await boxes.refund(admin.token, orderId)).data).toEqual({ status: 'REFUNDED' });
    expect(await mine(buyer)).toMatchObject([1, 2, 3].map((number) => ({ number, status: 'VOID', prize: null })));
    for (let times = 0; times < 2; times++)
      expect(await boxes.open(buyer.token, box!.id)).toMatchObject({ code: 'CONFLICT', data: undefined });
    expect((await boxes.winners(raffleId, admin.token)).data.nodes).toEqual([]);
    expect(await summaryOf(orderId)).toEqual({ count: 3, opened: 0, isVoid: true });
  });

  it.each([
    ['buyer', 'an opened'],
    ['operator', 'an opened'],
    ['operator', 'a closed'],
  ])('is refused to a %s when %s box of the order holds a prize', async (who, which) => {
    const { buyer, orderId } = await anOrder(SURE);
    if (which === 'an opened') await boxes.open(buyer.token, (await mine(buyer))[1]!.id);
    const { token } = who === 'buyer' ? buyer : admin;
    expect(await boxes.refund(token, orderId)).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(who === 'buyer' ? 'ends the right to give it back' : 'holds a prize'),
    });
    const second = which === 'an opened' ? 'OPENED_PRIZE' : 'UNOPENED';
    expect((await mine(buyer)).map(({ status }) => status)).toEqual(['UNOPENED', second, 'UNOPENED']);
    // A part would be a discount on a prize that is known.
    const part = (amount: string) =>
      server.graphql(
        'mutation ($id: ID!, $amount: Money) { refundOrder(id: $id, input: { amount: $amount }) { status } }',
        { id: orderId, amount },
        { token: admin.token, headers: { 'idempotency-key': `part-${orderId}-${amount}` } },
      );
    for (const amount of ['0.01', '0.99', '1.00']) expect((await part(amount)).errors?.[0]?.extensions.code).toBe('CONFLICT');
    expect(await server.app.db.prisma.refund.count({ where: { payment: { orderId: BigInt(orderId) } } })).toBe(0);
  });

  it('of an order whose opened boxes are empty is an operator’s to make: its buyer would play for nothing', async () => {
    const { buyer, orderId } = await anOrder(NEVER);
    await boxes.open(buyer.token, (await mine(buyer))[0]!.id);
    expect(await boxes.refund(buyer.token, orderId)).toMatchObject({ code: 'CONFLICT' });
    expect(await summaryOf(orderId)).toEqual({ count: 3, opened: 1, isVoid: false });
    expect((await boxes.refund(admin.token, orderId)).data).toEqual({ status: 'REFUNDED' });
    expect(await summaryOf(orderId)).toEqual({ count: 3, opened: 1, isVoid: true });
  });

  it('that waits for a box being opened makes it void as well', async () => {
    const { orderId } = await anOrder(NEVER);
    const opening = await startOtherProcess(server.databaseUrl);
    await opening.query(
      `UPDATE order_boxes SET opened = set_bit('\\x00'::bytea, 0, 1), opened_count = 1 WHERE order_id = ${orderId}`,
    );
    expect((await opening.commitBehind(() => boxes.refund(admin.token, orderId))).data).toEqual({ status: 'REFUNDED' });
    await opening.end();
    expect(await summaryOf(orderId)).toEqual({ count: 3, opened: 1, isVoid: true });
  });

  it('that a box being opened waits for makes it void', async () => {
    const { buyer, orderId } = await anOrder(SURE);
    const [box] = await mine(buyer);
    const refunding = await startOtherProcess(server.databaseUrl);
    await refunding.query(`UPDATE order_boxes SET void = true WHERE order_id = ${orderId}`);
    expect(await refunding.commitBehind(() => boxes.open(buyer.token, box!.id))).toMatchObject({ code: 'CONFLICT' });
    await refunding.end();
    expect(await rowOf(orderId)).toMatchObject({ openedCount: 0 });
  });

  it('of a raffle that is called off takes the boxes that won with it, and its winners', async () => {
    const { buyer, orderId, raffleId } = await anOrder(SURE);
    await boxes.open(buyer.token, (await mine(buyer))[0]!.id);
    expect((await boxes.winners(raffleId, admin.token)).data.nodes).toHaveLength(1);
    const { errors } = await server.graphql(
      'mutation ($id: ID!) { updateRaffle(id: $id, input: { status: CANCELLED, confirmRefundTotal: "1.00" }) { id } }',
      { id: raffleId },
      admin,
    );
    expect(errors).toBeUndefined();
    await expect.poll(() => summaryOf(orderId), { timeout: 10_000 }).toEqual({ count: 3, opened: 1, isVoid: true });
    expect((await boxes.winners(raffleId, admin.token)).data.nodes).toEqual([]);
    expect((await mine(buyer)).map(({ status }) => status)).toEqual(['VOID', 'VOID', 'VOID']);
  });
});

async function summaryOf(id: string) {
  const { data } = await server.graphql<{ order: { awardedBoxes: unknown } }>(
    'query ($id: ID!) { order(id: $id) { awardedBoxes { count opened isVoid } } }',
    { id },
    admin,
  );
  return data.order.awardedBoxes;
}

describe('the winners of a raffle', () => {
  it('are those who opened, masked, and shown when the raffle shows them', async () => {
    const { buyer, raffleId } = await anOrder(SURE);
    for (const { id } of (await mine(buyer)).slice(0, 2)) await boxes.open(buyer.token, id);
    expect((await boxes.winners(raffleId)).data).toEqual({ totalCount: 0, nodes: [] });
    await boxes.toggle(admin.token, 'toggleAwardedBoxesWinnersVisualization', raffleId);
    const { data } = await boxes.winners(raffleId);
    const won = { title: 'R$ 50', prize: '50.00', openedAt: expect.any(String) };
    expect(data).toEqual({ totalCount: 2, nodes: [1, 2].map(() => ({ name: 'Maria S.', ...won })) });
    expect((await boxes.winners(raffleId, admin.token)).data.nodes[0]?.name).toBe('Maria Aparecida da Silva');
    const ask =
      'query ($id: ID!, $after: String) { awardedBoxWinners(raffleId: $id, first: 1, after: $after) { nodes { openedAt } pageInfo { endCursor hasNextPage } } }';
    type Page = { awardedBoxWinners: { nodes: { openedAt: string }[]; pageInfo: { endCursor: string; hasNextPage: boolean } } };
    const first = (await server.graphql<Page>(ask, { id: raffleId })).data.awardedBoxWinners;
    expect(first.nodes[0]?.openedAt).toBe(data.nodes[0]?.openedAt);
    const rest = (await server.graphql<Page>(ask, { id: raffleId, after: first.pageInfo.endCursor })).data.awardedBoxWinners;
    expect([rest.nodes[0]?.openedAt, rest.pageInfo.hasNextPage]).toEqual([data.nodes[1]?.openedAt, false]);
  });
});

describe("a buyer's boxes", () => {
  it('are listed by the page, the newest order first, each order in turn', async () => {
    const { raffleId, buyer, orderId } = await anOrder(NEVER, 5);
    const other = await buy(raffleId, buyer);
    const elsewhere = await anOpenRaffle(server);
    await boxes.combo(admin.token, elsewhere.id, 1, 1);
    const last = await buy(elsewhere.id, buyer);
    const all = [[last, 1], ...[other, orderId].flatMap((id) => [1, 2, 3, 4, 5].map((number) => [id, number]))];
    for (const first of [1, 2, 5, 11, 12]) {
      const found: unknown[] = [];
      let after = '';
      for (let isMore = true; isMore;) {
        const { data } = await boxes.mine(buyer.token, `first: ${first}${after}`);
        found.push(...data.nodes.map((box) => [box.orderId, box.number]));
        expect(data.totalCount).toBe(11);
        expect(data.nodes.length).toBeLessThanOrEqual(first);
        isMore = data.pageInfo.hasNextPage;
        after = `, after: "${data.pageInfo.endCursor}"`;
      }
      expect([first, found]).toEqual([first, all]);
    }
    expect((await boxes.mine(buyer.token, `raffleId: "${raffleId}"`)).data.totalCount).toBe(10);
    expect((await mine(buyer, `raffleId: "${elsewhere.id}"`)).map((box) => box.orderId)).toEqual([last]);
    expect((await boxes.mine(buyer.token, `orderId: "${other}", first: 2`)).data).toMatchObject({
      totalCount: 5,
      nodes: [{ orderId: other }, { orderId: other }],
    });
    for (const args of ['orderId: "x"', `orderId: "${last}", raffleId: "${raffleId}"`])
      expect(await mine(buyer, args)).toEqual([]);
  });

  it('cost an order nothing that has none', async () => {
    const { id } = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    expect(await summaryOf(await buy(id, buyer))).toEqual({ count: 0, opened: 0, isVoid: false });
    expect(await mine(buyer)).toEqual([]);
  });
});

it('are opened over REST by the same rules', async () => {
  const { buyer } = await anOrder(SURE);
  const { body } = await server.rest('GET', '/v1/awarded-boxes/mine?first=1', { token: buyer.token });
  const [box] = body.data as HeldBoxAnswer[];
  expect(Object.keys(box!)).toEqual(HELD.replace(/ \{.*/, '').split(' '));
  const opened = await server.rest('PATCH', `/v1/awarded-boxes/${box!.id}/open`, { token: buyer.token });
  expect(opened).toMatchObject({ status: 200, body: { id: box!.id, status: 'OPENED_PRIZE', prize: { title: 'R$ 50' } } });
  expect((await server.rest('PATCH', '/v1/awarded-boxes/none/open', { token: buyer.token })).status).toBe(404);
});

describe('the database refuses', () => {
  const run = (text: string) => server.app.db.pool.query(text);

  it('a unit that there is not, one given twice, a box with two, and what is of another raffle', async () => {
    const { orderId, raffleId, prizeId } = await anOrder({ ...NEVER, quantity: 2 });
    const other = await anOrder(NEVER);
    const won = (box: number, unit: number, quantity = 2, raffle = raffleId, prize = prizeId) =>
      `INSERT INTO box_wins (order_id, box_index, raffle_id, prize_id, unit, quantity) VALUES (${orderId}, ${box}, '${raffle}', '${prize}', ${unit}, ${quantity})`;
    await run(won(0, 0));
    await expect(run(won(1, 2))).rejects.toThrow(/box_wins_unit_check/);
    await expect(run(won(1, -1))).rejects.toThrow(/box_wins_unit_check/);
    await expect(run(won(1, 2, 3))).rejects.toThrow(/box_wins_prize_id_raffle_id_quantity_fkey/);
    await expect(run(won(1, 0))).rejects.toThrow(/box_wins_prize_id_unit_key/);
    await expect(run(won(0, 1))).rejects.toThrow(/box_wins_pkey/);
    await expect(run(won(1, 0, 100, raffleId, other.prizeId))).rejects.toThrow(/fkey/);
    await expect(run(won(1, 0, 100, other.raffleId, other.prizeId))).rejects.toThrow(/box_wins_order_id_raffle_id_fkey/);
    await expect(run(`UPDATE awarded_boxes SET given = 3 WHERE id = '${prizeId}'`)).rejects.toThrow(/awarded_boxes_given_check/);
  });

  it('a change of what decides, once there is a sale', async () => {
    const { raffleId, prizeId } = await anOrder(NEVER);
    for (const set of ['quantity = 99', 'percentage = 1', 'release_at = 1', 'is_locked = false', `title = 'x'`, 'position = 9'])
      await expect(run(`UPDATE awarded_boxes SET ${set} WHERE id = '${prizeId}'`)).rejects.toThrow(
        /cannot change after the first sale/,
      );
    await expect(run(`DELETE FROM awarded_boxes WHERE id = '${prizeId}'`)).rejects.toThrow(/cannot change after the first sale/);
    for (const set of ['quantity_titles = 2', 'quantity_boxes = 2'])
      await expect(run(`UPDATE awarded_box_combos SET ${set} WHERE raffle_id = '${raffleId}'`)).rejects.toThrow(
        /cannot change after/,
      );
    await expect(run(`DELETE FROM awarded_box_combos WHERE raffle_id = '${raffleId}'`)).rejects.toThrow(/cannot change after/);
    await expect(run(`UPDATE raffles SET acumulative_combo = true WHERE id = '${raffleId}'`)).rejects.toThrow(
      /cannot change after/,
    );
    await run(`UPDATE awarded_boxes SET standing = 'UNLOCKED' WHERE id = '${prizeId}'`);
  });

  it('to close a box, to open a void one, and to count what is open wrongly', async () => {
    const { orderId, buyer } = await anOrder(NEVER);
    await boxes.open(buyer.token, (await mine(buyer))[0]!.id);
    const set = (what: string) => run(`UPDATE order_boxes SET ${what} WHERE order_id = ${orderId}`);
    await expect(set('opened = NULL, opened_count = 0')).rejects.toThrow(/stay open/);
    await expect(set('opened_count = 2')).rejects.toThrow(/order_boxes_opened_check/);
    await set('void = true');
    await expect(set(`opened = '\\x03', opened_count = 2`)).rejects.toThrow(/stay open/);
    await expect(set('void = false')).rejects.toThrow(/stay open/);
  });
});
