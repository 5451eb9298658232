import {
  ABSENT_TXID,
  BrCodeError,
  PIX_GUI,
  PRINTABLE_ASCII,
  PSP_LOCATION,
  UNPRINTABLE,
  VISIBLE_ASCII,
  crc16,
  decodeObjects,
} from '../../payment-providers/br-code/br-code-tlv.js';

/**
 * A parsed PIX BR Code: `static` has a `key`, `dynamic` a `url`, `recurrence` only a `recurrenceUrl`. `amount` is field 54 as written.
 * `deviations` lists the rules of the manuals that the code breaks without becoming ambiguous.
 */
export type BrCode = {
  type: 'static' | 'dynamic' | 'dynamic-due-date' | 'recurrence';
  gui: string;
  key?: string;
  url?: string;
  recurrenceUrl?: string;
  description?: string;
  fss?: string;
  pointOfInitiation?: '11' | '12';
  merchantCategoryCode: string;
  amount?: string;
  amountCentavos?: bigint;
  merchantName: string;
  merchantCity: string;
  postalCode?: string;
  txid?: string;
  deviations: string[];
};

type Objects = ReadonlyMap<string, string>;
type Template = { gui: string; objects: Objects };

// EMV QRCPS MPM bounds the whole payload.
const MAX_PAYLOAD_LENGTH = 512;
const ISPB = /^\d{8}$/;
// EMV allows "98.73", "98" and "98.".
const AMOUNT = /^(?=.{1,13}$)(?:(?<reais>\d+)(?:\.(?<centavos>\d{0,2}))?|\.(?<onlyCentavos>\d{1,2}))$/;

function fail(field: string, problem: string): never {
  throw new BrCodeError(field, problem);
}

function optional(objects: Objects, id: string, field: string, maxLength: number): string | undefined {
  const value = objects.get(id);
  if (value !== undefined && [...value].length > maxLength) fail(field, `(${id}) is longer than ${maxLength} characters`);
  return value;
}

function required(objects: Objects, id: string, field: string, maxLength = 99): string {
  return optional(objects, id, field, maxLength) ?? fail(field, `(${id}) is missing`);
}

function readEnvelope(payload: string): Objects {
  const text = payload.trim();
  if (text.length > MAX_PAYLOAD_LENGTH) fail('payload', `is longer than ${MAX_PAYLOAD_LENGTH} characters`);
  if (UNPRINTABLE.test(text)) fail('payload', 'has control characters');
  if (!/6304[0-9A-Fa-f]{4}$/.test(text)) fail('crc', '(63) does not end the payload');
  if (crc16(text.slice(0, -4)) !== text.slice(-4).toUpperCase()) fail('crc', '(63) does not match the payload');

  const objects = decodeObjects(text, 'payload');
  const ids = [...objects.keys()];
  // A payload cut short can still end in "6304" inside another object's value.
  if (ids.at(-1) !== '63') fail('crc', '(63) is not the last object');
  if (ids[0] !== '00') fail('payloadFormatIndicator', '(00) is not the first object');
  return objects;
}

// 26-51 and 80-99 are templates; the identifier (00) names the arrangement, so PIX may be in any of them.
function pixTemplate(objects: Objects, first: number, last: number, field: string): Template | undefined {
  let found: Template | undefined;
  for (const [id, value] of objects) {
    if (Number(id) < first || Number(id) > last) continue;
    const template = decodeObjects(value, field);
    const gui = template.get('00');
    if (gui?.toLowerCase() !== PIX_GUI) continue;
    if (found) fail(field, 'names PIX in two templates');
    found = { gui, objects: template };
  }
  return found;
}

function readLocation(objects: Objects, field: 'url' | 'recurrenceUrl'): string | undefined {
  const url = objects.get('25');
  if (url === undefined) return undefined;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) fail(field, '(25) carries a scheme');
  if (!PSP_LOCATION.test(url)) fail(field, '(25) is not a host and path');
  return url;
}

// A key, location or description that is too long does not fit the template, so there is no check.
function readAccount({ gui, objects }: Template): Pick<BrCode, 'gui' | 'key' | 'url' | 'description' | 'fss'> {
  const key = objects.get('01');
  const url = readLocation(objects, 'url');
  const fss = objects.get('03');
  if (key !== undefined && !VISIBLE_ASCII.test(key)) fail('key', '(26-01) is not made of visible ASCII characters');
  if (key !== undefined && url !== undefined) fail('url', '(26-25) stands next to a key (26-01)');
  if (fss !== undefined && url !== undefined) fail('fss', '(26-03) stands next to a location (26-25)');
  if (fss !== undefined && !ISPB.test(fss)) fail('fss', '(26-03) is not an ISPB of 8 digits');
  return { gui, key, url, fss, description: objects.get('02') };
}

