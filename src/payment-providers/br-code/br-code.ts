import { getPixKeyInfo } from '@brazilian-utils/brazilian-utils/get-pix-key-info';

import {
  ABSENT_TXID,
  BrCodeError,
  ISPB,
  MAX_IDENTIFIER_LENGTH,
  PIX_GUI,
  PSP_LOCATION,
  UNPRINTABLE,
  VISIBLE_ASCII,
  crc16,
  encodeObject,
} from './br-code-tlv.js';
import type { BrCodeField } from './br-code-tlv.js';
import { foldToAscii } from '../../platform/fold-to-ascii.js';

/**
 * What every PIX code says. `merchantName` and `merchantCity` are free text, folded to ASCII and cut to 25 and 15
 * characters. `pointOfInitiation` (01) is written only when given: `12` = to be paid once, `11` = reusable.
 * `postalCode` is a CEP, `12345678` or `12345-678`. `recurrenceUrl` is the location of a Pix Automático recurrence
 * (template 80), at most 77 characters without a scheme. `gui` is the PIX identifier in the case to be written, lower
 * by default.
 */
type MerchantCode = {
  merchantName: string;
  merchantCity: string;
  pointOfInitiation?: '11' | '12';
  postalCode?: string;
  recurrenceUrl?: string;
  gui?: string;
};

/**
 * A code that carries the payee's PIX key. `key` is any form of a CPF, CNPJ, e-mail, mobile phone or random key, at
 * most 77 characters. `amountCentavos` > 0 fixes the amount; without it the payer types one. `txid`, 1 to 25 letters
 * and digits, comes back with the payment; it is never cut, since a shortened one reconciles with nothing.
 * `description` is free text for the payer, folded to ASCII and cut to the room left in template 26. `fss` is the ISPB
 * (8 digits) of a Pix Saque.
 */
export type StaticBrCode = MerchantCode & {
  key: string;
  amountCentavos?: bigint;
  txid?: string;
  description?: string;
  fss?: string;
};

/**
 * A code that carries the location of a charge at the payee's PSP: host and path, no scheme, at most 77 characters. The
 * amount and the txid live there, so the code has none (Manual de Padrões para Iniciação do Pix 2.7). Some PSPs print a
 * txid all the same: `allowTxidOnDynamic` writes `txid` as they do, to reproduce their codes; stricter parsers than ours
 * refuse such a code.
 */
export type DynamicBrCode = MerchantCode & {
  url: string;
  txid?: string;
  allowTxidOnDynamic?: boolean;
};

/** A Pix Automático code that only offers a recurrence: neither a key nor a charge's location. */
export type RecurrenceBrCode = MerchantCode & { recurrenceUrl: string };

const STATIC_TXID = /^[A-Za-z0-9]{1,25}$/;
const CEP = /^\d{5}-?\d{3}$/;
const MAX_AMOUNT_LENGTH = 13;
const MAX_TEMPLATE_LENGTH = 99;

type AnyBrCode = MerchantCode & Partial<StaticBrCode & DynamicBrCode>;

function check(holds: boolean, field: BrCodeField, problem: string): void {
  if (!holds) throw new BrCodeError(field, problem);
}

function foldedText(text: string, field: 'merchantName' | 'merchantCity', maxLength: number): string {
  check(!UNPRINTABLE.test(text), field, 'has control characters');
  const folded = foldToAscii(text, maxLength);
  check(folded !== '', field, 'is empty once folded to ASCII');
  return folded;
}

function location(url: string, field: 'url' | 'recurrenceUrl'): string {
  check(url.length <= MAX_IDENTIFIER_LENGTH, field, `is longer than ${MAX_IDENTIFIER_LENGTH} characters`);
  check(PSP_LOCATION.test(url), field, 'is not a host and path without a scheme');
  return encodeObject('25', url, field);
}

function amount(centavos: bigint): string {
  check(centavos > 0n, 'amountCentavos', 'is not above zero');
  const text = `${centavos / 100n}.${String(centavos % 100n).padStart(2, '0')}`;
  check(text.length <= MAX_AMOUNT_LENGTH, 'amountCentavos', `is longer than ${MAX_AMOUNT_LENGTH} characters when written`);
  return encodeObject('54', text, 'amountCentavos');
}

