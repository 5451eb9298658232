import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { anOpenRaffle, countsOf, seedProviders } from './support/sales.js';
import { startTestServer, type TestServer } from './support/start.js';

let server: TestServer;
let admin: { id: string; token: string };

beforeAll(async () => {
  server = await startTestServer();
  admin = await anAdmin(server);
  await seedProviders(server);
});
afterAll(() => server?.stop());

const CREATE = /* GraphQL */ `
  mutation ($input: CreateOrderInput!) {
    createOrder(input: $input) {
      id status quotaQuantity priceByQuota totalValue paymentMethod paymentProviderName referral qrCodeId qrCodeContent expiresAt paidAt createdAt
      luckyNumbers(first: 100) { nodes totalCount }
    }
  }`;

const create = (token: string, input: Record<string, unknown>, headers: Record<string, string> = {}) =>
  server.graphql(CREATE, { input }, { token, headers });

describe('createOrder', () => {
  it('reserves quotas and answers a PIX code for the price', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 100, quotaPrice: 250n });
    const buyer = await aCustomer(server);

    const { data, errors } = await create(buyer.token, { raffleId: raffle.id, quotaQuantity: 4, referral: 'no uuid at all' });

    expect(errors).toBeUndefined();
    expect(data.createOrder).toMatchObject({
      status: 'PENDING',
      quotaQuantity: 4,
      priceByQuota: '2.50',
      totalValue: '10.00',
      paymentMethod: 'PIX',
      paymentProviderName: 'static',
      referral: 'no uuid at all',
      paidAt: null,
      luckyNumbers: { nodes: [], totalCount: 0 },
    });
    expect(data.createOrder.qrCodeContent).toContain(`540510.00`);
    expect(await countsOf(server, raffle.id)).toEqual({ sellable: 100, reserved: 4, allocated: 0 });
  });

  it('gives numbers at payment', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 100 });
    const buyer = await aCustomer(server);
    const { data } = await create(buyer.token, { raffleId: raffle.id, quotaQuantity: 7 });

    const paid = await server.graphql(
      'mutation ($id: ID!) { payOrder(id: $id, note: "cash") { status paidAt luckyNumbers(first: 100) { nodes totalCount } } }',
      { id: data.createOrder.id },
      { token: admin.token },
    );

    expect(paid.errors).toBeUndefined();
    expect(paid.data.payOrder).toMatchObject({ status: 'PAID', luckyNumbers: { totalCount: 7 } });
    expect(new Set(paid.data.payOrder.luckyNumbers.nodes).size).toBe(7);
    expect(paid.data.payOrder.luckyNumbers.nodes.every((n: string) => /^\d{2}$/.test(n))).toBe(true);
    expect(await countsOf(server, raffle.id)).toEqual({ sellable: 100, reserved: 0, allocated: 7 });
  });
});
