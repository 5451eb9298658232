import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sweepFiles } from '../src/files/file.service.js';
import { MAX_UPLOADS } from '../src/files/files.js';
import { MAX_FILE_BYTES } from '../src/files/received-files.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { eventually } from './support/eventually.js';
import { aPicture, aPngThatClaims, cornerOf, upload } from './support/pictures.js';
import { startTestServer, type TestServer } from './support/start.js';

let server: TestServer;
let owner: { id: string; token: string };
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'raffle-files-'));
  server = await startTestServer({ dataDir });
  owner = await anAdmin(server);
});
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
afterEach(() => void vi.restoreAllMocks());

const stored = (): string[] => {
  try {
    return readdirSync(path.join(dataDir, 'files')).sort();
  } catch {
    return [];
  }
};
const rows = () => server.app.db.prisma.uploadedFile.count();
/** What the store and the table hold: a refusal leaves it as it was. */
const kept = async () => ({ files: stored(), rows: await rows() });
const bytesAt = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());
const sidesOf = async (url: string) => {
  const { width, height, format } = await sharp(await bytesAt(url)).metadata();
  return { width, height, format };
};
const NOT_A_FORMAT = { file: ['must be a JPEG, PNG, WebP, AVIF or GIF picture'] };

describe('a picture that is uploaded', () => {
  it('is kept in the sizes that pages use, and its address is one that a raffle takes', async () => {
    const { status, body } = await upload(server, owner.token, await aPicture(2_000, 1_001).jpeg().toBuffer());
    expect(status).toBe(201);
    expect(body.files).toHaveLength(1);
    const [file] = body.files;
    const name = /\/files\/([\w-]{22})-1280\.webp$/.exec(file.url)?.[1];
    expect(file).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: `${server.url}/files/${name}-1280.webp`,
      width: 1280,
      height: 641,
      bytes: (await bytesAt(file.url)).length,
      sizes: [
        { url: `${server.url}/files/${name}-320.webp`, width: 320, height: 160 },
        { url: `${server.url}/files/${name}-640.webp`, width: 640, height: 321 },
        { url: `${server.url}/files/${name}-1280.webp`, width: 1280, height: 641 },
      ],
      openGraphUrl: `${server.url}/files/${name}-og.jpg`,
    });
    for (const { url, width, height } of file.sizes) expect(await sidesOf(url)).toEqual({ width, height, format: 'webp' });
    expect(await sidesOf(file.openGraphUrl)).toEqual({ width: 1200, height: 630, format: 'jpeg' });

    const create = `mutation($input: CreateRaffleInput!) { createRaffle(input: $input) { photoUrl } }`;
    const input = { title: 'Moto', quotaPrice: '1.00', quotaQuantity: 100, photoUrl: file.url };
    const { data } = await server.graphql(create, { input }, { token: owner.token });
    expect(data?.createRaffle).toEqual({ photoUrl: file.url });
  });

  it('is on record with who uploaded it', async () => {
    const picture = await aPicture(50, 40).png().toBuffer();
    const { body } = await upload(server, owner.token, picture);
    const id = body.files[0].id;
    const row = await server.app.db.prisma.uploadedFile.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ uploadedBy: owner.id, width: 50, height: 40, bytes: body.files[0].bytes });
    expect(await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: id } })).toMatchObject([
      { actorId: owner.id, action: 'uploadFile', subjectType: 'file', details: { name: row.name, width: 50, height: 40 } },
    ]);
  });

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('may be %s, whatever it is called', async (format) => {
    const bytes = await aPicture(400, 300).toFormat(format).toBuffer();
    const { status, body } = await upload(server, owner.token, { bytes, name: '../../evil.svg', type: 'image/svg+xml' });
    expect([format, status]).toEqual([format, 201]);
    expect(body.files[0].sizes.map(({ width, height }: any) => [width, height])).toEqual([
      [320, 240],
      [400, 300],
    ]);
    const answer = await fetch(body.files[0].url);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(await cornerOf(Buffer.from(await answer.arrayBuffer()), 'top left')).toBe('red');
  });

  it('keeps the first frame of an animation', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 60, height: 60, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(2);
    const { body } = await upload(server, owner.token, bytes);
    const shown = await bytesAt(body.files[0].url);
    expect(await sharp(shown).metadata()).toMatchObject({ width: 60, height: 60 });
    expect((await sharp(shown).metadata()).pages ?? 1).toBe(1);
    expect(await cornerOf(shown, 'top left')).toBe('red');
  });

  it('stands upright, and tells nothing of where it was taken', async () => {
    const bytes = await aPicture(400, 200)
      .jpeg()
      .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '23/1 33/1 0/1', GPSLatitudeRef: 'S' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { body } = await upload(server, owner.token, bytes);
    const [file] = body.files;
    expect([file.width, file.height]).toEqual([200, 400]);
    for (const url of [file.url, file.openGraphUrl]) {
      const { exif, xmp, icc, orientation } = await sharp(await bytesAt(url)).metadata();
      expect({ exif, xmp, icc, orientation }).toEqual({});
    }
    // Turned by a quarter clockwise, what was top left is top right.
    const shown = await bytesAt(file.url);
    expect(await cornerOf(shown, 'top right')).toBe('red');
    expect(await cornerOf(shown, 'top left')).toBe('blue');
  });

  it('is nothing but a picture afterwards, whatever else its bytes were', async () => {
    const polyglot = Buffer.concat([
      await aPicture(64, 64).jpeg().toBuffer(),
      Buffer.from('<script>alert(1)</script>PK\u0003\u0004'),
    ]);
    const { status, body } = await upload(server, owner.token, { bytes: polyglot, name: 'a.html', type: 'text/html' });
    expect(status).toBe(201);
    for (const name of stored().filter((one) => body.files[0].url.includes(one.slice(0, 22)))) {
      expect((await bytesAt(`${server.url}/files/${name}`)).includes('script')).toBe(false);
    }
  });

  it('comes with others: all of them or none', async () => {
    const picture = await aPicture(30, 30).png().toBuffer();
    const both = await upload(server, owner.token, picture, picture);
    expect(both.status).toBe(201);
    expect(new Set(both.body.files.map(({ url }: any) => url)).size).toBe(2);
    const before = await kept();
    const broken = await upload(server, owner.token, picture, Buffer.from('no picture'), picture);
    expect(broken).toMatchObject({ status: 400, body: { message: { file: [`no. 2 ${NOT_A_FORMAT.file[0]}`] } } });
    expect(await kept()).toEqual(before);
  });
});