function keyAccount(gui: string, typedKey: string, { description = '', fss }: AnyBrCode): string {
  const key = getPixKeyInfo(typedKey)?.value ?? typedKey;
  check(VISIBLE_ASCII.test(key), 'key', 'is not made of visible ASCII characters');
  check(key.length <= MAX_IDENTIFIER_LENGTH, 'key', `is longer than ${MAX_IDENTIFIER_LENGTH} characters`);
  check(fss === undefined || ISPB.test(fss), 'fss', 'is not an ISPB of 8 digits');
  check(!UNPRINTABLE.test(description), 'description', 'has control characters');

  const before = gui + encodeObject('01', key, 'key');
  const after = fss === undefined ? '' : encodeObject('03', fss, 'fss');
  const room = MAX_TEMPLATE_LENGTH - before.length - after.length - '0200'.length;
  const shown = foldToAscii(description, Math.max(0, room));
  return before + (shown === '' ? '' : encodeObject('02', shown, 'description')) + after;
}

function merchantAccount(gui: string, input: AnyBrCode): string {
  check(input.key === undefined || input.url === undefined, 'url', 'stands next to a key: a code carries one of them');
  if (input.key !== undefined) return keyAccount(gui, input.key, input);
  for (const field of ['amountCentavos', 'description', 'fss'] as const) {
    check(input[field] === undefined, field, 'belongs to a code with a key');
  }
  if (input.url !== undefined) return gui + location(input.url, 'url');
  check(input.recurrenceUrl !== undefined, 'key', 'is missing, and so are url and recurrenceUrl');
  return gui;
}

function referenceLabel({ key, txid = ABSENT_TXID, allowTxidOnDynamic = false }: AnyBrCode): string {
  if (txid !== ABSENT_TXID) {
    check(key !== undefined || allowTxidOnDynamic, 'txid', `is ${ABSENT_TXID} in a code without a key`);
    check(STATIC_TXID.test(txid), 'txid', 'is not 1 to 25 letters and digits');
  }
  return encodeObject('05', txid, 'txid');
}

/**
 * The BR Code ("PIX copia e cola") of `input`, by EMV QRCPS MPM, the Manual do BR Code and the Manual de Padrões para
 * Iniciação do Pix. A key in one of the DICT's formats is written in its canonical form (CPF without punctuation, phone
 * as +55...), any other as it stands. Throws `BrCodeError`, naming the field, for what a code cannot carry or the
 * manuals forbid; nothing but the name, the city and the description is ever cut.
 */
export function buildBrCode(input: StaticBrCode | DynamicBrCode | RecurrenceBrCode): string {
  const given: AnyBrCode = input;
  const { gui = PIX_GUI, pointOfInitiation, postalCode, recurrenceUrl } = given;
  check(gui.toLowerCase() === PIX_GUI, 'gui', `is not ${PIX_GUI}`);
  check(/^1[12]$/.test(pointOfInitiation ?? '11'), 'pointOfInitiation', 'is neither 11 nor 12');
  check(CEP.test(postalCode ?? '00000000'), 'postalCode', 'is not a CEP of 8 digits');

  const guiObject = encodeObject('00', gui, 'gui');
  const untilCrc = [
    encodeObject('00', '01', 'payloadFormatIndicator'),
    pointOfInitiation === undefined ? '' : encodeObject('01', pointOfInitiation, 'pointOfInitiation'),
    encodeObject('26', merchantAccount(guiObject, given), given.fss === undefined ? 'key' : 'fss'),
    encodeObject('52', '0000', 'merchantCategoryCode'),
    encodeObject('53', '986', 'currency'),
    given.amountCentavos === undefined ? '' : amount(given.amountCentavos),
    encodeObject('58', 'BR', 'country'),
    encodeObject('59', foldedText(given.merchantName, 'merchantName', 25), 'merchantName'),
    encodeObject('60', foldedText(given.merchantCity, 'merchantCity', 15), 'merchantCity'),
    postalCode === undefined ? '' : encodeObject('61', postalCode.replace('-', ''), 'postalCode'),
    encodeObject('62', referenceLabel(given), 'txid'),
    recurrenceUrl === undefined ? '' : encodeObject('80', guiObject + location(recurrenceUrl, 'recurrenceUrl'), 'recurrenceUrl'),
    '6304',
  ].join('');
  return untilCrc + crc16(untilCrc);
}
