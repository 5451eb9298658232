import { spawn, execFile, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from './support/database.js';
import { graphqlClient } from './support/graphql-client.js';

const ROOT = path.dirname(import.meta.dirname);
/** What Dockerfile copies beside the libraries. `npm run test:all` has built dist. */
const [image = ''] = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')
  .split(/^FROM /m)
  .slice(-1);
const COPIED = [...image.matchAll(/^COPY (?:--from=build \/app\/)?([^-]\S*) /gm)].map(([, name = '']) => name);
const OF_THE_INSTALL = ['package-lock.json', '.npmrc'];
const MOST_MEGABYTES = 210;
const INSTALL_MS = 300_000;
const START_MS = 120_000;

const run = promisify(execFile);
let folder: string;
let database: TestDatabase;
let warnings: string[];
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), `raffle-test-${process.pid}-`));
  for (const name of [...COPIED, ...OF_THE_INSTALL])
    await cp(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  const { stderr } = await run('npm', ['ci', '--omit=dev', '--prefer-offline'], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
  warnings = stderr.split('\n').filter((line) => line.startsWith('npm warn'));
  database = await createEmptyDatabase();
}, INSTALL_MS);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** What `du` counts: whole blocks. */
async function megabytes(): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(names.map(async (name) => (await lstat(path.join(folder, name))).blocks * 512));
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024 / 1024);
}

const production = () => ({
  NODE_ENV: 'production',
  DATABASE_URL: database.url,
  DATA_DIR: path.join(folder, 'data'),
  JWT_SECRET: 'a secret of at least thirty-two characters',
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  ADMIN_EMAIL: 'ana@rifas.example.com',
  ADMIN_PASSWORD: 'trator-nuvem-azulejo-manga',
  PUBLIC_URL: 'https://rifas.example.com',
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'warn',
});

async function started(file: string, env: Record<string, string>, until?: RegExp) {
  const child = spawn(process.execPath, [path.join('dist', file)], { cwd: folder, env: { PATH: process.env.PATH, ...env } });
  children.push(child);
  let said = '';
  const found = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (until?.test(said)) resolve();
      });
    }
  });
  const ended = once(child, 'close');
  await Promise.race([found, ended]);
  return { child, ended, said: () => said };
}

it(`installs without warnings, and takes less than ${MOST_MEGABYTES} MB with the build`, async () => {
  const size = await megabytes();
  console.log(`A production install takes ${size} MB.`);
  expect(warnings).toEqual([]);
  expect(size).toBeLessThan(MOST_MEGABYTES);
});

it(
  'serves, takes an order, ends in order, and its commands work',
  async () => {
    const env = production();
    const { child, ended, said } = await started('main.js', env, /listening on http:\S+\s/);
    const [, url = said()] = /listening on (http:\S+)/.exec(said()) ?? [];
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/ide`)).status).toBe(404);

    const ask = graphqlClient(url);
    const { data: login } = await ask('mutation ($input: AdminLoginInput!) { adminLogin(input: $input) { accessToken } }', {
      input: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    });
    const { data: made } = await ask(
      'mutation { createRaffle(input: { title: "Moto", quotaPrice: "0", quotaQuantity: 100, status: OPEN }) { id } }',
      {},
      { token: login.adminLogin.accessToken },
    );
    const { data: buyer } = await ask(
      'mutation { createCustomer(input: { name: "Ana Lima", phone: "11987654321", cpf: "52998224725", password: "uma-senha-boa" }) { accessToken } }',
    );
    const { data: order } = await ask(
      'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { status totalValue luckyNumbers { nodes } } }',
      { input: { raffleId: made.createRaffle.id, quotaQuantity: 1 } },
      { token: buyer.createCustomer.accessToken },
    );
    const luckyNumbers = { nodes: [expect.stringMatching(/^\d\d$/)] };
    expect(order.createOrder).toEqual({ status: 'PAID', totalValue: '0.00', luckyNumbers });

    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    const command = await started('commands/rotate-keys-command.js', env);
    expect([(await command.ended)[0], command.said()]).toEqual([0, expect.stringContaining('already under the first key')]);
  },
  START_MS,
);

it(
  'says in one sentence which package of development is not there',
  async () => {
    const development = { DATA_DIR: path.join(folder, 'development'), PORT: '0', SANDBOX_PORT: '0' };
    const [withoutDatabase, withoutPages] = await Promise.all([
      started('main.js', development),
      started('main.js', { ...development, DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'pages') }),
    ]);
    expect(withoutDatabase.said()).toContain('Set DATABASE_URL');
    expect(withoutPages.said()).toContain('run `npm ci`, or set NODE_ENV=production');
    for (const { said } of [withoutDatabase, withoutPages]) expect(said()).not.toContain('    at ');
  },
  START_MS,
);
