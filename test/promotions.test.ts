import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { anOpenRaffle, countsOf, salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
const buyer = forTests(() => aCustomer(server));
const admin = forTests(() => anAdmin(server));
beforeAll(() => seedProviders(server));

interface Terms {
  kind: 'EXACT' | 'FROM';
  quotaQuantity: number;
  price: string;
  bonusQuotas?: number;
}

const ADD =
  'mutation ($raffleId: ID!, $input: PromotionInput!) { createPromotion(raffleId: $raffleId, input: $input) { id kind quotaQuantity price bonusQuotas } }';
const CHANGE = 'mutation ($id: ID!, $input: PromotionInput!) { updatePromotion(id: $id, input: $input) { id price } }';
const END = 'mutation ($id: ID!) { deletePromotion(id: $id) { id price } }';
const PRICE =
  'query ($raffleId: ID!, $quotaQuantity: Int!) { orderPrice(raffleId: $raffleId, quotaQuantity: $quotaQuantity) { quotaQuantity bonusQuotas priceByQuota discount totalValue nextTierAt } }';

async function add(raffleId: string, input: Terms): Promise<string> {
  const { data, errors } = await server.graphql<{ createPromotion: { id: string } }>(ADD, { raffleId, input }, admin);
  if (!data) throw new Error(JSON.stringify(errors));
  return data.createPromotion.id;
}

async function priceOf(raffleId: string, quotaQuantity: number) {
  const { data, errors } = await server.graphql<{ orderPrice: Record<string, unknown> }>(PRICE, { raffleId, quotaQuantity });
  return data?.orderPrice ?? errors?.[0]?.extensions;
}

async function aRaffle(terms: Terms[], more: Parameters<typeof anOpenRaffle>[1] = {}): Promise<string> {
  const { id } = await anOpenRaffle(server, { enablePromotions: true, quotaPrice: 250n, ...more });
  for (const one of terms) await add(id, one);
  return id;
}

const ORDER = `mutation ($input: CreateOrderWithoutPaymentGatewayInput!) {
  createOrderWithoutPaymentGateway(input: $input) {
    id status quotaQuantity bonusQuotas priceByQuota discount totalValue qrCodeContent
  }
}`;
type Placed = { id: string; status: string; qrCodeContent: string | null } & Record<string, unknown>;
async function order(raffleId: string, quotaQuantity: number, headers: Record<string, string> = {}) {
  const { data, errors } = await server.graphql<{ createOrderWithoutPaymentGateway: Placed }>(
    ORDER,
    { input: { raffleId, quotaQuantity } },
    { token: buyer.token, headers },
  );
  return { placed: data?.createOrderWithoutPaymentGateway, code: errors?.[0]?.extensions.code, message: errors?.[0]?.message };
}

describe('an order of a raffle with promotions', () => {
  const TERMS: Terms[] = [
    { kind: 'EXACT', quotaQuantity: 10, price: '20.01', bonusQuotas: 1 },
    { kind: 'FROM', quotaQuantity: 20, price: '1.99' },
    { kind: 'FROM', quotaQuantity: 50, price: '1.50', bonusQuotas: 5 },
  ];

  it.each([false, true])(
    'costs, to the centavo, what the preview told, and holds its bonus (cumulative: %s)',
    async (cumulative) => {
      const raffleId = await aRaffle(TERMS, { cumulative, quotaQuantity: 5_000 });
      let reserved = 0;
      for (const quantity of [1, 9, 10, 11, 20, 30, 49, 50, 120]) {
        const { nextTierAt, ...price } = await priceOf(raffleId, quantity);
        const { placed } = await order(raffleId, quantity);
        const { id, status, qrCodeContent, ...paid } = placed;
        expect([quantity, status, paid]).toEqual([quantity, 'PENDING', price]);
        expect(qrCodeContent).toContain(
          `54${String(String(price.totalValue).length).padStart(2, '0')}${String(price.totalValue)}`,
        );
        expect(nextTierAt).toBe([10, 20, 50].find((tier) => tier > quantity) ?? null);
        reserved += Number(price.quotaQuantity);
        const { allocations, ...row } = await server.app.db.prisma.order.findUniqueOrThrow({
          where: { id: BigInt(id) },
          include: { allocations: true },
        });
        expect(allocations).toEqual([]);
        expect(row.totalValue).toBe(250n * BigInt(quantity) - row.discount);
      }
      expect(await countsOf(server, raffleId)).toMatchObject({ reserved });
    },
  );

  it('gets a lucky number for each quota, the bonus included, when it is paid', async () => {
    const raffleId = await aRaffle(TERMS);
    const { placed } = await order(raffleId, 10);
    const { order: paid } = await salesDesk(server.graphql).pay(admin.token, placed.id);
    expect(paid).toMatchObject({ status: 'PAID', quotaQuantity: 11, luckyNumbers: { totalCount: 11 } });
    expect(await countsOf(server, raffleId)).toMatchObject({ reserved: 0, allocated: 11 });
  });

  it('is refused when its bonus does not fit any more, like one that is too large', async () => {
    const raffleId = await aRaffle([{ kind: 'EXACT', quotaQuantity: 10, price: '25.00', bonusQuotas: 1 }], { quotaQuantity: 10 });
    expect((await order(raffleId, 10)).code).toBe('SOLD_OUT');
    expect((await order(raffleId, 9)).placed).toMatchObject({ quotaQuantity: 9 });
  });

  it('is told how many to type, whose bonus fits too', async () => {
    const fiveForFree: Terms = { kind: 'FROM', quotaQuantity: 5, price: '2.50', bonusQuotas: 5 };
    const room = { minReservationQuantity: 2, maxReservationQuantity: 20 };
    const few = await aRaffle([fiveForFree], { ...room, quotaQuantity: 12 });
    const told = 'Only 12 quotas are left: ask for at most 7, since bonus quotas count too.';
    expect(await order(few, 8)).toMatchObject({ code: 'SOLD_OUT', message: told });
    expect((await order(few, 7)).placed).toMatchObject({ quotaQuantity: 12, bonusQuotas: 5 });

    // Four may be typed, and not five: they are ten.
    const nine = await aRaffle([fiveForFree], { ...room, quotaQuantity: 9 });
    expect((await order(nine, 5)).message).toBe('Only 9 quotas are left: ask for at most 4, since bonus quotas count too.');
    const limited = await aRaffle([fiveForFree], { ...room, maxBuyerQuantity: 9 });
    expect((await order(limited, 5)).message).toMatch(/at most 9 quotas .* You can ask for at most 4\.$/);
    const guarded = await aRaffle([fiveForFree], { ...room, enableAntiSpam: true, antiSpamMaxQuota: 9, antiSpamTimeout: 10 });
    expect((await order(guarded, 5)).message).toMatch(/, or ask for at most 4\.$/);
    const one = await aRaffle([], { ...room, quotaQuantity: 3 });
    const { placed } = await order(one, 2);
    await salesDesk(server.graphql).pay(admin.token, placed.id);
    expect(await order(one, 2)).toMatchObject({
      code: 'SOLD_OUT',
      message: 'Only 1 quota is left, fewer than the smallest order takes.',
    });
  });

  it("counts its bonus against a buyer's limit", async () => {
    const raffleId = await aRaffle(TERMS, { maxBuyerQuantity: 10 });
    expect((await order(raffleId, 10)).code).toBe('CONFLICT');
    expect(await countsOf(server, raffleId)).toMatchObject({ reserved: 0 });
  });

  it('costs at least a centavo a quota, by GraphQL and REST', async () => {
    const raffleId = await aRaffle([]);
    const refusalOf = async (input: Terms) => {
      const { errors } = await server.graphql(ADD, { raffleId, input }, admin);
      const path = `/v1/raffles/${raffleId}/promotions`;
      const { status } = await server.rest('POST', path, { token: admin.token, body: input });
      return [errors?.[0]?.extensions.fields, status];
    };
    const [ofAll, ofOne] = [
      'must be at least 0.10, one centavo for each quota, in a raffle with a price',
      'must be at least 0.01 in a raffle with a price',
    ];
    for (const price of ['0.00', '0.01', '0.09'])
      expect(await refusalOf({ kind: 'EXACT', quotaQuantity: 10, price })).toEqual([{ price: [ofAll] }, 400]);
    expect(await refusalOf({ kind: 'FROM', quotaQuantity: 10, price: '0.00' })).toEqual([{ price: [ofOne] }, 400]);
    const id = await add(raffleId, { kind: 'EXACT', quotaQuantity: 10, price: '0.10' });
    const changed = await server.graphql(CHANGE, { id, input: { kind: 'EXACT', quotaQuantity: 10, price: '0.00' } }, admin);
    expect(changed.errors?.[0]?.extensions.fields).toEqual({ price: [ofAll] });
    expect((await order(raffleId, 10)).placed).toMatchObject({ status: 'PENDING', totalValue: '0.10' });
  });

  it('keeps a raffle free whose promotions give quotas for nothing', async () => {
    const raffleId = await aRaffle([{ kind: 'EXACT', quotaQuantity: 2, price: '0.00', bonusQuotas: 1 }], { quotaPrice: 0n });
    const price = (quotaPrice: string) =>
      server.graphql(
        'mutation ($id: ID!, $p: Money) { updateRaffle(id: $id, input: { quotaPrice: $p }) { quotaPrice } }',
        { id: raffleId, p: quotaPrice },
        admin,
      );
    expect((await price('1.00')).errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { quotaPrice: expect.anything() },
    });
    expect((await price('0.00')).errors).toBeUndefined();
    const { promotions } = (
      await server.graphql('query ($id: ID!) { raffle(id: $id) { promotions { id } } }', { id: raffleId }, admin)
    ).data.raffle;
    await server.graphql(END, { id: promotions[0].id }, admin);
    expect((await price('1.00')).data.updateRaffle).toEqual({ quotaPrice: '1.00' });
  });

  it('keeps its price whatever becomes of the promotion, also when it is asked for again', async () => {
    const raffleId = await aRaffle([]);
    const id = await add(raffleId, { kind: 'EXACT', quotaQuantity: 2, price: '3.00' });
    const key = { 'idempotency-key': randomUUID() };
    const { placed } = await order(raffleId, 2, key);
    expect(placed).toMatchObject({ totalValue: '3.00' });
    await server.graphql(END, { id }, admin);
    expect((await order(raffleId, 2, key)).placed).toEqual(placed);
    expect((await order(raffleId, 2)).placed).toMatchObject({ discount: '0.00', totalValue: '5.00' });
  });

  it('has none while they are switched off, and nobody but an operator is shown them', async () => {
    const raffleId = await aRaffle(TERMS, { enablePromotions: false });
    expect(await priceOf(raffleId, 50)).toMatchObject({ discount: '0.00', totalValue: '125.00', nextTierAt: null });
    expect((await order(raffleId, 50)).placed).toMatchObject({ bonusQuotas: 0, totalValue: '125.00' });
    const SHOWN = 'query ($id: ID!) { raffle(id: $id) { promotions { quotaQuantity price } } }';
    expect((await server.graphql(SHOWN, { id: raffleId })).data).toEqual({ raffle: { promotions: [] } });
    const { data } = await server.graphql<{ raffle: { promotions: unknown[] } }>(SHOWN, { id: raffleId }, admin);
    expect(data?.raffle.promotions).toHaveLength(3);
  });
});

