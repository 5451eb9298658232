import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { anUnpaidOrder } from './support/order-rows.js';
import { raffleDesk, raffleRow } from './support/raffles.js';
import { aProvider, countsOf, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const UNKNOWN = '01990000-0000-7000-8000-00000000dead';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const desk = forTests(() => raffleDesk(server, admin.token));

describe('changing a raffle', () => {
  it('changes what is sent, leaves the rest, and counts the version up', async () => {
    const id = await desk.open({ subtitle: 'Vermelha', startsAt: '2030-01-01T00:00:00Z' });
    const { raffle } = await desk.update(id, { title: ' Moto azul ', showRank: true, fastSelectionCards: [10, 20] });
    expect(raffle).toMatchObject({
      version: 2,
      title: 'Moto azul',
      subtitle: 'Vermelha',
      slug: expect.stringMatching(/^moto-zero/),
      showRank: true,
      fastSelectionCards: [10, 20],
      startsAt: '2030-01-01T00:00:00.000Z',
      quotaPrice: '1.00',
    });
  });

  it('opens it only when somebody can be paid, or when that is confirmed', async () => {
    const OPEN = { status: 'OPEN' };
    const id = (await desk.create()).raffle.id;
    expect(await desk.refusalOf(id, OPEN)).toMatchObject({
      code: 'CONFLICT',
      fields: { confirmNobodyCanPay: [expect.any(String)] },
    });
    expect((await desk.update(id, { ...OPEN, confirmNobodyCanPay: true })).raffle.status).toBe('OPEN');
    const free = (await desk.create({ quotaPrice: '0' })).raffle.id;
    expect((await desk.update(free, OPEN)).raffle.status).toBe('OPEN');
    const paid = (await desk.create()).raffle.id;
    await aProvider(server, { name: 'asleep', adapter: 'static', priority: 10, active: false });
    expect(await desk.refusalOf(paid, OPEN)).toMatchObject({ code: 'CONFLICT' });
    await seedProviders(server);
    expect((await desk.update(paid, OPEN)).raffle.status).toBe('OPEN');
  });

  it('makes one on sale only under the same condition', async () => {
    await server.app.db.prisma.paymentProvider.updateMany({ data: { active: false } });
    server.app.providers.drop();
    const before = await server.app.db.prisma.raffle.count();
    const refused = await desk.create({ status: 'OPEN' });
    expect(refused.error).toMatchObject({ code: 'CONFLICT', fields: { confirmNobodyCanPay: [expect.any(String)] } });
    expect(await server.app.db.prisma.raffle.count()).toBe(before);
    for (const input of [{ status: 'OPEN', confirmNobodyCanPay: true }, { status: 'OPEN', quotaPrice: '0' }, { status: 'SOON' }])
      expect((await desk.create(input)).raffle.status).toBe(input.status);
    await server.app.db.prisma.paymentProvider.updateMany({ data: { active: true } });
    server.app.providers.drop();
    expect((await desk.create({ status: 'OPEN' })).raffle.status).toBe('OPEN');
  });

  it('puts defaults back where null is sent', async () => {
    const category = await server.app.db.prisma.raffleCategory.create({
      data: { id: '01990000-0000-7000-8000-000000000001', name: 'Motos' },
    });
    const chosen = { subtitle: 'Vermelha', reservationTimeLimit: 30, showRank: true, maxReservationQuantity: 7 };
    const id = await desk.open({ ...chosen, categoryId: category.id });
    const nothing = Object.fromEntries([...Object.keys(chosen), 'categoryId'].map((field) => [field, null]));
    expect((await desk.update(id, nothing)).raffle).toMatchObject({
      subtitle: null,
      reservationTimeLimit: 15,
      showRank: false,
      category: null,
      maxReservationQuantity: 100,
    });
  });

  const WITHOUT_DEFAULT = ['title', 'slug', 'status', 'quotaPrice', 'quotaQuantity'];
  it.each(WITHOUT_DEFAULT)('refuses null for %s, which has no default', async (field) => {
    expect(await desk.refusalOf(await desk.open(), { [field]: null })).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { [field]: ['must not be null'] },
    });
  });

  it('is the same raffle when the change repeats', async () => {
    const id = await desk.open();
    const startsAt = '2030-01-01T00:00:00Z';
    const input = { title: 'Moto azul', prizes: [{ title: 'A moto' }], fastSelectionCards: [1], startsAt };
    const first = await desk.update(id, input);
    expect(first.raffle.version).toBe(2);
    expect((await desk.update(id, input)).raffle).toEqual(first.raffle);
  });

  it('replaces the prizes as a list', async () => {
    const id = await desk.open({ prizes: [{ title: 'A' }, { title: 'B' }] });
    expect((await desk.update(id, { prizes: [{ title: 'C', description: 'c' }] })).raffle).toMatchObject({
      version: 2,
      prizes: [{ position: 1, title: 'C', description: 'c' }],
    });
  });

  it('answers each of two changes in one request as it left the raffle', async () => {
    const id = await desk.open();
    const twice = `mutation ($id: ID!) {
      first: updateRaffle(id: $id, input: { prizes: [{ title: "A" }] }) { version prizes { title } }
      second: updateRaffle(id: $id, input: { prizes: [{ title: "B" }] }) { version prizes { title } }
    }`;
    const { data } = await server.graphql(twice, { id }, admin);
    expect(data).toEqual({ first: { version: 2, prizes: [{ title: 'A' }] }, second: { version: 3, prizes: [{ title: 'B' }] } });
  });

  it('sells another number of quotas before the first sale; the largest order follows where it was the default', async () => {
    const id = await desk.open();
    expect((await desk.update(id, { quotaQuantity: 30_000 })).raffle).toMatchObject({
      quotaQuantity: 30_000,
      maxReservationQuantity: 20_000,
    });
    expect(await countsOf(server, id)).toEqual({ sellable: 30_000, reserved: 0, allocated: 0 });

    await desk.update(id, { maxReservationQuantity: 50 });
    expect((await desk.update(id, { quotaQuantity: 60 })).raffle.maxReservationQuantity).toBe(50);
    expect(await desk.refusalOf(id, { quotaQuantity: 40 })).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { maxReservationQuantity: ['must be at most quotaQuantity, 40'] },
    });
  });

  it('becomes a free campaign with a price of 0, and stops being one with another', async () => {
    const id = await desk.open();
    expect((await desk.update(id, { quotaPrice: '0' })).raffle).toMatchObject({ quotaPrice: '0.00', freeCampaign: true });
    expect((await desk.update(id, { quotaPrice: '2.5' })).raffle).toMatchObject({ quotaPrice: '2.50', freeCampaign: false });
    expect(await desk.refusalOf(id, { freeCampaign: true })).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { freeCampaign: ['needs a quotaPrice of 0'] },
    });
  });

  it('sees that the whole raffle still keeps the rules', async () => {
    const id = await desk.open({ endsAt: '2030-01-02T00:00:00Z' });
    expect(await desk.refusalOf(id, { startsAt: '2030-01-03T00:00:00Z' })).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { endsAt: ['must be after startsAt'] },
    });
    expect(await desk.refusalOf(id, { reservationTimeLimit: 61 })).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await desk.refusalOf(id, { categoryId: UNKNOWN })).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { categoryId: ['is the id of no category'] },
    });
  });

  it('refuses the slug of another raffle', async () => {
    await desk.open({ slug: 'taken' });
    expect(await desk.refusalOf(await desk.open(), { slug: 'taken' })).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { slug: ['is taken by another raffle'] },
    });
  });

  it('keeps a paid raffle in production from going PUBLIC without a certificate', async () => {
    const id = await desk.open({ privacy: 'PRIVATE' });
    const production = await startTestServer({ production: true, databaseUrl: server.databaseUrl });
    try {
      const operator = raffleDesk(production, (await anAdmin(production)).token);
      expect(Object.keys((await operator.update(id, { privacy: 'PUBLIC' })).error?.fields ?? {})).toEqual(['certificateCode']);
      expect((await raffleRow(server, id)).privacy).toBe('PRIVATE');
    } finally {
      await production.stop();
    }
  });

  it.each([UNKNOWN, 'no-uuid'])('finds nothing by the id "%s"', async (id) => {
    expect((await desk.update(id, { title: 'X' })).error).toEqual({ code: 'NOT_FOUND' });
  });

  it('is for an ADMIN only and changes nothing for others', async () => {
    const id = await desk.open();
    const before = await raffleRow(server, id);
    const customer = await aCustomer(server);
    expect((await raffleDesk(server, customer.token).update(id, { title: 'X' })).error?.code).toBe('FORBIDDEN');
    expect((await raffleDesk(server, undefined).update(id, { title: 'X' })).error?.code).toBe('UNAUTHENTICATED');
    expect(await raffleRow(server, id)).toEqual(before);
  });
});

