export function concat(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** 4 bytes, big-endian. */
export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** 8 bytes, big-endian. */
export function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

/** Lower case. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Throws `RangeError` for any other text. */
export function fromHex(text: string): Uint8Array {
  if (text.length % 2 !== 0 || !/^[\da-f]*$/i.test(text)) throw new RangeError('not a hexadecimal text of whole bytes');
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

/** 16 bytes. Throws `RangeError` for any other text. */
export function uuidBytes(uuid: string): Uint8Array {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(uuid)) throw new RangeError('not a UUID');
  return fromHex(uuid.replaceAll('-', ''));
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64_VALUES = Uint8Array.from({ length: 128 }, (_, code) => BASE64.indexOf(String.fromCharCode(code)));

/** Of the 64 letters, four for three bytes; without `=`, which no whole leaves need. */
export function fromBase64(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length / 4) * 3);
  for (let from = 0, to = 0; from < text.length; from += 4) {
    let bits = 0;
    for (let i = 0; i < 4; i++) bits = (bits << 6) | BASE64_VALUES[text.charCodeAt(from + i)]!;
    bytes[to++] = bits >> 16;
    bytes[to++] = bits >> 8;
    bytes[to++] = bits;
  }
  return bytes;
}
