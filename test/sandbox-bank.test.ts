import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildStaticCode } from '../src/payments/adapters/static-adapter.js';
import { newTxid } from '../src/payments/adapters/txid.js';
import { buildBrCode } from '../src/payments/br-code.js';
import type { Cob, Pix } from '../src/sandbox/documents.js';
import { openLedger, REMEMBERED } from '../src/sandbox/ledger.js';
import { spawnSandboxBank } from '../src/sandbox/spawn-sandbox-bank.js';
import { startSandboxBank, type SandboxBank, type SandboxBankSettings } from '../src/sandbox/start-sandbox-bank.js';
import { ownContract } from './support/api-pix-contract.js';
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

const LOADS_TYPESCRIPT = { execArgv: ['--import', 'tsx'] };
const PERIOD = 'inicio=2020-01-01T00:00:00Z&fim=2100-01-01T00:00:00Z';

let bank: SandboxBank;
let recorder: Recorder;
let token: string;
const open: { stop(): Promise<void> }[] = [];

async function opened(settings: Partial<SandboxBankSettings> = {}): Promise<void> {
  bank = await startSandboxBank({ port: 0, ...SANDBOX_ACCOUNT, ...settings });
  recorder = await startRecorder(bank.url);
  open.push(bank, recorder);
  token = await newToken();
}

