import { describe, expect, it } from 'vitest';
import { type BlockLeaf, commitmentOf, decodeLeaf, encodeLeaf } from '../src/proof/book.js';
import { LEAF_BYTES } from '../src/proof/limits.js';
import { replayBook } from '../src/proof/book-replay.js';
import { fromHex, toHex } from '../src/proof/bytes.js';
import { isConsistent } from '../src/proof/consistency.js';
import { merkleTree } from '../src/proof/merkle.js';
import { verifyReceipt } from '../src/proof/verify-receipt.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { raffleBoxes } from './support/boxes.js';
import { eventually } from './support/eventually.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { connect } from './support/subscribe.js';
import { withoutTriggers } from './support/without-triggers.js';

const server = forTests(async () => {
  const started = await startTestServer();
  await seedProviders(started);
  return started;
});

interface Head {
  raffleId: string;
  size: number;
  root: string;
  at: string | null;
  composition: { pix: number; byHand: number; free: number; givenBack: number };
}
interface Receipt {
  raffleId: string;
  orderId: string;
  index: number;
  leaf: string;
  salt: string;
  path: string[];
  head: Head;
  round: number | null;
  roundDueAt: string | null;
  isVoid: boolean;
}

const HEAD = 'raffleId size root at composition { pix byHand free givenBack }';
interface Answered<Value> {
  value: Value;
  code: string | undefined;
  fields: Record<string, string[]> | undefined;
}
const ask = async (query: string, variables: Record<string, unknown>, token?: string): Promise<Answered<any>> => {
  const { data, errors } = await server.graphql(query, variables, { token });
  const { code, fields } = errors?.[0]?.extensions ?? {};
  return { value: data?.value, code, fields };
};
const headOf = (raffleId: string, size?: number, token?: string): Promise<Answered<Head>> =>
  ask(
    `query ($raffleId: ID!, $size: Int) { value: bookHead(raffleId: $raffleId, size: $size) { ${HEAD} } }`,
    { raffleId, size },
    token,
  );
const headsOf = async (raffleId: string, page = ''): Promise<{ nodes: Head[]; totalCount: number }> => {
  const query = `query ($raffleId: ID!) { value: bookHeads(raffleId: $raffleId${page}) { totalCount nodes { ${HEAD} } } }`;
  return (await ask(query, { raffleId })).value;
};
const consistencyOf = (raffleId: string, from: number, to: number): Promise<Answered<{ path: string[] }>> =>
  ask(
    `query ($raffleId: ID!, $from: Int!, $to: Int!) { value: bookConsistency(raffleId: $raffleId, from: $from, to: $to) { path } }`,
    { raffleId, from, to },
  );
const leavesOf = async (raffleId: string, from = 0, count = 1024) => {
  const { value, ...rest } = await ask(
    `query ($raffleId: ID!, $from: Int!, $count: Int!) {
      value: bookLeaves(raffleId: $raffleId, from: $from, count: $count) { count bytes } }`,
    { raffleId, from, count },
  );
  const bytes = Buffer.from(value?.bytes ?? '', 'base64');
  expect(bytes.length).toBe(LEAF_BYTES * (value?.count ?? 0));
  const leafAt = (at: number) => new Uint8Array(bytes.subarray(at * LEAF_BYTES, (at + 1) * LEAF_BYTES));
  return { leaves: Array.from({ length: value?.count ?? 0 }, (_, at) => leafAt(at)), ...rest };
};
const receiptsOf = (orderId: string, token?: string): Promise<Answered<Receipt[]>> =>
  ask(
    `query ($orderId: ID!) { value: bookReceipt(orderId: $orderId) {
      raffleId orderId index leaf salt path round roundDueAt isVoid head { ${HEAD} } } }`,
    { orderId },
    token,
  );

/** Waits until so many leaves are public. */
const published = (raffleId: string, size: number) =>
  eventually(async () => {
    const head = (await headOf(raffleId)).value;
    return head?.size === size ? head : undefined;
  });
const treeHead = ({ size, root }: Head) => ({ size, root: fromHex(root) });
/** As a stranger checks it, from nothing but the receipt. */
const holds = (receipt: Receipt): boolean => verifyReceipt(receipt, null).ok;

