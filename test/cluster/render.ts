import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument } from 'yaml';
import type { Ports } from './ports.js';

/*
 * The files of `deploy/`, as they are copied to real machines, with the addresses, folders and passwords of a cluster on this one. What is to
 * be replaced must be there: a file that changed is noticed, and nothing else differs.
 */

const DEPLOY = path.join(import.meta.dirname, '..', '..', 'deploy');

export interface Local {
  ports: Ports;
  folder: string;
  passwords: { superuser: string; replicator: string; rewinder: string; raffle: string };
  /** Where PostgreSQL's programs are. */
  postgresFolder: string;
  /** Of this PgBouncer. */
  keepsStatements: boolean;
  /** Whether machines have a watchdog, as they must. */
  fenced: boolean;
}

export const deployed = (file: string): string => readFileSync(path.join(DEPLOY, file), 'utf8');

/** Each is found `times`, once unless it says otherwise. */
function replaced(file: string, replacements: readonly (readonly [find: string, replacement: string, times?: number])[]): string {
  return replacements.reduce((text, [find, replacement, times = 1]) => {
    const parts = text.split(find);
    if (parts.length - 1 !== times) throw new Error(`deploy/${file} has "${find}" ${parts.length - 1} times, not ${times}`);
    return parts.join(replacement);
  }, deployed(file));
}

export function patroniFile(local: Local, member: Ports['members'][number]): string {
  const { folder, passwords, postgresFolder, fenced } = local;
  const own = path.join(folder, member.name);
  const document = parseDocument(deployed('cluster/patroni.yml'));
  const set = (at: string, value: unknown): void => {
    const keys = at.split(' ');
    if (!document.hasIn(keys)) throw new Error(`deploy/cluster/patroni.yml has no ${at}`);
    document.setIn(keys, value);
  };
  set('name', member.name);
  set('restapi listen', `127.0.0.1:${member.own.rest}`);
  set('restapi connect_address', `127.0.0.1:${member.seen.rest}`);
  set('etcd3 hosts', [`127.0.0.1:${member.seen.etcd}`]);
  // Only this address: the link may be cut.
  set('etcd3 use_proxies', true);
  set('postgresql listen', `127.0.0.1:${member.own.postgres}`);
  set('postgresql connect_address', `127.0.0.1:${member.seen.postgres}`);
  set('postgresql bin_dir', postgresFolder);
  set('postgresql data_dir', path.join(own, 'data'));
  set('postgresql pgpass', path.join(own, 'pgpass'));
  set('postgresql parameters unix_socket_directories', own);
  set('postgresql authentication superuser password', passwords.superuser);
  set('postgresql authentication replication password', passwords.replicator);
  set('postgresql authentication rewind password', passwords.rewinder);
  const { postgresql } = document.toJS() as { postgresql: { pg_hba: string[] } };
  set(
    'postgresql pg_hba',
    postgresql.pg_hba.map((line) => line.replace('10.20.0.0/24', '127.0.0.1/32')),
  );
  // Patroni's own stand-in for a device: what it would say to the kernel goes to a pipe, where machine-process.ts reads it.
  set('watchdog driver', 'testing');
  set('watchdog device', path.join(own, 'watchdog'));
  if (!fenced) set('watchdog mode', 'off');
  return document.toString();
}

/** As the environment of etcd. One member, with the address of the first. */
export function etcdEnvironment({ ports, folder }: Local): Record<string, string> {
  const text = replaced('cluster/etcd.env', [
    ['http://10.20.0.11:2379', `http://127.0.0.1:${ports.etcd}`, 2],
    [
      'db1=http://10.20.0.11:2380,db2=http://10.20.0.12:2380,db3=http://10.20.0.13:2380',
      `db1=http://127.0.0.1:${ports.etcdPeer}`,
    ],
    ['http://10.20.0.11:2380', `http://127.0.0.1:${ports.etcdPeer}`, 2],
    ['/var/lib/etcd/raffle', path.join(folder, 'etcd')],
  ]);
  return Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
}

export function haproxyFile({ ports }: Local): string {
  return replaced('cluster/haproxy.cfg', [
    // Here all run as one user.
    ['  user haproxy\n  group haproxy\n', ''],
    ['bind 127.0.0.1:5000', `bind 127.0.0.1:${ports.primary}`],
    ['bind 127.0.0.1:5001', `bind 127.0.0.1:${ports.replicas}`],
    ...ports.members.map(
      ({ name, seen }, i) =>
        [
          `server ${name} 10.20.0.1${i + 1}:5432 check port 8008`,
          `server ${name} 127.0.0.1:${seen.postgres} check port ${seen.rest}`,
          2,
        ] as const,
    ),
  ]);
}

/** Older ones refuse it. */
const OF_NEWER_PGBOUNCER = ';max_prepared_statements = 1000';

export function pgbouncerFile({ ports, folder, keepsStatements }: Local): string {
  return replaced('cluster/pgbouncer.ini', [
    ['port=5000', `port=${ports.primary}`],
    ['port=5001', `port=${ports.replicas}`],
    ['listen_port = 6432', `listen_port = ${ports.pgbouncer}`],
    ['/etc/pgbouncer/userlist.txt', path.join(folder, 'userlist.txt')],
    [OF_NEWER_PGBOUNCER, keepsStatements ? OF_NEWER_PGBOUNCER.slice(1) : OF_NEWER_PGBOUNCER],
  ]);
}

/** With what Debian's /etc/nginx/nginx.conf has around it, for a user who may not write to /var. */
export function nginxFile({ ports, folder }: Local): string {
  const site = replaced('nginx.conf', [
    ['  server 127.0.0.1:4000;', ports.gateways.map((port) => `  server 127.0.0.1:${port};`).join('\n')],
    ['  listen 80;\n  listen [::]:80;', `  listen 127.0.0.1:${ports.plain};`],
    ['  listen 443 ssl http2;\n  listen [::]:443 ssl http2;', `  listen 127.0.0.1:${ports.service} ssl http2;`],
    ['/etc/ssl/rifas.example.com/fullchain.pem', path.join(folder, 'raffle.pem')],
    ['/etc/ssl/rifas.example.com/privkey.pem', path.join(folder, 'raffle.key')],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 2048; }
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${folder}/nginx-${name};`).join('\n')}
${site}}
`;
}
