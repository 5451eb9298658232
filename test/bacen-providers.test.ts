import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createAdapter } from '../src/payment-providers/adapters/create-adapter.js';
import { parseBrCode } from '../src/development/bank/br-code-parse.js';
import { DomainError } from '../src/platform/domain-error.js';
import { ProviderError } from '../src/payment-providers/client/provider-error.js';
import { adapterOf, ANY_HOST, chargeRequest, collect, failureOf, settingsOf } from './support/adapters.js';
import { answerJson, open, SANDBOX_ACCOUNT, startRemoteService, stopAll, type RemoteService } from './support/sandbox.js';

afterEach(stopAll);

async function psp(answer: Parameters<typeof startRemoteService>[0]): Promise<RemoteService> {
  const service = await startRemoteService((request, response) => {
    if (request.url !== '/oauth/token') return answer(request, response);
    return answerJson(response, 200, { access_token: 'token', token_type: 'Bearer', expires_in: 3600 });
  });
  open.push(service);
  return service;
}

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
    const request = chargeRequest();
    const service = await psp((_, response) => answerJson(response, 201, cob(request.txid)));
    const { brCode } = await adapterOf(service.url).createCharge(request);

    expect(parseBrCode(brCode)).toMatchObject({ type: 'dynamic', url: 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25' });
  });

  it('may refuse a repeated charge: the one it has is the answer', async () => {
    const request = chargeRequest();
    const service = await psp(({ method }, response) =>
      method === 'PUT' ? answerJson(response, 409, { title: 'txid duplicado' }) : answerJson(response, 200, cob(request.txid)),
    );
    const adapter = adapterOf(service.url);

    expect((await adapter.createCharge(request)).status).toBe('ACTIVE');
    expect((await failureOf(adapter.createCharge({ ...request, amountCentavos: 1n }))).message).toContain('txid duplicado');
  });

  it('may refuse a repeated refund: the one it has is the answer', async () => {
    const refund = {
      id: 'r1',
      rtrId: 'D'.repeat(32),
      valor: '1.00',
      horario: { solicitacao: '2026-01-01T00:00:00Z' },
      status: 'NOVO',
    };
    const service = await psp(({ method }, response) =>
      method === 'PUT' ? answerJson(response, 400, { title: 'id já utilizado' }) : answerJson(response, 200, refund),
    );
    const request = { endToEndId: 'E'.repeat(32), refundId: 'r1', amountCentavos: 100n };
    const adapter = adapterOf(service.url);

    expect(await adapter.refund(request)).toMatchObject({ refundId: 'r1', amountCentavos: 100n, status: 'PROCESSING' });
    expect((await failureOf(adapter.refund({ ...request, amountCentavos: 1n }))).message).toContain('id já utilizado');
  });

  it('does not cancel a charge by refusing to', async () => {
    const request = chargeRequest();
    const service = await psp(({ method }, response) =>
      method === 'PATCH' ? answerJson(response, 400, {}) : answerJson(response, 200, cob(request.txid)),
    );
    expect((await failureOf(adapterOf(service.url).cancelCharge(request))).kind).toBe('REJECTED');
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
    const request = chargeRequest();
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
    const seen: unknown[] = [];
    for await (const entry of adapterOf(service.url).listReceivedPayments({ from: new Date(0), to: new Date() })) {
      seen.push('problem' in entry ? entry : entry.endToEndId);
    }

    const unreadable = { reference: pix().endToEndId, problem: expect.stringContaining('GET /pix: valor') };
    expect(seen).toEqual([good[0]?.endToEndId, unreadable, good[1]?.endToEndId]);
  });

  it('does not make us turn pages for ever', async () => {
    const paginacao = { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1_000_000, quantidadeTotalDeItens: 1 };
    const service = await psp(({ url }, response) =>
      answerJson(response, 200, { parametros: { paginacao }, pix: url.includes('paginaAtual=0') ? [pix()] : [] }),
    );
    const found = await collect(adapterOf(service.url).listReceivedPayments({ from: new Date(0), to: new Date() }));

    expect(found).toHaveLength(1);
    expect(service.received.filter(({ url }) => url.startsWith('/pix'))).toHaveLength(2);
  });

  it('may have its token endpoint elsewhere, and say nothing of its lifetime', async () => {
    const tokenHost = await startRemoteService((_, response) => answerJson(response, 200, { access_token: 'elsewhere' }));
    open.push(tokenHost);
    const request = chargeRequest();
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
  const adapter = createAdapter('sandbox', settingsOf('http://127.0.0.1:1'), ANY_HOST);
  const withQuery = (query: Record<string, unknown>) => ({ headers: {}, rawBody: Buffer.from('{}'), query });

  it('is verified by our secret and nothing else', () => {
    expect(adapter.verifyCallback(withQuery({ hmac: 'callback&secret=' }))).toBe(true);
    expect(adapter.verifyCallback(withQuery({}))).toBe(false);
    expect(adapter.verifyCallback(withQuery({ hmac: ['callback&secret='] }))).toBe(false);
    fc.assert(fc.property(fc.string(), (hmac) => !adapter.verifyCallback(withQuery({ hmac }))));
  });

  it('is refused to everybody when there is no secret', () => {
    const open = createAdapter('sandbox', settingsOf('http://127.0.0.1:1', { callbackSecret: '' }), ANY_HOST);
    expect(open.verifyCallback(withQuery({ hmac: '' }))).toBe(false);
  });

  it('names what it speaks of, and nothing it should not', () => {
    const body = {
      pix: [
        { txid: 'abc' },
        { endToEndId: 'E1' },
        {},
        null,
        { txid: "' or 1=1", endToEndId: 7 },
        { txid: '***', endToEndId: 'E2' },
      ],
    };
    expect(adapter.parseCallback(Buffer.from(JSON.stringify(body)))).toEqual([
      { txid: 'abc' },
      { endToEndId: 'E1' },
      { endToEndId: 'E2' },
    ]);
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
      createAdapter('bacen', settings, ANY_HOST);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(DomainError);
      expect(error).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: [{ key: expect.any(String) }] } });
    }
  });

  it('may not name an adapter that does not exist', () => {
    for (const name of ['paypal', 'toString', '__proto__']) {
      expect(() => createAdapter(name, settingsOf('https://pix.example.com'), ANY_HOST)).toThrow(
        'adapter must be one of static, bacen, paggue, pay2m, sandbox',
      );
    }
  });

  it('may write the PIX key in any form: charges are made for the one the DICT has', async () => {
    const request = chargeRequest();
    const service = await psp(({ body }, response) =>
      answerJson(response, 201, { txid: request.txid, status: 'ATIVA', ...JSON.parse(body), pixCopiaECola: 'x' }),
    );
    await adapterOf(service.url, { pixKey: '123.456.789-09' }).createCharge(request);
    expect(JSON.parse(service.received.at(-1)?.body ?? '').chave).toBe('12345678909');
  });
});
