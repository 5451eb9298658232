import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startEmbeddedDatabase } from '../src/platform/embedded-postgres/embedded-database.js';
import { endPreviousServer, inspectProcess, isAlive } from '../src/platform/embedded-postgres/running-server.js';
import { eventually } from './support/eventually.js';

const log = pino({ level: 'silent' });
const settings = { fsync: 'off' };
const GATEWAY = path.join(import.meta.dirname, 'support', 'embedded-database-owner.ts');
const PATIENCE = { timeoutMs: 15_000 };

let template: string;
let dataDir: string;
const children: ChildProcess[] = [];

// Only its owner may enter it: as root PostgreSQL's user needs a capability to.
const newFolder = () => mkdtemp(path.join(tmpdir(), `raffle-test-${process.pid}-`));

beforeAll(async () => {
  template = await newFolder();
  const { stop } = await startEmbeddedDatabase({ dataDir: template, log, settings });
  await stop();
});
afterAll(() => rm(template, { recursive: true, force: true }));
beforeEach(async () => {
  dataDir = await newFolder();
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  const pid = await serverPid();
  if (pid) await eventually(() => inspectProcess(pid) === 'gone', PATIENCE);
  await rm(dataDir, { recursive: true, force: true });
});

const useTemplate = () => cp(template, dataDir, { recursive: true });

async function startOwner(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', GATEWAY, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, url };
}

async function serverPid(): Promise<number> {
  const file = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(file, 10) || 0;
}

async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

async function query(url: string, sql: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query({ text: sql, rowMode: 'array' })
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

it('keeps its data and its password over a restart, and leaves nothing running after stop', async () => {
  const first = await startEmbeddedDatabase({ dataDir, log, settings });
  const firstPid = await serverPid();
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  await first.stop();
  expect(inspectProcess(firstPid)).toBe('gone');

  const second = await startEmbeddedDatabase({ dataDir, log, settings });
  expect(new URL(second.url).password).toBe(new URL(first.url).password);
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([[42]]);
  await second.stop();
  // The libraries' links, where node_modules is not ours to write.
  const left = (await readdir(dataDir)).filter((name) => name !== 'postgres.lib');
  expect(left.sort()).toEqual(['postgres', 'postgres.password']);
});

it('listens only on the loopback address, asks for the password and writes durably unless told otherwise', async () => {
  const { url, stop } = await startEmbeddedDatabase({ dataDir, log, databaseName: 'another name' });
  const names = ['fsync', 'listen_addresses', 'synchronous_commit', 'unix_socket_directories'];
  const shown = await query(url, `SELECT ${names.map((name) => `current_setting('${name}')`).join()}`);
  expect(shown).toEqual([['on', '127.0.0.1', 'on', '']]);
  expect(await query(url, 'SELECT current_database()')).toEqual([['another name']]);

  const wrong = new URL(url);
  wrong.password = 'guessed';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  await stop();
});

it('refuses a folder that another living process uses, names that process and leaves its database alone', async () => {
  await useTemplate();
  const { child, url } = await startOwner();
  await expect(startEmbeddedDatabase({ dataDir, log, settings })).rejects.toThrow(`runs as process ${child.pid} `);
  expect(await query(url, 'SELECT 1')).toEqual([[1]]);
});

it('lets one of several that start at the same moment have the folder', async () => {
  const starts = await Promise.allSettled([1, 2, 3].map(() => startEmbeddedDatabase({ dataDir, log, settings })));
  const started = starts.filter((start) => start.status === 'fulfilled');
  const refused = starts.filter((start) => start.status === 'rejected');
  expect(started).toHaveLength(1);
  for (const { reason } of refused) expect(String(reason)).toContain(`runs as process ${process.pid} `);
  await started[0]?.value.stop();
});

it('ends with a process that is killed, and the next start has its data', async () => {
  await useTemplate();
  const { child, url } = await startOwner();
  const pid = await serverPid();
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');

  child.kill('SIGKILL');
  await eventually(() => inspectProcess(pid) === 'gone', PATIENCE);

  const next = await startEmbeddedDatabase({ dataDir, log, settings });
  expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([[42]]);
  await next.stop();
});

it('is not misled by a pid file whose number belongs to something else by now', async () => {
  const clusterFolder = path.join(dataDir, 'postgres');
  await mkdir(clusterFolder);
  await writeFile(path.join(clusterFolder, 'postmaster.pid'), `${process.pid}\n${clusterFolder}\n`);
  await endPreviousServer({ clusterFolder, log });
  expect(await readdir(clusterFolder)).toEqual([]);
  expect(isAlive(process.pid)).toBe(true);
});

it('stops for good when it is stopped while it is being started again', async () => {
  await useTemplate();
  const { url, stop } = await startEmbeddedDatabase({ dataDir, log, settings });
  process.kill(await serverPid(), 'SIGKILL');
  await sleep(300);
  await stop();
  await sleep(1_500);
  await expect(query(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
});

it.runIf(process.platform === 'linux')('takes over a database whose process and supervisor were both killed', async () => {
  await useTemplate();
  const { child, url } = await startOwner();
  const orphan = await serverPid();
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');

  process.kill(await parentOf(orphan), 'SIGKILL');
  child.kill('SIGKILL');
  await once(child, 'exit');
  await sleep(200);
  expect(isAlive(orphan)).toBe(true);

  const next = await startEmbeddedDatabase({ dataDir, log, settings });
  expect(inspectProcess(orphan)).toBe('gone');
  expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([[42]]);
  await next.stop();
});

it.runIf(process.platform === 'linux')('is back at the same address after the server or its supervisor was killed', async () => {
  await useTemplate();
  const { url, stop } = await startEmbeddedDatabase({ dataDir, log, settings });
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');

  for (const victim of [serverPid, async () => parentOf(await serverPid())]) {
    const before = await serverPid();
    process.kill(await victim(), 'SIGKILL');
    await eventually(async () => ![0, before].includes(await serverPid()), PATIENCE);
    await expect.poll(() => query(url, 'SELECT answer FROM kept'), { timeout: 15_000 }).toEqual([[42]]);
    expect(inspectProcess(before)).toBe('gone');
  }

  const last = await serverPid();
  await stop();
  expect(inspectProcess(last)).toBe('gone');
});
