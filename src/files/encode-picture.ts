import type { Sharp } from 'sharp';
import { heightAt, OPEN_GRAPH, openGraphName, sizeName, widthsOf } from '../addresses/picture-address.js';
import { textOf } from '../platform/domain-error.js';
import { loadSharp } from '../platform/sharp.js';
import type { KeyedText } from '../platform/texts.js';

export interface EncodedFile {
  name: string;
  type: 'image/webp' | 'image/jpeg';
  bytes: Buffer;
}

export interface EncodedPicture {
  files: EncodedFile[];
  width: number;
  height: number;
  bytes: number;
}

export class NotAPicture extends Error {
  constructor(readonly text: KeyedText) {
    super(text.key);
  }
}

/** Four bytes each when decoded: at most 160 MB. */
export const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 16_383;
/** For one step. The slowest accepted picture takes a tenth of it. */
const TIMEOUT = { seconds: 10 };
const WHITE = '#ffffff';

const FORMATS = ['jpeg', 'png', 'webp', 'heif', 'gif'];

/** Upright, in sRGB, without metadata; the first frame of an animation. Throws NotAPicture; sizes are checked before decoding. */
export async function encodePicture(id: string, uploaded: Buffer): Promise<EncodedPicture> {
  const sharp = await loadSharp();
  const opened = (): Sharp => sharp(uploaded, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 }).timeout(TIMEOUT);
  const original = await sizeOf(opened);
  const [width = 0] = widthsOf(original.width).slice(-1);
  const size = { width, height: heightAt(width, original) };

  // Decode once: the smaller sizes come from the largest.
  const { data, info } = await opened()
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => notAPicture(error));
  const largest = (): Sharp =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }).timeout(TIMEOUT);

  const files: EncodedFile[] = [];
  for (const one of widthsOf(width)) {
    const resized = one === width ? largest() : largest().resize({ width: one, height: heightAt(one, size), fit: 'fill' });
    files.push({ name: sizeName(id, one), type: 'image/webp', bytes: await resized.webp({ quality: 80 }).toBuffer() });
  }
  const bytes = files.at(-1)?.bytes.length ?? 0;
  const openGraph = largest()
    .resize({ ...OPEN_GRAPH, fit: 'cover' })
    .flatten({ background: WHITE });
  files.push({ name: openGraphName(id), type: 'image/jpeg', bytes: await openGraph.jpeg({ quality: 82 }).toBuffer() });
  return { files, ...size, bytes };
}

async function sizeOf(opened: () => Sharp): Promise<{ width: number; height: number }> {
  const { format, compression, autoOrient } = await readHead(opened);
  // HEIC of phones is the same container with a codec that is not free.
  if (!FORMATS.includes(format) || (format === 'heif' && compression !== 'av1')) throw notAFormat();
  if (autoOrient.width > MAX_SIDE || autoOrient.height > MAX_SIDE)
    throw new NotAPicture(textOf('files.pixelsOnSide', { max: MAX_SIDE }));
  return { width: autoOrient.width, height: autoOrient.height };
}

async function readHead(opened: () => Sharp) {
  try {
    return await opened().metadata();
  } catch (error) {
    return notAPicture(error);
  }
}

function notAPicture(error: unknown): never {
  const message = error instanceof Error ? error.message : '';
  if (/pixel limit/.test(message)) throw new NotAPicture(textOf('files.pixels', { max: MAX_PIXELS }));
  if (/unsupported image format|is empty/i.test(message)) throw notAFormat();
  throw new NotAPicture(textOf('files.wholePicture'));
}

const notAFormat = (): NotAPicture => new NotAPicture(textOf('files.picture'));
