import { inflateSync } from 'node:zlib';

const HEADER = 44;
const ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;
const ALIGNMENT = 4;

/** The TrueType or OpenType font in a WOFF 1.0 file (https://www.w3.org/TR/WOFF/), which packs each of its tables. */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('this is no WOFF 1.0 file');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, table) => {
    const entry = woff.subarray(HEADER + table * ENTRY);
    const [offset, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const bytes = woff.subarray(offset, offset + packed);
    return { tag: entry.subarray(0, 4), checksum: entry.subarray(16, 20), bytes: packed < length ? inflateSync(bytes) : bytes };
  });
  const head = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY);
  woff.copy(head, 0, 4, 8);
  const power = Math.floor(Math.log2(count));
  const searchRange = 2 ** power * SFNT_ENTRY;
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(searchRange, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(count * SFNT_ENTRY - searchRange, 10);
  const parts: Uint8Array[] = [head];
  let offset = head.length;
  for (const [table, { tag, checksum, bytes }] of tables.entries()) {
    const at = SFNT_HEADER + table * SFNT_ENTRY;
    tag.copy(head, at);
    checksum.copy(head, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    const padding = Buffer.alloc(-bytes.length & (ALIGNMENT - 1));
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}
