import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { argumentsOf } from './support/commands.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';

const ROOT = path.dirname(import.meta.dirname);
/** A process of the service, and its bank. */
const START_MS = 60_000;

let database: TestDatabase;
let service: ChildProcess;
let addresses: { service: string; bank: string };
const dataDir = mkdtempSync(path.join(tmpdir(), `raffle-test-${process.pid}-`));

beforeAll(async () => {
  database = await createTestDatabase();
  service = spawn(process.execPath, argumentsOf('main.ts'), {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: '0',
      SANDBOX_PORT: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  addresses = await announced(service);
}, START_MS);

afterAll(async () => {
  if (service?.exitCode === null && service.kill('SIGTERM')) await once(service, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
  await database?.drop();
});

async function announced({ stdout }: ChildProcess): Promise<typeof addresses> {
  let said = '';
  for await (const chunk of stdout ?? []) {
    said += String(chunk);
    const [, at] = /listening on http:\/\/(\S+)/.exec(said) ?? [];
    const [, bank] = /Bank +http:\/\/(\S+)/.exec(said) ?? [];
    if (at && bank) return { service: at, bank };
  }
  throw new Error(`the service ended before it listened: ${said}`);
}

function commands(): string {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const [, tour = ''] = /^## A tour of five minutes\n(.*?)^## /ms.exec(readme) ?? [];
  const blocks = [...tour.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block);
  return blocks.join('').replaceAll('localhost:4000', addresses.service).replaceAll('localhost:4001', addresses.bank);
}

async function paste(text: string): Promise<string[]> {
  const bash = spawn('bash', ['-eu', '-o', 'pipefail'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, TOKEN: '' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said = { output: '', errors: '' };
  bash.stdout.on('data', (chunk: Buffer) => (said.output += chunk.toString()));
  bash.stderr.on('data', (chunk: Buffer) => (said.errors += chunk.toString()));
  bash.stdin.end(text);
  const [code] = (await once(bash, 'close')) as [number | null];
  expect({ code, ...said }).toEqual({ code: 0, errors: '', output: said.output });
  return said.output.split('\n').filter(Boolean);
}

it('sells, pays, watches, cancels, refreshes and uploads, in bash, as it stands there', { timeout: 30_000 }, async () => {
  const lines = await paste(commands());
  // The watch may come before the service knows of the payment.
  const [order = '', receipt = '', paid, owned = '', cancelled, me = '', bar = '', picture = '', ...more] = lines.filter(
    (line) => line !== 'PENDING',
  );
  expect(JSON.parse(order)).toEqual({
    data: { createOrder: { id: expect.any(String), totalValue: '2.50', qrCodeContent: expect.stringMatching(/^0002/) } },
  });
  expect(JSON.parse(receipt)).toMatchObject({ endToEndId: expect.stringMatching(/^E/) });
  expect(paid).toBe('PAID');
  const numbers: unknown = expect.arrayContaining([expect.stringMatching(/^\d{6}$/)]);
  expect(JSON.parse(owned)).toEqual({ data: { order: { status: 'PAID', luckyNumbers: { nodes: numbers } } } });
  expect(JSON.parse(owned).data.order.luckyNumbers.nodes).toHaveLength(5);
  expect(cancelled).toBe('CANCELLED');
  expect(JSON.parse(me)).toMatchObject({ data: { me: { name: 'Ana Lima' } } });
  expect(JSON.parse(bar)).toMatchObject({ paid: 5, reserved: 0 });
  const shown = await fetch(picture);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(more).toEqual([]);
});
