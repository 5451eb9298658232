import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { eventually } from './eventually.js';
import * as versions from './pgbouncer-version.js';
import { freePort } from './postgres-servers.js';

/** The one that is named, or where packages install it. */
const [PROGRAM, VERSION] =
  [process.env.PGBOUNCER_PATH, '/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer']
    .map((file) => [file, file && versions.versionOfPgBouncer(file)] as const)
    .find(([, version]) => version) ?? [];
if (!PROGRAM) console.warn('There is no PgBouncer: the tests behind one are skipped. PGBOUNCER_PATH names one.');
export const hasPgBouncer = PROGRAM !== undefined;
export const keepsStatements = VERSION !== undefined && versions.keepsStatements(VERSION);

export interface PgBouncer {
  url: string;
  /** In its console: PAUSE, RESUME, RECONNECT. */
  say(command: string): Promise<void>;
  stop(): Promise<void>;
}

/** With its defaults, but for `settings`, which are lines of `pgbouncer.ini`. */
export async function startPgBouncer(databaseUrl: string, settings: Record<string, string>): Promise<PgBouncer> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl);
  const folder = await mkdtemp(path.join(tmpdir(), 'raffle-pgbouncer-'));
  const ownPort = await freePort();
  const name = pathname.slice(1);
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(ownPort),
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: path.join(folder, 'users.txt'),
    admin_users: username,
    // By default one slow login to a busy server makes it refuse everybody for 15 seconds.
    server_login_retry: '1',
    ...settings,
  };
  const lines = Object.entries(all).map(([key, value]) => `${key} = ${value}`);
  const ini = path.join(folder, 'pgbouncer.ini');
  await writeFile(
    ini,
    `[databases]\n${name} = host=${hostname} port=${port || 5432} dbname=${name}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  await writeFile(all.auth_file, `"${username}" "${decodeURIComponent(password)}"\n`);
  await chmod(folder, 0o755);
  // It refuses to be root.
  const child = spawn(PROGRAM!, [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), ini], { stdio: 'ignore' });
  const ended = new Promise((resolve) => {
    child.once('close', resolve);
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${ownPort}`;
  const console = new URL(url);
  console.pathname = '/pgbouncer';
  const say = async (command: string): Promise<void> => {
    const client = new pg.Client({ connectionString: console.href });
    await client.connect();
    await client.query(command).finally(() => client.end());
  };
  await eventually(() =>
    say('SHOW VERSION').then(
      () => true,
      () => false,
    ),
  );
  return {
    url: url.href,
    say,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
