import { expect, it } from 'vitest';
import { checkAllBooks, checkBooks } from '../src/reconciliation/books/check-books.js';
import { aCustomer } from './support/actors.js';
import { anOpenRaffle } from './support/sales.js';
import { shopForTests } from './support/shop.js';

const { server, admin, desk } = shopForTests();

const FIGURES = `query ($raffleId: ID, $period: SalesPeriod) { saleFigures(raffleId: $raffleId, period: $period) {
  sold { orders revenue } placed { status orders quotas value }
  sources { source campaign isRest placed pending paid { orders quotas revenue } }
  standing { orders { status orders quotas value } } } }`;

interface Source {
  source: string | null;
  campaign: string | null;
  isRest: boolean;
  placed: number;
  pending: number;
  paid: { orders: number; quotas: number; revenue: string };
}
interface Figures {
  sold: { orders: number; revenue: string };
  placed: { status: string; orders: number; quotas: number; value: string }[];
  sources: Source[];
  standing: { orders: { status: string; orders: number; quotas: number; value: string }[] };
}

async function figuresOf(raffleId: string, period = 'TODAY'): Promise<Figures> {
  const { data, errors } = await server.graphql<{ saleFigures: Figures }>(FIGURES, { raffleId, period }, admin);
  expect(errors).toBeUndefined();
  return data.saleFigures;
}

async function place(raffleId: string, tracking: object | null, quotaQuantity = 1): Promise<string> {
  const { token } = await aCustomer(server);
  const { order, message } = await desk.buyWithoutGateway(token, { raffleId, quotaQuantity, tracking });
  if (!order) throw new Error(message);
  return order.id;
}
const kept = async (raffleId: string): Promise<number> =>
  (await server.app.db.pool.query('SELECT FROM order_sources WHERE raffle_id = $1', [raffleId])).rowCount!;
const linesOf = ({ sources }: Figures): string[] =>
  sources.map(
    ({ source, campaign, placed, pending, paid }) =>
      `${source ?? '-'}/${campaign ?? '-'} ${placed} placed, ${pending} pending, ${paid.orders} paid ${paid.revenue}`,
  );

it('tells where the buyers of a period came from, before and after their orders were counted', async () => {
  const { id: raffleId } = await anOpenRaffle(server);
  await desk.pay(admin.token, await place(raffleId, { utmSource: 'Instagram', utmCampaign: 'Moto' }, 3));
  await place(raffleId, { utmSource: 'instagram', utmCampaign: 'moto', utmMedium: 'cpc' });
  await desk.pay(admin.token, await place(raffleId, { src: 'tiktok' }));
  await desk.pay(admin.token, await place(raffleId, null, 2));
  const expected = [
    'instagram/moto 2 placed, 1 pending, 1 paid 3.00',
    '-/- 1 placed, 0 pending, 1 paid 2.00',
    'tiktok/- 1 placed, 0 pending, 1 paid 1.00',
  ];
  expect(linesOf(await figuresOf(raffleId))).toEqual(expected);
  await checkAllBooks(server.app);
  expect(await kept(raffleId)).toBe(4);
  const figures = await figuresOf(raffleId);
  expect(linesOf(figures)).toEqual(expected);
  expect(figures.placed).toEqual(figures.standing.orders);
  expect(linesOf(await figuresOf(raffleId, 'YESTERDAY'))).toEqual([]);
});

it('agrees with the sale in the moment of each change', async () => {
  const { id: raffleId } = await anOpenRaffle(server);
  const agree = async (): Promise<void> => {
    const { placed, sources, standing } = await figuresOf(raffleId);
    expect(placed).toEqual(standing.orders);
    const sum = (of: (source: Source) => number): number => sources.reduce((all, one) => all + of(one), 0);
    const ofStatus = (status: string) => standing.orders.find((one) => one.status === status)!;
    expect(sum((one) => one.placed)).toBe(placed.reduce((all, { orders }) => all + orders, 0));
    expect(sum((one) => one.pending)).toBe(ofStatus('PENDING').orders);
    expect(sum((one) => one.paid.orders)).toBe(ofStatus('PAID').orders);
    expect(sum((one) => Math.round(Number(one.paid.revenue) * 100))).toBe(Math.round(Number(ofStatus('PAID').value) * 100));
  };
  let isOver = false;
  const checking = (async () => {
    while (!isOver) await checkBooks(server.app, { forMs: 20, roundSteps: 1 });
  })();
  const selling = (async () => {
    for (let i = 0; i < 20; i++) {
      const id = await place(raffleId, { utmSource: `source ${i % 3}` }, 1 + (i % 2));
      if (i % 4 !== 0) await desk.pay(admin.token, id);
      if (i % 4 === 2) await server.graphql('mutation ($id: ID!) { refundOrder(id: $id) { id } }', { id }, admin);
    }
    isOver = true;
  })();
  while (!isOver) await agree();
  await Promise.all([selling, checking]);
  await agree();
  await checkAllBooks(server.app);
  await agree();
});

