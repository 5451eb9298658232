import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChargeRequest, ProviderAdapter, ProviderSettings, ReceivedPayment } from '../src/payments/adapters/adapter.js';
import { createAdapter } from '../src/payments/adapters/create-adapter.js';
import { buildStaticCode } from '../src/payments/adapters/static-adapter.js';
import { newTxid } from '../src/payments/adapters/txid.js';
import { UnsupportedOperationError } from '../src/payments/adapters/unsupported-operation.js';
import { parseBrCode } from '../src/payments/br-code-parse.js';
import { DomainError } from '../src/platform/domain-error.js';
import { ProviderError } from '../src/platform/provider-error.js';
import { startSandboxBank, type SandboxBank } from '../src/sandbox/start-sandbox-bank.js';
import { ownContract, type Exchange } from './support/api-pix-contract.js';
import { officialContract } from './support/api-pix-official.js';
import {
  answerJson,
  askSandbox,
  eventually,
  SANDBOX_ACCOUNT,
  startRecorder,
  startRemoteService,
  type Recorder,
  type RemoteService,
} from './support/sandbox.js';

const officialFile = process.env.PIX_OPENAPI;
if (!officialFile) console.info('PIX_OPENAPI is not set: the official OpenAPI file of API Pix is not checked against, only our own schemas.');
const contracts = [ownContract(), ...(officialFile ? [officialContract(officialFile)] : [])];

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

function settingsOf(baseUrl: string, more: Partial<ProviderSettings> = {}): ProviderSettings {
  const { clientId, clientSecret, ...payee } = SANDBOX_ACCOUNT;
  return { name: 'acme', ...payee, baseUrl, credentials: { clientId, clientSecret }, callbackSecret: 'callback&secret=', ...more };
}

function adapterOf(baseUrl: string, more: Partial<ProviderSettings> = {}): ProviderAdapter {
  const adapter = createAdapter('bacen', settingsOf(baseUrl, more));
  open.push({ stop: () => adapter.close() });
  return adapter;
}

async function psp(answer: Parameters<typeof startRemoteService>[0]): Promise<RemoteService> {
  const service = await startRemoteService((request, response) => {
    if (request.url !== '/oauth/token') return answer(request, response);
    return answerJson(response, 200, { access_token: 'token', token_type: 'Bearer', expires_in: 3600 });
  });
  open.push(service);
  return service;
}

const charge = (more: Partial<ChargeRequest> = {}): ChargeRequest => ({
  txid: newTxid('bacen'),
  amountCentavos: 1250n,
  expiresInSeconds: 900,
  description: 'Rifa da moto, 10 cotas',
  ...more,
});

async function failureOf(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ProviderError) return error;
  throw new Error('expected a ProviderError', { cause: error });
}

