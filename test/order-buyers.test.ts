import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { anOpenRaffle, aProvider, countsOf, salesDesk, salesRecord, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const desk = forTests(() => salesDesk(server.graphql));
const raffle = forTests(() => anOpenRaffle(server));

beforeAll(async () => {
  await seedProviders(server);
  await aProvider(server, { name: 'retired', adapter: 'static', priority: 1, active: false });
  await aProvider(server, { name: 'second', adapter: 'static', priority: 11 });
  await aProvider(server, { name: 'unusable', adapter: 'no such adapter', priority: 0 });
});

async function refusal(call: () => ReturnType<typeof desk.buy>) {
  const before = await salesRecord(server, raffle.id);
  const { order, code, fields } = await call();
  expect(order).toBeUndefined();
  expect(await salesRecord(server, raffle.id)).toEqual(before);
  return { code, fields };
}

const orderRow = (id: string | undefined) => server.app.db.prisma.order.findUniqueOrThrow({ where: { id: BigInt(id ?? 0) } });

describe('whom an order is for', () => {
  it("is the buyer's own, who may say so", async () => {
    const buyer = await aCustomer(server);
    for (const userId of [undefined, null, buyer.id]) {
      const { order } = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1, userId });
      expect(await orderRow(order?.id)).toMatchObject({ userId: buyer.id });
    }
  });

  it("is never another buyer's", async () => {
    const [buyer, other] = [await aCustomer(server), await aCustomer(server)];
    for (const userId of [other.id, uuidv7(), 'nobody', '']) {
      expect(await refusal(() => desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1, userId }))).toEqual({
        code: 'FORBIDDEN',
        fields: undefined,
      });
    }
  });

  it('is the customer an operator names; without one, or with one who is none, it is refused', async () => {
    const buyer = await aCustomer(server);
    const { order } = await desk.buy(admin.token, { raffleId: raffle.id, quotaQuantity: 1, userId: buyer.id });
    expect(await orderRow(order?.id)).toMatchObject({ userId: buyer.id });

    const gone = await aCustomer(server);
    await server.app.db.prisma.user.update({ where: { id: gone.id }, data: { deletedAt: new Date() } });
    const problems: [string | null | undefined, string][] = [
      [undefined, 'is required when an operator orders for a customer'],
      [null, 'is required when an operator orders for a customer'],
      [uuidv7(), 'is not a customer'],
      ['nobody', 'is not a customer'],
      [admin.id, 'is not a customer'],
      [gone.id, 'is not a customer'],
    ];
    for (const [userId, problem] of problems) {
      const refused = await refusal(() => desk.buy(admin.token, { raffleId: raffle.id, quotaQuantity: 1, userId }));
      expect(refused).toEqual({ code: 'BAD_USER_INPUT', fields: { userId: [problem] } });
    }
  });

  it('is nobody without a token, nor whose account is deleted though the token still stands', async () => {
    expect(await refusal(() => desk.buy('', { raffleId: raffle.id, quotaQuantity: 1 }))).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    const buyer = await aCustomer(server);
    await server.app.db.prisma.user.update({ where: { id: buyer.id }, data: { deletedAt: new Date() } });
    expect(await refusal(() => desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 }))).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
});

describe('through whom an order is charged', () => {
  it('is the active provider of least priority unless one is named', async () => {
    const buyer = await aCustomer(server);
    const input = { raffleId: raffle.id, quotaQuantity: 1 };
    expect((await desk.buy(buyer.token, input)).order?.paymentProviderName).toBe('static');
    expect((await desk.buy(buyer.token, { ...input, paymentProviderName: 'second' })).order?.paymentProviderName).toBe('second');
  });

  it.each(['nobody', 'retired', 'unusable', '', 'STATIC'])(
    'is not %j, which is no active provider',
    async (paymentProviderName) => {
      const buyer = await aCustomer(server);
      expect(await refusal(() => desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1, paymentProviderName }))).toEqual({
        code: 'BAD_USER_INPUT',
        fields: { paymentProviderName: ['is not an active payment provider'] },
      });
    },
  );

  it('is not there when none is active, which is no fault of the buyer', async () => {
    const lonely = await startTestServer();
    try {
      const { id: raffleId } = await anOpenRaffle(lonely);
      const buyer = await aCustomer(lonely);
      const { code, fields } = await salesDesk(lonely.graphql).buy(buyer.token, { raffleId, quotaQuantity: 1 });
      expect({ code, fields }).toEqual({ code: 'PAYMENT_PROVIDER_UNAVAILABLE', fields: undefined });
      expect(await countsOf(lonely, raffleId)).toMatchObject({ reserved: 0 });
    } finally {
      await lonely.stop();
    }
  });

  it('is never the development bank in production', async () => {
    const production = await startTestServer({ production: true });
    try {
      await aProvider(production, { name: 'bank', adapter: 'sandbox', baseUrl: 'http://127.0.0.1:9' });
      await seedProviders(production);
      await expect(production.app.providers.choose('bank', 'GATEWAY')).rejects.toMatchObject({
        fields: { paymentProviderName: [{ key: 'paymentProviders.inactive' }] },
      });
      expect((await production.app.providers.choose('static', 'GATEWAY')).settings.name).toBe('static');
    } finally {
      await production.stop();
    }
  });
});

