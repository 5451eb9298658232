import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { formatMoney, parseMoney } from '../../platform/money.js';
import { ApiPixProblem, consult, devolucaoBody, notFound, type Query, readConsultation } from './api-pix-requests.js';
import type { Bank } from './bank.js';
import { type Devolucao, newSettlementId, type Pix } from './documents.js';

interface RefundPath {
  e2eid: string;
  id: string;
}

/** `GET /pix`, `GET /pix/{e2eid}`, `PUT` and `GET /pix/{e2eid}/devolucao/{id}`. */
export function pixRoutes(app: FastifyInstance, bank: Bank): void {
  const { ledger } = bank;
  const existing = (endToEndId: string): Pix => {
    const pix = ledger.pix(endToEndId);
    if (!pix) throw notFound('PixNaoEncontrado');
    return pix;
  };

  app.get<{ Querystring: Query }>('/pix', async (request) => {
    const filters = ['txid', 'txIdPresente', 'devolucaoPresente', 'cpf', 'cnpj'];
    const consultation = readConsultation(request.query, { type: 'PixConsultaInvalida', filters });
    const { txid, txIdPresente, devolucaoPresente, cpf, cnpj } = consultation.filters;
    const matching = ledger.allPix().filter(
      (pix) =>
        (txid === undefined || pix.txid === txid)
        && (txIdPresente === undefined || String(pix.txid !== undefined) === txIdPresente)
        && (devolucaoPresente === undefined || String(pix.devolucoes !== undefined) === devolucaoPresente)
        // Payers here have no documents.
        && cpf === undefined
        && cnpj === undefined,
    );
    const { items, parametros } = consult(matching, consultation, (pix) => pix.horario);
    return { parametros, pix: items };
  });

  app.get<{ Params: { e2eid: string } }>('/pix/:e2eid', async (request) => existing(request.params.e2eid));

  app.put<{ Params: RefundPath; Body: { valor: string } }>(
    '/pix/:e2eid/devolucao/:id',
    { schema: { body: devolucaoBody } },
    async (request, reply) => {
      const { e2eid, id } = request.params;
      if (!/^[a-zA-Z0-9]{1,35}$/.test(id))
        throw invalidRefund('devolucao.id', 'O campo não respeita o schema: 1 a 35 letras e algarismos.');
      return reply.code(201).send(requestRefund(bank, existing(e2eid), id, request.body.valor));
    },
  );

  app.get<{ Params: RefundPath }>('/pix/:e2eid/devolucao/:id', async (request) => {
    const { e2eid, id } = request.params;
    const devolucao = ledger.pix(e2eid)?.devolucoes?.find((each) => each.id === id);
    if (!devolucao) throw notFound('PixDevolucaoNaoEncontrada');
    return devolucao;
  });
}

/** A repeated request returns the refund. It is EM_PROCESSAMENTO for the set delay, then final, and the callback follows. */
function requestRefund(bank: Bank, pix: Pix, id: string, valor: string): Devolucao {
  const existing = pix.devolucoes?.find((devolucao) => devolucao.id === id);
  if (existing?.valor === valor) return existing;
  if (existing) throw invalidRefund('devolucao.id', 'O {id} já foi utilizado por outra requisição de devolução para o {e2eid}.');
  requireRoom(pix, parseMoney(valor));
  const devolucao = newRefund(id, valor, 'ORIGINAL');
  save(bank, pix, devolucao);
  if (bank.behaviour.refundDelayMs === 0) return settle(bank, pix.endToEndId, id) ?? devolucao;
  bank.timers.after(bank.behaviour.refundDelayMs, () => settle(bank, pix.endToEndId, id));
  return devolucao;
}

/** The banks take a payment back for fraud (MED), at once and without asking the receiver. */
export function takeBack(bank: Bank, pix: Pix, valor?: string): Devolucao {
  return returned(bank, pix, valor, 'MED_FRAUDE');
}

/** The payer disputes a payment (MED): the bank holds the money until `endDispute`. */
export function dispute(bank: Bank, pix: Pix, valor = formatMoney(leftCentavos(pix))): Devolucao {
  requireRoom(pix, parseMoney(valor));
  const devolucao = newRefund(randomBytes(16).toString('hex'), valor, 'MED_FRAUDE');
  bank.callbacks.send(save(bank, pix, devolucao));
  return devolucao;
}

