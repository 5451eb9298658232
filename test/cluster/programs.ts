import { existsSync, readFileSync } from 'node:fs';
import { StartProblem } from '../../src/platform/start-problem.js';
import { versionOfPgBouncer } from '../support/pgbouncer-version.js';

/** Where Debian 12 installs what a cluster needs, and by which package. */
const PROGRAMS = {
  etcd: { file: '/usr/bin/etcd', package: 'etcd-server' },
  patroni: { file: '/usr/bin/patroni', package: 'patroni' },
  postgres: { file: '/usr/lib/postgresql/15/bin/postgres', package: 'postgresql-15' },
  haproxy: { file: '/usr/sbin/haproxy', package: 'haproxy' },
  pgbouncer: { file: process.env.PGBOUNCER_PATH ?? '/usr/sbin/pgbouncer', package: 'pgbouncer' },
  nginx: { file: '/usr/sbin/nginx', package: 'nginx-light' },
} as const;

export type Programs = Record<keyof typeof PROGRAMS, string> & { pgbouncerVersion: string };

/** All of them, or one sentence that says how to install the missing ones. */
export function findPrograms(): Programs {
  const missing = Object.values(PROGRAMS).filter(({ file }) => !existsSync(file));
  if (missing.length > 0) {
    const list = missing.map(({ file }) => file).join(', ');
    throw new StartProblem(
      `The cluster needs Debian 12's own programs, and ${list} is missing. Run as root:\n`
        + `  apt-get update && apt-get install --no-install-recommends ${missing.map((one) => one.package).join(' ')}\n`
        + 'Debian starts some of them at once. The cluster does not use these services: stop them with systemctl, if there is one.',
    );
  }
  const files = Object.fromEntries(Object.entries(PROGRAMS).map(([name, { file }]) => [name, file])) as Record<
    keyof typeof PROGRAMS,
    string
  >;
  const pgbouncerVersion = versionOfPgBouncer(files.pgbouncer);
  if (!pgbouncerVersion) throw new StartProblem(`${files.pgbouncer} is no PgBouncer: PGBOUNCER_PATH must name one.`);
  return { ...files, pgbouncerVersion };
}

/** PostgreSQL and PgBouncer refuse root, and its own packages bring the user `postgres`. */
export function chooseUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (!uid || !gid)
    throw new StartProblem('As root the cluster runs as the user postgres, whom the package postgresql-common adds.');
  return { uid: Number(uid), gid: Number(gid) };
}
