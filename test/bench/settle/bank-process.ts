import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { runClient, type Asked } from '../http-client.js';

/*
 * A bank in a process of its own that answers API Pix as fast as it can: the token, charges (`PUT` and `GET /cob/{txid}`), and
 * payments (`GET /pix/{e2eid}` and page by page `GET /pix`). Told to, it has charges paid and posts a callback for each.
 */

/** What it is told to do: the oldest charges are paid, so many callbacks under way at once. */
export interface PayTask {
  task: 'pay';
  payments: number;
  inFlight: number;
  /** So many are paid in a second, if the callbacks before are answered; unset: as fast as they are. */
  perSecond?: number | undefined;
  host: string;
  port: number;
  /** Where callbacks go, with the secret. */
  route: string;
}

export interface PayResult {
  posted: number;
  elapsedMs: number;
  errors: number;
  firstError: string | undefined;
}

/** Forgets the charges that were not paid, and from now on takes so long to answer a question about a payment. */
export interface ResetTask {
  task: 'reset';
  answerMs: number;
}

/** The questions about payments since the last reset, and the most that were under way at once. */
export interface Consults {
  consults: number;
  mostAtOnce: number;
}

interface Pix {
  endToEndId: string;
  txid: string;
  valor: string;
  chave: string;
  horario: string;
}

const PAGE = 100;
const CODE = `00020101021226${'9'.repeat(120)}6304ABCD`;
const charges = new Map<string, { txid: string; valor: string; chave: string }>();
const paid = new Map<string, Pix>();
const counts = { consults: 0, atOnce: 0, mostAtOnce: 0, payments: 0 };
let answerMs = 0;

const cobOf = ({ txid, valor, chave }: { txid: string; valor: string; chave: string }) => ({
  txid,
  status: 'ATIVA',
  calendario: { criacao: new Date().toISOString(), expiracao: 3600 },
  revisao: 0,
  valor: { original: valor },
  chave,
  pixCopiaECola: CODE,
});

async function putCob(txid: string, request: IncomingMessage): Promise<object> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const { valor, chave } = JSON.parse(text) as { valor: { original: string }; chave: string };
  const charge = { txid, valor: valor.original, chave };
  charges.set(txid, charge);
  return cobOf(charge);
}

function listPix(query: URLSearchParams): object {
  const [inicio, fim] = [query.get('inicio') ?? '', query.get('fim') ?? ''];
  const page = Number(query.get('paginacao.paginaAtual') ?? 0);
  const found = [...paid.values()].filter(({ horario }) => horario >= inicio && horario <= fim);
  const quantidadeDePaginas = Math.max(1, Math.ceil(found.length / PAGE));
  const paginacao = { paginaAtual: page, itensPorPagina: PAGE, quantidadeDePaginas, quantidadeTotalDeItens: found.length };
  const pix = query.get('devolucaoPresente') === 'true' ? [] : found.slice(page * PAGE, (page + 1) * PAGE);
  return { parametros: { inicio, fim, paginacao }, pix };
}

async function answer(request: IncomingMessage): Promise<object | undefined> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bank');
  const [, resource, id] = pathname.split('/');
  if (resource === 'oauth') return { access_token: 'token', token_type: 'Bearer', expires_in: 3600 };
  if (resource === 'cob' && id && request.method === 'PUT') return putCob(id, request);
  if (resource === 'cob' && id) {
    const charge = charges.get(id);
    return charge && cobOf(charge);
  }
  if (resource !== 'pix') return undefined;
  if (!id) return listPix(searchParams);
  counts.consults += 1;
  counts.atOnce += 1;
  counts.mostAtOnce = Math.max(counts.mostAtOnce, counts.atOnce);
  if (answerMs > 0) await sleep(answerMs);
  counts.atOnce -= 1;
  return paid.get(id);
}

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  void answer(request).then((document) => {
    request.resume();
    const body = JSON.stringify(document ?? { status: 404, title: 'Not Found' });
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
});
// Gateways keep their connections as long as the bank does.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(`bank at http://127.0.0.1:${(server.address() as AddressInfo).port}`));

function payNext(): Pix | undefined {
  const [charge] = charges.values();
  if (!charge) return undefined;
  charges.delete(charge.txid);
  const horario = new Date().toISOString();
  const endToEndId = `E12345678${horario.slice(0, 16).replace(/\D/g, '')}${String(++counts.payments).padStart(11, '0')}`;
  const pix = { endToEndId, ...charge, horario };
  paid.set(endToEndId, pix);
  return pix;
}

async function pay({ payments, inFlight, perSecond = Infinity, host, port, route }: PayTask): Promise<PayResult> {
  const result = { posted: 0, errors: 0, firstError: undefined as string | undefined };
  let begun = 0;
  const next = (): Asked | undefined | Promise<Asked | undefined> => {
    if (begun >= payments) return undefined;
    const waitMs = startedAtMs + (begun++ * 1000) / perSecond - performance.now();
    return waitMs >= 1 ? sleep(waitMs).then(nextCallback) : nextCallback();
  };
  const nextCallback = (): Asked | undefined => {
    const pix = payNext();
    if (!pix) return undefined;
    const body = JSON.stringify({ pix: [pix] });
    const head = [
      `POST ${route} HTTP/1.1`,
      `host: ${host}:${port}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    ];
    return { bytes: Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`), expected: '{"received":true}' };
  };
  const answered = (_latencyMs: number, problem: string | undefined): void => {
    if (problem === undefined) result.posted += 1;
    else {
      result.errors += 1;
      result.firstError ??= problem;
    }
  };
  const startedAtMs = performance.now();
  await Promise.all(Array.from({ length: inFlight }, () => runClient({ host, port, next, answered })));
  const elapsedMs = performance.now() - startedAtMs;
  return { ...result, elapsedMs };
}

process.on('message', (message: PayTask | ResetTask | { task: 'consults' } | 'usage') => {
  if (message === 'usage') return;
  const { consults, mostAtOnce } = counts;
  if (message.task === 'pay') void pay(message).then((result) => process.send?.(result));
  else if (message.task === 'consults') process.send?.({ consults, mostAtOnce } satisfies Consults);
  else {
    charges.clear();
    Object.assign(counts, { consults: 0, mostAtOnce: 0 });
    ({ answerMs } = message);
    process.send?.({});
  }
});
