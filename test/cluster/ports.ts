import net from 'node:net';
import { once } from 'node:events';
import { StartProblem } from '../../src/platform/start-problem.js';

export const NODES = [1, 2, 3] as const;

/** What listens where on this machine. `seen` is where others reach a member: the same, or a link that can be cut. */
export function portsFrom(base: number, cuttable: boolean) {
  const members = NODES.map((n) => {
    const own = { postgres: base + 10 * n, rest: base + 10 * n + 1, etcd: base + 7 };
    const seen = cuttable ? { postgres: base + 10 * n + 2, rest: base + 10 * n + 3, etcd: base + 10 * n + 4 } : own;
    return { name: `db${n}`, own, seen };
  });
  return {
    service: base,
    plain: base + 1,
    gateways: [base + 2, base + 3],
    pgbouncer: base + 4,
    primary: base + 5,
    replicas: base + 6,
    etcd: base + 7,
    etcdPeer: base + 8,
    members,
  };
}

export type Ports = ReturnType<typeof portsFrom>;

/** Says which ports are taken before anything starts on the others. */
export async function expectFree(ports: Ports): Promise<void> {
  const { members, gateways, ...single } = ports;
  const all = [
    ...gateways,
    ...Object.values(single),
    ...members.flatMap(({ own, seen }) => Object.values({ ...own, ...renamed(seen) })),
  ];
  const taken: number[] = [];
  for (const port of new Set(all)) if (!(await isFree(port))) taken.push(port);
  if (taken.length > 0) throw new StartProblem(`Taken on 127.0.0.1: port ${taken.join(', ')}. Choose others with --base-port.`);
}

const renamed = (seen: Record<string, number>) =>
  Object.fromEntries(Object.entries(seen).map(([name, port]) => [`seen ${name}`, port]));

async function isFree(port: number): Promise<boolean> {
  const probe = net.createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}
