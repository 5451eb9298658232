import type { ServerResponse } from 'node:http';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildBrCode } from '../src/payment-providers/br-code/br-code.js';
import { aCustomer } from './support/actors.js';
import { deferred } from './support/deferred.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, aProvider, countsOf, salesDesk, salesRecord } from './support/sales.js';
import type { ReceivedRequest } from './support/received-request.js';
import { answerJson, startRemoteService } from './support/sandbox.js';
import { forTests, startTestServer } from './support/start.js';

/** What the provider does with its n-th request to make or remove a charge; it answers well unless the test says otherwise. */
type Script = (request: ReceivedRequest, n: number, answerWell: () => void, response: ServerResponse) => void | Promise<void>;

const server = forTests(startTestServer);
const desk = forTests(() => salesDesk(server.graphql));
let script: Script = (_request, _n, answerWell) => answerWell();
let count = 0;
let charges: Map<string, { status: string; cob: object }>;

const psp = forTests(() =>
  startRemoteService(async (request, response) => {
    if (request.url === '/oauth/token')
      return answerJson(response, 200, { access_token: 'token', token_type: 'Bearer', expires_in: 3600 });
    const txid = request.url.split('/').at(-1) ?? '';
    const answerWell = (): void => {
      const { calendario, valor } = request.body ? JSON.parse(request.body) : {};
      if (request.method === 'PUT') {
        const code = buildBrCode({ url: `psp.example/${txid}`, merchantName: 'Rifa', merchantCity: 'Recife' });
        charges.set(txid, { status: 'ATIVA', cob: { txid, calendario, valor, pixCopiaECola: code } });
      }
      const charge = charges.get(txid);
      if (!charge) return answerJson(response, 404, { title: 'Não encontrado', status: 404 });
      if (request.method === 'PATCH') charge.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
      answerJson(response, 200, { ...charge.cob, status: charge.status });
    };
    count += 1;
    await script(request, count, answerWell, response);
  }),
);
beforeAll(async () => {
  await aProvider(server, {
    name: 'psp',
    adapter: 'bacen',
    baseUrl: psp.url,
    credentials: { clientId: 'id', clientSecret: 'secret' },
  });
});
beforeEach(() => {
  count = 0;
  charges = new Map();
});

const anOrder = async () => {
  const raffle = await anOpenRaffle(server);
  const buyer = await aCustomer(server);
  return {
    raffle,
    buyer,
    buy: () => desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 2 }, { 'idempotency-key': 'k' }),
  };
};
const forbid = (response: ServerResponse): void => answerJson(response, 403, { title: 'Proibido', status: 403 });

describe('two requests with one key, while the provider makes the charge', () => {
  it('both get the order when the provider refused the one and answered the other', async () => {
    const { raffle, buy } = await anOrder();
    const answered = deferred();
    script = async (_request, n, answerWell, response) => {
      if (n > 1) {
        answerWell();
        return answered.resolve();
      }
      // The first is refused only after the second has its code, which its buyer may be paying.
      await answered.promise;
      await expect.poll(async () => (await salesRecord(server, raffle.id)).orders[0]?.charge?.status).toBe('ACTIVE');
      forbid(response);
    };

    const outcomes = await Promise.all([buy(), buy()]);

    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0].order).toMatchObject({ status: 'PENDING', qrCodeContent: expect.stringContaining('psp.example') });
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 2 });
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });

  it('both are refused when the first refusal came first, and the charge that was made is removed', async () => {
    const { raffle, buy } = await anOrder();
    script = async (request, n, answerWell, response) => {
      if (request.method !== 'PUT' || n > 2) return answerWell();
      if (n === 1) {
        // Not before the other is under way: it would find the key free again, and be a new order.
        await expect.poll(() => count).toBeGreaterThan(1);
        return forbid(response);
      }
      await expect.poll(async () => (await salesRecord(server, raffle.id)).orders[0]?.status).toBe('CANCELLED');
      answerWell();
    };

    const outcomes = await Promise.all([buy(), buy()]);

    for (const { order, code } of outcomes)
      expect({ order, code }).toEqual({ order: undefined, code: 'PAYMENT_PROVIDER_UNAVAILABLE' });
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 0 });
    expect([...charges.values()].map(({ status }) => status)).toEqual(['REMOVIDA_PELO_USUARIO_RECEBEDOR']);
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });
});

describe('an order cancelled while the provider makes its charge', () => {
  it('is answered as cancelled, without a code, and its charge is removed', async () => {
    const { raffle, buyer, buy } = await anOrder();
    const asked = deferred();
    const cancelled = deferred();
    script = async (request, n, answerWell) => {
      if (n === 1) {
        asked.resolve();
        await cancelled.promise;
      }
      expect(['PUT', 'PATCH', 'GET']).toContain(request.method);
      answerWell();
    };

    const buying = buy();
    await asked.promise;
    const id = String((await salesRecord(server, raffle.id)).orders[0]?.id);
    expect((await desk.cancel(buyer.token, id)).order?.status).toBe('CANCELLED');
    cancelled.resolve();

    expect((await buying).order).toMatchObject({ id, status: 'CANCELLED', qrCodeContent: null });
    expect([...charges.values()].map(({ status }) => status)).toEqual(['REMOVIDA_PELO_USUARIO_RECEBEDOR']);
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });
});
