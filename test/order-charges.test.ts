import { describe, expect, it } from 'vitest';
import { checkCharges } from '../src/reconciliation/charge-checks.js';
import { parseBrCode } from '../src/development/bank/br-code-parse.js';
import { aCustomer } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { letChecksCome } from './support/reconciliation.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, countsOf, salesRecord } from './support/sales.js';
import { SANDBOX_ACCOUNT } from './support/sandbox.js';
import { forTests } from './support/start.js';

const banked = forTests(() => startBankedServer(['failing', 'losing', 'away']));

const anOrderInput = async (paymentProviderName = 'sandbox') => {
  const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 50, quotaPrice: 250n });
  const buyer = await aCustomer(banked.server);
  return { raffle, buyer, input: { raffleId: raffle.id, quotaQuantity: 4, paymentProviderName } };
};

const bankCharge = async (txid: string | null | undefined) =>
  (await banked.server.app.providers.find('sandbox'))?.adapter.consultCharge({ txid: txid ?? '' });

describe('an order charged at a provider', () => {
  it("gets the provider's code for its amount", async () => {
    const { raffle, buyer, input } = await anOrderInput();
    const { order } = await banked.desk.buy(buyer.token, input);

    expect(order).toMatchObject({ status: 'PENDING', totalValue: '10.00', paymentProviderName: 'sandbox' });
    expect(parseBrCode(order?.qrCodeContent ?? '').type).toBe('dynamic');
    expect(await bankCharge(order?.qrCodeId)).toMatchObject({
      status: 'ACTIVE',
      amountCentavos: 1_000n,
      brCode: order?.qrCodeContent,
    });
    // The code ends with its order.
    const { createdAt, expiresAt, charge } = await banked.server.app.db.prisma.order.findUniqueOrThrow({
      where: { id: BigInt(order?.id ?? 0) },
      include: { charge: true },
    });
    const token = await (await banked.server.app.providers.find('sandbox'))?.adapter.accessToken();
    const headers = { authorization: `Bearer ${token?.accessToken}` };
    const { calendario } = (await (await fetch(`${banked.bank.url}/cob/${charge?.txid}`, { headers })).json()) as {
      calendario: { expiracao: number };
    };
    const seconds = (expiresAt.getTime() - createdAt.getTime()) / 1_000;
    expect(seconds).toBe(15 * 60);
    expect(calendario.expiracao).toBeGreaterThan(seconds - 10);
    expect(calendario.expiracao).toBeLessThanOrEqual(seconds);
    expect((await salesRecord(banked.server, raffle.id)).orders[0]?.charge).toMatchObject({
      status: 'ACTIVE',
      dynamic: true,
      amount: 1_000n,
    });
    expect(await brokenInvariants(banked.server, raffle.id)).toEqual([]);
  });

  it("asked for without the gateway gets a static code of the provider's key, which the provider never hears of", async () => {
    const { buyer, input } = await anOrderInput();
    const { order } = await banked.desk.buyWithoutGateway(buyer.token, input);

    expect(parseBrCode(order?.qrCodeContent ?? '')).toMatchObject({
      type: 'static',
      key: SANDBOX_ACCOUNT.pixKey,
      amountCentavos: 1_000n,
      txid: order?.qrCodeId,
    });
    expect(await bankCharge(order?.qrCodeId)).toBeUndefined();
  });

  it('is one order and one charge however often it is sent at once with one key', async () => {
    const { raffle, buyer, input } = await anOrderInput();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => banked.desk.buy(buyer.token, input, { 'idempotency-key': 'twenty' })),
    );

    expect(outcomes[0]?.order?.qrCodeContent).toBeTruthy();
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(await countsOf(banked.server, raffle.id)).toMatchObject({ reserved: 4 });
  });

  it("is made although the provider's answers are lost", async () => {
    const { raffle, buyer, input } = await anOrderInput('losing');
    await (await banked.server.app.providers.find('losing'))?.adapter.accessToken();
    await banked.behave({ loseAnswers: 2 });
    const { order } = await banked.desk.buy(buyer.token, input);
    await banked.behave({});

    expect(await bankCharge(order?.qrCodeId)).toMatchObject({ status: 'ACTIVE', brCode: order?.qrCodeContent });
    expect(await brokenInvariants(banked.server, raffle.id)).toEqual([]);
  });

  it('is refused when the provider fails: nothing stays reserved, and the key is free again', async () => {
    const { raffle, buyer, input } = await anOrderInput('failing');
    const key = { 'idempotency-key': 'again' };
    await banked.behave({ failRequests: 1_000 });
    const outcomes = await Promise.all([banked.desk.buy(buyer.token, input, key), banked.desk.buy(buyer.token, input, key)]);
    await banked.behave({});

    for (const { order, code, message } of outcomes) {
      expect({ order, code }).toEqual({ order: undefined, code: 'PAYMENT_PROVIDER_UNAVAILABLE' });
      expect(message).toMatch(/^The payment provider failing does not answer\. Nothing was reserved/);
    }
    expect(await countsOf(banked.server, raffle.id)).toEqual({ sellable: 50, reserved: 0, allocated: 0 });
    for (const order of (await salesRecord(banked.server, raffle.id)).orders)
      expect(order).toMatchObject({ status: 'CANCELLED', charge: { status: 'FAILED', brCode: null } });
    expect((await banked.desk.buy(buyer.token, { ...input, paymentProviderName: 'sandbox' }, key)).order?.status).toBe('PENDING');
    expect(await brokenInvariants(banked.server, raffle.id)).toEqual([]);
  });
});