describe('the first order', () => {
  const FROZEN: [string, unknown, unknown][] = [
    ['quotaQuantity', 200, 100],
    ['quotaPrice', '2.00', '1.00'],
    ['drawMode', 'LOTERIA_FEDERAL', 'BEACON'],
    ['freeCampaign', true, false],
    ['prizes', [{ title: 'Another' }], [{ title: 'A moto' }]],
  ];
  it.each(FROZEN)('freezes %s, which may still be sent as it is', async (field, another, same) => {
    const id = await desk.open({ prizes: [{ title: 'A moto' }] });
    await anUnpaidOrder(server, id, 1);
    expect(await desk.refusalOf(id, { title: 'X', [field]: another })).toEqual({
      code: 'CONFLICT',
      fields: { [field]: ['is frozen since the first order'] },
    });
    const { raffle } = await desk.update(id, { title: 'Moto azul', [field]: same });
    expect(raffle).toMatchObject({ title: 'Moto azul', version: 2 });
  });

  // Its code can be paid, and then buys what it was sold for.
  it.each(['CANCELLED', 'EXPIRED', 'AT_PAYMENT'] as const)('freezes them also when it is %s', async (end) => {
    const id = await desk.open({ prizes: [{ title: 'A moto' }] });
    const order = await anUnpaidOrder(server, id, 1);
    const { prisma } = server.app.db;
    await prisma.raffleCounter.update({ where: { raffleId: id }, data: { reserved: 0 } });
    const data = end === 'AT_PAYMENT' ? { reservation: end } : { status: end };
    await prisma.order.update({ where: { id: order.id }, data });
    const change = { quotaPrice: '2.00', prizes: [{ title: 'A key ring' }] };
    const frozen = ['is frozen since the first order'];
    expect(await desk.refusalOf(id, change)).toEqual({ code: 'CONFLICT', fields: { quotaPrice: frozen, prizes: frozen } });
    const inDatabase = [
      `UPDATE raffles SET quota_price = 200 WHERE id = '${id}'`,
      `DELETE FROM raffle_prizes WHERE raffle_id = '${id}'`,
    ];
    for (const text of inDatabase) await expect(server.app.db.pool.query(text)).rejects.toMatchObject({ code: '23001' });
  });

  it('freezes the title of a raffle without prizes, which is what its winner gets', async () => {
    const id = await desk.open();
    await anUnpaidOrder(server, id, 1);
    expect(await desk.refusalOf(id, { title: 'A key ring' })).toEqual({
      code: 'CONFLICT',
      fields: { title: ['is frozen since the first order'] },
    });
    expect((await desk.update(id, { subtitle: 'Vermelha' })).error).toBeUndefined();
  });

  it('that is being placed is waited for', async () => {
    const id = await desk.open();
    const sale = new pg.Client({ connectionString: server.databaseUrl });
    await sale.connect();
    try {
      await sale.query('BEGIN');
      await sale.query('SELECT FROM raffle_counters WHERE raffle_id = $1 FOR UPDATE', [id]);
      await sale.query(
        `INSERT INTO orders (raffle_id, user_id, quota_quantity, price_by_quota, total_value, payment_provider_name, created_at, expires_at)
         VALUES ($1, $2, 1, 100, 100, 'static', now(), now())`,
        [id, (await aCustomer(server)).id],
      );
      const change = desk.update(id, { quotaPrice: '9.00' });
      expect(await Promise.race([change, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])).toBe('waits');
      await sale.query('COMMIT');
      expect((await change).error).toEqual({ code: 'CONFLICT', fields: { quotaPrice: ['is frozen since the first order'] } });
      expect((await raffleRow(server, id)).quotaPrice).toBe(100n);
    } finally {
      await sale.end();
    }
  });

  it('cannot slip between concurrent changes: each counts the version up by one', async () => {
    const id = await desk.open();
    await Promise.all(Array.from({ length: 10 }, (_, i) => desk.update(id, { title: `Title ${i}` })));
    expect((await raffleRow(server, id)).version).toBe(11);
  });
});

describe('the audit entry of a change', () => {
  it('cuts long texts between characters, never through one', async () => {
    const id = await desk.open();
    const cutThrough = `${'a'.repeat(199)}\u{1F600} and more`;
    expect((await desk.update(id, { description: cutThrough })).error).toBeUndefined();
    expect((await desk.update(id, { description: 'short' })).error).toBeUndefined();
    const [first, second] = await server.app.db.prisma.auditEntry.findMany({
      where: { subjectId: id, action: 'updateRaffle' },
      orderBy: { id: 'asc' },
    });
    expect(first?.details).toMatchObject({ description: `${'a'.repeat(199)}\u{1F600}` });
    expect(second?.details).toMatchObject({ descriptionBefore: `${'a'.repeat(199)}\u{1F600}`, description: 'short' });
  });
});
