import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { TestServer } from './start.js';

export interface UploadAnswer {
  status: number;
  headers: Headers;
  body: any;
}

export interface SentFile {
  bytes: Buffer;
  name?: string;
  type?: string;
  /** Of the part. */
  field?: string;
}

export async function upload(
  server: Pick<TestServer, 'url'>,
  token: string | undefined,
  ...files: (Buffer | SentFile)[]
): Promise<UploadAnswer> {
  const form = new FormData();
  for (const file of files) {
    const { bytes, name = 'picture', type = '', field = 'file' } = Buffer.isBuffer(file) ? { bytes: file } : file;
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}/v1/raffles/upload`, { method: 'POST', headers, body: form });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** A picture with something on it: the left half of its top row red, the rest blue. */
export function aPicture(width: number, height: number) {
  const red = {
    create: { width: Math.ceil(width / 2), height: Math.ceil(height / 2), channels: 3 as const, background: '#ff0000' },
  };
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([{ input: red, left: 0, top: 0 }]);
}

export async function cornerOf(bytes: Buffer, corner: 'top left' | 'top right' | 'bottom left'): Promise<string> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const x = corner === 'top right' ? info.width - 2 : 1;
  const y = corner === 'bottom left' ? info.height - 2 : 1;
  const at = (y * info.width + x) * info.channels;
  return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue';
}

/** A PNG whose head tells of so many pixels, with hardly anything behind it. */
export function aPngThatClaims(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
