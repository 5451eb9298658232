import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProviderAdapter, newTxid } from '../src/payment-providers/adapters/adapter.js';
import { cancelOrConsultCharge } from '../src/payment-providers/adapters/unsupported-operation.js';
import { centavosOf, reaisOf } from '../src/payment-providers/adapters/pay2m-adapter.js';
import { MAX_CENTAVOS } from '../src/platform/money.js';
import { chargeRequest, expectNoList, expectNoOperation, failureOf, openAdapter, settingsOf } from './support/adapters.js';
import { startFakePay2m, type FakePay2m } from './support/fake-pay2m.js';
import { open, stopAll } from './support/sandbox.js';

const PAYER = { cpf: '12345678909', name: 'Maria da Silva' };
const CREATE = 'POST /api/v1/pix/qrcode';
const CONSULT = 'GET /api/v1/pix/qrcode/{reference_code}';

describe('a provider that speaks the API of Pay2m', () => {
  let pay2m: FakePay2m;
  let adapter: ProviderAdapter;

  beforeEach(async () => {
    pay2m = await startFakePay2m();
    open.push(pay2m);
    adapter = openAdapter('pay2m', settingsOf(pay2m.url));
  });
  afterEach(async () => {
    await stopAll();
    expect(pay2m.problems).toEqual([]);
  });

  const paidCharge = async () => {
    const charge = await adapter.createCharge(chargeRequest({ payer: PAYER }));
    pay2m.pay(pay2m.latest());
    return charge;
  };

  it('creates a code, and gives it back when asked by its reference', async () => {
    const request = chargeRequest({ payer: PAYER });
    const created = await adapter.createCharge(request);

    expect(created).toEqual({
      txid: request.txid,
      providerReference: pay2m.latest().reference_code,
      brCode: pay2m.latest().content,
      amountCentavos: 1250n,
      status: 'ACTIVE',
      payments: [],
    });
    expect(await adapter.consultCharge(created)).toEqual(created);
    expect(JSON.parse(pay2m.asked(CREATE)[0]?.body ?? '')).toEqual({
      value: 12.5,
      generator_name: 'Maria da Silva',
      generator_document: '12345678909',
      external_reference: request.txid,
      expiration_time: 900,
      payer_message: 'Rifa da moto, 10 cotas',
    });
  });

  it('cannot be asked by our txid, and knows nothing of what it never saw', async () => {
    expect(await adapter.consultCharge({ txid: newTxid('pay2m') })).toBeUndefined();
    expect(await adapter.consultCharge({ providerReference: 'PAY2MPIXQRCODE404' })).toBeUndefined();
    expect(await adapter.consultPayment('pay2m:PAY2MPIXQRCODE404')).toBeUndefined();
    expect(await adapter.consultPayment(`E${'0'.repeat(31)}`)).toBeUndefined();
    expect(pay2m.asked(CONSULT)).toHaveLength(2);
  });

  it('gets texts cut and the time shortened to what it takes', async () => {
    const payer = { ...PAYER, name: 'Á'.repeat(300) };
    await adapter.createCharge(chargeRequest({ expiresInSeconds: 86_400, description: '🎟️'.repeat(200), payer }));
    await adapter.createCharge(chargeRequest({ expiresInSeconds: 0, description: '' }));

    const [long, short] = pay2m.asked(CREATE).map(({ body }) => JSON.parse(body));
    expect(long).toMatchObject({ expiration_time: 3_600, generator_name: 'Á'.repeat(100) });
    expect([...long.payer_message]).toHaveLength(100);
    expect(Object.keys(short)).toEqual(['value', 'external_reference', 'expiration_time']);
    expect(short.expiration_time).toBe(1);
  });

  it('gets any amount to the centavo, as a number of reais', async () => {
    for (const amountCentavos of [1n, 29n, 100n, 110n, 1_999n, 123_456_789n, MAX_CENTAVOS]) {
      const created = await adapter.createCharge(chargeRequest({ amountCentavos }));
      expect((await adapter.consultCharge(created))?.amountCentavos).toBe(amountCentavos);
    }
    const values = pay2m.asked(CREATE).map(({ body }) => /"value":([^,]+),/.exec(body)?.[1]);
    expect(values).toEqual(['0.01', '0.29', '1', '1.1', '19.99', '1234567.89', '9999999999.99']);
  });

  it('has its amounts written with two decimals at most, and read as they were', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: MAX_CENTAVOS }), (centavos) => {
        const text = JSON.stringify(reaisOf(centavos));
        expect(text).toMatch(/^\d{1,10}(\.\d{1,2})?$/);
        expect(centavosOf(JSON.parse(text))).toBe(centavos);
      }),
    );
  });

  it('shows a paid charge with its payment', async () => {
    const created = await paidCharge();
    const paid = await adapter.consultCharge(created);

    expect(paid).toMatchObject({ txid: created.txid, status: 'PAID' });
    expect(paid?.payments).toEqual([
      {
        endToEndId: `pay2m:${created.providerReference}`,
        txid: created.txid,
        amountCentavos: 1250n,
        paidAt: new Date('2026-11-20T17:52:10.000Z'),
        payer: { name: 'Maria da Silva', cpf: '12345678909' },
        refunds: [],
      },
    ]);
    expect(await adapter.consultPayment(`pay2m:${created.providerReference}`)).toEqual(paid?.payments[0]);
  });

  it('shows the same payment whether or not it says the end-to-end id, the time and who paid', async () => {
    const created = await paidCharge();
    const ids = async () => (await adapter.consultCharge(created))?.payments.map(({ endToEndId }) => endToEndId);
    const withAll = await ids();
    Object.assign(pay2m.latest(), { end_to_end: null, payment_date: null, payer_name: null, payer_document: '***.456.789-**' });

    expect(await ids()).toEqual(withAll);
    const [payment] = (await adapter.consultCharge(created))?.payments ?? [];
    expect(payment?.payer).toBeUndefined();
    expect(Math.abs(Date.now() - (payment?.paidAt.getTime() ?? 0))).toBeLessThan(5_000);
  });

  it.each([
    ['awaiting_payment', 'ACTIVE'],
    ['canceled', 'CANCELLED'],
    ['expired', 'CANCELLED'],
  ])('says %s, which is %s, without a payment', async (status, expected) => {
    const created = await adapter.createCharge(chargeRequest());
    pay2m.latest().status = status;

    expect(await adapter.consultCharge(created)).toEqual({ ...created, status: expected });
    expect(await adapter.consultPayment(`pay2m:${created.providerReference}`)).toBeUndefined();
  });

  it('may know codes that we did not make: they go by its reference, and their money by no txid', async () => {
    const created = await paidCharge();
    pay2m.latest().external_reference = null;

    const foreign = await adapter.consultCharge({ providerReference: created.providerReference });
    expect(foreign?.txid).toBe(created.providerReference);
    expect(foreign?.payments).toHaveLength(1);
    expect(foreign?.payments[0]).not.toHaveProperty('txid');
    expect((await adapter.consultCharge(created))?.payments[0]?.txid).toBe(created.txid);
  });

  it.each<[string, object, string]>([
    ['another reference', { reference_code: 'PAY2MPIXQRCODE0' }, 'reference_code is not the one asked'],
    ['a reference that is none', { reference_code: '../qrcode' }, 'reference_code is not an identifier'],
    ['another external reference', { external_reference: 'a'.repeat(32) }, 'external_reference is not the one asked'],
    ['a status unknown', { status: 'error' }, 'status is none that Pay2m documents'],
    ['fractions of centavos', { value: 12.505 }, 'value is not an amount'],
    ['an amount that is none', { value: '12,50' }, 'value is not an amount'],
    ['no code', { content: '' }, 'content is not a text'],
    ['a payment at no time', { status: 'paid', payment_date: 'now' }, 'payment_date is not a date and time'],
  ])('is not believed when it answers with %s', async (_, more, reason) => {
    const created = await adapter.createCharge(chargeRequest());
    pay2m.fail(CONSULT, { status: 200, body: { ...pay2m.latest(), ...more } });
    const error = await failureOf(adapter.consultCharge(created));

    expect(error).toMatchObject({ kind: 'INVALID_ANSWER', operation: CONSULT });
    expect(error.message).toContain(reason);
  });

  it('is not believed when it answers no code at all', async () => {
    pay2m.fail(CREATE, { status: 201, body: { reference_code: 'PAY2MPIXQRCODE1' } }, { status: 201, body: [] });

    expect((await failureOf(adapter.createCharge(chargeRequest()))).message).toContain('content is not a text');
    expect((await failureOf(adapter.createCharge(chargeRequest()))).message).toContain('the answer is not an object');
  });

  it.each(['cancelCharge', 'refund', 'consultRefund'] as const)('documents no %s, and the failure says so', (operation) =>
    expectNoOperation(adapter, 'pay2m', operation),
  );

  it('documents no list of payments', () => expectNoList(adapter));

  it('has a charge ended by being asked how it stands', async () => {
    const created = await adapter.createCharge(chargeRequest());
    expect((await cancelOrConsultCharge(adapter, created))?.status).toBe('ACTIVE');
    pay2m.pay(pay2m.latest());
    expect(await cancelOrConsultCharge(adapter, created)).toMatchObject({ status: 'PAID', payments: [{ txid: created.txid }] });
    expect(await cancelOrConsultCharge(adapter, { txid: created.txid })).toBeUndefined();
  });
});
