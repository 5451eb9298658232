import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { modelPage } from '../src/platform/database/model-page.js';
import { UUID } from '../src/platform/page.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { aListedRow, anOrderOfNumbers } from './support/listed-rows.js';
import { refused, restClient, withoutReferences, type OpenApi } from './support/rest-contract.js';
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
  'GET /v1/raffles/my-raffles',
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
  'GET /v1/users/{userId}/messages',
  'GET /v1/users/{userId}/notes',
  'GET /v1/users/{userId}/won-prizes',
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
  const { paths } = withoutReferences((await server.rest('GET', '/openapi.json')).body as OpenApi);
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

describe('a list longer than 10,000 rows', () => {
  const entries = (count: number) => server.app.db.prisma.$executeRaw`
    INSERT INTO audit_log (actor_id, action, subject_type, subject_id, details)
    SELECT NULL, CASE WHEN n % 2 = 0 THEN 'countedTest' ELSE 'otherTest' END, 'test', '1', '{}' FROM generate_series(1, ${count}::int) n`;
  const totalOf = async (query: string) => (await list('GET /v1/audit-log', `total=true&first=1&${query}`)).body.totalCount;

  it('is counted to 10,000, which means so many or more; a shorter part of it exactly', async () => {
    await entries(19_998);
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    expect(await totalOf('')).toBe(10_000);
    const [counting] = asked.mock.calls
      .map(([query]) => query as { name?: string; text?: string; values?: unknown[] })
      .filter(({ name }) => name?.startsWith('count_audit'));
    expect(counting?.values?.at(-1)).toBe(10_000);
    expect(await totalOf('action=countedTest')).toBe(9_999);
    await entries(4);
    expect(await totalOf('action=countedTest')).toBe(10_000);
    expect(await totalOf(`from=${new Date(Date.now() + 60_000).toISOString()}`)).toBe(0);
  });

  it('is not counted further by the model API either', async () => {
    const count = vi.fn<(args: object) => Promise<number>>(async () => 3);
    const page = await modelPage({ findMany: async () => [], count }, { first: 1 }, { key: [['id', UUID]], where: { a: 1 } });
    expect(await page.count()).toBe(3);
    expect(count.mock.calls).toEqual([[{ where: { a: 1 }, take: 10_000 }]]);
  });
});
