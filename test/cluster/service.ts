import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Cleanup } from '../bench/cleanup.js';
import { startGateway, type Gateway } from '../chaos/gateway.js';
import type { Cluster } from './cluster.js';

/** Two processes of the service, behind the cluster's nginx, as production runs them. */
export async function startService(
  cluster: Cluster,
  { through, cleanup, env }: { through: 'pgbouncer' | 'haproxy'; cleanup: Cleanup; env: Record<string, string> },
): Promise<Gateway[]> {
  const all = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATA_DIR: path.join(cluster.folder, 'service'),
    PUBLIC_URL: cluster.service.url,
    TRUSTED_PROXIES: '127.0.0.1',
    JWT_SECRET: randomBytes(32).toString('base64'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ...env,
    DATABASE_URL: cluster.urlThrough(through),
    REPLICA_DATABASE_URL: cluster.replicaUrlThrough(through),
    PREPARED_STATEMENTS: String(through === 'haproxy' || cluster.pgbouncer.keepsStatements),
  };
  const gateways = await Promise.all(cluster.ports.gateways.map((port) => startGateway({ ...all, PORT: String(port) })));
  cleanup.add(() => Promise.all(gateways.map((gateway) => gateway.stop())));
  return gateways;
}
