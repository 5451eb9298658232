import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer } from './support/actors.js';
import { shopForTests } from './support/shop.js';
import { anOpenRaffle, aProvider, changeProvider, leftOf } from './support/sales.js';

const { server, desk } = shopForTests();
beforeAll(async () => {
  // Both before `static` by priority; neither tells of payments of static codes.
  const credentials = { clientId: 'a', clientSecret: 'b', signatureSecret: 'c' };
  await aProvider(server, { name: 'paggue', adapter: 'paggue', priority: 1, baseUrl: 'http://127.0.0.1:9', credentials });
  await aProvider(server, { name: 'pay2m', adapter: 'pay2m', priority: 2, baseUrl: 'http://127.0.0.1:9', credentials });
});

const buy = async (input: Record<string, unknown> = {}) => {
  const raffle = await anOpenRaffle(server);
  const { token } = await aCustomer(server);
  const outcome = await desk.buyWithoutGateway(token, { raffleId: raffle.id, quotaQuantity: 2, ...input });
  return { ...outcome, left: await leftOf(server, raffle.id) };
};

describe('an order with a static code', () => {
  it('is charged through the first provider of which somebody learns that it was paid', async () => {
    expect((await buy()).order).toMatchObject({ paymentProviderName: 'static', qrCodeContent: expect.any(String) });
  });

  it.each(['paggue', 'pay2m'])('is refused through %s, which never reports it', async (paymentProviderName) => {
    expect(await buy({ paymentProviderName })).toMatchObject({
      order: undefined,
      code: 'BAD_USER_INPUT',
      fields: { paymentProviderName: ['does not report payments of static codes: choose static'] },
      left: 1_000,
    });
  });

  it('is refused when no active provider would do', async () => {
    await changeProvider(server, 'static', { active: false });
    expect((await buy()).fields).toEqual({
      paymentProviderName: ['is required: no active payment provider reports payments of static codes'],
    });
    expect((await buy({ paymentProviderName: 'paggue' })).fields).toEqual({
      paymentProviderName: ['does not report payments of static codes: order with a charge of its own'],
    });
    await changeProvider(server, 'static', { active: true });
  });
});

describe('an order that costs nothing', () => {
  it('needs no payment provider', async () => {
    await server.app.db.prisma.paymentProvider.updateMany({ data: { active: false } });
    server.app.providers.drop();
    const raffle = await anOpenRaffle(server, { quotaPrice: 0n, freeCampaign: true });
    const { token } = await aCustomer(server);
    for (const way of ['buy', 'buyWithoutGateway'] as const) {
      const { order } = await desk[way](token, { raffleId: raffle.id, quotaQuantity: 2, paymentProviderName: 'nobody' });
      expect(order).toMatchObject({ status: 'PAID', paymentProviderName: 'free', qrCodeContent: null });
    }
    await server.app.db.prisma.paymentProvider.updateMany({ data: { active: true } });
    server.app.providers.drop();
  });
});