/** Sells to a buyer, who pays nothing, or whom an operator marks as paid. */
const sale = async (raffle: Parameters<typeof anOpenRaffle>[1] = {}) => {
  const [admin, buyer, { id: raffleId }] = [await anAdmin(server), await aCustomer(server), await anOpenRaffle(server, raffle)];
  const desk = salesDesk(server.graphql);
  const sell = async (quotaQuantity: number, token = buyer.token): Promise<string> => {
    const { order, message } = await desk.buyWithoutGateway(token, { raffleId, quotaQuantity });
    if (!order) throw new Error(message);
    if (order.status === 'PENDING') await desk.pay(admin.token, order.id);
    return order.id;
  };
  const refund = (id: string) =>
    server.graphql('mutation ($id: ID!) { refundOrder(id: $id) { status } }', { id }, { token: admin.token });
  return { raffleId, admin, buyer, sell, refund };
};

describe('a receipt', () => {
  it('shows that the block stands in a public head, and whose it is', async () => {
    const { raffleId, buyer, sell } = await sale();
    await sell(3);
    const orderId = await sell(5);
    const other = await aCustomer(server);
    const otherOrder = await sell(2, other.token);
    await published(raffleId, 3);
    const [receipt] = (await receiptsOf(orderId, buyer.token)).value;
    expect(receipt).toMatchObject({ raffleId, orderId, index: 1, round: null, roundDueAt: null, isVoid: false });
    expect(decodeLeaf(fromHex(receipt!.leaf))).toMatchObject({
      type: 'BLOCK',
      how: 'BY_HAND',
      boxes: 0,
      first: 3,
      count: 5,
      round: 0,
    });
    expect(holds(receipt!)).toBe(true);
    // Anybody sees the same head.
    expect((await headOf(raffleId, receipt!.index + 1)).value).toEqual(receipt!.head);

    const [others] = (await receiptsOf(otherOrder, other.token)).value;
    expect(holds(others!)).toBe(true);
    // One block for two buyers: no salt makes the leaf of one that of the other, nor another leaf stand at its place.
    expect(holds({ ...receipt!, orderId: otherOrder })).toBe(false);
    expect(holds({ ...receipt!, orderId: otherOrder, salt: others!.salt })).toBe(false);
    const forged = encodeLeaf({
      ...(decodeLeaf(fromHex(receipt!.leaf)) as BlockLeaf),
      commitment: commitmentOf(BigInt(otherOrder), fromHex(others!.salt)),
    });
    expect(holds({ ...receipt!, leaf: toHex(forged), orderId: otherOrder, salt: others!.salt })).toBe(false);
  });

  it('is public before the round that decides what the block wins', async () => {
    const { raffleId, admin, buyer, sell } = await sale();
    const boxes = raffleBoxes(server.graphql);
    await boxes.create(admin.token, raffleId, { quantity: 2, mode: 'ALEATORIO' });
    await boxes.combo(admin.token, raffleId, 5, 3);
    const orderId = await sell(5);
    await published(raffleId, 1);
    const [receipt] = (await receiptsOf(orderId, buyer.token)).value;
    const leaf = decodeLeaf(fromHex(receipt!.leaf));
    expect(leaf).toMatchObject({ type: 'BLOCK', boxes: 3, round: receipt!.round });
    expect(receipt!.round).toBeGreaterThan(0);
    expect(Date.parse(receipt!.head.at!)).toBeLessThan(Date.parse(receipt!.roundDueAt!));
    expect(holds(receipt!)).toBe(true);
  });

  it('is for the buyer and for operators', async () => {
    const { raffleId, admin, buyer, sell } = await sale();
    const orderId = await sell(1);
    await published(raffleId, 1);
    const stranger = await aCustomer(server);
    expect((await receiptsOf(orderId, stranger.token)).code).toBe('NOT_FOUND');
    expect((await receiptsOf(orderId)).code).toBe('UNAUTHENTICATED');
    const [own, operators] = [await receiptsOf(orderId, buyer.token), await receiptsOf(orderId, admin.token)];
    expect(own.value).toEqual(operators.value);
    const file = await server.rest('GET', `/v1/orders/${orderId}/book-receipt`, { token: buyer.token });
    expect(file.body).toEqual(own.value);
  });

  it('is not there before the order is paid', async () => {
    const { raffleId, buyer } = await sale();
    const { order } = await salesDesk(server.graphql).buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 1 });
    expect(await receiptsOf(order!.id, buyer.token)).toMatchObject({ value: [] });
    expect((await receiptsOf('0', buyer.token)).code).toBe('NOT_FOUND');
  });
});

