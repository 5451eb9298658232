/** `field` is the part at fault. The message never quotes the value, which may be a CPF or a phone. */
export class BrCodeError extends Error {
  override readonly name = 'BrCodeError';

  constructor(
    readonly field: string,
    problem: string,
  ) {
    super(`${field} ${problem}`);
  }
}

export const PIX_GUI = 'br.gov.bcb.pix';

/** The reference label (62-05) of a code that has none: 62-05 itself is mandatory in a BR Code. */
export const ABSENT_TXID = '***';

/** What EMV calls "ans". */
export const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

export const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Control characters, and lone surrogates, which have no UTF-8 form and so no CRC. */
export const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

const HOST_LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const PATH_SEGMENT = "/(?:%[0-9a-f]{2}|[a-z0-9._~!$&'()*+,;=:@-])*";

/** Host and path without a scheme, user, query or fragment. */
export const PSP_LOCATION = new RegExp(`^${HOST_LABEL}(?:\\.${HOST_LABEL})+(?::\\d{1,5})?(?:${PATH_SEGMENT})*$`, 'i');

/** Beside the PIX identifier, in a template of 99 characters. */
export const MAX_IDENTIFIER_LENGTH = 77;

/** EMV QRCPS MPM: two-digit ID, two-digit length in characters, value. Throws BrCodeError. */
export function encodeObject(id: string, value: string, field: string): string {
  if (value.length === 0 || value.length > 99) throw new BrCodeError(field, 'does not fit an object of 1 to 99 characters');
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
}

/** ID -> value, in the order written. Lengths count code points, as codes in use with accents do. Throws BrCodeError. */
export function decodeObjects(text: string, field: string): Map<string, string> {
  const characters = [...text];
  const objects = new Map<string, string>();
  for (let at = 0; at < characters.length;) {
    const header = characters.slice(at, at + 4).join('');
    if (!/^\d{4}$/.test(header)) throw new BrCodeError(field, `has no ID and length at character ${at}`);
    const id = header.slice(0, 2);
    const length = Number(header.slice(2));
    const value = characters.slice(at + 4, at + 4 + length);
    if (length === 0) throw new BrCodeError(field, `has an empty object ${id}`);
    if (value.length < length) throw new BrCodeError(field, `ends inside object ${id}`);
    if (objects.has(id)) throw new BrCodeError(field, `has object ${id} twice`);
    objects.set(id, value.join(''));
    at += 4 + length;
  }
  return objects;
}

const CRC_OF_BYTE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc;
});

/** CRC-16/CCITT-FALSE (polynomial 0x1021, initial value 0xFFFF, not reflected), in hexadecimal. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) crc = ((crc << 8) & 0xffff) ^ CRC_OF_BYTE[(crc >> 8) ^ byte]!;
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
