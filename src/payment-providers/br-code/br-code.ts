import { getPixKeyInfo } from '@brazilian-utils/brazilian-utils/get-pix-key-info';
import {
  ABSENT_TXID,
  BrCodeError,
  MAX_IDENTIFIER_LENGTH,
  PIX_GUI,
  PSP_LOCATION,
  UNPRINTABLE,
  VISIBLE_ASCII,
  crc16,
  encodeObject,
} from './br-code-tlv.js';
import { foldToAscii } from '../../platform/fold-to-ascii.js';

/** Free text, folded to ASCII and cut to 25 and 15 characters. */
type MerchantCode = { merchantName: string; merchantCity: string };

/** The key in any form, at most 77 characters. Without `amountCentavos` (> 0) the payer types one. */
export type StaticBrCode = MerchantCode & {
  key: string;
  amountCentavos?: bigint;
  txid?: string;
  description?: string;
};

/** Host and path, no scheme. The amount and the txid live there (Manual de Padrões para Iniciação do Pix 2.7). */
export type DynamicBrCode = MerchantCode & { url: string };

const STATIC_TXID = /^[A-Za-z0-9]{1,25}$/;
const MAX_AMOUNT_LENGTH = 13;
const MAX_TEMPLATE_LENGTH = 99;
const GUI_OBJECT = encodeObject('00', PIX_GUI, 'gui');

type AnyBrCode = MerchantCode & Partial<StaticBrCode & DynamicBrCode>;

function check(holds: boolean, field: string, problem: string): void {
  if (!holds) throw new BrCodeError(field, problem);
}

function foldedText(text: string, field: 'merchantName' | 'merchantCity', maxLength: number): string {
  check(!UNPRINTABLE.test(text), field, 'has control characters');
  const folded = foldToAscii(text, maxLength);
  check(folded !== '', field, 'is empty once folded to ASCII');
  return folded;
}

function location(url: string): string {
  check(url.length <= MAX_IDENTIFIER_LENGTH, 'url', `is longer than ${MAX_IDENTIFIER_LENGTH} characters`);
  check(PSP_LOCATION.test(url), 'url', 'is not a host and path without a scheme');
  return encodeObject('25', url, 'url');
}

function amount(centavos: bigint): string {
  check(centavos > 0n, 'amountCentavos', 'is not above zero');
  const text = `${centavos / 100n}.${String(centavos % 100n).padStart(2, '0')}`;
  check(text.length <= MAX_AMOUNT_LENGTH, 'amountCentavos', `is longer than ${MAX_AMOUNT_LENGTH} characters when written`);
  return encodeObject('54', text, 'amountCentavos');
}

function keyAccount(typedKey: string, { description = '' }: AnyBrCode): string {
  const key = getPixKeyInfo(typedKey)?.value ?? typedKey;
  check(VISIBLE_ASCII.test(key), 'key', 'is not made of visible ASCII characters');
  check(key.length <= MAX_IDENTIFIER_LENGTH, 'key', `is longer than ${MAX_IDENTIFIER_LENGTH} characters`);
  check(!UNPRINTABLE.test(description), 'description', 'has control characters');

  const before = GUI_OBJECT + encodeObject('01', key, 'key');
  const room = MAX_TEMPLATE_LENGTH - before.length - '0200'.length;
  const shown = foldToAscii(description, Math.max(0, room));
  return before + (shown === '' ? '' : encodeObject('02', shown, 'description'));
}

function merchantAccount(input: AnyBrCode): string {
  check(input.key === undefined || input.url === undefined, 'url', 'stands next to a key: a code carries one of them');
  if (input.key !== undefined) return keyAccount(input.key, input);
  for (const field of ['amountCentavos', 'description'] as const) {
    check(input[field] === undefined, field, 'belongs to a code with a key');
  }
  if (input.url === undefined) throw new BrCodeError('key', 'is missing, and so is a url');
  return GUI_OBJECT + location(input.url);
}

function referenceLabel({ key, txid = ABSENT_TXID }: AnyBrCode): string {
  if (txid !== ABSENT_TXID) {
    check(key !== undefined, 'txid', `is ${ABSENT_TXID} in a code without a key`);
    check(STATIC_TXID.test(txid), 'txid', 'is not 1 to 25 letters and digits');
  }
  return encodeObject('05', txid, 'txid');
}

/** By EMV QRCPS MPM, the Manual do BR Code and the Manual de Padrões para Iniciação do Pix. Throws BrCodeError. */
export function buildBrCode(input: StaticBrCode | DynamicBrCode): string {
  const given: AnyBrCode = input;
  const untilCrc = [
    encodeObject('00', '01', 'payloadFormatIndicator'),
    encodeObject('26', merchantAccount(given), 'merchantAccount'),
    encodeObject('52', '0000', 'merchantCategoryCode'),
    encodeObject('53', '986', 'currency'),
    given.amountCentavos === undefined ? '' : amount(given.amountCentavos),
    encodeObject('58', 'BR', 'country'),
    encodeObject('59', foldedText(given.merchantName, 'merchantName', 25), 'merchantName'),
    encodeObject('60', foldedText(given.merchantCity, 'merchantCity', 15), 'merchantCity'),
    encodeObject('62', referenceLabel(given), 'txid'),
    '6304',
  ].join('');
  return untilCrc + crc16(untilCrc);
}

/** As the DICT and API Pix write it. A text of no known form stays as it is, for the provider to refuse. */
export function canonicalPixKey(key: string): string {
  return getPixKeyInfo(key)?.value ?? key;
}