async function all(payments: AsyncIterable<ReceivedPayment>): Promise<ReceivedPayment[]> {
  const found: ReceivedPayment[] = [];
  for await (const payment of payments) found.push(payment);
  return found;
}

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
  afterEach(() => {
    const problems = recorder.exchanges.flatMap((exchange) => contracts.flatMap((contract) => contract.exchange(exchange)));
    expect(problems).toEqual([]);
  });

  const pay = async (pixCopiaECola: string) => {
    const { status, body } = await askSandbox(bank.url, 'POST', '/sandbox/pay', { pixCopiaECola });
    expect(status).toBe(200);
    return body as { endToEndId: string; valor: string };
  };
  const asked = (method: string, path: string) => recorder.exchanges.filter((each) => each.method === method && each.url.startsWith(path));

  it('creates a charge with a dynamic code, and gives it back when asked', async () => {
    const request = charge({ payer: { cpf: '12345678909', name: 'Maria da Silva' } });
    const created = await adapter.createCharge(request);

    expect(created).toMatchObject({ txid: request.txid, amountCentavos: 1250n, status: 'ACTIVE', payments: [] });
    expect(parseBrCode(created.brCode)).toMatchObject({ type: 'dynamic', merchantName: 'Rifa Boa Sorte', merchantCity: 'Sao Paulo' });
    expect(await adapter.consultCharge(request.txid)).toEqual(created);
    expect(JSON.parse(asked('PUT', '/cob/')[0]?.requestBody ?? '')).toEqual({
      calendario: { expiracao: 900 },
      devedor: { cpf: '12345678909', nome: 'Maria da Silva' },
      valor: { original: '12.50' },
      chave: SANDBOX_ACCOUNT.pixKey,
      solicitacaoPagador: 'Rifa da moto, 10 cotas',
    });
  });

  it('takes a repeated request for the same charge, and cuts texts that are too long', async () => {
    const request = charge({ description: '🎟️'.repeat(200), payer: { cpf: '12345678909', name: 'Á'.repeat(300) } });
    const created = await adapter.createCharge(request);

    expect(await adapter.createCharge(request)).toEqual(created);
    expect(asked('PUT', '/cob/').map(({ status }) => status)).toEqual([201, 201]);
    expect(JSON.parse(asked('PUT', '/cob/')[1]?.responseBody ?? '').revisao).toBe(0);
  });

  it('creates one charge when the answer to the first request is lost', async () => {
    await adapter.accessToken();
    await askSandbox(bank.url, 'PUT', '/sandbox/behaviour', { loseAnswers: 1 });
    const created = await adapter.createCharge(charge());

    expect(created.status).toBe('ACTIVE');
    const period = 'inicio=2020-01-01T00:00:00Z&fim=2100-01-01T00:00:00Z';
    const { accessToken } = await adapter.accessToken();
    const listed = await fetch(`${recorder.url}/cob?${period}`, { headers: { authorization: `Bearer ${accessToken}` } });
    const { cobs } = (await listed.json()) as { cobs: { txid: string }[] };
    expect(cobs.map(({ txid }) => txid)).toEqual([created.txid]);
  });

  it('shows a paid charge with its payment', async () => {
    const request = charge();
    const { endToEndId } = await pay((await adapter.createCharge(request)).brCode);
    const paid = await adapter.consultCharge(request.txid);

    expect(paid?.status).toBe('PAID');
    expect(paid?.payments).toEqual([{ endToEndId, txid: request.txid, amountCentavos: 1250n, paidAt: expect.any(Date), refunds: [] }]);
    expect(Math.abs(Date.now() - (paid?.payments[0]?.paidAt.getTime() ?? 0))).toBeLessThan(5_000);
    expect(await adapter.consultPayment(endToEndId)).toEqual(paid?.payments[0]);
  });

  it('cancels a charge, which then cannot be paid, and cancels it again', async () => {
    const request = charge();
    const { brCode } = await adapter.createCharge(request);

    expect(await adapter.cancelCharge(request.txid)).toMatchObject({ txid: request.txid, status: 'CANCELLED', payments: [] });
    expect((await askSandbox(bank.url, 'POST', '/sandbox/pay', { pixCopiaECola: brCode })).status).toBe(409);
    expect((await adapter.cancelCharge(request.txid))?.status).toBe('CANCELLED');
  });

  it('answers a cancellation that comes too late with the payment', async () => {
    const request = charge();
    const { endToEndId } = await pay((await adapter.createCharge(request)).brCode);

    expect(await adapter.cancelCharge(request.txid)).toMatchObject({ status: 'PAID', payments: [{ endToEndId }] });
  });

  it('knows nothing of what it never saw', async () => {
    expect(await adapter.consultCharge(newTxid('bacen'))).toBeUndefined();
    expect(await adapter.cancelCharge(newTxid('bacen'))).toBeUndefined();
    expect(await adapter.consultPayment(`E${'0'.repeat(31)}`)).toBeUndefined();
    expect(await adapter.consultRefund({ endToEndId: `E${'0'.repeat(31)}`, refundId: 'r1' })).toBeUndefined();
    expect(await all(adapter.listReceivedPayments({ from: new Date(0), to: new Date() }))).toEqual([]);
  });

  it('says why it refuses a charge', async () => {
    const error = await failureOf(adapter.createCharge(charge({ amountCentavos: 0n })));

    expect(error).toMatchObject({ kind: 'REJECTED', status: 400, provider: 'acme', operation: 'PUT /cob/{txid}' });
    expect(error.message).toContain('cob.valor.original; O campo é zero.');
  });

  it('lists every payment of a period once, over pages, static codes included', async () => {
    const from = new Date(Date.now() - 1_000);
    const codes = Array.from({ length: 230 }, (_, index) =>
      buildStaticCode(SANDBOX_ACCOUNT, { txid: `order${index}`, amountCentavos: BigInt(100 + index), description: '' }),
    );
    const paid = await Promise.all(codes.map(pay));
    const listed = await all(adapter.listReceivedPayments({ from, to: new Date(Date.now() + 1_000) }));

    expect(listed.map(({ endToEndId }) => endToEndId).toSorted()).toEqual(paid.map(({ endToEndId }) => endToEndId).toSorted());
    expect(listed.find(({ txid }) => txid === 'order7')?.amountCentavos).toBe(107n);
    expect(asked('GET', '/pix')).toHaveLength(3);
    expect(await all(adapter.listReceivedPayments({ from: new Date(0), to: from }))).toEqual([]);
  });

  it('refunds a part, then the rest, each once however often it is asked', async () => {
    const { endToEndId } = await pay((await adapter.createCharge(charge())).brCode);
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
    const { endToEndId } = await pay((await adapter.createCharge(charge())).brCode);

    expect(await adapter.refund({ endToEndId, refundId: 'r', amountCentavos: 1n })).toMatchObject({
      status: 'NOT_DONE',
      reason: 'Saldo insuficiente.',
    });
  });

  it('tells a payment that the banks took back from a refund of ours', async () => {
    const { endToEndId } = await pay((await adapter.createCharge(charge())).brCode);
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
    const request = charge();
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
      await Promise.all(Array.from({ length: 20 }, () => adapter.consultCharge(newTxid('bacen'))));
      await adapter.consultCharge(newTxid('bacen'));

      expect(asked('POST', '/oauth/token')).toHaveLength(1);
      expect(asked('GET', '/cob/')).toHaveLength(21);
    });

    it('is renewed a minute before its end', async () => {
      vi.useFakeTimers({ toFake: ['Date'] });
      try {
        await adapter.consultCharge(newTxid('bacen'));
        vi.setSystemTime(Date.now() + 3_539_000);
        await adapter.consultCharge(newTxid('bacen'));
        expect(asked('POST', '/oauth/token')).toHaveLength(1);
        vi.setSystemTime(Date.now() + 2_000);
        await adapter.consultCharge(newTxid('bacen'));
        expect(asked('POST', '/oauth/token')).toHaveLength(2);
      } finally {
        vi.useRealTimers();
      }
    });

    it('is replaced when the provider has forgotten it', async () => {
      const request = charge();
      await adapter.createCharge(request);
      await bank.stop();
      bank = await startSandboxBank({ port: Number(new URL(bank.url).port), ...SANDBOX_ACCOUNT });

      expect(await adapter.consultCharge(request.txid)).toBeUndefined();
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
      const error = await failureOf(stranger.createCharge(charge()));

      expect(error).toMatchObject({ kind: 'UNAUTHORIZED', status: 401, operation: 'POST /oauth/token' });
      expect(error.message).not.toContain('not-the-one');
      expect(asked('PUT', '/cob/')).toHaveLength(0);
    });
  });
});

