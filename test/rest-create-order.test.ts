import { describe, expect, it } from 'vitest';
import { aCustomer } from './support/actors.js';
import { refused, restClient } from './support/rest-contract.js';
import { anOpenRaffle, countsOf } from './support/sales.js';
import { shopForTests } from './support/shop.js';

const CREATE = 'POST /v1/orders/without-payment-gateway';
const REFERRAL = '0b8f2a44-6f0f-4f4e-9a52-3f6f7f1d2c3b';

const { server, admin, desk } = shopForTests();
const ask = restClient(server);

function nineFields(raffle: { id: string }, buyer: { id: string; cpf: string }) {
  return {
    raffleId: raffle.id,
    userId: buyer.id,
    quotaQuantity: 3,
    paymentMethod: 'PIX',
    referral: REFERRAL,
    buyerName: 'Maria da Silva',
    cpf: buyer.cpf,
    paymentProviderName: 'static',
    phone: '5511987654321',
  };
}

describe('creating an order without a payment gateway', () => {
  it('answers 201 with the eleven fields of the order, each of its type', async () => {
    const raffle = await anOpenRaffle(server, { quotaPrice: 250n });
    const buyer = await aCustomer(server);

    const { status, body } = await ask(CREATE, { token: buyer.token, body: nineFields(raffle, buyer) });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      status: 'PENDING',
      paymentMethod: 'PIX',
      paymentProviderName: 'static',
      referral: REFERRAL,
      priceByQuota: '2.50',
      quotaQuantity: 3,
      totalValue: '7.50',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      qrCodeId: expect.stringMatching(/^[A-Za-z0-9]{1,25}$/),
      qrCodeContent: expect.stringContaining('54047.50'),
    });
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 3 });
  });

  it("takes an operator's order for a customer, and a customer's for nobody else", async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const other = await aCustomer(server);

    expect(await ask(CREATE, { token: admin.token, body: nineFields(raffle, buyer) })).toMatchObject({ status: 201 });
    const refusal = await ask(CREATE, { token: other.token, body: nineFields(raffle, buyer) });
    expect(refusal).toMatchObject(refused(403, expect.stringContaining('yourself')));
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 3 });
  });

  it('answers the same order for the same Idempotency-Key, and refuses the key with another body', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const headers = { 'idempotency-key': 'one-sale' };
    const body = nineFields(raffle, buyer);

    const first = await ask(CREATE, { token: buyer.token, headers, body });
    expect(await ask(CREATE, { token: buyer.token, headers, body })).toMatchObject({ status: 201, body: first.body });
    const other = await ask(CREATE, { token: buyer.token, headers, body: { ...body, quotaQuantity: 4 } });
    expect(other).toMatchObject(refused(400, expect.stringContaining('Idempotency-Key')));
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 3 });
  });
});

describe('a refusal that is neither 401 nor 403 is 400', () => {
  it('and says which: no raffle, no provider, closed, a limit, sold out', async () => {
    const buyer = await aCustomer(server);
    const full = await anOpenRaffle(server, { quotaQuantity: 2 });
    const closed = await anOpenRaffle(server, { status: 'CLOSED' });
    const limited = await anOpenRaffle(server, { maxBuyerQuantity: 2 });
    const create = (raffle: { id: string }, changes: object = {}) =>
      ask(CREATE, { token: buyer.token, body: { ...nineFields(raffle, buyer), ...changes } });

    for (const id of ['019a0000-0000-7000-8000-000000000000', 'nonsense']) {
      expect(await create({ id })).toMatchObject(refused(400, { raffleId: ['is no raffle'] }));
    }
    const nobody = await create(full, { paymentProviderName: 'nobody' });
    expect(nobody).toMatchObject(refused(400, { paymentProviderName: [expect.any(String)] }));
    expect(await create(closed)).toMatchObject(refused(400, 'The raffle is not open for sale any more.'));
    expect(await create(limited)).toMatchObject(
      refused(
        400,
        'A buyer may take at most 2 quotas of this raffle; refunded and bonus ones count too. You can ask for at most 2.',
      ),
    );
    expect(await server.app.db.prisma.order.count({ where: { userId: buyer.id } })).toBe(0);

    expect(await create(full, { quotaQuantity: 3 })).toMatchObject(refused(400, { quotaQuantity: [expect.any(String)] }));
    const { body } = await create(full, { quotaQuantity: 2 });
    await desk.pay(admin.token, String(body.id));
    expect(await create(full, { quotaQuantity: 1 })).toMatchObject(refused(400, 'No quotas are left: all of them are paid.'));
  });

  it('and names the fields that are wrong, all at once', async () => {
    const buyer = await aCustomer(server);
    const raffle = await anOpenRaffle(server);
    const create = (changes: object) => ask(CREATE, { token: buyer.token, body: { ...nineFields(raffle, buyer), ...changes } });
    const problem = [expect.any(String)];
    const unknown = ['is not a field of this input'];

    for (const quotaQuantity of ['5', 1.5, 2 ** 31, 0, -1, 20_001, null]) {
      expect(await create({ quotaQuantity })).toMatchObject(refused(400, { quotaQuantity: problem }));
    }
    const both = await create({ cpf: '529.982.247-25', phone: '+5511' });
    expect(both).toMatchObject(refused(400, { cpf: problem, phone: problem }));
    expect(await create({ paymentMethod: 'CARD' })).toMatchObject(refused(400, { paymentMethod: problem }));
    const more = await create({ raffleID: raffle.id, total: '0.01' });
    expect(more).toMatchObject(refused(400, { raffleID: unknown, total: unknown }));
    const empty = await ask(CREATE, { token: buyer.token, body: {} });
    expect(empty).toMatchObject(refused(400, { raffleId: ['is required'], quotaQuantity: ['is required'] }));
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 0 });
  });

  it("the transport's own included: no JSON, no object, another type, too large", async () => {
    const { token } = await aCustomer(server);
    for (const body of ['{', '[]', 'null', JSON.stringify({ buyerName: 'x'.repeat(200_000) })]) {
      expect(await ask(CREATE, { token, body })).toMatchObject(refused(400));
    }
    const headers = { 'content-type': 'text/plain' };
    expect(await ask(CREATE, { token, body: '{}', headers })).toMatchObject(refused(400));
    expect(await ask(CREATE, { body: '{' })).toMatchObject(refused(401));
  });
});
