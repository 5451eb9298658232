import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Cluster } from './cluster.js';

/** Longer than the lock of a leader lasts, so that another has taken over when it comes back. */
const AWAY_MS = 30_000;
const ETCD_AWAY_MS = 30_000;
/** More than Patroni's `loop_wait`. */
const LOOP_MS = 3_000;

/** Each answers when the cluster may become whole again. `leader` is the member that leads. */
const KINDS = {
  /** Asked for by an operator. */
  async switchover({ ports }, leader) {
    const { name, seen } = ports.members[leader]!;
    const { statusCode, body } = await request(`http://127.0.0.1:${seen.rest}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: name }),
    });
    const said = await body.text();
    if (statusCode !== 200) throw new Error(`Patroni refused a switchover: ${said}`);
  },
  /** PostgreSQL of the leader is killed; Patroni starts it again. */
  postgres: ({ machines }, leader) => machines[leader]!.killPostgres(),
  /** Patroni and PostgreSQL of the leader are killed, as by a loss of power. The machine starts again later. */
  kill: ({ machines }, leader) => machines[leader]!.powerOff(),
  /** Patroni and PostgreSQL of the leader stand still, then go on. Its watchdog works. */
  freeze: (cluster, leader) => standStill(cluster, leader, { watchdog: false }),
  /** The whole machine of the leader stands still, as a virtual machine does that is paused. Then it goes on, also its watchdog. */
  pause: (cluster, leader) => standStill(cluster, leader, { watchdog: true }),
  /** Nothing reaches the leader's machine, and it reaches nobody, not etcd either. */
  async network({ links }, leader) {
    const mend = links?.cut(leader);
    await sleep(AWAY_MS);
    mend?.();
  },
  async etcd({ parts }) {
    await parts.etcd.stop();
    await sleep(ETCD_AWAY_MS);
    parts.etcd.start();
  },
  async haproxy({ parts }) {
    await parts.haproxy.stop();
    parts.haproxy.start();
  },
  async pgbouncer({ parts }) {
    await parts.pgbouncer.stop();
    parts.pgbouncer.start();
  },
} satisfies Record<string, (cluster: Cluster, leader: number) => Promise<void>>;

export type Kind = keyof typeof KINDS;
export const ALL_KINDS = Object.keys(KINDS) as Kind[];

export const failOver = (cluster: Cluster, kind: Kind, leader: number): Promise<void> => KINDS[kind](cluster, leader);

/**
 * PostgreSQL first, as when a disk hangs. Patroni has read that it leads, asks PostgreSQL, and stands still then: the worst moment. When it
 * goes on it does not look again, and before 3.0.3 it takes the lock from the member that has it by now.
 */
async function standStill({ machines }: Cluster, leader: number, { watchdog }: { watchdog: boolean }): Promise<void> {
  const machine = machines[leader]!;
  await machine.freezePostgres();
  await sleep(LOOP_MS);
  const goOn = await machine.freeze({ watchdog });
  await sleep(AWAY_MS);
  goOn();
}
