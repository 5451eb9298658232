import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProviderAdapter, newTxid } from '../src/payment-providers/adapters/adapter.js';
import { createAdapter } from '../src/payment-providers/adapters/create-adapter.js';
import { cancelOrConsultCharge } from '../src/payment-providers/adapters/unsupported-operation.js';
import { parseBrCode } from '../src/development/bank/br-code-parse.js';
import { MAX_CENTAVOS } from '../src/platform/money.js';
import {
  ANY_HOST,
  chargeRequest,
  expectNoList,
  expectNoOperation,
  failureOf,
  openAdapter,
  settingsOf,
} from './support/adapters.js';
import { PAGGUE_CREDENTIALS, startFakePaggue, type FakePaggue } from './support/fake-paggue.js';
import { open, stopAll } from './support/sandbox.js';

const PAYER = { cpf: '12345678909', name: 'Maria da Conceição 🎟️' };
const CREATE = 'POST /cashin/api/billing_order';
const CONSULT = 'GET /cashin/api/billing_order/{hash}';

describe('a provider of the shape of Paggue', () => {
  let paggue: FakePaggue;
  let adapter: ProviderAdapter;

  beforeEach(async () => {
    paggue = await startFakePaggue();
    open.push(paggue);
    adapter = openAdapter('paggue', settingsOf(paggue.url, { credentials: PAGGUE_CREDENTIALS }));
  });
  afterEach(async () => {
    await stopAll();
    expect(paggue.problems).toEqual([]);
  });

  it('creates a billing order under our txid, signed, and gives it back when asked by its hash', async () => {
    const request = chargeRequest({ payer: PAYER, description: 'Rifa "da moto" / ação 🏍️' });
    const created = await adapter.createCharge(request);

    expect(created).toEqual({
      txid: request.txid,
      providerReference: paggue.latest().hash,
      brCode: paggue.latest().payment,
      amountCentavos: 1250n,
      status: 'ACTIVE',
      payments: [],
    });
    expect(parseBrCode(created.brCode)).toMatchObject({ type: 'static', amount: '12.50' });
    expect(await adapter.consultCharge(created)).toEqual(created);
    expect(JSON.parse(paggue.asked(CREATE)[0]?.body ?? '')).toEqual({
      payer_name: 'Maria da Conceição 🎟️',
      amount: 1250,
      external_id: request.txid,
      description: 'Rifa "da moto" / ação 🏍️',
    });
    expect(paggue.asked(CONSULT)[0]?.headers).not.toHaveProperty('signature');
  });

  it('cannot be asked by our txid, and knows nothing of what it never saw', async () => {
    const hash = '00000000-0000-4000-8000-000000000000';
    expect(await adapter.consultCharge({ txid: newTxid('paggue') })).toBeUndefined();
    expect(await adapter.consultCharge({ providerReference: hash })).toBeUndefined();
    expect(await adapter.consultPayment(`paggue:${hash}`)).toBeUndefined();
    expect(await adapter.consultPayment(`E${'0'.repeat(31)}`)).toBeUndefined();
    expect(paggue.asked(CONSULT)).toHaveLength(2);
  });

  it('gets long texts cut, and amounts to the centavo', async () => {
    const payer = { ...PAYER, name: 'Á'.repeat(300) };
    const created = await adapter.createCharge(
      chargeRequest({ amountCentavos: MAX_CENTAVOS, description: '🎟️'.repeat(200), payer }),
    );

    expect(created.amountCentavos).toBe(MAX_CENTAVOS);
    const body = JSON.parse(paggue.asked(CREATE)[0]?.body ?? '');
    expect(body).toMatchObject({ amount: 999_999_999_999, payer_name: 'Á'.repeat(100) });
    expect([...body.description]).toHaveLength(100);
  });

  it('shows a paid charge with its payment', async () => {
    const created = await adapter.createCharge(chargeRequest({ payer: PAYER }));
    paggue.pay(paggue.latest());
    const paid = await adapter.consultCharge(created);

    expect(paid?.status).toBe('PAID');
    expect(paid?.payments).toEqual([
      {
        endToEndId: `paggue:${created.providerReference}`,
        txid: created.txid,
        amountCentavos: 1250n,
        paidAt: new Date('2026-11-20T17:53:00.654Z'),
        refunds: [],
      },
    ]);
    expect(await adapter.consultPayment(`paggue:${created.providerReference}`)).toEqual(paid?.payments[0]);
  });

  it('shows the same payment whether or not it says the end-to-end id and the time', async () => {
    const created = await adapter.createCharge(chargeRequest());
    paggue.pay(paggue.latest());
    const [before] = (await adapter.consultCharge(created))?.payments ?? [];
    Object.assign(paggue.latest(), { endToEndId: null, paid_at: null });
    const [after] = (await adapter.consultCharge(created))?.payments ?? [];

    expect(after?.endToEndId).toBe(before?.endToEndId);
    expect(Math.abs(Date.now() - (after?.paidAt.getTime() ?? 0))).toBeLessThan(5_000);
  });

  it.each([
    [0, 'ACTIVE'],
    [2, 'ACTIVE'],
    [3, 'CANCELLED'],
  ])('says status %i, which is %s, without a payment', async (status, expected) => {
    const created = await adapter.createCharge(chargeRequest());
    paggue.latest().status = status;
    expect(await adapter.consultCharge(created)).toEqual({ ...created, status: expected });
  });

  it('says status 4 of what was paid and went back', async () => {
    const created = await adapter.createCharge(chargeRequest());
    paggue.pay(paggue.latest());
    paggue.latest().status = 4;
    const refunded = await adapter.consultCharge(created);

    expect(refunded?.status).toBe('PAID');
    expect(refunded?.payments).toMatchObject([
      {
        endToEndId: `paggue:${created.providerReference}`,
        amountCentavos: 1250n,
        refunds: [{ amountCentavos: 1250n, status: 'RETURNED', initiatedBy: 'RECEIVER', reason: expect.any(String) }],
      },
    ]);
  });

  it.each<[string, object, string]>([
    ['another hash', { hash: '00000000-0000-4000-8000-000000000000' }, 'hash is not the one asked'],
    ['a hash that is none', { hash: '../billing_order' }, 'hash is not an identifier'],
    ['another external id', { external_id: 'a'.repeat(32) }, 'external_id is not the one asked'],
    ['a status unknown', { status: 5 }, 'status is none that is known'],
    ['a status in text', { status: '1' }, 'status is none that is known'],
    ['reais for centavos', { amount: 12.5 }, 'amount is not whole centavos'],
    ['an amount in text', { amount: '1250' }, 'amount is not whole centavos'],
    ['no code', { payment: null }, 'payment is not a text'],
    ['a payment at no time', { status: 1, paid_at: 'now' }, 'paid_at is not a date and time'],
  ])('is not believed when it answers with %s', async (_, more, reason) => {
    const created = await adapter.createCharge(chargeRequest());
    paggue.fail(CONSULT, { status: 200, body: { ...paggue.latest(), ...more } });
    const error = await failureOf(adapter.consultCharge(created));

    expect(error).toMatchObject({ kind: 'INVALID_ANSWER', operation: CONSULT });
    expect(error.message).toContain(reason);
  });

  it('is not believed when it charges another amount', async () => {
    const request = chargeRequest();
    await adapter.createCharge(request);
    paggue.fail(CREATE, { status: 200, body: { ...paggue.latest(), amount: 1251 } });
    expect((await failureOf(adapter.createCharge(request))).message).toContain('amount is not the one asked');
  });

  it.each(['cancelCharge', 'refund', 'consultRefund'] as const)('has no %s that is known, and says so', (operation) =>
    expectNoOperation(adapter, 'paggue', operation),
  );

  it('is known to have no list of payments', () => expectNoList(adapter));

  it('has a charge ended by being asked how it stands', async () => {
    const created = await adapter.createCharge(chargeRequest());
    expect((await cancelOrConsultCharge(adapter, created))?.status).toBe('ACTIVE');
    paggue.pay(paggue.latest());
    expect((await cancelOrConsultCharge(adapter, created))?.status).toBe('PAID');
  });

  it('cannot be called without the secret that signs', () => {
    const credentials = { ...PAGGUE_CREDENTIALS, signatureSecret: undefined };
    expect(() => createAdapter('paggue', settingsOf(paggue.url, { credentials }), ANY_HOST)).toThrow(
      'signatureSecret is required',
    );
  });

  it('may live below a path, its token endpoint too', async () => {
    const below = openAdapter('paggue', settingsOf(`${paggue.url}/legacy`, { credentials: PAGGUE_CREDENTIALS }));

    expect((await failureOf(below.accessToken())).kind).toBe('UNAUTHORIZED');
    expect(paggue.problems.splice(0)).toEqual(['POST /legacy/auth/v1/token is no operation of the contract']);
  });
});
