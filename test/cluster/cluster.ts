import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, chownSync, constants, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { request } from 'undici';
import { guardsOfRole } from '../../src/platform/database/guards.js';
import { StartProblem } from '../../src/platform/start-problem.js';
import type { Cleanup } from '../bench/cleanup.js';
import { createAuthority } from '../support/certificates.js';
import { eventually } from '../support/eventually.js';
import { keepsStatements } from '../support/pgbouncer-version.js';
import { startLinks, type Links } from './links.js';
import { startMachine, type Machine } from './machine.js';
import { startPart, type Part } from './part.js';
import { chooseUser, findPrograms } from './programs.js';
import { expectFree, portsFrom, type Ports } from './ports.js';
import { etcdEnvironment, haproxyFile, nginxFile, patroniFile, pgbouncerFile, type Local } from './render.js';

/** As Patroni tells it at `/cluster`. */
export interface Member {
  name: string;
  role: 'leader' | 'replica' | 'sync_standby';
  state: string;
  timeline?: number;
}

export interface Cluster {
  ports: Ports;
  folder: string;
  machines: Machine[];
  /** Only in a cluster that is cuttable. */
  links: Links | undefined;
  pgbouncer: { version: string; keepsStatements: boolean };
  parts: Record<'etcd' | 'haproxy' | 'pgbouncer' | 'nginx', Part>;
  /** Where the service is, and by which certificate it is trusted. */
  service: { url: string; ca: string };
  /** The database of the service, by HAProxy or PgBouncer. */
  urlThrough(what: 'haproxy' | 'pgbouncer'): string;
  /** The same of its standbys. */
  replicaUrlThrough(what: 'haproxy' | 'pgbouncer'): string;
  /** The database `postgres`, as its superuser: of one member, and by HAProxy. */
  urlOf(member: number): string;
  superuserUrl: string;
  /** What the first member that answers says. */
  members(): Promise<Member[]>;
  /** Waits until all members are there, one of them in step with the leader, and HAProxy sends to it. Answers the leader. */
  settled(): Promise<number>;
}

/** How long a machine takes to start after it lost power. */
const BOOT_MS = 25_000;
const SETTLED_WITHIN_MS = 120_000;

