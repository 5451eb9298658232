import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildBrCode } from '../src/payment-providers/br-code/br-code.js';
import { crc16 } from '../src/payment-providers/br-code/br-code-tlv.js';
import { newTxid } from '../src/payment-providers/adapters/adapter.js';
import type { Cob } from '../src/development/bank/documents.js';
import {
  api,
  askToken,
  closeBank,
  cobRequest,
  current,
  newCob,
  newToken,
  openBank,
  pay,
  PERIOD,
  staticCode,
} from './support/bank.js';
import { SANDBOX_ACCOUNT } from './support/sandbox.js';

beforeEach(() => openBank());
afterEach(closeBank);

describe('the token endpoint', () => {
  it('refuses a client it does not know, and a grant it does not offer', async () => {
    const unknown = await askToken({ grant_type: 'client_credentials' }, 'x:y');
    expect([unknown.status, await unknown.json()]).toMatchObject([401, { error: 'invalid_client' }]);
    const other = await askToken({ grant_type: 'password' });
    expect([other.status, await other.json()]).toMatchObject([400, { error: 'unsupported_grant_type' }]);
  });

  it('gives tokens that end', async () => {
    await openBank({ tokenLifetimeSeconds: 1 });
    expect((await api('GET', `/pix?${PERIOD}`)).status).toBe(200);
    await sleep(1_050);
    expect(await api('GET', `/pix?${PERIOD}`)).toMatchObject({ status: 401, body: { status: 401, title: 'Acesso Negado' } });
  });

  it('is asked first: nothing is done without a token', async () => {
    current.token = 'guessed';
    const txid = newTxid('bacen');
    expect((await api('PUT', `/cob/${txid}`, cobRequest())).status).toBe(401);
    current.token = await newToken();
    expect((await api('GET', `/cob/${txid}`)).status).toBe(404);
  });
});

