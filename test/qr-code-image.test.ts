import { inflateSync } from 'node:zlib';

import { create } from 'qrcode';
import { describe, expect, it } from 'vitest';

import { qrCodeImage } from '../src/payment-providers/br-code/qr-code-image.js';

const PAYLOAD =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000'
  + '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';

/** The pixels of an 8-bit RGBA PNG as rows of "is dark". */
function darkPixels(png: Buffer): boolean[][] {
  const width = png.readUInt32BE(16);
  const stride = width * 4;
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const raw = inflateSync(Buffer.concat(data));
  const rows: Uint8Array[] = [];
  for (let y = 0; y * (stride + 1) < raw.length; y++) {
    const filter = raw[y * (stride + 1)]!;
    const row = Uint8Array.from(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    const above = rows[y - 1] ?? new Uint8Array(stride);
    for (let x = 0; x < stride; x++) row[x] = row[x]! + predicted(filter, row[x - 4] ?? 0, above[x]!, above[x - 4] ?? 0);
    rows.push(row);
  }
  return rows.map((row) => Array.from({ length: width }, (_, x) => row[x * 4]! < 128));
}

/** PNG 9.2: what a filter predicts from the bytes to the left, above, and above left. */
function predicted(filter: number, left: number, above: number, aboveLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const [a, b, c] = [above - aboveLeft, left - aboveLeft, left + above - 2 * aboveLeft].map(Math.abs) as [number, number, number];
  if (a <= b && a <= c) return left;
  return b <= c ? above : aboveLeft;
}

describe('the QR picture', () => {
  it('is a PNG that shows the code at level M, inside a light zone four modules wide', async () => {
    const image = await qrCodeImage(PAYLOAD);
    expect(image).toMatch(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/);

    const png = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64');
    expect([...png.subarray(24, 26)]).toEqual([8, 6]);
    const pixels = darkPixels(png);
    const { modules } = create(PAYLOAD, { errorCorrectionLevel: 'M' });
    const scale = pixels.length / (modules.size + 8);
    expect(scale).toBe(4);

    const shown = Array.from({ length: modules.size + 8 }, (_, y) =>
      Array.from({ length: modules.size + 8 }, (_, x) => pixels[y * scale + 1]![x * scale + 1]!),
    );
    const expected = Array.from({ length: modules.size + 8 }, (_, y) =>
      Array.from({ length: modules.size + 8 }, (_, x) => {
        const isInside = x >= 4 && y >= 4 && x < modules.size + 4 && y < modules.size + 4;
        return isInside && modules.get(y - 4, x - 4) === 1;
      }),
    );
    expect(shown).toEqual(expected);
  });

  it('refuses an empty code', async () => {
    await expect(qrCodeImage('')).rejects.toThrow('No input text');
  });
});