describe('a provider with habits of its own', () => {
  const cob = (txid: string, more: object = {}) => ({
    txid,
    status: 'ATIVA',
    revisao: 0,
    calendario: { criacao: '2026-01-01T00:00:00Z', expiracao: 900 },
    valor: { original: '12.50' },
    chave: SANDBOX_ACCOUNT.pixKey,
    location: 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25',
    ...more,
  });
  const pix = (more: object = {}) => ({
    endToEndId: 'E12345678202009091221kkkkkkkkkkk',
    txid: 'c3e0e7a4e7f1469a9f782d3d4999343c',
    valor: '110.00',
    horario: '2020-09-09T20:15:00.358Z',
    ...more,
  });

  it('gets its code built from the location when it sends none', async () => {
    const request = charge();
    const service = await psp((_, response) => answerJson(response, 201, cob(request.txid)));
    const { brCode } = await adapterOf(service.url).createCharge(request);

    expect(parseBrCode(brCode)).toMatchObject({ type: 'dynamic', url: 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25' });
  });

  it('may refuse a repeated charge: the one it has is the answer', async () => {
    const request = charge();
    const service = await psp(({ method }, response) =>
      method === 'PUT' ? answerJson(response, 409, { title: 'txid duplicado' }) : answerJson(response, 200, cob(request.txid)),
    );
    const adapter = adapterOf(service.url);

    expect((await adapter.createCharge(request)).status).toBe('ACTIVE');
    expect((await failureOf(adapter.createCharge({ ...request, amountCentavos: 1n }))).message).toContain('txid duplicado');
  });

  it('may refuse a repeated refund: the one it has is the answer', async () => {
    const refund = { id: 'r1', rtrId: 'D'.repeat(32), valor: '1.00', horario: { solicitacao: '2026-01-01T00:00:00Z' }, status: 'NOVO' };
    const service = await psp(({ method }, response) =>
      method === 'PUT' ? answerJson(response, 400, { title: 'id já utilizado' }) : answerJson(response, 200, refund),
    );
    const request = { endToEndId: 'E'.repeat(32), refundId: 'r1', amountCentavos: 100n };
    const adapter = adapterOf(service.url);

    expect(await adapter.refund(request)).toMatchObject({ refundId: 'r1', amountCentavos: 100n, status: 'PROCESSING' });
    expect((await failureOf(adapter.refund({ ...request, amountCentavos: 1n }))).message).toContain('id já utilizado');
  });

  it('does not cancel a charge by refusing to', async () => {
    const request = charge();
    const service = await psp(({ method }, response) =>
      method === 'PATCH' ? answerJson(response, 400, {}) : answerJson(response, 200, cob(request.txid)),
    );
    expect((await failureOf(adapterOf(service.url).cancelCharge(request.txid))).kind).toBe('REJECTED');
  });

  it.each([
    ['another amount', { valor: { original: '12.51' } }, 'valor is not the one asked'],
    ['another txid', { txid: 'a'.repeat(32) }, 'txid is not the one asked'],
    ['a status unknown', { status: 'NOVA' }, 'status is none of the standard'],
    ['an amount that is none', { valor: { original: '12,50' } }, 'valor.original is not an amount'],
    ['neither code nor location', { location: undefined }, 'neither pixCopiaECola nor location is there'],
    ['a location no code can carry', { location: 'https://pix.example.com/x' }, 'no code can be built from location'],
    ['a payment without a time', { pix: [{ ...pix(), horario: 'now' }] }, 'horario is not a date and time'],
  ])('is not believed when it answers with %s', async (_, more, reason) => {
    const request = charge();
    const service = await psp((_request, response) => answerJson(response, 201, cob(request.txid, more)));
    const error = await failureOf(adapterOf(service.url).createCharge(request));

    expect(error.kind).toBe('INVALID_ANSWER');
    expect(error.message).toContain(reason);
  });

  it('may say who paid, and that a static code had no txid', async () => {
    const entry = pix({ txid: '***', pagador: { cpf: '12345678909', nome: 'Maria' } });
    const service = await psp((_, response) => answerJson(response, 200, entry));
    const payment = await adapterOf(service.url).consultPayment(entry.endToEndId);

    expect(payment).toEqual({
      endToEndId: entry.endToEndId,
      amountCentavos: 11_000n,
      paidAt: new Date('2020-09-09T20:15:00.358Z'),
      payer: { cpf: '12345678909', name: 'Maria' },
      refunds: [],
    });
  });

  it('does not hide good payments behind one that cannot be read', async () => {
    const good = [pix(), pix({ endToEndId: 'E12345678202009091221kkkkkkkkkk2' })];
    const paginacao = { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1, quantidadeTotalDeItens: 3 };
    const body = { parametros: { paginacao }, pix: [good[0], pix({ valor: null }), good[1]] };
    const service = await psp((_, response) => answerJson(response, 200, body));
    const seen: string[] = [];
    const read = async () => {
      for await (const { endToEndId } of adapterOf(service.url).listReceivedPayments({ from: new Date(0), to: new Date() })) {
        seen.push(endToEndId);
      }
    };

    expect((await failureOf(read())).kind).toBe('INVALID_ANSWER');
    expect(seen).toEqual(good.map(({ endToEndId }) => endToEndId));
  });

  it('does not make us turn pages for ever', async () => {
    const paginacao = { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1_000_000, quantidadeTotalDeItens: 1 };
    const service = await psp(({ url }, response) =>
      answerJson(response, 200, { parametros: { paginacao }, pix: url.includes('paginaAtual=0') ? [pix()] : [] }),
    );
    const found = await all(adapterOf(service.url).listReceivedPayments({ from: new Date(0), to: new Date() }));

    expect(found).toHaveLength(1);
    expect(service.received.filter(({ url }) => url.startsWith('/pix'))).toHaveLength(2);
  });

  it('may have its token endpoint elsewhere, and say nothing of its lifetime', async () => {
    const tokenHost = await startRemoteService((_, response) => answerJson(response, 200, { access_token: 'elsewhere' }));
    open.push(tokenHost);
    const request = charge();
    const service = await psp((_, response) => answerJson(response, 201, cob(request.txid)));
    const credentials = { clientId: 'id', clientSecret: 'secret', tokenUrl: `${tokenHost.url}/auth/v2/token?realm=pix` };
    await adapterOf(`${service.url}/api/v2`, { credentials }).createCharge(request);

    expect(tokenHost.received.map(({ url }) => url)).toEqual(['/auth/v2/token?realm=pix']);
    expect(tokenHost.received[0]?.headers.authorization).toBe(`Basic ${Buffer.from('id:secret').toString('base64')}`);
    expect(service.received.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      [`/api/v2/cob/${request.txid}`, 'Bearer elsewhere'],
    ]);
  });
});

describe('a callback', () => {
  const adapter = createAdapter('sandbox', settingsOf('http://127.0.0.1:1'));
  const withQuery = (query: Record<string, unknown>) => ({ headers: {}, rawBody: Buffer.from('{}'), query });

  it('is verified by our secret and nothing else', () => {
    expect(adapter.verifyCallback(withQuery({ hmac: 'callback&secret=' }))).toBe(true);
    expect(adapter.verifyCallback(withQuery({}))).toBe(false);
    expect(adapter.verifyCallback(withQuery({ hmac: ['callback&secret='] }))).toBe(false);
    fc.assert(fc.property(fc.string(), (hmac) => !adapter.verifyCallback(withQuery({ hmac }))));
  });

  it('is refused to everybody when there is no secret', () => {
    const open = createAdapter('sandbox', settingsOf('http://127.0.0.1:1', { callbackSecret: '' }));
    expect(open.verifyCallback(withQuery({ hmac: '' }))).toBe(false);
  });

  it('names what it speaks of, and nothing it should not', () => {
    const body = { pix: [{ txid: 'abc' }, { endToEndId: 'E1' }, {}, null, { txid: "' or 1=1", endToEndId: 7 }, { txid: '***', endToEndId: 'E2' }] };
    expect(adapter.parseCallback(Buffer.from(JSON.stringify(body)))).toEqual([{ txid: 'abc' }, { endToEndId: 'E1' }, { endToEndId: 'E2' }]);
  });

  it.each(['', 'null', '[]', '{}', '{"pix":{}}', '\u0000'])('is refused when its body is %j', (body) => {
    expect(() => adapter.parseCallback(Buffer.from(body))).toThrow(ProviderError);
  });
});

describe('the settings of a provider', () => {
  it.each([
    ['baseUrl', { baseUrl: undefined }],
    ['baseUrl', { baseUrl: 'pix.example.com' }],
    ['baseUrl', { baseUrl: 'http://pix.example.com' }],
    ['baseUrl', { baseUrl: 'ftp://127.0.0.1' }],
    ['tokenUrl', { credentials: { clientId: 'a', clientSecret: 'b', tokenUrl: 'http://auth.example.com' } }],
    ['clientId', { credentials: { clientSecret: 'b' } }],
    ['clientSecret', { credentials: { clientId: 'a' } }],
    ['certificatePem', { credentials: { clientId: 'a', clientSecret: 'b', certificatePem: 'x' } }],
    ['certificatePem', { credentials: { clientId: 'a', clientSecret: 'b', certificatePem: 'x', privateKeyPem: 'y' } }],
  ])('are refused, with %s named, when it is wrong', (field, wrong) => {
    const settings = { ...settingsOf('https://pix.example.com'), ...wrong };
    try {
      createAdapter('bacen', settings);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(DomainError);
      expect(error).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: [expect.any(String)] } });
    }
  });

  it('may not name an adapter that does not exist', () => {
    for (const name of ['paypal', 'toString', '__proto__']) {
      expect(() => createAdapter(name, settingsOf('https://pix.example.com'))).toThrow('adapter must be one of static, bacen, sandbox');
    }
  });

  it('may write the PIX key in any form: charges are made for the one the DICT has', async () => {
    const request = charge();
    const service = await psp(({ body }, response) =>
      answerJson(response, 201, { txid: request.txid, status: 'ATIVA', ...JSON.parse(body), pixCopiaECola: 'x' }),
    );
    await adapterOf(service.url, { pixKey: '123.456.789-09' }).createCharge(request);
    expect(JSON.parse(service.received.at(-1)?.body ?? '').chave).toBe('12345678909');
  });
});