describe('a promotion', () => {
  it('is priced by from the moment it is changed, by a process too that has read the raffle just before', async () => {
    const raffleId = await aRaffle([]);
    const id = await add(raffleId, { kind: 'FROM', quotaQuantity: 1, price: '2.00' });
    expect((await order(raffleId, 1)).placed).toMatchObject({ totalValue: '2.00' });
    // Beside the API, as another process does: this one has the raffle of before, for 100 ms.
    await server.app.db.transaction(async (tx) => {
      await tx.prisma.promotion.update({ where: { id }, data: { price: 100n } });
      await tx.prisma.raffle.update({ where: { id: raffleId }, data: { version: { increment: 1 } } });
    });
    expect((await order(raffleId, 1)).placed).toMatchObject({ totalValue: '1.00' });
    await server.graphql(CHANGE, { id, input: { kind: 'FROM', quotaQuantity: 1, price: '1.50' } }, admin);
    expect((await order(raffleId, 1)).placed).toMatchObject({ totalValue: '1.50' });
  });

  it.each<[string, Terms, field: string]>([
    ['that costs more than without it', { kind: 'EXACT', quotaQuantity: 2, price: '5.01' }, 'price'],
    ['whose quotas cost more each', { kind: 'FROM', quotaQuantity: 2, price: '2.51' }, 'price'],
    ['that gives nothing', { kind: 'FROM', quotaQuantity: 2, price: '2.50' }, 'price'],
    ['with more on top than is bought', { kind: 'FROM', quotaQuantity: 2, price: '2.50', bonusQuotas: 3 }, 'bonusQuotas'],
    ['for a quantity that has one', { kind: 'FROM', quotaQuantity: 7, price: '2.00' }, 'quotaQuantity'],
  ])('%s is refused', async (_, input, field) => {
    const raffleId = await aRaffle([{ kind: 'FROM', quotaQuantity: 7, price: '2.10' }]);
    const { errors } = await server.graphql(ADD, { raffleId, input }, admin);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: [expect.any(String)] } });
    expect(await server.app.db.prisma.promotion.count({ where: { raffleId } })).toBe(1);
  });

  it('is one of twenty at most', async () => {
    const raffleId = await aRaffle(
      Array.from({ length: 20 }, (_, i): Terms => ({ kind: 'FROM', quotaQuantity: i + 1, price: '2.00' })),
    );
    const input = { kind: 'FROM', quotaQuantity: 21, price: '2.00' };
    expect((await server.graphql(ADD, { raffleId, input }, admin)).errors?.[0]?.extensions.code).toBe('CONFLICT');
  });

  it('is a new version of its raffle whenever it changes, which orders of other processes are held against', async () => {
    const raffleId = await aRaffle([]);
    const versionOf = async (): Promise<number> => {
      const { version } = await server.app.db.prisma.raffle.findUniqueOrThrow({
        where: { id: raffleId },
        select: { version: true },
      });
      return version;
    };
    const first = await versionOf();
    const id = await add(raffleId, { kind: 'FROM', quotaQuantity: 2, price: '2.00' });
    expect(await versionOf()).toBe(first + 1);
    await server.graphql(CHANGE, { id, input: { kind: 'FROM', quotaQuantity: 2, price: '1.00' } }, admin);
    expect(await versionOf()).toBe(first + 2);
    await server.graphql(END, { id }, admin);
    expect(await versionOf()).toBe(first + 3);
  });

  it('that is not there is NOT_FOUND, and who made or ended one is in the audit log', async () => {
    const raffleId = await aRaffle([]);
    const id = await add(raffleId, { kind: 'FROM', quotaQuantity: 2, price: '2.00' });
    expect((await server.graphql(END, { id }, admin)).data).toEqual({ deletePromotion: { id, price: '2.00' } });
    expect((await server.graphql(END, { id }, admin)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    const entries = await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: raffleId }, orderBy: { id: 'asc' } });
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['createPromotion', admin.id],
      ['deletePromotion', admin.id],
    ]);
  });

  it('is had over REST too', async () => {
    const raffleId = await aRaffle([]);
    const body = { kind: 'FROM', quotaQuantity: 2, price: '2.00', bonusQuotas: 1 };
    const made = await server.rest('POST', `/v1/raffles/${raffleId}/promotions`, { token: admin.token, body });
    const { id } = made.body as { id: string };
    expect([made.status, made.body]).toEqual([201, { id, ...body }]);
    const listed = await server.rest('GET', `/v1/raffles/${raffleId}/promotions`, { token: buyer.token });
    expect([listed.status, listed.body]).toEqual([200, [{ id, ...body }]]);
    const price = await server.rest('GET', `/v1/raffles/${raffleId}/price?quotaQuantity=4`, { token: buyer.token });
    expect(price.body).toMatchObject({ quotaQuantity: 5, bonusQuotas: 1, discount: '2.00', totalValue: '8.00' });
    expect((await server.rest('DELETE', `/v1/promotions/${id}`, { token: admin.token })).status).toBe(200);
  });
});

describe('the price of an order that nobody placed', () => {
  it.each([
    [0, 'quotaQuantity'],
    [1_001, 'quotaQuantity'],
  ])('is not told of %i quotas, which no order may have', async (quantity, field) => {
    const { id } = await anOpenRaffle(server);
    expect(await priceOf(id, quantity)).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: [expect.any(String)] } });
  });

  it('is told of a raffle that is not on sale, and of a DRAFT to operators only', async () => {
    const { id } = await anOpenRaffle(server, { status: 'CLOSED' });
    expect(await priceOf(id, 2)).toMatchObject({ totalValue: '2.00' });
    const draft = await anOpenRaffle(server, { status: 'DRAFT' });
    expect(await priceOf(draft.id, 2)).toMatchObject({ code: 'NOT_FOUND' });
    const { data } = await server.graphql(PRICE, { raffleId: draft.id, quotaQuantity: 2 }, admin);
    expect(data).toMatchObject({ orderPrice: { totalValue: '2.00' } });
  });
});
