import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { extractText } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { unpackWoff } from '../src/pictures/unpack-woff.js';
import { drawText } from '../src/pictures/text-layer.js';
import { aCustomer } from './support/actors.js';
import { ageCaches } from './support/clock.js';
import { anOpenRaffle } from './support/sales.js';
import { shopForTests } from './support/shop.js';

const { server, admin, desk } = shopForTests();

async function picture(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}${path}`, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, type: answer.headers.get('content-type'), bytes };
}

/** The colour of a pixel, as `[red, green, blue]`. */
async function pixel(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

const isNear = (one: number[], other: number[]): boolean => one.every((value, at) => Math.abs(value - other[at]!) < 12);

let slugs = 0;
async function aRaffle(fields: Record<string, unknown> = {}): Promise<{ id: string; slug: string }> {
  const slug = `figura-${(slugs += 1)}`;
  return { slug, ...(await anOpenRaffle(server, { slug, title: 'Moto zero', ...fields })) };
}

describe('the font of pictures', () => {
  const { resolve } = createRequire(import.meta.url);
  const woff = readFileSync(resolve('@fontsource/figtree/files/figtree-latin-700-normal.woff'));

  it('is unpacked table by table, each with the sum that the file says', () => {
    const font = unpackWoff(woff);
    expect(font.readUInt32BE(0)).toBe(0x00010000);
    const count = font.readUInt16BE(4);
    expect(count).toBe(woff.readUInt16BE(12));
    for (let table = 0; table < count; table++) {
      const entry = font.subarray(12 + table * 16);
      const tag = entry.toString('latin1', 0, 4);
      const [checksum, offset, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
      expect(offset % 4).toBe(0);
      // That of `head` is without the sum of the whole file, which stands in it.
      if (tag === 'head') continue;
      let sum = 0;
      for (let at = offset; at < offset + length; at += 4) sum = (sum + font.readUInt32BE(at)) >>> 0;
      expect([tag, sum]).toEqual([tag, checksum]);
    }
  });

  it('is refused where it is none', () => {
    expect(() => unpackWoff(Buffer.from('wOF2'.padEnd(60)))).toThrow('no WOFF 1.0');
  });
});

describe('a text in a picture', () => {
  const style = { weight: 'bold', sizes: [60, 30], color: '#000000', width: 600, height: 160 } as const;

  it('is as large as its place allows', async () => {
    const [short, long] = [
      await drawText({ ...style, text: 'Moto' }),
      await drawText({ ...style, text: 'Moto zero km com capacete '.repeat(4) }),
    ];
    expect(short!.height).toBeGreaterThan(40);
    expect(long!.height).toBeLessThanOrEqual(160);
    expect(long!.width).toBeLessThanOrEqual(600);
  });

  it('takes what an operator typed as it is, without what the font has not', async () => {
    const plain = await drawText({ ...style, text: 'Moto & casa' });
    expect(await drawText({ ...style, text: '🏍️ Moto  & casa\u200b 🎄' })).toEqual(plain);
    expect((await drawText({ ...style, text: '<b>Moto</b> & "casa"' }))!.width).toBeGreaterThan(plain!.width);
    expect(await drawText({ ...style, text: '🎄' })).toBeUndefined();
  });
});

describe("a raffle's preview", () => {
  it('is a JPEG of the size that messengers ask for, in the operator’s colour, with its text', async () => {
    const { slug } = await aRaffle();
    const { status, type, headers, bytes } = await picture(`/r/${slug}/og.jpg`);
    expect([status, type]).toEqual([200, 'image/jpeg']);
    expect(headers.get('cache-control')).toBe('public, no-cache');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(bytes.length).toBeLessThan(300_000);
    expect(isNear(await pixel(bytes, 5, 5), [0x0a, 0x6b, 0x4f])).toBe(true);
    const { channels } = await sharp(bytes).stats();
    expect(channels[0]!.max).toBeGreaterThan(200);
  });

  it('is the same while what it shows is, and another after', async () => {
    const { slug, id } = await aRaffle();
    const first = await picture(`/r/${slug}/og.jpg`);
    const etag = first.headers.get('etag') ?? '';
    expect((await picture(`/r/${slug}/og.jpg`, { 'if-none-match': etag })).status).toBe(304);
    const [again, ...others] = await Promise.all(Array.from({ length: 20 }, () => picture(`/r/${slug}/og.jpg`)));
    for (const one of others) expect(one.bytes.equals(again!.bytes)).toBe(true);
    const english = await picture(`/r/${slug}/og.jpg?lang=en`);
    expect(english.headers.get('etag')).not.toBe(etag);
    await server.app.db.prisma.raffle.update({ where: { id }, data: { title: 'Casa na praia', version: { increment: 1 } } });
    ageCaches(60_000);
    await expect.poll(async () => (await picture(`/r/${slug}/og.jpg`)).headers.get('etag')).not.toBe(etag);
  });

  it('has the photo of the raffle under its text', async () => {
    const red = await sharp({ create: { width: 1300, height: 900, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(red)], { type: 'image/png' }), 'moto.png');
    const headers = { authorization: `Bearer ${admin.token}` };
    const uploaded = (await (await fetch(`${server.url}/v1/raffles/upload`, { method: 'POST', headers, body })).json()) as {
      files: { url: string }[];
    };
    const { slug } = await aRaffle({ photoUrl: uploaded.files[0]!.url });
    const { bytes } = await picture(`/r/${slug}/og.jpg`);
    expect(isNear(await pixel(bytes, 600, 100), [255, 0, 0])).toBe(true);
    expect(isNear(await pixel(bytes, 5, 600), [0x0a, 0x6b, 0x4f])).toBe(true);
    const html = await (await fetch(`${server.url}/r/${slug}`)).text();
    expect(html).toContain(`property="og:image" content="${server.url}/r/${slug}/og.jpg"`);
    expect(html).toContain('property="og:image:width" content="1200"');
  });

  it('is not there for what nobody sees', async () => {
    const { slug } = await aRaffle({ status: 'DRAFT' });
    for (const one of [slug, 'nothing', '%c0']) expect((await picture(`/r/${one}/og.jpg`)).status).toBeGreaterThanOrEqual(400);
  });

  it('is there for the shop too', async () => {
    const { type, bytes } = await picture('/og.jpg');
    expect(type).toBe('image/jpeg');
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
  });
});

describe('the picture of an order', () => {
  let token: string;
  beforeAll(async () => {
    const { id } = await aRaffle({ certificateCode: 'SPA 1/2026' });
    const buyer = await aCustomer(server, { name: 'Maria da Silva' });
    const { order } = await desk.buy(buyer.token, { raffleId: id, quotaQuantity: 300 });
    token = server.app.orderLinks.tokenOf(order!.id);
    expect(await picture(`/pedido/${token}.png`)).toMatchObject({ status: 200, type: 'image/png' });
    await desk.pay(admin.token, order!.id);
  });

  it('is a PNG for its link alone, which nobody keeps', async () => {
    const { status, type, headers, bytes } = await picture(`/pedido/${token}.png`);
    expect([status, type]).toEqual([200, 'image/png']);
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1080, height: 1350 });
    expect(bytes.length).toBeLessThan(300_000);
    for (const wrong of [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'nothing'])
      expect((await picture(`/pedido/${wrong}.png`)).status).toBe(404);
  });

  it('has a receipt beside it as a tagged PDF, with all of its numbers', async () => {
    const { status, type, headers, bytes } = await picture(`/pedido/${token}.pdf`);
    expect([status, type]).toEqual([200, 'application/pdf']);
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
    expect(headers.get('content-disposition')).toMatch(/^inline; filename="pedido-\d+\.pdf"$/);
    const pdf = bytes.toString('latin1');
    expect(pdf).toMatch(/^%PDF-1\.7/);
    for (const mark of ['/StructTreeRoot', '/Lang (pt-BR)', '/Marked true']) expect(pdf).toContain(mark);
    expect(pdf.match(/\/Type \/Page\b/g)!.length).toBeLessThanOrEqual(3);
    expect(bytes.length).toBeLessThan(100_000);
    expect((await picture('/pedido/nothing.pdf')).status).toBe(404);

    const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
    for (const words of ['Pedido de M', 'Moto zero', '300 números da sorte', 'Certificado de autorização SPA 1/2026', token])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
    const order = await server.app.db.prisma.order.findFirstOrThrow({ where: { quotaQuantity: 300 }, orderBy: { id: 'desc' } });
    expect(text).toContain(String(order.id));
    expect(new Set(text.match(/\b\d{3,4}\b/g)).size).toBeGreaterThanOrEqual(300);
  });

  it('is what messengers show of the link', async () => {
    const html = await (await fetch(`${server.url}/pedido/${token}`)).text();
    expect(html).toContain(`property="og:image" content="${server.url}/pedido/${token}.png"`);
  });
});