export async function startCluster(options: {
  basePort: number;
  folder: string | undefined;
  cuttable: boolean;
  fenced: boolean;
  cleanup: Cleanup;
}): Promise<Cluster> {
  const { basePort, cuttable, fenced, cleanup } = options;
  const programs = findPrograms();
  const user = chooseUser();
  const ports = portsFrom(basePort, cuttable);
  await expectFree(ports);
  const folder = openFolder(options.folder, user, cleanup);
  const secret = (): string => randomBytes(16).toString('hex');
  const passwords = { superuser: secret(), replicator: secret(), rewinder: secret(), raffle: secret() };
  const pgbouncer = { version: programs.pgbouncerVersion, keepsStatements: keepsStatements(programs.pgbouncerVersion) };
  const local: Local = {
    ports,
    folder,
    passwords,
    postgresFolder: path.dirname(programs.postgres),
    keepsStatements: pgbouncer.keepsStatements,
    fenced,
  };
  const own = (file: string, text: string): string => {
    const whole = path.join(folder, file);
    writeFileSync(whole, text, { mode: 0o600 });
    if (user.uid !== undefined) chownSync(whole, user.uid, user.gid ?? user.uid);
    return whole;
  };
  // What ends by itself ends the run: nothing works without it.
  const onEnd = (problem: StartProblem): void => {
    if (cleanup.begun) return;
    console.error(problem.message);
    process.kill(process.pid, 'SIGTERM');
  };
  const part = (name: string, command: string[], env: Record<string, string> = {}): Part => {
    const started = startPart({ name, command, folder, user, env, onEnd });
    cleanup.add(() => started.stop());
    return started;
  };

  const authority = await createAuthority('Raffle cluster of this machine');
  const { certificatePem, privateKeyPem } = await authority.server([{ dns: 'localhost' }, { ip: '127.0.0.1' }]);
  own('raffle.pem', certificatePem);
  own('raffle.key', privateKeyPem);
  own('ca.pem', authority.certificatePem);

  const etcd = part('etcd', [programs.etcd], etcdEnvironment(local));
  const folders = ports.members.map(({ name }) => path.join(folder, name));
  const links = cuttable ? await startLinks({ members: ports.members, folders }) : undefined;
  if (links) cleanup.add(links.close);
  const machines = ports.members.map((member) => {
    const home = path.join(folder, member.name);
    mkdirSync(home, { mode: 0o700 });
    execFileSync('mkfifo', [path.join(home, 'watchdog')]);
    own(path.join(member.name, 'patroni.yml'), patroniFile(local, member));
    if (user.uid !== undefined)
      for (const of of [home, path.join(home, 'watchdog')]) chownSync(of, user.uid, user.gid ?? user.uid);
    return startMachine({ patroni: programs.patroni, folder: home, user, bootMs: BOOT_MS });
  });
  cleanup.add(() => Promise.all(machines.map((machine) => machine.stop())));
  const haproxy = part('haproxy', [programs.haproxy, '-db', '-f', own('haproxy.cfg', haproxyFile(local))]);
  own('userlist.txt', `"raffle" "${passwords.raffle}"\n`);
  const pooler = part('pgbouncer', [programs.pgbouncer, own('pgbouncer.ini', pgbouncerFile(local))]);
  const nginx = part('nginx', [programs.nginx, '-e', 'stderr', '-p', folder, '-c', own('nginx.conf', nginxFile(local))]);

  const url = (who: 'raffle' | 'superuser', port: number): string =>
    who === 'raffle'
      ? `postgresql://raffle:${passwords.raffle}@127.0.0.1:${port}/raffle`
      : `postgresql://postgres:${passwords.superuser}@127.0.0.1:${port}/postgres`;
  const members = async (): Promise<Member[]> => {
    const asked = ports.members.map(async ({ seen }) => {
      const { statusCode, body } = await request(`http://127.0.0.1:${seen.rest}/cluster`, { signal: AbortSignal.timeout(2_000) });
      const found = (await body.json()) as { members: Member[] };
      if (statusCode !== 200) throw new Error('not yet');
      return found.members;
    });
    return Promise.any(asked);
  };
  const wholeLeader = async (): Promise<string | undefined> => {
    const told = leaderOf(await members().catch(() => []));
    // What a machine that has ended said stands in etcd for a while: each answers for itself.
    const running = await Promise.all(ports.members.map(({ seen }) => asksWell(`http://127.0.0.1:${seen.rest}/health`)));
    return running.every(Boolean) && (await takesWrites(url('superuser', ports.primary))) ? told : undefined;
  };
  const settled = async (): Promise<number> => {
    const leader = await eventually(wholeLeader, { timeoutMs: SETTLED_WITHIN_MS, everyMs: 500 }).catch(async () => {
      throw new Error(`The members did not come together: ${JSON.stringify(await members().catch(() => []))}. See ${folder}.`);
    });
    return ports.members.findIndex(({ name }) => name === leader);
  };

  await settled();
  await createDatabase(url('superuser', ports.primary), passwords.raffle);
  return {
    ports,
    folder,
    machines,
    links,
    pgbouncer,
    parts: { etcd, haproxy, pgbouncer: pooler, nginx },
    service: { url: `https://localhost:${ports.service}`, ca: authority.certificatePem },
    urlThrough: (what) => url('raffle', what === 'haproxy' ? ports.primary : ports.pgbouncer),
    replicaUrlThrough: (what) =>
      what === 'haproxy' ? url('raffle', ports.replicas) : `${url('raffle', ports.pgbouncer)}_replica`,
    superuserUrl: url('superuser', ports.primary),
    urlOf: (member) => url('superuser', ports.members[member]?.seen.postgres ?? 0),
    members,
    settled,
  };
}

function leaderOf(members: Member[]): string | undefined {
  const isWhole =
    members.length === 3
    && members.every(({ state }) => /^(running|streaming)$/.test(state))
    && new Set(members.map(({ timeline }) => timeline)).size === 1
    && members.some(({ role }) => role === 'sync_standby');
  return isWhole ? members.find(({ role }) => role === 'leader')?.name : undefined;
}

async function asksWell(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(2_000) });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

async function takesWrites(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ follows: boolean }>('SELECT pg_is_in_recovery() AS follows');
    return rows[0]?.follows === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What deploy/cluster/README.md does by psql. */
async function createDatabase(connectionString: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`CREATE ROLE raffle LOGIN PASSWORD '${password}'`);
    await client.query('CREATE DATABASE raffle OWNER raffle');
    await client.query(guardsOfRole('raffle', 'raffle').join('\n'));
  } finally {
    await client.end();
  }
}

/** A temporary one is removed; a given one must be empty, and stays. */
function openFolder(given: string | undefined, user: { uid?: number; gid?: number }, cleanup: Cleanup): string {
  if (given !== undefined) mkdirSync(given, { recursive: true });
  const folder = given === undefined ? mkdtempSync(path.join(tmpdir(), 'raffle-cluster-')) : path.resolve(given);
  if (given === undefined) cleanup.add(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  if (readdirSync(folder).length > 0) throw new StartProblem(`${folder} is not empty: a cluster begins in an empty folder.`);
  if (user.uid === undefined) {
    accessSync(folder, constants.W_OK);
    return folder;
  }
  chownSync(folder, user.uid, user.gid ?? user.uid);
  chmodSync(folder, 0o700);
  try {
    execFileSync('test', ['-w', folder], { ...user, stdio: 'ignore' });
  } catch {
    throw new StartProblem(`The user postgres may not enter ${folder}: choose a folder that any user may enter, as in /var/tmp.`);
  }
  return folder;
}