describe('the heads of a sale', () => {
  it('follow from the leaves, say how the quotas were paid, and each continues the one before', async () => {
    const { raffleId, sell, refund } = await sale();
    const orders: string[] = [];
    for (const [index, count] of [4, 1, 7, 2].entries()) {
      orders.push(await sell(count));
      await published(raffleId, index + 1);
    }
    await refund(orders[2]!);
    await published(raffleId, 5);
    expect((await receiptsOf(orders[2]!, (await anAdmin(server)).token)).value).toMatchObject([{ isVoid: true, index: 2 }]);

    const { nodes: heads, totalCount } = await headsOf(raffleId, ', orderBy: OLDEST_FIRST, first: 100');
    expect(heads.map(({ size }) => size)).toEqual([1, 2, 3, 4, 5]);
    expect(totalCount).toBe(5);
    expect((await headsOf(raffleId, ', first: 1')).nodes).toEqual([heads[4]]);
    expect((await headOf(raffleId)).value).toEqual(heads[4]);

    const { leaves } = await leavesOf(raffleId);
    const replay = replayBook({ isInstant: false });
    for (const [index, leaf] of leaves.entries()) {
      replay.add(decodeLeaf(leaf));
      const head = heads[index]!;
      expect(toHex(merkleTree(index + 1, (at) => leaves[at]!).root)).toBe(head.root);
      expect(replay.composition).toEqual(head.composition);
      expect(Date.parse(head.at!)).toBeLessThanOrEqual(Date.now());
    }
    expect(replay.composition).toEqual({ pix: 0, byHand: 7, free: 0, givenBack: 7 });
    expect(replay.voided()).toEqual([[5, 7]]);
    for (const [i, from] of heads.entries()) {
      for (const to of heads.slice(i)) {
        const { path } = (await consistencyOf(raffleId, from.size, to.size)).value;
        expect(isConsistent(treeHead(from), treeHead(to), path.map(fromHex))).toBe(true);
      }
    }
  });

  it('count what cost nothing apart', async () => {
    const { raffleId, sell } = await sale({ freeCampaign: true, quotaPrice: 0n });
    await sell(3);
    expect((await published(raffleId, 1)).composition).toEqual({ pix: 0, byHand: 0, free: 3, givenBack: 0 });
  });

  it('are those of an empty book before the first sale', async () => {
    const { raffleId } = await sale();
    const empty = (await headOf(raffleId)).value;
    expect(empty).toMatchObject({ raffleId, size: 0, root: toHex(merkleTree(0, () => new Uint8Array()).root), at: null });
    expect((await headOf(raffleId, 0)).value).toEqual(empty);
    expect(await headsOf(raffleId)).toEqual({ nodes: [], totalCount: 0 });
    expect((await leavesOf(raffleId)).leaves).toEqual([]);
    expect((await consistencyOf(raffleId, 0, 0)).value).toEqual({ path: [] });
  });

  it('are sent as they are published', async () => {
    const { raffleId, sell } = await sale();
    const socket = connect(server);
    try {
      const stream = socket.subscribe(`subscription ($raffleId: ID!) { bookHead(raffleId: $raffleId) { size root } }`, {
        raffleId,
      });
      expect((await stream.next()).data.bookHead.size).toBe(0);
      await sell(2);
      const { bookHead } = (await stream.next()).data;
      expect((await headOf(raffleId)).value).toMatchObject(bookHead);
      expect(bookHead.size).toBe(1);
    } finally {
      await socket.close();
    }
  });

  it('say on the sell bar how the quotas were paid, which counts those that were given back as not paid', async () => {
    const { raffleId, sell, refund } = await sale();
    const socket = connect(server);
    try {
      const stream = socket.subscribe(
        'subscription ($raffleId: ID!) { sellBar(raffleId: $raffleId) { paid composition { pix byHand free givenBack } } }',
        { raffleId },
      );
      const none = { pix: 0, byHand: 0, free: 0, givenBack: 0 };
      expect((await stream.next()).data.sellBar).toEqual({ paid: 0, composition: none });
      await sell(5);
      await refund(await sell(2));
      const { composition } = await published(raffleId, 3);
      expect(composition).toEqual({ ...none, byHand: 5, givenBack: 2 });
      await eventually(() => stream.answers.at(-1)?.data.sellBar.composition.givenBack === 2);
      expect(stream.answers.at(-1)?.data.sellBar).toEqual({ paid: 5, composition });
    } finally {
      await socket.close();
    }
  });

  it('of a raffle in preparation are for operators', async () => {
    const { raffleId, admin } = await sale({ status: 'DRAFT' });
    for (const { code } of [
      await headOf(raffleId),
      await leavesOf(raffleId),
      await consistencyOf(raffleId, 0, 0),
      await headOf('x'),
    ])
      expect(code).toBe('NOT_FOUND');
    expect((await headOf(raffleId, undefined, admin.token)).value).toMatchObject({ size: 0 });
  });

  it('are asked for only as far as they are published', async () => {
    const { raffleId, sell } = await sale();
    await sell(1);
    await published(raffleId, 1);
    const refused = (fields: string[]) => ({ code: 'BAD_USER_INPUT', fields: { [fields[0]!]: fields.slice(1) } });
    const much = 'must be 1 or less: so many leaves are published';
    expect(await headOf(raffleId, 2)).toMatchObject(refused(['size', much]));
    expect(await consistencyOf(raffleId, 0, 2)).toMatchObject(refused(['to', much]));
    expect(await consistencyOf(raffleId, 1, 0)).toMatchObject(refused(['from', 'must be `to` or less']));
    expect(await leavesOf(raffleId, 2)).toMatchObject(refused(['from', much]));
    expect((await leavesOf(raffleId, 1)).leaves).toEqual([]);
    for (const [from, count] of [
      [-1, 1],
      [0, 0],
      [0, 1025],
    ] as const)
      expect((await leavesOf(raffleId, from, count)).code).toBe('BAD_USER_INPUT');
  });
});

