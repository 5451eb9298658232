import { getNamedType, isInputObjectType, type GraphQLInputType } from 'graphql';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { schema } from '../src/schema.js';
import { fingerprintBefore, fingerprintOf } from './support/database-fingerprint.js';
import { chargeBody, type LegacyClient } from './support/legacy-client.js';
import { ask, askRoute, watch, type Answered } from './support/matrix-calls.js';
import { NOBODY, startMatrixStage } from './support/matrix-stage.js';
import { OPERATIONS } from './support/operations.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests } from './support/start.js';
import { rootFieldsOf, type RootField } from './support/whole-call.js';

type Values = Record<string, unknown>;

const stage = forTests(startMatrixStage);
let forSale: string;
beforeAll(async () => {
  forSale = (await anOpenRaffle(stage.server)).id;
  await stage.server.app.db.prisma.user.update({ where: { id: stage.buyer.id }, data: { language: 'en' } });
}, 60_000);

/** Every id of something that may be another's, where a buyer names it: the arguments with it, and what else an operation takes. */
const OWNED: Record<string, (id: string) => Values> = {
  'order.id': (id) => ({ id }),
  'orderStatus.orderId': (orderId) => ({ orderId }),
  'luckyNumbersByOrder.orderId': (orderId) => ({ orderId }),
  'bookReceipt.orderId': (orderId) => ({ orderId }),
  'myAwardedBoxes.orderId': (orderId) => ({ orderId }),
  'pixPayment.id': (id) => ({ id }),
  'luckyNumbersByRaffle.userId': (userId) => ({ raffleId: forSale, userId }),
  'createOrder.input.userId': (userId) => anOrderOf(userId),
  'createOrderWithoutPaymentGateway.input.userId': (userId) => anOrderOf(userId),
  'updateCustomer.id': (id) => ({ id, input: { name: 'Maria Souza' } }),
  'openAwardedBox.id': (id) => ({ id }),
  'endSession.id': (id) => ({ id }),
  'cancelOrder.id': (id) => ({ id }),
  'refundOrder.id': (id) => ({ id }),
  'wonPrize.id': (id) => ({ id }),
  'claimWonPrize.id': (id) => ({ id }),
};
const anOrderOf = (userId: string) => ({
  input: { raffleId: forSale, quotaQuantity: 1, paymentProviderName: 'static', userId },
});

/** What is the buyer's, and what there is not; an order unless it is told. */
function idsOf(place: string): { own: string; nothing: string } {
  const { own, buyer } = stage;
  const orders: Record<string, string> = { cancelOrder: own.pending, refundOrder: own.paid };
  const [name = ''] = place.split('.');
  if (place.endsWith('userId') || name === 'updateCustomer') return { own: buyer.id, nothing: NOBODY };
  if (name === 'pixPayment') return { own: own.payment, nothing: NOBODY };
  if (name === 'endSession') return { own: own.session, nothing: NOBODY };
  if (/wonPrize/i.test(name)) return { own: own.wonPrize, nothing: NOBODY };
  if (name === 'openAwardedBox') return { own: own.box, nothing: NOBODY };
  return { own: orders[name] ?? own.listed, nothing: '999999999' };
}

const SHARED = ['raffleId'];
/** What belongs to who calls, and is asked for by no id. */
const MINE = [
  'me',
  'mySessions',
  'myOrders',
  'myRaffles',
  'myPixPayments',
  'myAwardedBoxes',
  'myWonPrizes',
  'myReferrals',
  'myCommissionEntries',
  'myMessageChoices',
];

/** Asked by what everybody may know; lucky-numbers.test.ts asks it for each number of several buyers. */
const BY_NUMBER = ['myLuckyNumber'];

const OF_BUYERS = rootFieldsOf(schema).filter(({ field }) => {
  const callers = OPERATIONS.get(field.name)?.callers;
  return callers?.has('USER') && !callers.has('PUBLIC');
});
const rootOf = (name: string): RootField => OF_BUYERS.find(({ field }) => field.name === name)!;

/** The places of the ids in an argument: `input.userId`. */
function idsIn(name: string, type: GraphQLInputType): string[] {
  const named = getNamedType(type);
  if (isInputObjectType(named))
    return Object.values(named.getFields()).flatMap((field) => idsIn(`${name}.${field.name}`, field.type));
  return named.name === 'ID' && !SHARED.some((shared) => name.endsWith(shared)) ? [name] : [];
}

const unsettledRefunds = () => stage.server.app.db.prisma.refund.count({ where: { status: { in: ['PENDING', 'PROCESSING'] } } });
const callAs = (token: string, root: RootField, values: Values): Promise<Answered> =>
  (root.kind === 'subscription' ? watch : ask)(stage, root, values, token);

it('every id that a buyer names is here: enter a new one in OWNED, and what buyers ask for without any in MINE', () => {
  const places = OF_BUYERS.flatMap(({ field }) => field.args.flatMap(({ name, type }) => idsIn(`${field.name}.${name}`, type)));
  expect(places.sort()).toEqual(Object.keys(OWNED).sort());
  const named = new Set(places.map((place) => place.split('.')[0]));
  const others = OF_BUYERS.filter(({ kind, field }) => kind === 'query' && !named.has(field.name)).map(({ field }) => field.name);
  expect(others.filter((name) => ![...MINE, ...BY_NUMBER].includes(name))).toEqual([]);
});

