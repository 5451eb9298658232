import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Grey, deflate, no filter, not interlaced: all of these are zeros (PNG, 11.2.1). */
const BITS_A_PIXEL = 1;

/** A square of black and white dots, each `scale` pixels wide and high, as a PNG of one bit a pixel. */
export function encodePng(options: { dots: number; scale: number; isDark: (x: number, y: number) => boolean }): Buffer {
  const { dots, scale, isDark } = options;
  const pixels = dots * scale;
  // Each line begins with its filter, which is none.
  const bytesALine = 1 + Math.ceil(pixels / 8);
  const lines = Buffer.alloc(pixels * bytesALine);
  for (let y = 0; y < dots; y++) {
    const start = y * scale * bytesALine;
    for (let x = 0; x < dots; x++) {
      if (isDark(x, y)) continue;
      for (let pixel = x * scale; pixel < (x + 1) * scale; pixel++) lines[start + 1 + (pixel >> 3)]! |= 0x80 >> (pixel & 7);
    }
    for (let copy = 1; copy < scale; copy++) lines.copyWithin(start + copy * bytesALine, start, start + bytesALine);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  header[8] = BITS_A_PIXEL;
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(data.length, 0);
  typed.copy(framed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}