describe('a referral', () => {
  it('credits another customer, and nobody else, whatever is kept', async () => {
    const [buyer, friend, gone] = [await aCustomer(server), await aCustomer(server), await aCustomer(server)];
    await server.app.db.prisma.user.update({ where: { id: gone.id }, data: { deletedAt: new Date() } });
    const referrals: [string | null, string | null][] = [
      [friend.id, friend.id],
      [friend.id.toUpperCase(), friend.id],
      [buyer.id, null],
      [admin.id, null],
      [gone.id, null],
      [uuidv7(), null],
      [`${friend.id} `, null],
      [`{${friend.id}}`, null],
      [`x${friend.id}`, null],
      ['https://example.com/?utm_source=ação&ref=💥', null],
      ['x'.repeat(2_000), null],
      ['', null],
      [null, null],
    ];
    for (const [referral, referrerId] of referrals) {
      const { order } = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1, referral });
      expect(order).toMatchObject({ status: 'PENDING', referral });
      expect(await orderRow(order?.id)).toMatchObject({ referral, referrerId });
    }
  });
});

describe('what a raffle asks of its buyers', () => {
  const bare = async () => {
    const id = uuidv7();
    await server.app.db.prisma.user.create({ data: { id, role: 'USER', name: 'Maria da Silva' } });
    return { id, token: server.app.tokens.issue('USER', id).accessToken };
  };
  const onDay = (yearsAgo: number, days: number) => {
    const [year = '', ...rest] = new Intl.DateTimeFormat('sv', { timeZone: 'America/Sao_Paulo' }).format().split('-');
    return new Date(Date.parse(`${Number(year) - yearsAgo}-${rest.join('-')}T00:00:00Z`) + days * 86_400_000);
  };

  it('is named where the profile has it not', async () => {
    const picky = await anOpenRaffle(server, { reservationFields: ['NAME', 'PHONE', 'CPF', 'EMAIL'] });
    const buyer = await bare();
    const { code, fields } = await desk.buy(buyer.token, { raffleId: picky.id, quotaQuantity: 1 });
    const missing = ['is required by this raffle'];
    expect({ code, fields }).toEqual({ code: 'BAD_USER_INPUT', fields: { phone: missing, cpf: missing, email: missing } });
    expect(await countsOf(server, picky.id)).toMatchObject({ reserved: 0 });
  });

  it('may come with the order where the order can carry it', async () => {
    const picky = await anOpenRaffle(server, { reservationFields: ['NAME', 'PHONE', 'CPF'] });
    const buyer = await bare();
    const { cpf } = await aCustomer(server);
    const input = { raffleId: picky.id, quotaQuantity: 1, buyerName: 'João', cpf, phone: '5511987654321' };

    const { order } = await desk.buyWithoutGateway(buyer.token, input);
    expect(await orderRow(order?.id)).toMatchObject({ buyerName: 'João', buyerCpf: cpf, buyerPhone: '5511987654321' });
    const { code, fields } = await desk.buyWithoutGateway(buyer.token, { ...input, cpf: undefined });
    expect({ code, fields }).toEqual({ code: 'BAD_USER_INPUT', fields: { cpf: ['is required by this raffle'] } });
  });

  it('is that they are adults, to the day, where it asks for the birth date', async () => {
    const adults = await anOpenRaffle(server, { reservationFields: ['BIRTH_DATE'] });
    const buyer = await bare();
    const buyBorn = async (birthDate: Date | null) => {
      await server.app.db.prisma.user.update({ where: { id: buyer.id }, data: { birthDate } });
      return desk.buy(buyer.token, { raffleId: adults.id, quotaQuantity: 1 });
    };
    expect(await buyBorn(null)).toMatchObject({ code: 'BAD_USER_INPUT', fields: { birthDate: ['is required by this raffle'] } });
    expect(await buyBorn(onDay(18, 1))).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { birthDate: ['must be 18 years ago or more'] },
    });
    expect(await countsOf(server, adults.id)).toMatchObject({ reserved: 0 });
    expect((await buyBorn(onDay(18, 0))).order?.status).toBe('PENDING');
    expect((await buyBorn(onDay(40, 0))).order?.status).toBe('PENDING');
  });

  it.each([
    ['in a paid raffle, to the day', {}, 'BAD_USER_INPUT'],
    ['not in a paid raffle for everybody', { adultsOnly: false }, 'PENDING'],
    ['not in a free raffle', { quotaPrice: 0n, freeCampaign: true }, 'PAID'],
  ])('is that no birth date says less than 18 years: %s', async (_where, raffle, outcome) => {
    const { id } = await anOpenRaffle(server, raffle);
    const buyer = await bare();
    const buyBorn = async (birthDate: Date | null) => {
      await server.app.db.prisma.user.update({ where: { id: buyer.id }, data: { birthDate } });
      const { order, code } = await desk.buy(buyer.token, { raffleId: id, quotaQuantity: 1 });
      return order?.status ?? code;
    };
    expect(await buyBorn(onDay(18, 1))).toBe(outcome);
    const adult = outcome === 'PAID' ? 'PAID' : 'PENDING';
    // Nobody is asked for what the service does not know.
    for (const birthDate of [null, onDay(18, 0)]) expect(await buyBorn(birthDate)).toBe(adult);
  });
});