it('lists at most fifty sources, and the sum of the others', async () => {
  const { id: raffleId } = await anOpenRaffle(server);
  for (let i = 0; i < 53; i++) await place(raffleId, { utmSource: `s${String(i).padStart(2, '0')}` });
  const { sources } = await figuresOf(raffleId);
  expect(sources).toHaveLength(51);
  expect(sources[49]).toMatchObject({ source: 's49', placed: 1 });
  expect(sources[50]).toMatchObject({ isRest: true, placed: 3, pending: 3 });
});

it('forgets the source of a person who is deleted', async () => {
  const { id: raffleId } = await anOpenRaffle(server);
  const id = await place(raffleId, { utmSource: 'maria-11999998888' });
  await desk.cancel(admin.token, id);
  await checkAllBooks(server.app);
  const { userId } = await server.app.db.prisma.order.findUniqueOrThrow({ where: { id: BigInt(id) } });
  const { errors } = await server.graphql('mutation ($id: ID!) { deleteUser(id: $id) { id } }', { id: userId }, admin);
  expect(errors).toBeUndefined();
  await checkAllBooks(server.app);
  const named = `SELECT source FROM order_sources WHERE source LIKE 'maria%' UNION ALL SELECT source FROM order_source_totals WHERE source LIKE 'maria%'`;
  expect((await server.app.db.pool.query(named)).rows).toEqual([]);
  expect((await figuresOf(raffleId)).sources).toMatchObject([{ source: null, isRest: false, placed: 1 }]);
});

it('writes nothing of a block that is as it was', async () => {
  const { id: raffleId } = await anOpenRaffle(server);
  await place(raffleId, { utmSource: 'instagram' });
  await checkAllBooks(server.app);
  const versions = async (): Promise<unknown[]> =>
    (await server.app.db.pool.query('SELECT xmin::text, ctid::text FROM order_sources ORDER BY 1, 2')).rows;
  const before = await versions();
  await checkAllBooks(server.app);
  expect(await versions()).toEqual(before);
});

/** A stranger sends a new source with every order and pays for none. Last: the ids of its orders are not those that come next. */
it('keeps few sources of a block, and those that paid before those that did not', async () => {
  const { id: raffleId } = await anOpenRaffle(server);
  const first = await place(raffleId, { utmSource: 'zebra' });
  await desk.pay(admin.token, first);
  const { pool } = server.app.db;
  // As many orders in the block of the first one as one has: placed by SQL, which is faster.
  await pool.query(
    `INSERT INTO orders (id, raffle_id, user_id, status, quota_quantity, price_by_quota, total_value,
       payment_provider_name, tracking, created_at, expires_at, ended_at)
     SELECT free.id, o.raffle_id, o.user_id, 'EXPIRED', 1, o.price_by_quota, o.price_by_quota, o.payment_provider_name, jsonb_build_object('utmSource', 'a' || free.id),
            o.created_at, o.expires_at, now()
     FROM orders o, LATERAL (
       SELECT i AS id FROM generate_series(o.id >> 10 << 10, ((o.id >> 10) + 1 << 10) - 1) i WHERE NOT EXISTS (SELECT FROM orders x WHERE x.id = i)
     ) free WHERE o.id = $1 LIMIT 200`,
    [first],
  );
  await checkAllBooks(server.app);
  expect(await kept(raffleId)).toBeLessThanOrEqual(33);
  const { sources, placed } = await figuresOf(raffleId);
  expect(sources[0]).toMatchObject({ source: 'zebra', paid: { orders: 1 } });
  expect(sources.at(-1)).toMatchObject({ isRest: true, source: null, campaign: null });
  expect(sources.reduce((sum, one) => sum + one.placed, 0)).toBe(placed.reduce((sum, { orders }) => sum + orders, 0));
});
