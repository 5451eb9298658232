import { canonicalPixKey } from '../../payment-providers/br-code/br-code.js';
import { BrCodeError, PRINTABLE_ASCII } from '../../payment-providers/br-code/br-code-tlv.js';
import { parseBrCode, type BrCode } from './br-code-parse.js';
import { formatMoney, parseMoney } from '../../platform/money.js';
import type { Bank } from './bank.js';
import { isExpired } from './cob.routes.js';
import { type Cob, newSettlementId, type Pix } from './documents.js';

/** The bank does not pay this code; the message says why. 400: it cannot. 409: no longer. */
export class PaymentRefusal extends Error {
  constructor(
    readonly statusCode: 400 | 409,
    message: string,
  ) {
    super(message);
  }
}

export interface ReadCode {
  code: BrCode;
  cob?: Cob;
  merchantName: string;
  merchantCity: string;
  amountCentavos?: bigint;
  txid?: string;
}

export function readCode({ account, ledger }: Pick<Bank, 'account' | 'ledger'>, pixCopiaECola: string): ReadCode {
  const code = parsed(pixCopiaECola);
  const { merchantName, merchantCity } = code;
  if (code.type === 'static') {
    if (canonicalPixKey(code.key ?? '') !== account.pixKey) {
      throw new PaymentRefusal(400, 'This code pays into a PIX key that is not kept at the sandbox bank.');
    }
    const amountCentavos = code.amountCentavos || undefined;
    return { code, merchantName, merchantCity, amountCentavos, txid: code.txid };
  }
  const cob = code.url === undefined ? undefined : ledger.cobAt(code.url);
  if (!cob) throw new PaymentRefusal(400, 'The sandbox bank has no charge at the location this code names.');
  if (cob.status === 'CONCLUIDA') throw new PaymentRefusal(409, 'This charge has been paid already.');
  if (cob.status !== 'ATIVA') throw new PaymentRefusal(409, 'This charge was cancelled by the receiver.');
  if (isExpired(cob)) throw new PaymentRefusal(409, 'This charge has expired.');
  return { code, cob, merchantName, merchantCity, amountCentavos: parseMoney(cob.valor.original), txid: cob.txid };
}

/** Pays a code, and sends the callback. `valor` can be another amount for a static code, to try a wrong one. */
export function payCode(bank: Bank, { pixCopiaECola, valor }: { pixCopiaECola: string; valor?: string }): Pix {
  const { cob, amountCentavos, txid } = readCode(bank, pixCopiaECola);
  const paidCentavos = valor === undefined ? amountCentavos : parseMoney(valor);
  if (!paidCentavos) throw new PaymentRefusal(400, 'An amount above zero is needed: this code leaves it to the payer.');
  if (cob && paidCentavos !== amountCentavos && cob.valor.modalidadeAlteracao !== 1) {
    throw new PaymentRefusal(400, 'The amount of this charge cannot be changed.');
  }
  const now = new Date();
  const pix: Pix = {
    endToEndId: newSettlementId('E', now),
    ...(txid && /^[a-zA-Z0-9]{1,35}$/.test(txid) && { txid }),
    valor: formatMoney(paidCentavos),
    chave: bank.account.pixKey,
    horario: now.toISOString(),
  };
  bank.ledger.savePix(pix);
  if (cob) bank.ledger.saveCob({ ...cob, status: 'CONCLUIDA' });
  bank.callbacks.send(pix);
  return pix;
}

function parsed(pixCopiaECola: string): BrCode {
  try {
    return requireAscii(parseBrCode(pixCopiaECola));
  } catch (error) {
    if (error instanceof BrCodeError) throw new PaymentRefusal(400, `This is not a PIX code: ${error.message}.`);
    throw error;
  }
}

/** `parseBrCode` accepts accents, but apps of many banks do not. Development should show that. */
function requireAscii(code: BrCode): BrCode {
  const { merchantName, merchantCity } = code;
  for (const [field, text] of Object.entries({ 'merchant name (59)': merchantName, 'merchant city (60)': merchantCity })) {
    if (PRINTABLE_ASCII.test(text)) continue;
    throw new PaymentRefusal(
      400,
      `Banks refuse this code: its ${field}, ${text}, has letters that are not ASCII, such as accents.`,
    );
  }
  return code;
}