describe('who holds the server', () => {
  it('cannot change a head, and a changed one does not continue those that watchers kept', async () => {
    const { raffleId, sell } = await sale();
    const kept: Head[] = [];
    for (const size of [1, 2, 3]) {
      await sell(1);
      kept.push(await published(raffleId, size));
    }
    const pool = server.app.db.pool;
    for (const change of ['UPDATE book_heads SET pix = 1', 'DELETE FROM book_heads', 'DELETE FROM raffle_books'])
      await expect(pool.query(`${change} WHERE raffle_id = $1`, [raffleId])).rejects.toThrow('append-only');
    for (const set of ["size = 2, frontier = repeat('x', 32)::bytea", 'size = 3'])
      await expect(pool.query(`UPDATE raffle_books SET ${set} WHERE raffle_id = $1`, [raffleId])).rejects.toThrow('append-only');

    await withoutTriggers(server, `UPDATE book_heads SET root = sha256('another') WHERE raffle_id = '${raffleId}' AND size = 3`);
    const rewritten = (await headOf(raffleId)).value;
    const { path } = (await consistencyOf(raffleId, 2, 3)).value;
    expect(isConsistent(treeHead(kept[1]!), treeHead(kept[2]!), path.map(fromHex))).toBe(true);
    expect(isConsistent(treeHead(kept[1]!), treeHead(rewritten), path.map(fromHex))).toBe(false);
  });

  it('cannot change a leaf after its head: it no longer stands in the root', async () => {
    const { raffleId, buyer, sell } = await sale();
    const orderId = await sell(2);
    const { root } = await published(raffleId, 1);
    const [before] = (await receiptsOf(orderId, buyer.token)).value;
    await withoutTriggers(server, `UPDATE quota_allocations SET how = 'PIX' WHERE raffle_id = '${raffleId}'`);
    const { leaves } = await leavesOf(raffleId);
    expect(toHex(merkleTree(1, (at) => leaves[at]!).root)).not.toBe(root);
    const [after] = (await receiptsOf(orderId, buyer.token)).value;
    expect([holds(before!), holds(after!)]).toEqual([true, false]);
  });
});
