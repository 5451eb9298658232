import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runCommand } from '../bench/cleanup.js';
import { startCluster } from './cluster.js';
import { startService } from './service.js';

const USAGE = `npm run cluster -- [options]

Starts the cluster of deploy/cluster on this machine, on loopback only: etcd, three Patroni nodes, HAProxy, PgBouncer, and two processes of
the service behind nginx. Ctrl-C ends it.
  --base-port 25400      the first of 40 ports
  --folder /var/tmp/c    an empty folder for all data, which stays; without it, a temporary one that is removed
  --through pgbouncer    how the service reaches its database: pgbouncer or haproxy
PGBOUNCER_PATH names a PgBouncer of another version.`;

const { values } = parseArgs({
  options: {
    'base-port': { type: 'string', default: '25400' },
    folder: { type: 'string' },
    through: { type: 'string', default: 'pgbouncer' },
    help: { type: 'boolean', default: false },
  },
});
const through = (['pgbouncer', 'haproxy'] as const).find((one) => one === values.through);
if (values.help || !through || !(Number(values['base-port']) > 1_023)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 1);
}

await runCommand(async (cleanup) => {
  const cluster = await startCluster({
    basePort: Number(values['base-port']),
    folder: values.folder,
    cuttable: false,
    fenced: true,
    cleanup,
  });
  const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: randomBytes(9).toString('base64url') };
  await startService(cluster, { through, cleanup, env: { ...admin, LOG_LEVEL: 'error' } });
  const { ports, folder, service } = cluster;
  console.log(`
  The service    ${service.url}/dashboard, of two processes, ${ports.gateways.join(' and ')}
  Its operator   ${admin.ADMIN_EMAIL}, ${admin.ADMIN_PASSWORD}
  Certificate    ${folder}/ca.pem: curl --cacert ${folder}/ca.pem ${service.url}/readyz
  The database   ${cluster.urlThrough('haproxy')}
  Its standbys   ${cluster.replicaUrlThrough('haproxy')}
  By PgBouncer   ${cluster.urlThrough('pgbouncer')}, version ${cluster.pgbouncer.version}
  The members    patronictl -c ${folder}/db1/patroni.yml list
  Their logs     ${folder}/db1/patroni.log, and so on

Ctrl-C ends all of it${values.folder === undefined ? ', and removes the folder' : ''}.`);
  await new Promise(() => setInterval(() => undefined, 1 << 30));
});
