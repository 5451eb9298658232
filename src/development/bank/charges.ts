import { isDeepStrictEqual } from 'node:util';
import { buildBrCode } from '../../payment-providers/br-code/br-code.js';
import { canonicalPixKey } from '../../payment-providers/adapters/pix-key.js';
import { parseMoney } from '../../platform/money.js';
import type { Bank } from './bank.js';
import type { Cob, Pix } from './documents.js';
import { newLocation } from './identifiers.js';
import { ApiPixProblem, invalidCob } from './problem.js';

/** CobSolicitada, its shape checked already. */
export type CobRequest = Pick<Cob, 'valor' | 'chave' | 'devedor' | 'solicitacaoPagador' | 'infoAdicionais'> & {
  calendario: { expiracao: number };
};
/** CobRevisada, its shape checked already. */
export type CobRevision = Partial<CobRequest> & { status?: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };

type Bankbook = Pick<Bank, 'account' | 'ledger'>;

/**
 * `PUT /cob/{txid}`: a new charge, or the one that exists, revised when the request differs from it. One that is not ATIVA
 * any more can be repeated but not changed.
 */
export function putCob({ account, ledger }: Bankbook, txid: string, request: CobRequest): Cob {
  const wanted = content(checked(request, account.pixKey));
  const existing = ledger.cob(txid);
  if (!existing) return opened({ account, ledger }, txid, wanted);
  if (isDeepStrictEqual(wanted, content(existing))) return existing;
  if (existing.status !== 'ATIVA') throw notActive();
  return revised(ledger, existing, wanted);
}

/** `PATCH /cob/{txid}`: changes an ATIVA charge, or removes it and changes nothing else. */
export function patchCob({ account, ledger }: Bankbook, existing: Cob, { status, ...changes }: CobRevision): Cob {
  if (existing.status !== 'ATIVA') throw notActive();
  if (status) {
    if (Object.keys(changes).length > 0)
      throw invalidCob('cob.status', 'A remoção não pode ser acompanhada de outras alterações.');
    const removed: Cob = { ...existing, status, revisao: existing.revisao + 1 };
    ledger.saveCob(removed);
    return removed;
  }
  const valor = { ...existing.valor, ...changes.valor };
  return revised(ledger, existing, content(checked({ ...existing, ...changes, valor }, account.pixKey)));
}

/** A charge with the payments it received (CobCompleta). */
export function completeCob(ledger: Bank['ledger'], cob: Cob): Cob & { pix?: Pix[] } {
  const pix = ledger.pixOf(cob.txid);
  return pix.length > 0 ? { ...cob, pix } : cob;
}

/** Whether the time the charge can be paid in is over; its status does not say so. */
export function isExpired({ calendario }: Cob, now = new Date()): boolean {
  return now.getTime() > Date.parse(calendario.criacao) + calendario.expiracao * 1000;
}

function opened({ account, ledger }: Bankbook, txid: string, wanted: CobRequest): Cob {
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

function revised(ledger: Bank['ledger'], existing: Cob, wanted: CobRequest): Cob {
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

/** What a request says, and nothing else: how two are compared. */
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
