import type { Sharp } from 'sharp';
import { heightAt, OPEN_GRAPH, openGraphName, sizeName, widthsOf } from '../pictures/picture-address.js';
import { textOf } from '../platform/domain-error.js';
import type { KeyedText } from '../platform/texts.js';

/** One file of a picture. */
export interface EncodedFile {
  name: string;
  type: 'image/webp' | 'image/jpeg';
  bytes: Buffer;
}

/** All files of a picture, and of its largest size the dimensions in pixels and the length in bytes. */
export interface EncodedPicture {
  files: EncodedFile[];
  width: number;
  height: number;
  bytes: number;
}

/** The bytes are no picture that is taken; `text` says what it would have to be. */
export class NotAPicture extends Error {
  constructor(readonly text: KeyedText) {
    super(text.key);
  }
}

/** Decoded a picture takes four bytes of memory each: no more than 160 MB. */
export const MAX_PIXELS = 40_000_000;
/** Of a side: what WebP can hold. */
const MAX_SIDE = 16_383;
/** Of one step; the slowest that is taken is a tenth of it. */
const TIMEOUT = { seconds: 10 };
const WHITE = '#ffffff';

/** What libvips calls the loaders that may look at bytes from outside. It tells a format by its first bytes, not by any name. */
const LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
  'VipsForeignLoadNsgifBuffer',
];
const FORMATS = ['jpeg', 'png', 'webp', 'heif', 'gif'];

let loading: ReturnType<typeof loadSharp> | undefined;

/** Not every process is ever given a picture, and the library's code is some megabytes of its own. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  // One thread a picture, and nothing kept of it.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/**
 * Makes the files of a picture from what was uploaded: upright, in sRGB, nothing of the original's bytes or of what was written beside
 * it. Of an animation the first frame. NotAPicture: another format, broken, or too large, which is known before it is decoded.
 */
export async function encodePicture(id: string, uploaded: Buffer): Promise<EncodedPicture> {
  const sharp = await (loading ??= loadSharp());
  const opened = (): Sharp => sharp(uploaded, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 }).timeout(TIMEOUT);
  const original = await sizeOf(opened);
  const [width = 0] = widthsOf(original.width).slice(-1);
  const size = { width, height: heightAt(width, original) };

  // Decoded once: the sizes are made from the largest.
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

/** As it stands upright, in pixels. */
async function sizeOf(opened: () => Sharp): Promise<{ width: number; height: number }> {
  const { format, compression, autoOrient } = await readHead(opened);
  // What telephones call HEIC is the same box with another codec in it, which is not free.
  if (!FORMATS.includes(format) || (format === 'heif' && compression !== 'av1')) throw notAFormat();
  // Sides are known from the head of the file.
  if (autoOrient.width > MAX_SIDE || autoOrient.height > MAX_SIDE)
    throw new NotAPicture(textOf('files.pixelsOnSide', { max: MAX_SIDE }));
  return { width: autoOrient.width, height: autoOrient.height };
}

async function readHead(opened: () => Sharp) {
  try {
    // Of no bytes at all the library throws before it returns.
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
