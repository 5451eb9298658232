import { LRUCache } from 'lru-cache';
import { create } from 'qrcode';
import { encodePng } from './png.js';

const MODULE_PIXELS = 4;
const QUIET_MODULES = 4;

/** The price of a picture in a GraphQL operation: 2 ms of CPU, four times that for the longest code. */
export const QR_CODE_IMAGE_COST = 700;

/** Pictures of the process, by their code, those last asked for: each has about a kilobyte, and three at most. */
const pictures = new LRUCache<string, string>({ max: 2_000, memoMethod: draw });

/**
 * The QR picture of a BR Code: a PNG as a `data:image/png;base64,` URL, error correction M, with the quiet zone of four
 * modules that scanners need. A BR Code has at most 512 characters and always fits. Throws for an empty payload. Drawn without
 * waiting for anything, so one code is never drawn twice at a time.
 */
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
