import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { sweepFiles } from '../src/files/file.service.js';
import type { S3Settings } from '../src/platform/s3-settings.js';
import { anAdmin } from './support/actors.js';
import { startLoggedServer } from './support/logged-server.js';
import { aPicture, upload } from './support/pictures.js';
import { startS3 } from './support/s3.js';
import { forTests, startTestServer } from './support/start.js';

const s3 = forTests(startS3);
const server = forTests(() => startTestServer({ filesS3: s3.settings }));
const admin = forTests(() => anAdmin(server));
let picture: Buffer;
beforeAll(async () => {
  picture = await aPicture(800, 600).jpeg().toBuffer();
});
afterEach(() => void vi.restoreAllMocks());

const rows = () => server.app.db.prisma.uploadedFile.count();
const remove = (id: string) => server.graphql('mutation($id: ID!) { deleteFile(id: $id) { id } }', { id }, admin);

async function beside<Result>(
  filesS3: Partial<S3Settings>,
  work: (url: string) => Promise<Result>,
): Promise<{ result: Result; logged: string }> {
  const other = await startLoggedServer(server, { filesS3: { ...s3.settings, ...filesS3 } });
  try {
    return { result: await work(other.url), logged: other.logged() };
  } finally {
    await other.stop();
  }
}

it('keeps all files of a picture in the bucket, and serves them from there', async () => {
  const { status, body } = await upload(server, admin.token, picture);
  expect(status).toBe(201);
  const [file] = body.files;
  const names = [...file.sizes.map(({ url }: any) => url), file.openGraphUrl].map((url: string) => url.split('/').at(-1));
  expect(await s3.names()).toEqual(expect.arrayContaining(names));
  const answer = await fetch(file.url);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(file.bytes),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width: 800, height: 600 });
  const head = await fetch(file.url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(file.bytes)]);
  expect((await fetch(file.url.replace('-800.', '-801.'))).status).toBe(404);

  // What a store says of a file that it serves itself is what we said of it.
  expect((await remove(file.id)).errors).toBeUndefined();
  expect((await s3.names()).filter((name) => names.includes(name))).toEqual([]);
  expect((await fetch(file.url)).status).toBe(404);
});

it('sends readers to where the bucket is public', async () => {
  const { body } = await upload(server, admin.token, picture);
  const [{ url }] = body.files;
  const name = url.split('/').at(-1);
  const { result } = await beside({ publicUrl: 'https://cdn.example.com/rifas' }, (other) =>
    fetch(`${other}/files/${name}`, { redirect: 'manual' }),
  );
  expect([result.status, result.headers.get('location'), result.headers.get('cache-control')]).toEqual([
    302,
    `https://cdn.example.com/rifas/${name}`,
    'public, max-age=86400',
  ]);
});

it.each([
  ['a wrong key', { secretAccessKey: 'not the secret' }, 'SignatureDoesNotMatch'],
  ['an unknown key', { accessKeyId: 'nobody' }, 'InvalidAccessKeyId'],
  ['a missing bucket', { bucket: 'other' }, 'NoSuchBucket'],
  ['a store that is away', { endpoint: 'http://127.0.0.1:59999' }, 'ECONNREFUSED'],
] as [string, Partial<S3Settings>, string][])(
  'says that it cannot keep pictures with %s, and keeps none',
  async (_what, settings, why) => {
    const before = { rows: await rows(), names: await s3.names() };
    const { result, logged } = await beside(settings, async (url) => ({
      uploaded: await upload({ url }, admin.token, picture),
      read: await fetch(`${url}/files/${'A'.repeat(22)}-320.webp`),
    }));
    expect(result.uploaded).toMatchObject({
      status: 503,
      body: { statusCode: 503, message: expect.stringMatching(/^Pictures cannot be kept/) },
    });
    expect(Number(result.uploaded.headers.get('retry-after'))).toBeGreaterThan(0);
    if (why !== 'NoSuchBucket') expect(result.read.status).toBe(503);
    expect({ rows: await rows(), names: await s3.names() }).toEqual(before);
    // Those who run it are told what it is, and nobody the secret.
    expect(logged).toContain('files.store.failed');
    expect(logged).toContain(why);
    expect(logged).not.toContain('not the secret');
  },
);

it('goes on when a store that was away is back', async () => {
  const before = { rows: await rows(), names: await s3.names() };
  await s3.end();
  expect((await upload(server, admin.token, picture)).status).toBe(503);
  await s3.begin();
  expect({ rows: await rows(), names: await s3.names() }).toEqual(before);
  expect((await upload(server, admin.token, picture)).status).toBe(201);
});

it('takes back what it had put when the store fails on the way', async () => {
  const before = { rows: await rows(), names: await s3.names() };
  const { store } = server.app.files;
  const put = store.put.bind(store);
  let written = 0;
  vi.spyOn(store, 'put').mockImplementation((...args) => (++written === 3 ? Promise.reject(new Error('away')) : put(...args)));
  expect((await upload(server, admin.token, picture)).status).toBe(503);
  expect(s3.asked.filter((one) => one.startsWith('DELETE')).length).toBeGreaterThanOrEqual(3);
  expect({ rows: await rows(), names: await s3.names() }).toEqual(before);
});

it('removes what never came to a row when it is a day old, over as many pages as there are', async () => {
  const { body } = await upload(server, admin.token, picture);
  const known = body.files[0].url.split('/').at(-1);
  const { store } = server.app.files;
  const lost = Array.from({ length: 505 }, (_, n) => `${String(n).padStart(22, 'x')}-320.webp`);
  for (const name of [...lost, 'backup/dump.sql', 'not-ours.txt']) await store.put(name, Buffer.from('x'), 'image/webp');
  expect(await sweepFiles(server.app)).toBe(0);
  const inTwoDays = Date.now() + 2 * 86_400_000;
  vi.spyOn(Date, 'now').mockReturnValueOnce(inTwoDays);
  expect(await sweepFiles(server.app)).toBe(lost.length);
  const left = await s3.names();
  expect(left).toEqual(expect.arrayContaining([known, 'backup/dump.sql', 'not-ours.txt']));
  expect(left.filter((name) => lost.includes(name))).toEqual([]);
});

it('gives a store up that does not answer', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  try {
    const { result } = await beside({ endpoint: `http://127.0.0.1:${port}` }, (url) =>
      fetch(`${url}/files/${'A'.repeat(22)}-320.webp`),
    );
    expect(result.status).toBe(503);
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
}, 20_000);
