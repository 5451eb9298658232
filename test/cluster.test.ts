import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../src/config.js';
import { guardsOfRole } from '../src/platform/database/guards.js';
import { NODES, portsFrom } from './cluster/ports.js';
import { deployed, etcdEnvironment, haproxyFile, nginxFile, patroniFile, pgbouncerFile, type Local } from './cluster/render.js';

const PATRONI = parse(deployed('cluster/patroni.yml'));
const { dcs } = PATRONI.bootstrap;
const PGBOUNCER = settingsOf(deployed('cluster/pgbouncer.ini'));
const [cluster, pooler, ...rest] = parseAllDocuments(deployed('cluster/cloudnative-pg.yaml')).map((one) => {
  expect(one.errors).toEqual([]);
  return one.toJS();
});
const HERE: Local = {
  ports: portsFrom(25_400, true),
  folder: '/folder',
  passwords: { superuser: 's', replicator: 'r', rewinder: 'w', raffle: 'f' },
  postgresFolder: '/postgres',
  keepsStatements: false,
  fenced: true,
};
const OF_SERVICE = readConfig({
  DATA_DIR: path.join(import.meta.dirname, 'nowhere'),
  JWT_SECRET: 'a'.repeat(32),
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
});

function settingsOf(ini: string): Record<string, string> {
  return Object.fromEntries([...ini.matchAll(/^(\w+) = (.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
}

const texts = (settings: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));

describe('Patroni', () => {
  it('keeps the rule of its times, and the fence acts before the lock ends', () => {
    expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
    expect(PATRONI.watchdog).toMatchObject({ mode: 'required', device: '/dev/watchdog' });
    const { safety_margin } = PATRONI.watchdog;
    expect(safety_margin).toBeGreaterThan(0);
    // A leader that waits for etcd as long as it may is not restarted.
    expect(dcs.ttl - safety_margin).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout);
  });

  it('loses no acknowledged order, and goes on without etcd', () => {
    expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true, failsafe_mode: true });
    expect(dcs.postgresql.parameters.synchronous_commit).toBe('on');
  });

  it('gives PostgreSQL connections for the pools of two machines of the service', () => {
    expect(2 * Number(PGBOUNCER.default_pool_size)).toBeLessThan(dcs.postgresql.parameters.max_connections);
  });
});

describe('PgBouncer', () => {
  it('has what deploy/OPERATING.md advises', () => {
    const [, advised = ''] = /PgBouncer up to 1\.20.*?```ini\n(.*?)```/s.exec(deployed('OPERATING.md')) ?? [];
    const settings = settingsOf(advised.replaceAll(/\s+;.*$/gm, ''));
    expect(Object.keys(settings)).toContain('query_wait_timeout');
    expect(PGBOUNCER).toMatchObject(settings);
    expect(Number(PGBOUNCER.default_pool_size)).toBeGreaterThanOrEqual(2 * OF_SERVICE.databasePoolSize);
  });

  it('drops the start-up parameter that it would refuse', () => {
    expect(PGBOUNCER.ignore_startup_parameters?.split(', ')).toContain('options');
  });
});

describe('the cluster of this machine', () => {
  it('has the settings of the files that are copied to real machines, but for addresses, folders and passwords', () => {
    for (const [i, n] of NODES.entries()) {
      const here = parse(patroniFile(HERE, HERE.ports.members[i]!));
      expect(here.bootstrap).toEqual(PATRONI.bootstrap);
      expect(here.name).toBe(`db${n}`);
      expect(here.watchdog).toMatchObject({ mode: 'required', safety_margin: PATRONI.watchdog.safety_margin });
    }
    const pooled = settingsOf(pgbouncerFile(HERE));
    expect(Object.keys(pooled)).toEqual(Object.keys(PGBOUNCER));
    expect(pooled.default_pool_size).toBe(PGBOUNCER.default_pool_size);
    const kept = settingsOf(pgbouncerFile({ ...HERE, keepsStatements: true }));
    const { max_prepared_statements, ...same } = kept;
    expect(same).toEqual(pooled);
    expect(deployed('OPERATING.md')).toContain(`max_prepared_statements = ${max_prepared_statements} `);
  });

  it('has no address of a real machine', () => {
    const members = HERE.ports.members.map((member) => patroniFile(HERE, member));
    const all = [...members, haproxyFile(HERE), pgbouncerFile(HERE), nginxFile(HERE), JSON.stringify(etcdEnvironment(HERE))];
    expect(all.map((text) => text.replaceAll(/^\s*[#;].*$/gm, '')).join('\n')).not.toMatch(/10\.20\.|CHANGE-|\/etc\/|\/var\//);
  });
});

describe('the manifest for CloudNativePG', () => {
  it('has the settings of Patroni, and acknowledges as much', () => {
    // Kubernetes sets it.
    const { hot_standby: _, ...parameters } = dcs.postgresql.parameters;
    expect(cluster.spec.postgresql.parameters).toEqual(texts(parameters));
    expect(cluster.spec.postgresql.synchronous).toMatchObject({
      method: 'any',
      number: dcs.synchronous_node_count,
      dataDurability: 'required',
    });
    expect(cluster.spec.instances).toBe(NODES.length);
  });

  it('pools as pgbouncer.ini does', () => {
    const { poolMode, parameters } = pooler.spec.pgbouncer;
    const { max_prepared_statements, ...same } = parameters;
    // CloudNativePG sets where it listens and whom it lets in.
    const own = /^(raffle|raffle_replica|listen_addr|listen_port|unix_socket_dir|auth_type|auth_file|admin_users)$/;
    const { pool_mode, ...all } = Object.fromEntries(Object.entries(PGBOUNCER).filter(([name]) => !own.test(name)));
    expect({ poolMode, same }).toEqual({ poolMode: pool_mode, same: all });
    expect(deployed('OPERATING.md')).toContain(`max_prepared_statements = ${max_prepared_statements} `);
  });

  it('gives the role what the pooler drops', () => {
    const { database, owner, postInitApplicationSQL } = cluster.spec.bootstrap.initdb;
    expect(postInitApplicationSQL).toEqual(guardsOfRole(owner, database));
  });

  it('names only what it has', () => {
    const { name } = cluster.metadata;
    const [store, backup] = rest;
    expect(pooler.spec.cluster.name).toBe(name);
    expect(backup.spec.cluster.name).toBe(name);
    expect(pooler.metadata.name).not.toBe(name);
    expect(cluster.spec.plugins[0].parameters.barmanObjectName).toBe(store.metadata.name);
    expect(backup.spec.pluginConfiguration.name).toBe(cluster.spec.plugins[0].name);
  });
});
