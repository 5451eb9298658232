import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ProviderAdapter, newTxid } from '../src/payment-providers/adapters/adapter.js';
import { buildStaticCode } from '../src/payment-providers/adapters/static-adapter.js';
import { parseBrCode } from '../src/development/bank/br-code-parse.js';
import { startSandboxBank, type SandboxBank } from '../src/development/bank/start-sandbox-bank.js';
import { eventually } from './support/eventually.js';
import { adapterOf, chargeRequest, collect, failureOf } from './support/adapters.js';
import { contracts } from './support/api-pix-contracts.js';
import {
  answerJson,
  askSandbox,
  open,
  SANDBOX_ACCOUNT,
  startRecorder,
  startRemoteService,
  stopAll,
  type Recorder,
} from './support/sandbox.js';

describe('a provider that speaks API Pix', () => {
  let bank: SandboxBank;
  let recorder: Recorder;
  let adapter: ProviderAdapter;

  beforeEach(async () => {
    bank = await startSandboxBank({ port: 0, ...SANDBOX_ACCOUNT });
    recorder = await startRecorder(bank.url);
    open.push({ stop: () => bank.stop() }, recorder);
    adapter = adapterOf(recorder.url);
  });
  afterEach(async () => {
    await stopAll();
    const problems = recorder.exchanges.flatMap((exchange) => contracts.flatMap((contract) => contract.exchange(exchange)));
    expect(problems).toEqual([]);
  });

  const pay = async (pixCopiaECola: string) => {
    const { status, body } = await askSandbox(bank.url, 'POST', '/sandbox/pay', { pixCopiaECola });
    expect(status).toBe(200);
    return body as { endToEndId: string; valor: string };
  };
  const asked = (method: string, path: string) =>
    recorder.exchanges.filter((each) => each.method === method && each.url.startsWith(path));

  it('creates a charge with a dynamic code, and gives it back when asked', async () => {
    const request = chargeRequest({ payer: { cpf: '12345678909', name: 'Maria da Silva' } });
    const created = await adapter.createCharge(request);

    expect(created).toMatchObject({ txid: request.txid, amountCentavos: 1250n, status: 'ACTIVE', payments: [] });
    expect(parseBrCode(created.brCode)).toMatchObject({
      type: 'dynamic',
      merchantName: 'Rifa Boa Sorte',
      merchantCity: 'Sao Paulo',
    });
    expect(await adapter.consultCharge(request)).toEqual(created);
    expect(JSON.parse(asked('PUT', '/cob/')[0]?.requestBody ?? '')).toEqual({
      calendario: { expiracao: 900 },
      devedor: { cpf: '12345678909', nome: 'Maria da Silva' },
      valor: { original: '12.50' },
      chave: SANDBOX_ACCOUNT.pixKey,
      solicitacaoPagador: 'Rifa da moto, 10 cotas',
    });
  });

  it('takes a repeated request for the same charge, and cuts texts that are too long', async () => {
    const request = chargeRequest({ description: '🎟️'.repeat(200), payer: { cpf: '12345678909', name: 'Á'.repeat(300) } });
    const created = await adapter.createCharge(request);

    expect(await adapter.createCharge(request)).toEqual(created);
    expect(asked('PUT', '/cob/').map(({ status }) => status)).toEqual([201, 201]);
    expect(JSON.parse(asked('PUT', '/cob/')[1]?.responseBody ?? '').revisao).toBe(0);
  });

  it('creates one charge when the answer to the first request is lost', async () => {
    await adapter.accessToken();
    await askSandbox(bank.url, 'PUT', '/sandbox/behaviour', { loseAnswers: 1 });
    const created = await adapter.createCharge(chargeRequest());

    expect(created.status).toBe('ACTIVE');
    const period = 'inicio=2020-01-01T00:00:00Z&fim=2100-01-01T00:00:00Z';
    const { accessToken } = await adapter.accessToken();
    const listed = await fetch(`${recorder.url}/cob?${period}`, { headers: { authorization: `Bearer ${accessToken}` } });
    const { cobs } = (await listed.json()) as { cobs: { txid: string }[] };
    expect(cobs.map(({ txid }) => txid)).toEqual([created.txid]);
  });

  it('shows a paid charge with its payment', async () => {
    const request = chargeRequest();
    const { endToEndId } = await pay((await adapter.createCharge(request)).brCode);
    const paid = await adapter.consultCharge(request);

    expect(paid?.status).toBe('PAID');
    expect(paid?.payments).toEqual([
      { endToEndId, txid: request.txid, amountCentavos: 1250n, paidAt: expect.any(Date), refunds: [] },
    ]);
    expect(Math.abs(Date.now() - (paid?.payments[0]?.paidAt.getTime() ?? 0))).toBeLessThan(5_000);
    expect(await adapter.consultPayment(endToEndId)).toEqual(paid?.payments[0]);
  });

  it('cancels a charge, which then cannot be paid, and cancels it again', async () => {
    const request = chargeRequest();
    const { brCode } = await adapter.createCharge(request);

    expect(await adapter.cancelCharge(request)).toMatchObject({ txid: request.txid, status: 'CANCELLED', payments: [] });
    expect((await askSandbox(bank.url, 'POST', '/sandbox/pay', { pixCopiaECola: brCode })).status).toBe(409);
    expect((await adapter.cancelCharge(request))?.status).toBe('CANCELLED');
  });

  it('cancels a charge though the answer is lost', async () => {
    const request = chargeRequest();
    await adapter.createCharge(request);
    await askSandbox(bank.url, 'PUT', '/sandbox/behaviour', { loseAnswers: 1 });

    expect((await adapter.cancelCharge(request))?.status).toBe('CANCELLED');
    expect(asked('PATCH', '/cob/').map(({ status }) => status)).toEqual([400]);
  });

  it('answers a cancellation that comes too late with the payment', async () => {
    const request = chargeRequest();
    const { endToEndId } = await pay((await adapter.createCharge(request)).brCode);

    expect(await adapter.cancelCharge(request)).toMatchObject({ status: 'PAID', payments: [{ endToEndId }] });
  });

  it('knows nothing of what it never saw', async () => {
    expect(await adapter.consultCharge({ txid: newTxid('bacen') })).toBeUndefined();
    expect(await adapter.cancelCharge({ txid: newTxid('bacen') })).toBeUndefined();
    expect(await adapter.consultPayment(`E${'0'.repeat(31)}`)).toBeUndefined();
    expect(await adapter.consultRefund({ endToEndId: `E${'0'.repeat(31)}`, refundId: 'r1' })).toBeUndefined();
    expect(await collect(adapter.listReceivedPayments({ from: new Date(0), to: new Date() }))).toEqual([]);
  });

  it('says why it refuses a charge', async () => {
    const error = await failureOf(adapter.createCharge(chargeRequest({ amountCentavos: 0n })));

    expect(error).toMatchObject({ kind: 'REJECTED', status: 400, provider: 'acme', operation: 'PUT /cob/{txid}' });
    expect(error.message).toContain('cob.valor.original; O campo é zero.');
  });

  it('lists every payment of a period once, over pages, static codes included', async () => {
    const from = new Date(Date.now() - 1_000);
    const codes = Array.from({ length: 230 }, (_, index) =>
      buildStaticCode(SANDBOX_ACCOUNT, { txid: `order${index}`, amountCentavos: BigInt(100 + index), description: '' }),
    );
    const paid = await Promise.all(codes.map(pay));
    const listed = await collect(adapter.listReceivedPayments({ from, to: new Date(Date.now() + 1_000) }));

    expect(listed.map(({ endToEndId }) => endToEndId).toSorted()).toEqual(paid.map(({ endToEndId }) => endToEndId).toSorted());
    expect(listed.find(({ txid }) => txid === 'order7')?.amountCentavos).toBe(107n);
    expect(asked('GET', '/pix')).toHaveLength(3);
    expect(await collect(adapter.listReceivedPayments({ from: new Date(0), to: from }))).toEqual([]);
  });

  it('refunds a part, then the rest, each once however often it is asked', async () => {
    const { endToEndId } = await pay((await adapter.createCharge(chargeRequest())).brCode);
    const part = { endToEndId, refundId: 'refund1', amountCentavos: 250n };

    const first = await adapter.refund(part);
    expect(first).toMatchObject({ refundId: 'refund1', amountCentavos: 250n, status: 'PROCESSING', initiatedBy: 'RECEIVER' });
    expect((await adapter.refund(part)).returnId).toBe(first.returnId);
    const returned = await eventually(async () => {
      const refund = await adapter.consultRefund(part);
      return refund?.status === 'RETURNED' && refund;
    });
    expect(returned).toEqual({ ...first, status: 'RETURNED', settledAt: expect.any(Date) });

    expect((await failureOf(adapter.refund({ ...part, amountCentavos: 251n }))).kind).toBe('REJECTED');
    expect((await failureOf(adapter.refund({ endToEndId, refundId: 'refund2', amountCentavos: 1001n }))).kind).toBe('REJECTED');
    await adapter.refund({ endToEndId, refundId: 'refund2', amountCentavos: 1000n });
    const payment = await adapter.consultPayment(endToEndId);
    expect(payment?.refunds.map(({ refundId, amountCentavos }) => [refundId, amountCentavos])).toEqual([
      ['refund1', 250n],
      ['refund2', 1000n],
    ]);
  });

  it('says that a refund was not done, and why', async () => {
    await askSandbox(bank.url, 'PUT', '/sandbox/behaviour', { refundDelayMs: 0, refuseRefunds: true });
    const { endToEndId } = await pay((await adapter.createCharge(chargeRequest())).brCode);

    expect(await adapter.refund({ endToEndId, refundId: 'r', amountCentavos: 1n })).toMatchObject({
      status: 'NOT_DONE',
      reason: 'Saldo insuficiente.',
    });
  });

  it('tells a payment that the banks took back from a refund of ours', async () => {
    const { endToEndId } = await pay((await adapter.createCharge(chargeRequest())).brCode);
    await askSandbox(bank.url, 'POST', '/sandbox/take-back', { endToEndId });

    expect((await adapter.consultPayment(endToEndId))?.refunds).toMatchObject([
      { amountCentavos: 1250n, status: 'RETURNED', initiatedBy: 'BANK' },
    ]);
  });

  it('registers our callback with a secret that is not shown, and removes it', async () => {
    expect(await adapter.listWebhooks()).toEqual([]);
    const registered = await adapter.registerWebhook('https://gateway.example/callbacks/acme');

    expect(registered).toEqual({
      id: SANDBOX_ACCOUNT.pixKey,
      url: 'https://gateway.example/callbacks/acme?hmac=***&ignorar=',
      createdAt: expect.any(Date),
    });
    expect(JSON.parse(asked('PUT', '/webhook/')[0]?.requestBody ?? '')).toEqual({
      webhookUrl: 'https://gateway.example/callbacks/acme?hmac=callback%26secret%3D&ignorar=',
    });
    expect(await adapter.listWebhooks()).toEqual([registered]);
    expect(await adapter.deleteWebhook('another-key')).toBe(false);
    expect(await adapter.deleteWebhook(registered.id)).toBe(true);
    expect(await adapter.deleteWebhook(registered.id)).toBe(false);
    expect(await adapter.listWebhooks()).toEqual([]);
  });

  it('calls back with the secret, about the charge that was paid', async () => {
    const receiver = await startRemoteService((_, response) => answerJson(response, 200, {}));
    open.push(receiver);
    await adapter.registerWebhook(`${receiver.url}/callbacks/acme`);
    const request = chargeRequest();
    const { endToEndId } = await pay((await adapter.createCharge(request)).brCode);
    const callback = await eventually(() => receiver.received[0]);

    expect(callback.url).toBe('/callbacks/acme?hmac=callback%26secret%3D&ignorar=/pix');
    const query = Object.fromEntries(new URL(callback.url, receiver.url).searchParams);
    const received = { headers: callback.headers, rawBody: Buffer.from(callback.body), query };
    expect(adapter.verifyCallback(received)).toBe(true);
    expect(adapter.parseCallback(received.rawBody)).toEqual([{ txid: request.txid, endToEndId }]);
    expect(contracts.flatMap((contract) => contract.callback(callback.body))).toEqual([]);
  });

  describe('its token', () => {
    it('is asked for once by many calls at once, and kept', async () => {
      await Promise.all(Array.from({ length: 20 }, () => adapter.consultCharge({ txid: newTxid('bacen') })));
      await adapter.consultCharge({ txid: newTxid('bacen') });

      expect(asked('POST', '/oauth/token')).toHaveLength(1);
      expect(asked('GET', '/cob/')).toHaveLength(21);
    });

    it('is renewed a minute before its end', async () => {
      vi.useFakeTimers({ toFake: ['Date'] });
      try {
        await adapter.consultCharge({ txid: newTxid('bacen') });
        vi.setSystemTime(Date.now() + 3_539_000);
        await adapter.consultCharge({ txid: newTxid('bacen') });
        expect(asked('POST', '/oauth/token')).toHaveLength(1);
        vi.setSystemTime(Date.now() + 2_000);
        await adapter.consultCharge({ txid: newTxid('bacen') });
        expect(asked('POST', '/oauth/token')).toHaveLength(2);
      } finally {
        vi.useRealTimers();
      }
    });

    it('is replaced when the provider has forgotten it', async () => {
      const request = chargeRequest();
      await adapter.createCharge(request);
      await bank.stop();
      bank = await startSandboxBank({ port: Number(new URL(bank.url).port), ...SANDBOX_ACCOUNT });

      expect(await adapter.consultCharge(request)).toBeUndefined();
      expect(asked('GET', '/cob/').map(({ status }) => status)).toEqual([401, 404]);
      expect(asked('POST', '/oauth/token')).toHaveLength(2);
    });

    it('is given out new on request', async () => {
      const first = await adapter.accessToken();
      const second = await adapter.accessToken();

      expect(first.accessToken).not.toBe(second.accessToken);
      expect(second.expiresAt.getTime() - Date.now()).toBeGreaterThan(3_590_000);
    });

    it('is refused to a wrong secret', async () => {
      const stranger = adapterOf(recorder.url, { credentials: { clientId: 'test-client', clientSecret: 'not-the-one' } });
      const error = await failureOf(stranger.createCharge(chargeRequest()));

      expect(error).toMatchObject({ kind: 'UNAUTHORIZED', status: 401, operation: 'POST /oauth/token' });
      expect(error.message).not.toContain('not-the-one');
      expect(asked('PUT', '/cob/')).toHaveLength(0);
    });
  });
});