/** Ends all disputes of a payment: the money goes back, or stays. */
export function endDispute(bank: Bank, pix: Pix, isReturned: boolean): Pix {
  const liquidacao = new Date().toISOString();
  let ended = pix;
  for (const devolucao of pix.devolucoes?.filter(isUnderDispute) ?? []) {
    ended = save(bank, ended, {
      ...devolucao,
      ...(isReturned
        ? { status: 'DEVOLVIDO', horario: { ...devolucao.horario, liquidacao } }
        : { status: 'NAO_REALIZADO', motivo: 'Contestação recusada.' }),
    });
  }
  bank.callbacks.send(ended);
  return ended;
}

const isUnderDispute = ({ natureza, status }: Devolucao): boolean => natureza !== 'ORIGINAL' && status === 'EM_PROCESSAMENTO';

/** The receiver refunds on the bank's own pages, at once. */
export function giveBack(bank: Bank, pix: Pix, valor?: string): Devolucao {
  return returned(bank, pix, valor, 'ORIGINAL');
}

function returned(bank: Bank, pix: Pix, valor = formatMoney(leftCentavos(pix)), natureza: Devolucao['natureza']): Devolucao {
  requireRoom(pix, parseMoney(valor));
  const now = new Date().toISOString();
  const devolucao: Devolucao = {
    ...newRefund(randomBytes(16).toString('hex'), valor, natureza),
    horario: { solicitacao: now, liquidacao: now },
    status: 'DEVOLVIDO',
  };
  bank.callbacks.send(save(bank, pix, devolucao));
  return devolucao;
}

/** Finishes refunds that were EM_PROCESSAMENTO when the bank stopped. A dispute goes on. */
export function settleOpenRefunds(bank: Bank): void {
  for (const pix of bank.ledger.allPix()) {
    for (const one of pix.devolucoes ?? []) {
      if (one.status === 'EM_PROCESSAMENTO' && !isUnderDispute(one)) settle(bank, pix.endToEndId, one.id);
    }
  }
}

function settle(bank: Bank, endToEndId: string, id: string): Devolucao | undefined {
  const pix = bank.ledger.pix(endToEndId);
  const devolucao = pix?.devolucoes?.find((each) => each.id === id);
  if (!pix || !devolucao) return undefined;
  const horario = { ...devolucao.horario, liquidacao: new Date().toISOString() };
  const settled: Devolucao = bank.behaviour.refuseRefunds
    ? { ...devolucao, status: 'NAO_REALIZADO', motivo: 'Saldo insuficiente.' }
    : { ...devolucao, status: 'DEVOLVIDO', horario };
  bank.callbacks.send(save(bank, pix, settled));
  return settled;
}

function newRefund(id: string, valor: string, natureza: Devolucao['natureza']): Devolucao {
  const now = new Date();
  return {
    id,
    rtrId: newSettlementId('D', now),
    valor,
    natureza,
    horario: { solicitacao: now.toISOString() },
    status: 'EM_PROCESSAMENTO',
  };
}

function save(bank: Bank, pix: Pix, devolucao: Devolucao): Pix {
  const others = (pix.devolucoes ?? []).filter(({ id }) => id !== devolucao.id);
  const saved: Pix = { ...pix, devolucoes: [...others, devolucao] };
  bank.ledger.savePix(saved);
  return saved;
}

function leftCentavos(pix: Pix): bigint {
  const kept = (pix.devolucoes ?? []).filter(({ status }) => status !== 'NAO_REALIZADO');
  return kept.reduce((left, { valor }) => left - parseMoney(valor), parseMoney(pix.valor));
}

function requireRoom(pix: Pix, centavos: bigint): void {
  if (centavos === 0n) throw invalidRefund('devolucao.valor', 'O campo é zero.');
  if (centavos > leftCentavos(pix)) throw invalidRefund('devolucao.valor', 'As devoluções excederiam o valor do pix originário.');
}

function invalidRefund(propriedade: string, razao: string): ApiPixProblem {
  const detail = 'A requisição de devolução não respeita o schema ou não faz sentido semanticamente.';
  return new ApiPixProblem(400, 'PixDevolucaoInvalida', 'Devolução inválida.', detail, [{ razao, propriedade }]);
}
