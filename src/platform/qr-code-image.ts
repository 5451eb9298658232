import { LRUCache } from 'lru-cache';
import { create } from 'qrcode';
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const BITS_A_PIXEL = 1;

function encodePng(options: { dots: number; scale: number; isDark: (x: number, y: number) => boolean }): Buffer {
  const { dots, scale, isDark } = options;
  const pixels = dots * scale;
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

const MODULE_PIXELS = 4;
const QUIET_MODULES = 4;

/** The price of a picture in a GraphQL operation: 2 ms of CPU, four times that for the longest code. */
export const QR_CODE_IMAGE_COST = 700;

/** A picture has one to three kilobytes. */
const pictures = new LRUCache<string, string>({ max: 2_000, memoMethod: draw });

/** A PNG as a `data:` URL, error correction M, with the quiet zone of four modules that scanners need. */
export function qrCodeImage(payload: string): string {
  return pictures.memo(payload);
}

/** The library's own PNG has 32 bits a pixel and takes five times as long. */
function draw(payload: string): string {
  const { modules } = create(payload, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const isDark = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < size && y < size && modules.get(y, x) === 1;
  const png = encodePng({
    dots: size + 2 * QUIET_MODULES,
    scale: MODULE_PIXELS,
    isDark: (x, y) => isDark(x - QUIET_MODULES, y - QUIET_MODULES),
  });
  return `data:image/png;base64,${png.toString('base64')}`;
}
