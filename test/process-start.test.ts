import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { databaseProblem } from '../src/platform/database/await-database.js';
import { startService, type Service } from '../src/start.js';
import { argumentsOf } from './support/commands.js';
import { createTestDatabase, withDatabaseName, type TestDatabase } from './support/database.js';
import { doorTo, type Door } from './support/door.js';
import { eventually } from './support/eventually.js';
import { testConfig } from './support/start.js';

/** Two processes of the service. */
const PATIENCE = { timeoutMs: 60_000 };

let database: TestDatabase;
let door: Door;
const children: ChildProcess[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  door = await doorTo(database.url);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await door.shut();
  await database.drop();
});

interface Line {
  event?: string;
  level: number;
  waitedSeconds?: number;
}

function starting(databaseUrl: string, signal?: AbortSignal): { service: Promise<Service>; lines: Line[] } {
  const lines: Line[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  return { service: startService(testConfig({ databaseUrl, production: true }), pino(sink), signal), lines };
}

const waiting = (lines: Line[]) => eventually(() => lines.find(({ event }) => event === 'database.start.waiting'));

describe('a process that starts while its database is away', () => {
  it('waits, says so and for how long, and serves as soon as it is there', async () => {
    await door.shut();
    const { service, lines } = starting(door.url);
    expect(await waiting(lines)).toMatchObject({ level: 40, waitedSeconds: 0 });
    await door.open();
    const { url, stop } = await service;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await stop();
  });

  it('leaves nothing behind when its start is ended meanwhile', async () => {
    await door.shut();
    const ending = new AbortController();
    const { service, lines } = starting(door.url, ending.signal);
    await waiting(lines);
    ending.abort();
    await expect(service).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a database that no waiting will give a process', () => {
  it.each([
    [
      'whose password is another',
      () => door.url.replace(/:[^:@]+@/, ':wrong@'),
      /^PostgreSQL does not let the service in: .*password/,
    ],
    [
      'that has no such user',
      () => door.url.replace(/\/\/[^:]+:/, '//nobody:'),
      /^PostgreSQL does not let the service in: .*"nobody"/,
    ],
    ['that does not exist', () => withDatabaseName(door.url, 'nowhere'), /^PostgreSQL has no such database: .*"nowhere"/],
  ])('%s is said to be so at once', async (_, urlOf, sentence) => {
    const error = await starting(urlOf()).service.catch((reason: unknown) => reason);
    expect(databaseProblem(error)).toMatch(sentence);
  });
});

function startMain(databaseUrl: string) {
  const child = spawn(process.execPath, argumentsOf('main.ts'), {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: 'https://raffle.example',
      DATABASE_URL: databaseUrl,
      JWT_SECRET: randomBytes(32).toString('hex'),
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ADMIN_EMAIL: 'operator@example.com',
      ADMIN_PASSWORD: 'trator nuvem azulejo manga',
    },
  });
  children.push(child);
  const said = { output: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.errors += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  return { child, said, ended };
}

describe('the process itself', () => {
  it('ends in order at a SIGTERM while it waits, and with a sentence where waiting is of no use', async () => {
    await door.shut();
    const waits = startMain(door.url);
    const isRefused = startMain(withDatabaseName(database.url, 'nowhere'));
    await eventually(() => waits.said.output.includes('"database.start.waiting"'), PATIENCE);
    waits.child.kill('SIGTERM');
    expect({ code: await waits.ended, errors: waits.said.errors }).toEqual({ code: 0, errors: '' });
    expect(waits.said.output).toContain('"service.stop.begun"');

    const sentence = /^The service cannot start:\n {2}- PostgreSQL has no such database: .*\n$/;
    expect({ code: await isRefused.ended, ...isRefused.said }).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(sentence),
    });
  }, 90_000);
});
