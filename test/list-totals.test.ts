import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { aListedRow, anOrderOfNumbers } from './support/listed-rows.js';
import { refused, restClient } from './support/rest-contract.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { anApiClient } from './support/webhook-inbox.js';

/** Every list that REST answers by the page. */
const LISTS = [
  'GET /public/v1/awarded-boxes/raffle/{raffleId}',
  'GET /public/v1/awarded-boxes/raffle/{raffleId}/winners',
  'GET /public/v1/raffles',
  'GET /public/v1/raffles/winners',
  'GET /public/v1/raffles/{raffleId}/book/heads',
  'GET /public/v1/raffles/{raffleId}/prize-log',
  'GET /public/v1/raffles/{raffleId}/quota-prizes',
  'GET /public/v1/raffles/{raffleId}/timeline',
  'GET /public/v1/winners/quota-prizes',
  'GET /v1/audit-log',
  'GET /v1/awarded-boxes',
  'GET /v1/awarded-boxes/mine',
  'GET /v1/awarded-boxes/raffle/{raffleId}',
  'GET /v1/awarded-boxes/raffle/{raffleId}/winners',
  'GET /v1/metrics/raffles/percentage-of-sales',
  'GET /v1/orders',
  'GET /v1/orders/raffle/{raffleId}',
  'GET /v1/orders/my-orders',
  'GET /v1/payments/pix',
  'GET /v1/payments/pix/my',
  'GET /v1/payments/late',
  'GET /v1/payments/disputes',
  'GET /v1/lucky-numbers/raffle/{raffleId}',
  'GET /v1/lucky-numbers/order/{orderId}',
  'GET /v1/raffles',
  'GET /v1/raffles/winners',
  'GET /v1/raffles/{raffleId}/book/heads',
  'GET /v1/raffles/{raffleId}/prize-log',
  'GET /v1/raffles/{raffleId}/quota-prizes',
  'GET /v1/raffles/{raffleId}/timeline',
  'GET /v1/winners/quota-prizes',
  'GET /v1/referrals',
  'GET /v1/referrals/mine/entries',
  'GET /v1/referrals/{userId}/entries',
  'GET /v1/users',
  'GET /v1/webhooks/deliveries',
  'GET /v1/won-prizes',
  'GET /v1/won-prizes/mine',
  'GET /client/api/webhooks/deliveries',
  'GET /client/api/extracts',
];

const server = forTests(startTestServer);
const ask = restClient(server);
let tokens: Record<'operator' | 'buyer' | 'client', string>;
let params: Record<string, string>;

beforeAll(async () => {
  const buyer = await aCustomer(server);
  const clientToken = server.app.tokens.issue('CLIENT', (await anApiClient(server)).id).accessToken;
  tokens = { operator: (await anAdmin(server)).token, buyer: buyer.token, client: clientToken };
  params = { raffleId: (await anOpenRaffle(server)).id, orderId: await anOrderOfNumbers(server, 2), userId: buyer.id };
  await aListedRow({ server, buyerId: buyer.id, raffleId: params.raffleId ?? '' }, 1);
});
afterEach(() => void vi.restoreAllMocks());

const tokenFor = (route: string): string => {
  if (route.includes('/client/')) return tokens.client;
  return /my|mine|lucky-numbers\/raffle/.test(route) ? tokens.buyer : tokens.operator;
};
const list = (route: string, query = '') => ask(route, { token: tokenFor(route), params, query });

async function countedDuring(work: () => Promise<unknown>): Promise<boolean> {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const sent = asked.mock.calls.map(([query]) => query as unknown as { name?: string; text?: string });
  asked.mockRestore();
  // By name, or by what Prisma writes: workers count things of their own meanwhile, and the check of the books what changed.
  const isOfBooks = (name: string) => name === 'count_changed_blocks';
  return sent.some(
    ({ name = '', text = '' }) => (name.startsWith('count_') && !isOfBooks(name)) || /^\s*SELECT COUNT\(/i.test(text),
  );
}

it('every list by the page stands here', async () => {
  const { paths } = (await server.rest('GET', '/openapi.json')).body;
  const paged = Object.entries<any>(paths).filter(([, { get }]) => get?.parameters?.some(({ name }: any) => name === 'after'));
  expect(paged.map(([path]) => `GET ${path}`).sort()).toEqual(LISTS.toSorted());
});

describe.each(LISTS)('%s', (route) => {
  it('counts its rows when it is asked to, and only then', async () => {
    for (const query of ['', 'total=false']) {
      let body: any;
      expect(await countedDuring(async () => ({ body } = await list(route, query)))).toBe(false);
      expect(Object.keys(body)).toEqual(['data', 'pageInfo']);
    }
    const { status, body } = await list(route, 'total=true');
    expect(status).toBe(200);
    expect(body.totalCount).toBeGreaterThanOrEqual(body.data.length);
  });

  it('says what total may be', async () => {
    const problem = { total: [expect.any(String)] };
    for (const query of ['total=yes', 'total=1']) expect(await list(route, query)).toMatchObject(refused(400, problem));
  });
});
