import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspectProcess, isAlive } from '../src/platform/embedded-postgres/running-server.js';
import { startCommand, type CommandRun } from './support/commands.js';
import { eventually } from './support/eventually.js';

const PATIENCE = { timeoutMs: 90_000, everyMs: 50 };
const TIMEOUT_MS = 120_000;
const COMMANDS: [file: string, said: RegExp][] = [
  ['commands/rotate-keys-command.ts', /^raffles\.sealed_secret: 0 encrypted again, 4 already under the first key$/m],
  ['commands/reconcile-command.ts', /^The books agree\.$/m],
];

// A service takes seconds to start, so one is told of from its beginning to its end: the tests are in the order of its life.
let dataDir: string;
let service: CommandRun;
let url: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), `raffle-test-${process.pid}-`));
  service = startCommand('main.ts', { DATA_DIR: dataDir, PORT: '0', SANDBOX_PORT: '0', LOG_LEVEL: 'warn' });
  url = await eventually(() => {
    if (!isAlive(service.pid)) throw new Error(service.said());
    return /listening on (http:\S+)/.exec(service.said())?.[1];
  }, PATIENCE);
}, TIMEOUT_MS);
afterAll(async () => {
  service.kill();
  const pid = await serverPid();
  if (pid) await eventually(() => inspectProcess(pid) === 'gone', PATIENCE);
  await rm(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

const pidFile = () => path.join(dataDir, 'postgres', 'postmaster.pid');

async function serverPid(): Promise<number> {
  return Number.parseInt(await readFile(pidFile(), 'utf8').catch(() => ''), 10) || 0;
}

async function expectToWork([command, said]: (typeof COMMANDS)[number]): Promise<void> {
  const { code, output, errors } = await startCommand(command, { DATA_DIR: dataDir }).ended;
  expect([command, errors, code]).toEqual([command, expect.any(String), 0]);
  expect(output).toMatch(said);
}

it(
  'commands work beside a service with a database of its own, both at once, and it goes on',
  async () => {
    const server = await serverPid();
    // Nobody else can read where it listens, nor with which password.
    for (const file of ['postgres.password', 'postgres/postmaster.pid']) {
      expect([file, (await stat(path.join(dataDir, file))).mode & 0o077]).toEqual([file, 0]);
    }

    await Promise.all(COMMANDS.map(expectToWork));
    expect(await serverPid()).toBe(server);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  },
  TIMEOUT_MS,
);

it(
  'are not misled by what a killed service leaves behind, at once after it was killed',
  async () => {
    const server = await serverPid();
    service.kill();
    await service.ended;
    await expectToWork(COMMANDS[0]!);
    expect(inspectProcess(server)).toBe('gone');
    expect(await serverPid()).toBe(0);
  },
  TIMEOUT_MS,
);

it.each(COMMANDS)(
  '%s starts the database without a service, and ends it',
  async (...command) => {
    await expectToWork(command);
    expect(await serverPid()).toBe(0);
  },
  TIMEOUT_MS,
);

it(
  'are not misled by a file whose number belongs to another process by now',
  async () => {
    const lines = [process.pid, path.join(dataDir, 'postgres'), 1_795_000_000, 9, '', '127.0.0.1', '0 0', 'ready   ', ''];
    await writeFile(pidFile(), lines.join('\n'), { mode: 0o600 });
    await expectToWork(COMMANDS[0]!);
    expect(await serverPid()).toBe(0);
  },
  TIMEOUT_MS,
);
