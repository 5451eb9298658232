import { crc32, inflateSync } from 'node:zlib';
import { create } from 'qrcode';
import { describe, expect, it } from 'vitest';
import { qrCodeImage } from '../src/platform/qr-code-image.js';

const PAYLOAD =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000'
  + '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';

function darkPixels(png: Buffer): boolean[][] {
  const width = png.readUInt32BE(16);
  const bytesALine = 1 + Math.ceil(width / 8);
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const typed = png.subarray(at + 4, at + 8 + png.readUInt32BE(at));
    expect(png.readUInt32BE(at + 4 + typed.length)).toBe(crc32(typed));
    if (typed.toString('latin1', 0, 4) === 'IDAT') data.push(typed.subarray(4));
  }
  const lines = inflateSync(Buffer.concat(data));
  expect(lines).toHaveLength(png.readUInt32BE(20) * bytesALine);
  return Array.from({ length: png.readUInt32BE(20) }, (_, y) => {
    const line = lines.subarray(y * bytesALine, (y + 1) * bytesALine);
    expect(line[0]).toBe(0);
    return Array.from({ length: width }, (_x, x) => (line[1 + (x >> 3)]! & (0x80 >> (x & 7))) === 0);
  });
}

describe('the QR picture', () => {
  it('is a PNG that shows the code at level M, inside a light zone four modules wide', () => {
    const image = qrCodeImage(PAYLOAD);
    expect(image).toMatch(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/);

    const png = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64');
    // One bit a pixel, grey; deflate, filters of each line's own, not interlaced.
    expect([...png.subarray(24, 29)]).toEqual([1, 0, 0, 0, 0]);
    const pixels = darkPixels(png);
    const { modules } = create(PAYLOAD, { errorCorrectionLevel: 'M' });
    const scale = pixels.length / (modules.size + 8);
    expect(scale).toBe(4);

    const expected = pixels.map((row, y) =>
      row.map((_, x) => {
        const [column, line] = [Math.floor(x / scale) - 4, Math.floor(y / scale) - 4];
        const isInside = column >= 0 && line >= 0 && column < modules.size && line < modules.size;
        return isInside && modules.get(line, column) === 1;
      }),
    );
    expect(pixels).toEqual(expected);
  });

  it('is drawn once for as long as it is asked for', () => {
    const cpuMsOf = (pictures: number, code: (i: number) => string): number => {
      const before = process.cpuUsage();
      for (let i = 0; i < pictures; i++) qrCodeImage(code(i));
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    const drawn = cpuMsOf(200, (i) => `${PAYLOAD}${i}`);
    expect(cpuMsOf(200, () => PAYLOAD)).toBeLessThan(drawn / 10);
  });

  it('refuses an empty code', () => {
    expect(() => qrCodeImage('')).toThrow('No input text');
  });
});
