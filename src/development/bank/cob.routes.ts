import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { canonicalPixKey, buildBrCode } from '../../payment-providers/br-code/br-code.js';
import { parseMoney } from '../../platform/money.js';
import {
  ApiPixProblem,
  cobBody,
  cobRevisionBody,
  consult,
  invalidCob,
  notFound,
  type Query,
  readConsultation,
} from './api-pix-requests.js';
import type { Bank } from './bank.js';
import { type Cob, newLocation, type Pix } from './documents.js';

const TXID = /^[a-zA-Z0-9]{26,35}$/;

/** `PUT`, `PATCH` and `GET /cob/{txid}`, `POST` and `GET /cob`. */
export function cobRoutes(app: FastifyInstance, { account, ledger }: Bank): void {
  const existing = (txid: string): Cob => {
    const cob = ledger.cob(txid);
    if (!cob) throw notFound('CobNaoEncontrado');
    return cob;
  };

  app.put<{ Params: { txid: string }; Body: CobRequest }>('/cob/:txid', { schema: { body: cobBody } }, async (request, reply) => {
    const { txid } = request.params;
    if (!TXID.test(txid)) throw invalidCob('cob.txid', 'O campo não respeita o schema: 26 a 35 letras e algarismos.');
    return reply.code(201).send(putCob({ account, ledger }, txid, request.body));
  });

  app.post<{ Body: CobRequest }>('/cob', { schema: { body: cobBody } }, async (request, reply) =>
    reply.code(201).send(putCob({ account, ledger }, randomBytes(16).toString('hex'), request.body)),
  );

  app.patch<{ Params: { txid: string }; Body: CobRevision }>(
    '/cob/:txid',
    { schema: { body: cobRevisionBody } },
    async (request) => patchCob({ account, ledger }, existing(request.params.txid), request.body),
  );

  app.get<{ Params: { txid: string }; Querystring: Query }>('/cob/:txid', async (request) => {
    const cob = existing(request.params.txid);
    const { revisao = String(cob.revisao) } = request.query;
    // Old revisions are not kept.
    if (revisao === String(cob.revisao)) return completeCob(ledger, cob);
    const violation = { propriedade: 'revisao', razao: 'O parâmetro corresponde a uma revisão inexistente.' };
    throw new ApiPixProblem(400, 'CobConsultaInvalida', 'Consulta inválida.', 'A revisão não existe.', [violation]);
  });

  app.get<{ Querystring: Query }>('/cob', async (request) => {
    const filters = ['cpf', 'cnpj', 'locationPresente', 'status'];
    const consultation = readConsultation(request.query, { type: 'CobConsultaInvalida', filters });
    const { cpf, cnpj, locationPresente, status } = consultation.filters;
    const matching = ledger.cobs().filter(
      (cob) =>
        (cpf === undefined || cob.devedor?.cpf === cpf)
        && (cnpj === undefined || cob.devedor?.cnpj === cnpj)
        && (status === undefined || cob.status === status)
        // Every charge of this bank has a location.
        && locationPresente !== 'false',
    );
    const { items, parametros } = consult(matching, consultation, (cob) => cob.calendario.criacao);
    return { parametros, cobs: items.map((cob) => completeCob(ledger, cob)) };
  });
}

/** CobSolicitada; the schema has checked its shape. */
type CobRequest = Pick<Cob, 'valor' | 'chave' | 'devedor' | 'solicitacaoPagador' | 'infoAdicionais'> & {
  calendario: { expiracao: number };
};
type CobRevision = Partial<CobRequest> & { status?: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };

type AccountAndLedger = Pick<Bank, 'account' | 'ledger'>;

function putCob({ account, ledger }: AccountAndLedger, txid: string, request: CobRequest): Cob {
  const wanted = content(checked(request, account.pixKey));
  const existing = ledger.cob(txid);
  if (!existing) return newCharge({ account, ledger }, txid, wanted);
  if (isDeepStrictEqual(wanted, content(existing))) return existing;
  if (existing.status !== 'ATIVA') throw notActive();
  return revise(ledger, existing, wanted);
}

function patchCob({ account, ledger }: AccountAndLedger, existing: Cob, { status, ...changes }: CobRevision): Cob {
  if (existing.status !== 'ATIVA') throw notActive();
  if (status) {
    if (Object.keys(changes).length > 0)
      throw invalidCob('cob.status', 'A remoção não pode ser acompanhada de outras alterações.');
    const removed: Cob = { ...existing, status, revisao: existing.revisao + 1 };
    ledger.saveCob(removed);
    return removed;
  }
  const valor = { ...existing.valor, ...changes.valor };
  return revise(ledger, existing, content(checked({ ...existing, ...changes, valor }, account.pixKey)));
}

function completeCob(ledger: Bank['ledger'], cob: Cob): Cob & { pix?: Pix[] } {
  const pix = ledger.pixOf(cob.txid);
  return pix.length > 0 ? { ...cob, pix } : cob;
}

/** The status does not show it. */
export function isExpired({ calendario }: Cob, now = new Date()): boolean {
  return now.getTime() > Date.parse(calendario.criacao) + calendario.expiracao * 1000;
}

function newCharge({ account, ledger }: AccountAndLedger, txid: string, wanted: CobRequest): Cob {
  const criacao = new Date().toISOString();
  const location = newLocation();
  const { merchantName, merchantCity } = account;
  const cob: Cob = {
    ...wanted,
    calendario: { criacao, expiracao: wanted.calendario.expiracao },
    txid,
    revisao: 0,
    status: 'ATIVA',
    loc: { id: ledger.nextLocationId(), txid, location, tipoCob: 'cob', criacao },
    location,
    pixCopiaECola: buildBrCode({ url: location, merchantName, merchantCity }),
  };
  ledger.saveCob(cob);
  return cob;
}

function revise(ledger: Bank['ledger'], existing: Cob, wanted: CobRequest): Cob {
  const calendario = { ...existing.calendario, expiracao: wanted.calendario.expiracao };
  const cob: Cob = { ...existing, ...wanted, calendario, revisao: existing.revisao + 1 };
  ledger.saveCob(cob);
  return cob;
}

function checked(request: CobRequest, pixKey: string): CobRequest {
  const chave = canonicalPixKey(request.chave);
  if (chave !== pixKey)
    throw invalidCob('cob.chave', 'A chave corresponde a uma conta que não pertence a este usuário recebedor.');
  if (parseMoney(request.valor.original) === 0n) throw invalidCob('cob.valor.original', 'O campo é zero.');
  return { ...request, chave };
}

function content({ calendario, valor, chave, devedor, solicitacaoPagador, infoAdicionais }: CobRequest): CobRequest {
  return {
    calendario: { expiracao: calendario.expiracao },
    valor,
    chave,
    ...(devedor && { devedor }),
    ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    ...(infoAdicionais && { infoAdicionais }),
  };
}

function notActive(): ApiPixProblem {
  return invalidCob('cob.status', 'A cobrança não está ATIVA, e a presente requisição busca alterá-la.');
}