async function newToken(): Promise<string> {
  const { clientId, clientSecret } = SANDBOX_ACCOUNT;
  const answer = await fetch(`${recorder.url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** A request to API Pix; `body` is what it answered. */
async function api(method: string, url: string, body?: unknown) {
  const answer = await fetch(recorder.url + url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

const cobRequest = (original = '12.50', more: object = {}) => ({
  calendario: { expiracao: 900 },
  valor: { original },
  chave: SANDBOX_ACCOUNT.pixKey,
  ...more,
});

async function newCob(original?: string, more?: object): Promise<Cob> {
  const { status, body } = await api('PUT', `/cob/${newTxid('bacen')}`, cobRequest(original, more));
  expect(status).toBe(201);
  return body;
}

const pay = (pixCopiaECola: string, valor?: string) => askSandbox(bank.url, 'POST', '/sandbox/pay', { pixCopiaECola, valor });
const behave = (behaviour: object) => askSandbox(bank.url, 'PUT', '/sandbox/behaviour', behaviour);
const staticCode = (amountCentavos = 1250n, txid = 'order1') => buildStaticCode(SANDBOX_ACCOUNT, { txid, amountCentavos, description: 'Rifa' });

/** Registers a receiver of callbacks, which answers 200 unless `answer` says otherwise. */
async function receiver(answer?: Parameters<typeof startRemoteService>[0]): Promise<RemoteService> {
  const service = await startRemoteService(answer ?? ((_, response) => answerJson(response, 200, {})));
  open.push(service);
  const { status } = await api('PUT', `/webhook/${SANDBOX_ACCOUNT.pixKey}`, { webhookUrl: `${service.url}/hook` });
  expect(status).toBe(200);
  return service;
}

const calledBack = (service: RemoteService): Pix[] => service.received.flatMap(({ body }) => JSON.parse(body).pix);

beforeEach(() => opened());
afterEach(async () => {
  const problems = recorder.exchanges.flatMap((exchange) => contracts.flatMap((contract) => contract.exchange(exchange)));
  for (const one of open.splice(0).reverse()) await one.stop();
  expect(problems).toEqual([]);
});

describe('the token endpoint', () => {
  const asking = (headers: Record<string, string>, form: Record<string, string>) =>
    fetch(`${recorder.url}/oauth/token`, { method: 'POST', headers, body: new URLSearchParams(form) });

  it('refuses a client it does not know, and a grant it does not offer', async () => {
    const unknown = await asking({ authorization: 'Basic eDp5' }, { grant_type: 'client_credentials' });
    expect([unknown.status, await unknown.json()]).toMatchObject([401, { error: 'invalid_client' }]);

    const { clientId, clientSecret } = SANDBOX_ACCOUNT;
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const other = await asking({ authorization }, { grant_type: 'password' });
    expect([other.status, await other.json()]).toMatchObject([400, { error: 'unsupported_grant_type' }]);
  });

  it('gives tokens that end', async () => {
    await opened({ tokenLifetimeSeconds: 1 });
    expect((await api('GET', `/pix?${PERIOD}`)).status).toBe(200);
    await sleep(1_050);
    expect(await api('GET', `/pix?${PERIOD}`)).toMatchObject({ status: 401, body: { status: 401, title: 'Acesso Negado' } });
  });

  it('is asked first: nothing is done without a token', async () => {
    token = 'guessed';
    const txid = newTxid('bacen');
    expect((await api('PUT', `/cob/${txid}`, cobRequest())).status).toBe(401);
    token = await newToken();
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
    await pay(third!.pixCopiaECola);
    const txids = async (query: string) => (await api('GET', `/cob?${PERIOD}${query}`)).body.cobs.map(({ txid }: Cob) => txid);

    expect(await txids('')).toEqual([first!.txid, second!.txid, third!.txid]);
    expect(await txids('&cpf=12345678909')).toEqual([first!.txid, third!.txid]);
    expect(await txids('&status=CONCLUIDA&locationPresente=true')).toEqual([third!.txid]);
    const { body } = await api('GET', `/cob?${PERIOD}&paginacao.itensPorPagina=2&paginacao.paginaAtual=1`);
    expect(body.cobs).toHaveLength(1);
    expect(body.parametros.paginacao).toEqual({ paginaAtual: 1, itensPorPagina: 2, quantidadeDePaginas: 2, quantidadeTotalDeItens: 3 });
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
    expect(body).toEqual({ endToEndId: expect.stringMatching(/^E[0-9]{8}[0-9]{12}[a-zA-Z0-9]{11}$/), txid, valor: '12.50', horario: expect.any(String) });
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
    expect((await pay((await newCob('5.00', { valor: { original: '5.00', modalidadeAlteracao: 1 } })).pixCopiaECola, '6.00')).status).toBe(200);
  });

  it('says why it does not pay', async () => {
    const { txid, pixCopiaECola } = await newCob();
    const removed = await newCob();
    await api('PATCH', `/cob/${removed.txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
    const expired = await newCob('1.00', { calendario: { expiracao: 1 } });
    await sleep(1_050);
    const payee = { merchantName: 'Rifa', merchantCity: 'Recife' };
    const refusals: [string, string | undefined, number, string][] = [
      ['banana', undefined, 400, 'This is not a PIX code'],
      [pixCopiaECola.slice(0, -1) + 'X', undefined, 400, 'crc'],
      [buildBrCode({ key: 'another@example.com', ...payee }), '1.00', 400, 'not kept at the sandbox bank'],
      [buildBrCode({ url: 'pix.example.com/qr/v2/1', ...payee }), undefined, 400, 'no charge at the location'],
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

describe('a callback of the bank', () => {
  it('tells of payments with a txid, and of finished refunds, and of nothing else', async () => {
    const service = await receiver();
    await behave({ refundDelayMs: 0 });
    await pay(buildBrCode({ key: SANDBOX_ACCOUNT.pixKey, merchantName: 'Rifa', merchantCity: 'Recife', amountCentavos: 100n }));
    const { body } = await pay(staticCode());
    await eventually(() => service.received.length === 1);
    await api('PUT', `/pix/${String(body.endToEndId)}/devolucao/r1`, { valor: '2.50' });
    await eventually(() => service.received.length === 2);
    await askSandbox(bank.url, 'POST', '/sandbox/take-back', { endToEndId: body.endToEndId });
    await eventually(() => service.received.length === 3);

    expect(service.received.map(({ method, url }) => `${method} ${url}`)).toEqual(Array(3).fill('POST /hook/pix'));
    expect(calledBack(service).map(({ txid, devolucoes }) => [txid, devolucoes?.map(({ valor, natureza }) => [valor, natureza])])).toEqual([
      ['order1', undefined],
      ['order1', [['2.50', 'ORIGINAL']]],
      ['order1', [['2.50', 'ORIGINAL'], ['10.00', 'MED_FRAUDE']]],
    ]);
    for (const { body: sent } of service.received) expect(contracts.flatMap((contract) => contract.callback(sent))).toEqual([]);
  });

  it('is tried again until it is taken', async () => {
    const service = await receiver((_, response) => answerJson(response, service.received.length < 2 ? 503 : 200, {}));
    await pay(staticCode());
    await eventually(() => service.received.length === 2);
    await sleep(1_200);
    expect(service.received).toHaveLength(2);
  });

  it('is not sent once it is cancelled', async () => {
    const service = await receiver();
    expect((await api('DELETE', `/webhook/${SANDBOX_ACCOUNT.pixKey}`)).status).toBe(204);
    await pay(staticCode());
    await sleep(100);
    expect(service.received).toEqual([]);
    expect((await api('GET', `/webhook/${SANDBOX_ACCOUNT.pixKey}`)).status).toBe(404);
  });

  it('is registered for our key only, with a URL, and listed', async () => {
    const { url } = await receiver();
    expect((await api('GET', '/webhook')).body.webhooks).toMatchObject([{ webhookUrl: `${url}/hook` }]);
    expect((await api('PUT', '/webhook/another@example.com', { webhookUrl: 'https://gateway.example' })).status).toBe(400);
    expect((await api('PUT', `/webhook/${SANDBOX_ACCOUNT.pixKey}`, { webhookUrl: 'gateway' })).body.violacoes).toMatchObject([
      { propriedade: 'webhook.webhookUrl' },
    ]);
  });

  it('is repeated, delayed, lost and overtaken on request', async () => {
    const service = await receiver();
    await behave({ callbackCopies: 3, callbackDelayMs: 100 });
    await pay(staticCode());
    expect(service.received).toHaveLength(0);
    await eventually(() => service.received.length === 3);
    expect(new Set(service.received.map(({ body }) => body)).size).toBe(1);

    await behave({ loseCallbacks: 1 });
    await pay(staticCode());
    await sleep(100);
    expect(service.received).toHaveLength(3);

    await behave({ shuffleCallbacks: true });
    const order = Array.from({ length: 20 }, (_, index) => `shuffled${index}`);
    for (const txid of order) await pay(staticCode(100n, txid));
    await eventually(() => service.received.length === 23);
    const arrived = calledBack(service).slice(3).map(({ txid }) => txid);
    expect(arrived.toSorted()).toEqual(order.toSorted());
    expect(arrived).not.toEqual(order);
  });
});

describe('the faults of the bank', () => {
  it('fail the next so many requests, then no more, and do nothing', async () => {
    await behave({ failRequests: 2 });
    const txid = newTxid('bacen');
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await api('PUT', `/cob/${txid}`, cobRequest())).status);
    expect(statuses).toEqual([503, 503, 201]);
    expect((await askSandbox(bank.url, 'GET', '/sandbox/behaviour')).body.failRequests).toBe(0);
  });

  it('fail a share of the requests', async () => {
    await behave({ failRequests: 0.5 });
    const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await api('GET', `/pix?${PERIOD}`)).status));
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });

  it('lose an answer after doing what was asked', async () => {
    await behave({ loseAnswers: 1 });
    const txid = newTxid('bacen');
    await expect(api('PUT', `/cob/${txid}`, cobRequest())).rejects.toThrow('fetch failed');
    expect((await api('GET', `/cob/${txid}`)).body.status).toBe('ATIVA');
  });

  it('slow the bank down', async () => {
    await behave({ latencyMs: 150 });
    const startedMs = performance.now();
    await api('GET', `/pix?${PERIOD}`);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(145);
  });

  it('are known by name, and end when they are left out', async () => {
    expect((await behave({ latency: 3 })).status).toBe(400);
    expect((await behave({ failRequests: 1.5 })).status).toBe(400);
    await behave({ callbackCopies: 5 });
    expect((await behave({})).body).toEqual({
      callbackDelayMs: 0,
      callbackCopies: 1,
      loseCallbacks: 0,
      shuffleCallbacks: false,
      failRequests: 0,
      loseAnswers: 0,
      latencyMs: 0,
      refundDelayMs: 500,
      refuseRefunds: false,
    });
  });
});

