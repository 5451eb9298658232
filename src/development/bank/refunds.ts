import { randomBytes } from 'node:crypto';
import { formatMoney, parseMoney } from '../../platform/money.js';
import type { Bank } from './bank.js';
import type { Devolucao, Pix } from './documents.js';
import { newReturnId } from './identifiers.js';
import { ApiPixProblem } from './problem.js';

/**
 * `PUT /pix/{e2eid}/devolucao/{id}`: gives money back. A repeated request answers with the refund as it is; the same id with
 * another amount, nothing, and more than what is left of the payment are refused. It is EM_PROCESSAMENTO for the set delay,
 * then final, and the receiver is told.
 */
export function requestRefund(bank: Bank, pix: Pix, id: string, valor: string): Devolucao {
  const existing = pix.devolucoes?.find((devolucao) => devolucao.id === id);
  if (existing?.valor === valor) return existing;
  if (existing) throw invalidRefund('devolucao.id', 'O {id} já foi utilizado por outra requisição de devolução para o {e2eid}.');
  requireRoom(pix, parseMoney(valor));
  const devolucao = opened(id, valor, 'ORIGINAL');
  save(bank, pix, devolucao);
  if (bank.behaviour.refundDelayMs === 0) return settle(bank, pix.endToEndId, id) ?? devolucao;
  bank.timers.after(bank.behaviour.refundDelayMs, () => settle(bank, pix.endToEndId, id));
  return devolucao;
}

/** The banks take a payment back for fraud (MED), without asking the receiver: at once, and the receiver's software is told. */
export function takeBack(bank: Bank, pix: Pix, valor?: string): Devolucao {
  return returned(bank, pix, valor, 'MED_FRAUDE');
}

/** The receiver gives money back on the bank's own pages: at once, and the receiver's software is told. */
export function giveBack(bank: Bank, pix: Pix, valor?: string): Devolucao {
  return returned(bank, pix, valor, 'ORIGINAL');
}

/** All that is left, where no amount is given. */
function returned(bank: Bank, pix: Pix, valor = formatMoney(leftCentavos(pix)), natureza: Devolucao['natureza']): Devolucao {
  requireRoom(pix, parseMoney(valor));
  const now = new Date().toISOString();
  const devolucao: Devolucao = {
    ...opened(randomBytes(16).toString('hex'), valor, natureza),
    horario: { solicitacao: now, liquidacao: now },
    status: 'DEVOLVIDO',
  };
  bank.callbacks.send(save(bank, pix, devolucao));
  return devolucao;
}

/** Finishes the refunds that were under way when the bank stopped. */
export function settleLeftOvers(bank: Bank): void {
  for (const pix of bank.ledger.allPix()) {
    for (const { id, status } of pix.devolucoes ?? []) if (status === 'EM_PROCESSAMENTO') settle(bank, pix.endToEndId, id);
  }
}

function settle(bank: Bank, endToEndId: string, id: string): Devolucao | undefined {
  const pix = bank.ledger.pix(endToEndId);
  const devolucao = pix?.devolucoes?.find((each) => each.id === id);
  // Forgotten meanwhile, as the oldest payments are.
  if (!pix || !devolucao) return undefined;
  const horario = { ...devolucao.horario, liquidacao: new Date().toISOString() };
  const settled: Devolucao = bank.behaviour.refuseRefunds
    ? { ...devolucao, status: 'NAO_REALIZADO', motivo: 'Saldo insuficiente.' }
    : { ...devolucao, status: 'DEVOLVIDO', horario };
  bank.callbacks.send(save(bank, pix, settled));
  return settled;
}

function opened(id: string, valor: string, natureza: Devolucao['natureza']): Devolucao {
  const now = new Date();
  return {
    id,
    rtrId: newReturnId(now),
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