describe('the static adapter', () => {
  const adapter = createAdapter('static', settingsOf(''));

  it('answers with a static code of the amount and the txid', async () => {
    const request = charge({ txid: newTxid('static'), description: 'Rifa\u0000da moto' });
    const created = await adapter.createCharge(request);

    expect(created).toMatchObject({ txid: request.txid, amountCentavos: 1250n, status: 'ACTIVE', payments: [] });
    expect(parseBrCode(created.brCode)).toMatchObject({
      type: 'static',
      key: SANDBOX_ACCOUNT.pixKey,
      amount: '12.50',
      txid: request.txid,
      description: 'Rifa da moto',
    });
  });

  it('has no other operation, and says so', async () => {
    const reference = { endToEndId: 'E', refundId: 'r', amountCentavos: 1n };
    const operations = [
      () => adapter.consultCharge('a'),
      () => adapter.cancelCharge('a'),
      () => adapter.consultPayment('a'),
      async () => all(adapter.listReceivedPayments({ from: new Date(0), to: new Date() })),
      () => adapter.refund(reference),
      () => adapter.consultRefund(reference),
      () => adapter.accessToken(),
      () => adapter.listWebhooks(),
      () => adapter.registerWebhook('https://gateway.example'),
      () => adapter.deleteWebhook('a'),
      async () => adapter.parseCallback(Buffer.from('{"pix":[]}')),
    ];
    for (const operation of operations) await expect(operation()).rejects.toThrow(UnsupportedOperationError);
    expect(adapter.verifyCallback({ headers: {}, rawBody: Buffer.alloc(0), query: { hmac: 'callback&secret=' } })).toBe(false);
  });

  it('makes thousands of codes a second', () => {
    const startedMs = performance.now();
    for (let count = 0; count < 2_000; count += 1) {
      buildStaticCode(SANDBOX_ACCOUNT, { txid: newTxid('static'), amountCentavos: 1250n, description: 'Rifa da moto' });
    }
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });
});