describe('what is asked for by no id is the caller’s', () => {
  it.each(MINE)('%s', async (name) => {
    const root = rootOf(name);
    const own = (await callAs(stage.buyer.token, root, {})).told;
    const others = (await callAs(stage.stranger.token, root, {})).told;
    const rows = own.nodes ?? own;
    if (Array.isArray(rows)) expect([rows.length > 0, others.nodes ?? others]).toEqual([true, []]);
    else expect(others).not.toEqual(own);
    const told = JSON.stringify(others);
    for (const id of [stage.buyer.id, stage.buyer.cpf, stage.own.listed, stage.own.payment])
      expect(told).not.toContain(`"${id}"`);
  });

  it('the file of what is kept about a person', async () => {
    const { buyer, stranger } = stage;
    const of = async (token: string) => (await askRoute(stage, 'GET /v1/users/profile/data', {}, token)).body;
    const own = await of(buyer.token);
    expect(own).toMatchObject({ profile: { id: buyer.id, cpf: buyer.cpf } });
    expect(own.orders).not.toEqual([]);
    const others = await of(stranger.token);
    expect(others).toMatchObject({ profile: { id: stranger.id }, orders: [], commissions: [] });
    expect(JSON.stringify(others)).not.toContain(buyer.cpf);
  });
});

describe('what is another buyer’s answers as what there is not, and stays as it is', () => {
  it.each(Object.entries(OWNED))('%s', async (place, valuesWith) => {
    const [name = ''] = place.split('.');
    const root = rootOf(name);
    const { own, nothing } = idsOf(place);
    const { token } = stage.stranger;
    const before = await fingerprintBefore(stage.server);

    const refused = await callAs(token, root, valuesWith(own));
    expect(refused).toEqual(await callAs(token, root, valuesWith(nothing)));
    for (const address of OPERATIONS.get(name)?.routes ?? []) {
      const overRest = await askRoute(stage, address, valuesWith(own), token);
      const ofNothing = await askRoute(stage, address, valuesWith(nothing), token);
      expect([overRest.status, overRest.body]).toEqual([ofNothing.status, ofNothing.body]);
    }
    expect(await fingerprintOf(stage.server)).toEqual(before);

    // The caller of whom it is gets another answer, to the very same arguments.
    const answered = await callAs(stage.buyer.token, root, valuesWith(own));
    expect(answered.code).toBeUndefined();
    expect(answered.told).not.toEqual(refused.told);
    // What a refund comes to is written down by and by, and would pass for what the next caller did.
    await vi.waitFor(async () => expect(await unsettledRefunds()).toBe(0), 10_000);
  });
});

describe('a legacy client', () => {
  const CALLS: [method: string, path: string, id: 'hash' | 'unpaid' | 'webhook' | 'delivery', body?: object][] = [
    ['GET', '/cashin/api/billing_order/', 'hash'],
    ['DELETE', '/cashin/api/billing_order/', 'unpaid'],
    ['GET', '/client/api/webhooks/', 'webhook'],
    ['PUT', '/client/api/webhooks/', 'webhook', { url: 'http://127.0.0.1:9/other' }],
    ['DELETE', '/client/api/webhooks/', 'webhook'],
    ['PATCH', '/client/api/webhooks/', 'webhook'],
    ['POST', '/client/api/webhooks/deliveries/{}/redeliver', 'delivery'],
  ];
  const NOTHING = { hash: NOBODY, unpaid: NOBODY, webhook: '999999', delivery: NOBODY };
  const call = async (who: LegacyClient, [method, path, , body]: (typeof CALLS)[number], id: string) => {
    const { status, body: told } = await who.call(method, path.includes('{}') ? path.replace('{}', id) : path + id, { body });
    return [status, told];
  };

  it('has every id of the group tried here', () => {
    const addresses = [...OPERATIONS.values()].filter(({ callers }) => callers.has('CLIENT')).flatMap(({ routes }) => routes);
    const tried = CALLS.map(([method, path]) => `${method} ${path.replace('{}', '')}`);
    const withIds = addresses.filter((address) => address.includes('{'));
    expect(withIds.map((address) => address.replace(/\{\w+\}(\/redeliver)?/, '$1')).sort()).toEqual(tried.sort());
  });

  it.each(CALLS)('is told of another’s what it is told of nothing: %s %s', async (...tried) => {
    const [, , kind] = tried;
    const own = kind === 'unpaid' ? (await stage.client.charge(chargeBody())).body.hash : stage.own[kind];
    const before = await fingerprintBefore(stage.server);
    const refused = await call(stage.strangeClient, tried, own);
    expect(refused).toEqual(await call(stage.strangeClient, tried, NOTHING[kind]));
    expect(refused[0]).toBe(404);
    expect(await fingerprintOf(stage.server)).toEqual(before);
    expect((await call(stage.client, tried, own))[0]).toBe(200);
  });

  it.each(['/client/api/webhooks', '/client/api/webhooks/deliveries', '/client/api/extracts'])(
    'lists its own alone: %s',
    async (path) => {
      const rowsOf = async (who: LegacyClient): Promise<unknown[]> => {
        const { body } = await who.call('GET', path);
        return body.data ?? body;
      };
      expect((await rowsOf(stage.client)).length).toBeGreaterThan(0);
      expect(await rowsOf(stage.strangeClient)).toEqual([]);
    },
  );

  it('has a balance of its own', async () => {
    const balanceOf = async (who: LegacyClient) => (await who.call('GET', '/client/api/balance')).body.available_value;
    expect([await balanceOf(stage.client), await balanceOf(stage.strangeClient)]).toEqual([1250, 0]);
  });
});