function readAmount(objects: Objects): Pick<BrCode, 'amount' | 'amountCentavos'> {
  const amount = objects.get('54');
  if (amount === undefined) return {};
  const parts = AMOUNT.exec(amount)?.groups ?? fail('amount', '(54) is not an amount of at most 13 characters and two decimals');
  const centavos = (parts['centavos'] ?? parts['onlyCentavos'] ?? '').padEnd(2, '0');
  return { amount, amountCentavos: BigInt(`${parts['reais'] ?? '0'}${centavos}`) };
}

function readTxid(objects: Objects): string | undefined {
  const additionalData = decodeObjects(required(objects, '62', 'additionalData'), 'additionalData');
  const txid = required(additionalData, '05', 'txid', 25);
  if (!PRINTABLE_ASCII.test(txid)) fail('txid', '(62-05) is not made of ASCII characters');
  return txid === ABSENT_TXID ? undefined : txid;
}

function typeOf({ key, url }: Pick<BrCode, 'key' | 'url'>): BrCode['type'] {
  if (key !== undefined) return 'static';
  if (url === undefined) return 'recurrence';
  return /\/cobv\//i.test(url) ? 'dynamic-due-date' : 'dynamic';
}

function deviationsOf(code: Omit<BrCode, 'deviations'>): string[] {
  const isStatic = code.type === 'static';
  const texts = [code.merchantName, code.merchantCity, code.postalCode, code.description];
  const bent: [boolean, string][] = [
    [texts.some((text) => text !== undefined && !PRINTABLE_ASCII.test(text)), 'a text is not ASCII'],
    [isStatic && !/^[A-Za-z0-9]*$/.test(code.txid ?? ''), 'the txid is not letters and digits'],
    [!isStatic && code.txid !== undefined, `the txid of a code without a key is not ${ABSENT_TXID}`],
    [!isStatic && code.amount !== undefined, 'a code without a key states an amount'],
    [!isStatic && code.description !== undefined, 'a code without a key states a description'],
  ];
  return bent.filter(([isBent]) => isBent).map(([, rule]) => rule);
}

/**
 * Reads a PIX BR Code. Strict on structure, by EMV QRCPS MPM and the Manual do BR Code. Lenient, with a note in `deviations`, on accented
 * letters and on a dynamic code's txid and amount. Unknown objects and templates of others are skipped. Throws `BrCodeError`.
 */
export function parseBrCode(payload: string): BrCode {
  const objects = readEnvelope(payload);
  if (objects.get('00') !== '01') fail('payloadFormatIndicator', '(00) is not 01');
  const pointOfInitiation = objects.get('01');
  if (pointOfInitiation !== undefined && pointOfInitiation !== '11' && pointOfInitiation !== '12') {
    fail('pointOfInitiation', '(01) is neither 11 nor 12');
  }
  const merchantCategoryCode = required(objects, '52', 'merchantCategoryCode');
  if (!/^\d{4}$/.test(merchantCategoryCode)) fail('merchantCategoryCode', '(52) is not 4 digits');
  if (required(objects, '53', 'currency') !== '986') fail('currency', '(53) is not 986, the real');
  if (required(objects, '58', 'country') !== 'BR') fail('country', '(58) is not BR');

  const pix = pixTemplate(objects, 26, 51, 'merchantAccount') ?? fail('merchantAccount', `(26 to 51) names no ${PIX_GUI}`);
  const recurrence = pixTemplate(objects, 80, 99, 'unreservedTemplate');
  const account = readAccount(pix);
  const recurrenceUrl = recurrence && readLocation(recurrence.objects, 'recurrenceUrl');
  if (account.key === undefined && account.url === undefined) {
    if (account.fss !== undefined) fail('fss', '(26-03) stands without a key (26-01)');
    if (recurrenceUrl === undefined) fail('key', '(26-01) is missing, and so is a location (26-25)');
  }

  const code = {
    type: typeOf(account),
    ...account,
    recurrenceUrl,
    pointOfInitiation,
    merchantCategoryCode,
    ...readAmount(objects),
    merchantName: required(objects, '59', 'merchantName', 25),
    merchantCity: required(objects, '60', 'merchantCity', 15),
    postalCode: optional(objects, '61', 'postalCode', 10),
    txid: readTxid(objects),
  } satisfies Omit<BrCode, 'deviations'>;
  return { ...code, deviations: deviationsOf(code) };
}