describe('a txid', () => {
  it('has the form its adapter takes, and never comes twice', () => {
    const forms = { static: /^[A-Za-z0-9]{1,25}$/, bacen: /^[A-Za-z0-9]{26,35}$/, sandbox: /^[A-Za-z0-9]{26,35}$/ };
    for (const adapter of ['static', 'bacen', 'sandbox'] as const) {
      const made = Array.from({ length: 1_000 }, () => newTxid(adapter));
      expect(new Set(made).size).toBe(1_000);
      for (const txid of made) expect(txid).toMatch(forms[adapter]);
    }
  });
});

describe('the contract', () => {
  const good: Exchange = {
    method: 'PUT',
    url: '/pix/E99999999202611201102bhWbe0QEV06/devolucao/r1',
    requestType: 'application/json',
    requestBody: '{"valor":"1.00"}',
    status: 201,
    responseType: 'application/json; charset=utf-8',
    responseBody: JSON.stringify({
      id: 'r1',
      rtrId: 'D99999999202611201102bhWbe0QEV06',
      valor: '1.00',
      horario: { solicitacao: '2026-11-20T11:02:23.184Z' },
      status: 'DEVOLVIDO',
    }),
  };
  const wrong: [string, Partial<Exchange>][] = [
    ['a float for an amount', { requestBody: '{"valor":1.00}' }],
    ['an amount with a comma', { requestBody: '{"valor":"1,00"}' }],
    ['a missing field', { responseBody: good.responseBody.replace('"rtrId"', '"rtrid"') }],
    ['a status that does not exist', { responseBody: good.responseBody.replace('DEVOLVIDO', 'FEITO') }],
    ['another status code', { status: 200 }],
    ['a plain JSON error', { status: 400, responseBody: '{"type":"https://pix.bcb.gov.br/api/v2/error/X","title":"t","status":400,"detail":"d"}' }],
    ['an operation of its own', { url: '/pagamentos/1' }],
  ];

  it.each(wrong)('in our own schemas catches %s', (_, change) => {
    expect(ownContract().exchange(good)).toEqual([]);
    expect(ownContract().exchange({ ...good, ...change })).not.toEqual([]);
  });

  it.skipIf(!officialFile)('in the official file is checked too, and catches the same', () => {
    const official = officialContract(officialFile ?? '');
    expect(official.exchange(good)).toEqual([]);
    for (const [what, change] of wrong) expect([what, official.exchange({ ...good, ...change }).length > 0]).toEqual([what, true]);
  });
});