describe('a charge whose order ends', () => {
  it('cannot be paid any more once the order is cancelled', async () => {
    const { buyer, input } = await anOrderInput();
    const { order } = await banked.desk.buy(buyer.token, input);
    expect((await banked.desk.cancel(buyer.token, order?.id ?? '')).order?.status).toBe('CANCELLED');
    expect(await banked.tryToPay(order?.qrCodeContent)).toEqual({
      status: 409,
      message: 'This charge was cancelled by the receiver.',
    });
  });

  it('cannot be paid a second time once an operator paid by hand', async () => {
    const { buyer, input } = await anOrderInput();
    const { order } = await banked.desk.buy(buyer.token, input);
    expect((await banked.desk.pay(banked.admin.token, order?.id ?? '')).order?.status).toBe('PAID');
    expect((await banked.tryToPay(order?.qrCodeContent)).status).toBe(409);
  });

  it('that was paid unheard of is found when the order is cancelled: the order is paid instead', async () => {
    const { raffle, buyer, input } = await anOrderInput();
    const { order } = await banked.desk.buy(buyer.token, input);
    await banked.behave({ callbackCopies: 0 });
    await banked.payAtBank(order?.qrCodeContent);
    await banked.behave({});

    expect(await banked.desk.cancel(buyer.token, order?.id ?? '')).toMatchObject({
      order: undefined,
      code: 'CONFLICT',
      message: expect.stringContaining('is paid'),
    });
    expect(await countsOf(banked.server, raffle.id)).toMatchObject({ reserved: 0, allocated: 4 });
    expect(await brokenInvariants(banked.server, raffle.id)).toEqual([]);
  });

  it('keeps its order while the provider cannot be asked, and tells the buyer so', async () => {
    const { raffle, buyer, input } = await anOrderInput('away');
    const { order } = await banked.desk.buy(buyer.token, input);
    const before = await salesRecord(banked.server, raffle.id);
    await banked.behave({ failRequests: 1_000 });
    const refused = await banked.desk.cancel(buyer.token, order?.id ?? '');
    await banked.behave({});

    expect(refused).toMatchObject({ order: undefined, code: 'PAYMENT_PROVIDER_UNAVAILABLE' });
    expect(await salesRecord(banked.server, raffle.id)).toEqual(before);
    // The bank's callbacks are another provider's: that this one was paid is learned by asking about its charge.
    await banked.payAtBank(order?.qrCodeContent);
    await letChecksCome(banked.server, { raffleId: raffle.id });
    const provider = await banked.server.app.providers.find('away');
    if (provider) await checkCharges(banked.server.app, provider);
    await banked.untilStatus(order, 'PAID');
  });
});