describe('what is refused, and leaves nothing', () => {
  let before: Awaited<ReturnType<typeof kept>>;
  let picture: Buffer;
  beforeAll(async () => {
    picture = await aPicture(300, 200).jpeg().toBuffer();
  });
  const leavesNothing = async () => expect(await kept()).toEqual(before);

  it('is what is no picture of these formats, whatever it claims', async () => {
    before = await kept();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');
    const liars = {
      svg,
      'svg as png': Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), svg]),
      'gif of script': Buffer.from('GIF89a/*\u0000*/=1;alert(1)'),
      tiff: await aPicture(20, 20).tiff().toBuffer(),
      pdf: Buffer.from('%PDF-1.7\n1 0 obj\n'),
      html: Buffer.from('<!doctype html><img>'),
      nothing: Buffer.alloc(0),
    };
    for (const [name, bytes] of Object.entries(liars)) {
      const { status, body } = await upload(server, owner.token, { bytes, name: 'a.png', type: 'image/png' });
      expect([name, status, Object.keys(body.message)]).toEqual([name, 400, ['file']]);
    }
    // A program that reads such a file is open to what a stranger wrote in it: nothing may look even at its size.
    const large = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"></svg>');
    for (const bytes of [svg, large])
      expect((await upload(server, owner.token, { bytes, name: 'a.png' })).body.message).toEqual(NOT_A_FORMAT);
    await leavesNothing();
  });

  it('is a picture that is not whole', async () => {
    before = await kept();
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const whole = await aPicture(900, 700).toFormat(format).toBuffer();
      const { status, body } = await upload(server, owner.token, whole.subarray(0, Math.floor(whole.length * 0.6)));
      expect([format, status, body.message]).toEqual([
        format,
        400,
        { file: [expect.stringMatching(/^must be a whole picture/)] },
      ]);
    }
    await leavesNothing();
  });

  it('is one of too many pixels, before they are decoded', async () => {
    before = await kept();
    const bomb = await sharp({ create: { width: 8_000, height: 5_001, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(500_000);
    const rss = process.memoryUsage().rss;
    for (const bytes of [bomb, aPngThatClaims(60_000, 60_000), aPngThatClaims(0x7fffffff, 1)]) {
      const { status, body } = await upload(server, owner.token, bytes);
      expect([status, Object.keys(body.message)]).toEqual([400, ['file']]);
    }
    expect((await upload(server, owner.token, bomb)).body.message).toEqual({ file: ['must have at most 40000000 pixels'] });
    const tall = await sharp({ create: { width: 2, height: 16_384, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    expect((await upload(server, owner.token, tall)).body.message).toEqual({
      file: ['must have at most 16383 pixels on a side'],
    });
    expect(process.memoryUsage().rss - rss).toBeLessThan(100_000_000);
    await leavesNothing();
  });

  it('is too much of it', async () => {
    before = await kept();
    const large = Buffer.concat([picture, Buffer.alloc(MAX_FILE_BYTES)]);
    expect(await upload(server, owner.token, large)).toMatchObject({
      status: 413,
      body: { message: 'A file must have at most 10485760 bytes.' },
    });
    const five = await upload(server, owner.token, picture, picture, picture, picture, picture);
    expect([five.status, five.body.message]).toEqual([413, 'At most 4 files are taken at once.']);
    await leavesNothing();
  });

  it('is a body of another form', async () => {
    before = await kept();
    const send = (headers: Record<string, string>, body: string | FormData) =>
      fetch(`${server.url}/v1/raffles/upload`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${owner.token}` },
        body,
      });
    expect((await send({ 'content-type': 'application/json' }, '{}')).status).toBe(415);
    expect((await send({ 'content-type': 'image/jpeg' }, 'x')).status).toBe(415);
    for (const body of [
      '',
      'nonsense',
      '--x\r\n',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ]) {
      const answer = await send({ 'content-type': 'multipart/form-data; boundary=x' }, body);
      expect([body, answer.status]).toEqual([body, 400]);
    }
    expect((await send({ 'content-type': 'multipart/form-data; charset=x' }, 'x')).status).toBe(400);
    const text = new FormData();
    text.append('file', 'text');
    expect(await (await send({}, text)).json()).toMatchObject({
      statusCode: 400,
      message: { file: ['must be a file, with a file name'] },
    });
    const other = await upload(server, owner.token, { bytes: picture, field: 'photo' });
    expect(other).toMatchObject({ status: 400, body: { message: { photo: [expect.any(String)] } } });
    const empty = await send({}, new FormData());
    expect(await empty.json()).toMatchObject({ statusCode: 400, message: { file: [expect.any(String)] } });
    await leavesNothing();
  });

  it('is anybody but an owner, before a byte of the body is read', async () => {
    before = await kept();
    const audited = () => server.app.db.prisma.auditEntry.count({ where: { action: 'uploadFile' } });
    const entries = await audited();
    const callers = [
      [undefined, 401],
      ['broken', 401],
      [(await aCustomer(server)).token, 403],
      [(await anAdmin(server, 'FINANCE')).token, 403],
      [(await anAdmin(server, 'SUPPORT')).token, 403],
    ] as const;
    for (const [token, status] of callers) {
      expect((await upload(server, token, picture)).status).toBe(status);
      const list = await server.graphql('{ files { totalCount } }', {}, token ? { token } : {});
      expect(list.errors?.[0]?.extensions?.code).toBe(status === 401 ? 'UNAUTHENTICATED' : 'FORBIDDEN');
    }
    const put = await fetch(`${server.url}/v1/raffles/upload`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect(await audited()).toBe(entries);
    await leavesNothing();
  });
});

describe('uploads under way', () => {
  async function half(picture: Buffer): Promise<{ request: ClientRequest; finish(): Promise<number> }> {
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
    const body = Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--x--\r\n')]);
    const request = httpRequest(`${server.url}/v1/raffles/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': body.length,
      },
    });
    request.on('error', () => undefined);
    const entered = vi.spyOn(server.app.files.uploads, 'run');
    request.write(body.subarray(0, body.length / 2));
    await eventually(() => entered.mock.calls.length > 0);
    entered.mockRestore();
    return {
      request,
      async finish() {
        request.end(body.subarray(body.length / 2));
        const [response] = (await once(request, 'response')) as [IncomingMessage];
        response.resume();
        return response.statusCode ?? 0;
      },
    };
  }

  async function oneByOne<Made>(count: number, make: () => Promise<Made>): Promise<Made[]> {
    const made: Made[] = [];
    while (made.length < count) made.push(await make());
    return made;
  }

  it('are so many at most; who comes then is told when to come back', async () => {
    const picture = await aPicture(500, 400).jpeg().toBuffer();
    const begun = await oneByOne(MAX_UPLOADS, () => half(picture));
    const refused = await upload(server, owner.token, picture);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await Promise.all(begun.map(({ finish }) => finish()))).toEqual(begun.map(() => 201));
    expect((await upload(server, owner.token, picture)).status).toBe(201);
  });

  it('that break off leave nothing, and free their places', async () => {
    const picture = await aPicture(500, 400).jpeg().toBuffer();
    const before = await kept();
    for (let n = 0; n < MAX_UPLOADS * 2; n++) {
      const { request } = await half(picture);
      request.destroy();
      await new Promise((resolve) => request.once('close', resolve));
    }
    await eventually(async () => (await upload(server, owner.token, Buffer.from('x'))).status === 400);
    expect(await kept()).toEqual(before);
  });

  it('encode one picture at a time', async () => {
    const { encoding } = server.app.files;
    const { run } = encoding;
    let now = 0;
    let most = 0;
    vi.spyOn(encoding, 'run').mockImplementation((names, work) =>
      run(names, async () => {
        most = Math.max(most, ++now);
        try {
          return await work();
        } finally {
          now -= 1;
        }
      }),
    );
    const picture = await aPicture(1_500, 1_000).jpeg().toBuffer();
    const answers = await Promise.all(Array.from({ length: MAX_UPLOADS }, () => upload(server, owner.token, picture, picture)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(most).toBe(1);
  });
});

describe('where a picture is', () => {
  let file: any;
  beforeAll(async () => {
    ({
      body: {
        files: [file],
      },
    } = await upload(server, owner.token, await aPicture(700, 500).png().toBuffer()));
  });

  it('is served for good, as what we wrote and nothing that runs', async () => {
    for (const [url, type] of [
      [file.url, 'image/webp'],
      [file.openGraphUrl, 'image/jpeg'],
    ]) {
      const answer = await fetch(url);
      const { length } = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
        200,
        {
          'content-type': type,
          'content-length': String(length),
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringContaining("default-src 'none'"),
          etag: `"${url.split('/').at(-1)}"`,
        },
      ]);
      const head = await fetch(url, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(length), '']);
      const again = await fetch(url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    }
  });

  it('is nothing else, whatever an address tries', async () => {
    const read = vi.spyOn(server.app.files.store, 'read');
    const name = file.url.split('/').at(-1);
    const paths = [
      '/files/',
      '/files/..%2f..%2f..%2fetc%2fpasswd',
      '/files/%2e%2e%2fdevelopment-jwt-secret',
      `/files/..%5c${name}`,
      `/files/${name}%00`,
      `/files/${name}.part`,
      `/files/${name}/`,
      `/files/.${name}`,
      `/files/${name.replace('.webp', '.svg')}`,
      '/files/file.txt',
    ];
    for (const one of paths) {
      const answer = await fetch(`${server.url}${one}`);
      expect([one, answer.status, answer.headers.get('cache-control')]).toEqual([one, 404, 'no-store']);
    }
    expect(read).not.toHaveBeenCalled();
    expect((await fetch(`${server.url}/files/${'A'.repeat(22)}-640.webp`)).status).toBe(404);
    expect((await fetch(file.url.replace(name, `${name.slice(0, 22)}-500.webp`))).status).toBe(404);
  });

  it('has pages load the size that they show, and messengers the one for them', async () => {
    const { data } = await server.graphql(
      'mutation($input: CreateRaffleInput!) { createRaffle(input: $input) { id slug } }',
      { input: { title: 'Moto de agora', quotaPrice: '1.00', quotaQuantity: 100, photoUrl: file.url } },
      { token: owner.token },
    );
    const { id, slug } = data.createRaffle;
    const open = 'mutation($id: ID!) { updateRaffle(id: $id, input: { status: OPEN, confirmNobodyCanPay: true }) { id } }';
    expect((await server.graphql(open, { id }, { token: owner.token })).errors).toBeUndefined();
    const page = await (await fetch(`${server.url}/r/${slug}`)).text();
    const srcset = file.sizes.map(({ url, width }: any) => `${url} ${width}w`).join(', ');
    expect(page).toContain(`srcset="${srcset}"`);
    expect(page).toContain(`"image":["${file.openGraphUrl}"]`);
    expect(page).toContain(`<meta property="og:image" content="${server.url}/r/moto-de-agora/og.jpg"/>`);
  });

  it('stays while a raffle shows it, and goes when it is deleted', async () => {
    const { data } = await server.graphql('{ files { nodes { id url } } }', {}, { token: owner.token });
    const remove = (id: string) =>
      server.graphql('mutation($id: ID!) { deleteFile(id: $id) { id url } }', { id }, { token: owner.token });
    const shown = data.files.nodes.find(({ url }: any) => url === file.url);
    expect(shown).toBeDefined();
    const refused = await remove(shown.id);
    expect(refused.errors?.[0]).toMatchObject({
      message: expect.stringContaining('Moto de agora'),
      extensions: { code: 'CONFLICT' },
    });
    expect((await fetch(file.url)).status).toBe(200);

    const raffles = server.app.db.prisma.raffle;
    await raffles.updateMany({ where: { photoUrl: file.url }, data: { photoUrl: null } });
    expect(await remove(shown.id)).toMatchObject({ data: { deleteFile: shown } });
    for (const { url } of [...file.sizes, { url: file.openGraphUrl }]) expect((await fetch(url)).status).toBe(404);
    expect(stored().filter((name) => file.url.includes(name.slice(0, 22)))).toEqual([]);
    expect(await server.app.db.prisma.auditEntry.count({ where: { action: 'deleteFile', subjectId: shown.id } })).toBe(1);
    for (const id of [shown.id, 'nonsense']) expect((await remove(id)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });

  it('is listed, newest first, by pages that join without a gap', async () => {
    const picture = await aPicture(10, 10).png().toBuffer();
    const { body } = await upload(server, owner.token, picture, picture, picture);
    const ask = async (args: string) =>
      (
        await server.graphql(
          `{ files(${args}) { totalCount nodes { id url sha256 sizes { url width height } openGraphUrl createdAt uploadedBy { id } } pageInfo { endCursor hasNextPage } } }`,
          {},
          { token: owner.token },
        )
      ).data.files;
    const first = await ask('first: 2');
    const second = await ask(`first: 1, after: "${first.pageInfo.endCursor}"`);
    expect(new Set([...first.nodes, ...second.nodes].map(({ id }: any) => id))).toEqual(
      new Set(body.files.map(({ id }: any) => id)),
    );
    expect(first).toMatchObject({ totalCount: await rows(), pageInfo: { hasNextPage: true } });
    expect(first.nodes[0]).toMatchObject({ uploadedBy: { id: owner.id }, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });
});

describe('when something fails', () => {
  let picture: Buffer;
  beforeAll(async () => {
    picture = await aPicture(900, 300).png().toBuffer();
  });
  const writtenAgo = (seconds: number): void => {
    for (const name of stored()) utimesSync(path.join(dataDir, 'files', name), 0, Date.now() / 1_000 - seconds);
  };
  const aDayAgo = (): void => writtenAgo(86_460);

  it('in the store, nothing of the upload is kept, and its sender may try again', async () => {
    const before = await kept();
    const { store } = server.app.files;
    const put = store.put.bind(store);
    let written = 0;
    vi.spyOn(store, 'put').mockImplementation((...args) =>
      ++written === 3 ? Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })) : put(...args),
    );
    const answer = await upload(server, owner.token, picture);
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(await kept()).toEqual(before);
  });

  it('between the store and the row, the files go a day later, and no others', async () => {
    await upload(server, owner.token, picture);
    const before = await kept();
    // Of workers, too, who may come first.
    const killed = vi.spyOn(server.app.db, 'transaction').mockRejectedValue(new Error('killed'));
    expect((await upload(server, owner.token, picture)).status).toBe(500);
    killed.mockRestore();
    const unfinished = `${'A'.repeat(22)}-320.webp.0b0e7b1c-6f0e-4f0e-8f0e-0b0e7b1c6f0e.part`;
    for (const name of [unfinished, 'not-ours.txt']) writeFileSync(path.join(dataDir, 'files', name), 'x');
    const left = stored();
    expect(left.length).toBe(before.files.length + 4 + 2);

    for (const seconds of [0, 86_340]) {
      writtenAgo(seconds);
      expect(await sweepFiles(server.app)).toBe(0);
      expect(stored()).toEqual(left);
    }
    aDayAgo();
    expect(await sweepFiles(server.app)).toBe(5);
    expect(await kept()).toEqual({ ...before, files: [...before.files, 'not-ours.txt'].sort() });
  });

  it('of a deletion, what could not be removed goes a day later', async () => {
    const { body } = await upload(server, owner.token, picture);
    vi.spyOn(server.app.files.store, 'remove').mockRejectedValueOnce(new Error('away'));
    const { data } = await server.graphql(
      'mutation($id: ID!) { deleteFile(id: $id) { id } }',
      { id: body.files[0].id },
      { token: owner.token },
    );
    expect(data.deleteFile).toEqual({ id: body.files[0].id });
    expect((await fetch(body.files[0].url)).status).toBe(200);
    aDayAgo();
    await sweepFiles(server.app);
    expect((await fetch(body.files[0].url)).status).toBe(404);
  });
});