describe('the page of the bank', () => {
  const form = (url: string, fields: Record<string, string>) =>
    fetch(bank.url + url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

  it('reads a code, pays it, and shows the payment without paying again on reload', async () => {
    const { txid, pixCopiaECola } = await newCob('1234.50', { solicitacaoPagador: 'Rifa & moto' });
    const read = await form('/', { pixCopiaECola });
    const html = await read.text();
    expect(read.status).toBe(200);
    expect(html).toContain('<dd>Rifa Boa Sorte</dd>');
    expect(html).toContain('<dd>R$\u00a01.234,50</dd>');
    expect(html).toContain(`<dd>${txid}</dd>`);
    expect(html).toContain('<dd>Rifa &#38; moto</dd>');
    expect((await api('GET', `/cob/${txid}`)).body.status).toBe('ATIVA');

    const paid = await form('/pay', { pixCopiaECola });
    expect(paid.status).toBe(303);
    const { payments } = (await askSandbox(bank.url, 'GET', '/sandbox/payments')).body as { payments: Pix[] };
    expect(payments).toMatchObject([{ txid, valor: '1234.50' }]);
    expect(paid.headers.get('location')).toBe(`/?paid=${payments[0]?.endToEndId}`);
    expect(await (await fetch(bank.url + paid.headers.get('location'))).text()).toContain('Paid R$\u00a01.234,50');
  });

  it('takes an amount as people write it, and says when it is none', async () => {
    const pixCopiaECola = staticCode();
    expect((await form('/pay', { pixCopiaECola, valor: ' 7,00 ' })).status).toBe(303);
    expect((await form('/pay', { pixCopiaECola, valor: '8' })).status).toBe(303);
    const wrong = await form('/pay', { pixCopiaECola, valor: '1.234,50' });
    expect([wrong.status, (await wrong.text()).includes('write it like 12,50')]).toEqual([400, true]);
    const { payments } = (await askSandbox(bank.url, 'GET', '/sandbox/payments')).body as { payments: Pix[] };
    expect(payments.map(({ valor }) => valor)).toEqual(['8.00', '7.00']);
  });

  it('shows errors as text, whatever was pasted, and keeps it in the field', async () => {
    const pasted = '</textarea><script>alert(1)</script>';
    for (const answer of [await form('/', { pixCopiaECola: pasted }), await fetch(`${bank.url}/?pixCopiaECola=${encodeURIComponent(pasted)}`)]) {
      const html = await answer.text();
      expect(answer.status).toBe(400);
      expect(html).toMatch(/role="alert">This is not a PIX code/);
      expect(html).toContain('&#60;/textarea&#62;&#60;script&#62;');
      expect(html).not.toContain('<script');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    expect((await form('/', {})).status).toBe(400);
  });
});

describe('the memory of the bank', () => {
  let folder: string;
  let stateFile: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sandbox-bank-'));
    stateFile = path.join(folder, 'deep', 'state.jsonl');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('outlives its process, even when the last line was cut short', async () => {
    await opened({ stateFile });
    await receiver();
    const { txid, pixCopiaECola } = await newCob();
    const other = await newCob();
    const { endToEndId } = (await pay(pixCopiaECola)).body as { endToEndId: string };
    await api('PUT', `/pix/${endToEndId}/devolucao/r1`, { valor: '1.00' });
    await bank.stop();
    appendFileSync(stateFile, '{"kind":"cob","id":"half');

    await opened({ stateFile });
    expect((await api('GET', `/cob/${txid}`)).body).toMatchObject({ status: 'CONCLUIDA', pix: [{ endToEndId }] });
    // Under way when the bank stopped, finished since.
    expect((await api('GET', `/pix/${endToEndId}/devolucao/r1`)).body.status).toBe('DEVOLVIDO');
    expect((await api('GET', `/webhook/${SANDBOX_ACCOUNT.pixKey}`)).status).toBe(200);
    expect((await pay(other.pixCopiaECola)).status).toBe(200);
    expect((await newCob()).loc.id).toBe(other.loc.id + 1);
    await bank.stop();

    await opened({ stateFile });
    expect((await api('GET', `/cob/${other.txid}`)).body.status).toBe('CONCLUIDA');
    for (const line of readFileSync(stateFile, 'utf8').trimEnd().split('\n')) JSON.parse(line);
  });

  it('forgets the oldest charges and payments first, and its file does not grow for ever', () => {
    const ledger = openLedger(stateFile);
    const cob = (index: number) => ({ txid: `t${index}`, location: `l${index}`, loc: { id: index } }) as Cob;
    const pix = (index: number, valor = '1.00') => ({ endToEndId: `e${index}`, txid: `t${index % 2}`, valor }) as Pix;
    for (let index = 0; index < REMEMBERED + 10; index += 1) {
      ledger.saveCob(cob(index));
      ledger.savePix(pix(index));
    }
    expect([ledger.cobs().length, ledger.allPix().length]).toEqual([REMEMBERED, REMEMBERED]);
    expect([ledger.cob('t9'), ledger.cobAt('l9'), ledger.pix('e9')]).toEqual([undefined, undefined, undefined]);
    expect([ledger.cob('t10')?.txid, ledger.cobAt('l10')?.txid, ledger.pix('e10')?.endToEndId]).toEqual(['t10', 't10', 'e10']);
    expect(ledger.pixOf('t0')).toHaveLength(REMEMBERED / 2);
    expect(ledger.pixOf('t0').at(-1)?.endToEndId).toBe(`e${REMEMBERED + 8}`);

    for (let times = 0; times < 65_000; times += 1) ledger.savePix(pix(REMEMBERED, `${times}.00`));
    expect(readFileSync(stateFile, 'utf8').split('\n').length).toBeLessThan(100_000);
    expect(openLedger(stateFile).pix(`e${REMEMBERED}`)?.valor).toBe('64999.00');
  });
});

describe('the process of the bank', () => {
  it('serves, reports failed callbacks, and ends when it is told to', async () => {
    const lines: string[] = [];
    const spawned = await spawnSandboxBank({ port: 0, ...SANDBOX_ACCOUNT, log: (line) => lines.push(line) }, LOADS_TYPESCRIPT);
    try {
      expect((await fetch(spawned.url)).status).toBe(200);
      bank = spawned;
      const proxied = await startRecorder(spawned.url);
      open.push(proxied);
      recorder = proxied;
      token = await newToken();
      const gone = await receiver();
      await gone.stop();
      await pay(staticCode());
      expect(await eventually(() => lines[0])).toMatch(/^callback to http:\/\/127\.0\.0\.1:\d+\/hook.*again in 250 ms$/);
    } finally {
      await spawned.stop();
    }
    await expect(fetch(spawned.url)).rejects.toThrow('fetch failed');
  });

  it('waits for a port that another bank has, and takes over with what that one knew', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-bank-'));
    const stateFile = path.join(folder, 'state.jsonl');
    await opened({ stateFile });
    const { pixCopiaECola } = await newCob();
    const port = Number(new URL(bank.url).port);
    const lines: string[] = [];
    const second = await spawnSandboxBank({ port, stateFile, ...SANDBOX_ACCOUNT, log: (line) => lines.push(line) }, LOADS_TYPESCRIPT);
    try {
      expect([second.url, lines]).toEqual([bank.url, [`waiting: port ${port} is in use`]]);
      await bank.stop();
      expect(await eventually(() => pay(pixCopiaECola).catch(() => undefined))).toMatchObject({ status: 200 });
    } finally {
      await second.stop();
      rmSync(folder, { recursive: true });
    }
  });

  it('says when it cannot start', async () => {
    await expect(spawnSandboxBank({ port: 0, ...SANDBOX_ACCOUNT, host: '192.0.2.1' }, LOADS_TYPESCRIPT)).rejects.toThrow(
      'the sandbox bank ended with code 1',
    );
  });

  it('ends with its parent, even when that is killed', async () => {
    const program = `
      import { spawnSandboxBank } from ${JSON.stringify(new URL('../src/sandbox/spawn-sandbox-bank.ts', import.meta.url).href)};
      const bank = await spawnSandboxBank(${JSON.stringify({ port: 0, ...SANDBOX_ACCOUNT })}, ${JSON.stringify(LOADS_TYPESCRIPT)});
      console.log(bank.url);`;
    const parent = spawn(process.execPath, [...LOADS_TYPESCRIPT.execArgv, '--input-type=module', '-e', program]);
    const url = await new Promise<string>((resolve) => parent.stdout.once('data', (text: Buffer) => resolve(String(text).trim())));
    expect((await fetch(url)).status).toBe(200);

    parent.kill('SIGKILL');
    await eventually(() => fetch(url).then(() => false, () => true));
  });
});
