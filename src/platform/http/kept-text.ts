import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import etagOf from 'etag';

const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** A text that is sent many times: everything is made once, when it is first asked for. */
export interface KeptText {
  bytes: Buffer;
  etag(): string;
  compressed(encoding: Encoding): Promise<Buffer>;
}

/** Quality 5, not 11: a text is kept for less than a second, so it is compressed again and again. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } };
const COMPRESS: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes),
};

export function keepText(text: string): KeptText {
  const bytes = Buffer.from(text);
  let etag: string | undefined;
  const bodies = new Map<Encoding, Promise<Buffer>>();
  return {
    bytes,
    etag: () => (etag ??= etagOf(text, { weak: true })),
    compressed(encoding) {
      const body = bodies.get(encoding) ?? COMPRESS[encoding](bytes);
      bodies.set(encoding, body);
      return body;
    },
  };
}

export function encodingFor(accepted = ''): Encoding | undefined {
  return ENCODINGS.find((name) => new RegExp(`\\b${name}\\b(?!;q=0(\\.0*)?(,|$))`).test(accepted));
}
