import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anAdmin } from './support/actors.js';
import { validCpf } from './support/cpf.js';
import { anOpenRaffle, seedProviders } from './support/sales.js';
import { startTestServer, type TestServer } from './support/start.js';

const ROOT = path.dirname(import.meta.dirname);
const require = createRequire(import.meta.url);
const TSC = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
const GENERATOR = path.join(path.dirname(require.resolve('oazapfts')), 'cli.cjs');
const run = promisify(execFile);

const PROGRAM = `
import * as api from './generated.js';

export async function sell(url: string, operator: string, raffleId: string, person: { name: string; phone: string; cpf: string }) {
  api.defaults.baseUrl = url;
  const as = (token: string) => ({ headers: { Authorization: \`Bearer \${token}\` } });

  const refused = await api.createCustomer({ ...person, cpf: '1', password: 'correct horse' }, as(operator));
  if (refused.status === 201) throw new Error('a CPF of one digit was taken');
  const signedUp = await api.createCustomer({ ...person, password: 'correct horse' }, as(operator));
  if (signedUp.status !== 201) throw new Error(JSON.stringify(signedUp.data));
  const buyer = signedUp.data.accessToken;
  const ordered = await api.createOrder({ raffleId, quotaQuantity: 2 }, { idempotencyKey: 'order-1' }, as(buyer));
  if (ordered.status !== 201) throw new Error(JSON.stringify(ordered.data));
  const { id, qrCodeContent, totalValue } = ordered.data;
  const paid = await api.payOrder(String(id), { note: 'in cash' }, as(operator));
  if (paid.status !== 200) throw new Error(JSON.stringify(paid.data));
  const mine = await api.myOrders({ first: 5 }, as(buyer));
  if (mine.status !== 200) throw new Error(JSON.stringify(mine.data));
  const stranger = await api.myOrders();
  const states: string[] = mine.data.data.map(({ status }) => status);
  return { refused: [refused.status, refused.data.message], code: qrCodeContent, totalValue, states, stranger: stranger.status };
}
`;

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  await seedProviders(server);
  folder = await mkdtemp(path.join(tmpdir(), `raffle-test-${process.pid}-`));
  await mkdir(path.join(folder, 'src'));
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('a client that a standard generator makes of /openapi.json compiles, and sells', { timeout: 120_000 }, async () => {
  const document = path.join(folder, 'openapi.json');
  await writeFile(document, JSON.stringify((await server.rest('GET', '/openapi.json')).body));
  await run(process.execPath, [GENERATOR, document, path.join(folder, 'src', 'generated.ts')]);
  await writeFile(path.join(folder, 'src', 'program.ts'), PROGRAM);
  const compilerOptions = {
    module: 'ESNext',
    moduleResolution: 'bundler',
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  const problems = await run(process.execPath, [TSC, '-p', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(problems).toBe('');

  const outfile = path.join(folder, 'program.mjs');
  await build({ entryPoints: [path.join(folder, 'src', 'program.ts')], bundle: true, platform: 'node', format: 'esm', outfile });
  const { sell } = (await import(outfile)) as { sell(...args: unknown[]): Promise<Record<string, unknown>> };
  const raffle = await anOpenRaffle(server);
  const operator = await anAdmin(server);
  const person = { name: 'Ana Lima', phone: '+5521987650777', cpf: validCpf(930_000_001) };
  expect(await sell(server.url, operator.token, raffle.id, person)).toEqual({
    refused: [400, { cpf: [expect.any(String)] }],
    code: expect.stringContaining('br.gov.bcb.pix'),
    totalValue: '2.00',
    states: ['PAID'],
    stranger: 401,
  });
});