describe('a charge at the bank', () => {
  it('is revised by a PUT that differs, and not by one that repeats it', async () => {
    const { txid, location } = await newCob();
    expect((await api('PUT', `/cob/${txid}`, cobRequest())).body.revisao).toBe(0);
    const revised = await api('PUT', `/cob/${txid}`, cobRequest('20.00'));
    expect(revised.body).toMatchObject({ revisao: 1, valor: { original: '20.00' }, location });
  });

  it('is revised by a PATCH, and removed by one that does nothing else', async () => {
    const { txid } = await newCob();
    const changes = { valor: { original: '30.00' }, calendario: { expiracao: 60 }, solicitacaoPagador: 'Obrigado' };
    expect((await api('PATCH', `/cob/${txid}`, changes)).body).toMatchObject({ revisao: 1, ...changes });
    const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
    expect((await api('PATCH', `/cob/${txid}`, { status, solicitacaoPagador: 'Tchau' })).status).toBe(400);
    expect((await api('PATCH', `/cob/${txid}`, { status })).body).toMatchObject({ revisao: 2, status });
    expect((await api('GET', `/cob/${txid}`)).body.status).toBe(status);
    expect((await api('PATCH', `/cob/${txid}`, { solicitacaoPagador: 'Mais' })).status).toBe(400);
  });

  it('that was paid can be repeated but not changed', async () => {
    const { txid, pixCopiaECola } = await newCob();
    await pay(pixCopiaECola);
    expect((await api('PUT', `/cob/${txid}`, cobRequest())).body.status).toBe('CONCLUIDA');
    expect(await api('PUT', `/cob/${txid}`, cobRequest('1.00'))).toMatchObject({
      status: 400,
      body: { type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida', violacoes: [{ propriedade: 'cob.status' }] },
    });
  });

  it('gets its txid from the bank when it has none', async () => {
    const { status, body } = await api('POST', '/cob', cobRequest());
    expect(status).toBe(201);
    expect((await api('GET', `/cob/${body.txid}`)).body).toEqual(body);
    expect((await api('GET', `/cob/${body.txid}?revisao=1`)).status).toBe(400);
  });

  it.each([
    ['cob.txid', '/cob/short', cobRequest()],
    ['cob.valor.original', undefined, cobRequest('0.00')],
    ['cob.valor.original', undefined, cobRequest('12,50')],
    ['cob.chave', undefined, cobRequest('1.00', { chave: 'another@example.com' })],
    ['cob.calendario.expiracao', undefined, cobRequest('1.00', { calendario: { expiracao: 0 } })],
    ['cob.calendario.expiracao', undefined, cobRequest('1.00', { calendario: { expiracao: '60' } })],
    ['cob.devedor.cpf', undefined, cobRequest('1.00', { devedor: { cpf: '123', nome: 'Maria' } })],
    ['cob.solicitacaoPagador', undefined, cobRequest('1.00', { solicitacaoPagador: 'x'.repeat(141) })],
    ['cob', undefined, {}],
  ])('is refused, with %s named, when that is wrong', async (property, url, request) => {
    const { status, body } = await api('PUT', url ?? `/cob/${newTxid('bacen')}`, request);
    expect(status).toBe(400);
    expect(body.violacoes.map(({ propriedade }: { propriedade: string }) => propriedade)).toContain(property);
    expect((await api('GET', `/cob?${PERIOD}`)).body.cobs).toEqual([]);
  });

  it('is listed by status and debtor, page by page', async () => {
    const devedor = { cpf: '12345678909', nome: 'Maria' };
    const [first, second, third] = [await newCob('1.00', { devedor }), await newCob('2.00'), await newCob('3.00', { devedor })];
    await pay(third.pixCopiaECola);
    const txids = async (query: string) => (await api('GET', `/cob?${PERIOD}${query}`)).body.cobs.map(({ txid }: Cob) => txid);

    expect(await txids('')).toEqual([first.txid, second.txid, third.txid]);
    expect(await txids('&cpf=12345678909')).toEqual([first.txid, third.txid]);
    expect(await txids('&status=CONCLUIDA&locationPresente=true')).toEqual([third.txid]);
    const { body } = await api('GET', `/cob?${PERIOD}&paginacao.itensPorPagina=2&paginacao.paginaAtual=1`);
    expect(body.cobs).toHaveLength(1);
    expect(body.parametros.paginacao).toEqual({
      paginaAtual: 1,
      itensPorPagina: 2,
      quantidadeDePaginas: 2,
      quantidadeTotalDeItens: 3,
    });
  });

  it.each([
    '',
    'inicio=2020-01-01&fim=2100-01-01T00:00:00Z',
    'inicio=2100-01-01T00:00:00Z&fim=2020-01-01T00:00:00Z',
    `${PERIOD}&cpf=12345678909&cnpj=12345678000195`,
    `${PERIOD}&paginacao.itensPorPagina=1001`,
    `${PERIOD}&paginacao.paginaAtual=-1`,
  ])('is not listed by the query "%s"', async (query) => {
    expect((await api('GET', `/cob?${query}`)).body.type).toMatch(/CobConsultaInvalida$/);
    expect((await api('GET', `/pix?${query}`)).body.type).toMatch(/PixConsultaInvalida$/);
  });
});

describe('paying a code', () => {
  it('pays a charge once', async () => {
    const { txid, pixCopiaECola } = await newCob();
    const { status, body } = await pay(`  ${pixCopiaECola}\n`);

    expect(status).toBe(200);
    expect(body).toEqual({
      endToEndId: expect.stringMatching(/^E[0-9]{8}[0-9]{12}[a-zA-Z0-9]{11}$/),
      txid,
      valor: '12.50',
      horario: expect.any(String),
    });
    expect((await api('GET', `/cob/${txid}`)).body).toMatchObject({ status: 'CONCLUIDA', pix: [body] });
    expect(await pay(pixCopiaECola)).toMatchObject({ status: 409, body: { message: 'This charge has been paid already.' } });
    expect((await api('GET', `/pix?${PERIOD}`)).body.pix).toHaveLength(1);
  });

  it('pays a static code of its key any number of times, with any amount', async () => {
    const paid = [await pay(staticCode()), await pay(staticCode()), await pay(staticCode(), '7.00')];
    expect(paid.map(({ status, body }) => [status, body.txid, body.valor])).toEqual([
      [200, 'order1', '12.50'],
      [200, 'order1', '12.50'],
      [200, 'order1', '7.00'],
    ]);
    expect((await api('GET', `/pix?${PERIOD}&txid=order1`)).body.pix).toHaveLength(3);
    expect((await api('GET', `/pix?${PERIOD}&txIdPresente=false`)).body.pix).toHaveLength(0);
  });

  it('asks for the amount of a code that leaves it open', async () => {
    const code = buildBrCode({ key: SANDBOX_ACCOUNT.pixKey, merchantName: 'Rifa', merchantCity: 'Recife' });
    expect((await pay(code)).status).toBe(400);
    expect((await pay(code, '0.00')).status).toBe(400);
    expect(await pay(code, '3.00')).toMatchObject({ status: 200, body: { valor: '3.00' } });
    expect(
      (await pay((await newCob('5.00', { valor: { original: '5.00', modalidadeAlteracao: 1 } })).pixCopiaECola, '6.00')).status,
    ).toBe(200);
  });

  it('says why it does not pay', async () => {
    const { txid, pixCopiaECola } = await newCob();
    const removed = await newCob();
    await api('PATCH', `/cob/${removed.txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
    const expired = await newCob('1.00', { calendario: { expiracao: 1 } });
    await sleep(1_050);
    const payee = { merchantName: 'Rifa', merchantCity: 'Recife' };
    const accented = (from: string, to: string) => {
      const written = buildBrCode({ key: SANDBOX_ACCOUNT.pixKey, ...payee })
        .slice(0, -4)
        .replace(from, to);
      return written + crc16(written);
    };
    const refusals: [string, string | undefined, number, string][] = [
      ['banana', undefined, 400, 'This is not a PIX code'],
      [pixCopiaECola.slice(0, -1) + 'X', undefined, 400, 'crc'],
      [buildBrCode({ key: 'another@example.com', ...payee }), '1.00', 400, 'not kept at the sandbox bank'],
      [buildBrCode({ url: 'pix.example.com/qr/v2/1', ...payee }), undefined, 400, 'no charge at the location'],
      [accented('Recife', 'Recifé'), '1.00', 400, 'merchant city (60), Recifé, has letters that are not ASCII'],
      [accented('Rifa', 'Rífa'), '1.00', 400, 'merchant name (59), Rífa, has letters that are not ASCII'],
      [pixCopiaECola, '12.51', 400, 'cannot be changed'],
      [pixCopiaECola, '12,50', 400, 'pattern'],
      [removed.pixCopiaECola, undefined, 409, 'cancelled by the receiver'],
      [expired.pixCopiaECola, undefined, 409, 'expired'],
    ];
    for (const [code, valor, status, reason] of refusals) {
      const refused = await pay(code, valor);
      expect([refused.status, refused.body.message]).toEqual([status, expect.stringContaining(reason)]);
    }
    expect((await api('GET', `/cob/${txid}`)).body.status).toBe('ATIVA');
    expect((await api('GET', `/pix?${PERIOD}`)).body.pix).toEqual([]);
  });
});
