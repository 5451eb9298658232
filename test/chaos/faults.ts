import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../support/second-gateway.js';
import type { Gateway } from './gateway.js';
import type { Network } from './network.js';
import { killBackends, type Postgres } from './postgres.js';

/**
 * SIGKILL and SIGSTOP of a gateway, and a clock of it that jumps; connections that are ended; packets between the gateways and PostgreSQL
 * that are dropped, dropped on the way back only, or late; a disk that is full; PostgreSQL restarted in order, and crashed.
 */
export const FAULTS = ['kill', 'stop', 'clock', 'backends', 'drop', 'one-way', 'delay', 'disk', 'restart', 'crash'] as const;
export type Fault = (typeof FAULTS)[number];

const OF_A_GATEWAY: ReadonlySet<Fault> = new Set(['kill', 'stop', 'clock']);

export interface FaultsDone {
  counts: Record<Fault, number>;
  databaseAwayMs: number;
  story: string[];
}

/**
 * Does what the seed says, one fault after the other and some at once, until the time is over and all is whole again. One of the two
 * gateways is always left alone, for with none there is nobody to sell; and the database is back before it is ended again.
 */
export async function doFaults(options: {
  seed: number;
  seconds: number;
  faults: readonly Fault[];
  gateways: readonly Gateway[];
  postgres: Postgres;
  network: Network;
  databaseUrl: string;
}): Promise<FaultsDone> {
  const { seed, seconds, gateways, postgres, network, databaseUrl } = options;
  const faults = options.faults.filter((fault) => fault !== 'disk' || postgres.fillDisk);
  const random = seededRandom(seed);
  const counts = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>;
  const story: string[] = [];
  let databaseAwayMs = 0;

  const restart = async (how: 'IN_ORDER' | 'CRASH'): Promise<void> => {
    const awayMs = await postgres.restart(how);
    databaseAwayMs = Math.max(databaseAwayMs, awayMs);
    story.push(`PostgreSQL was away for ${Math.round(awayMs)} ms`);
  };
  const pause = async (gateway: Gateway, ms: number): Promise<void> => {
    gateway.pause();
    await sleep(ms);
    gateway.resume();
  };

  const underWay = new Map<'gateway' | 'postgres', Promise<void>>();
  const beganAtMs = performance.now();
  const second = (): number => (performance.now() - beganAtMs) / 1_000;
  while (second() < seconds) {
    await sleep(500 + random(2_000));
    const fault = faults[random(faults.length)] ?? 'backends';
    const at = random(gateways.length);
    const pausedMs = 1_000 + random(5_000);
    // Nobody can sell meanwhile: shorter than the gap that is promised.
    const awayMs = 500 + random(1_500);
    const shiftMs = (random(2) === 0 ? -1 : 1) * (1_000 + random(90_000));
    const gateway = gateways[at];
    const hurts = OF_A_GATEWAY.has(fault) ? 'gateway' : 'postgres';
    if (!gateway || underWay.has(hurts)) continue;
    counts[fault] += 1;
    const words: Partial<Record<Fault, string>> = {
      kill: `gateway ${at}`,
      stop: `gateway ${at} for ${pausedMs} ms`,
      clock: `of gateway ${at} by ${shiftMs} ms`,
      drop: `for ${awayMs} ms`,
      'one-way': `for ${awayMs} ms`,
      delay: `by ${Math.round(awayMs / 10)} ms for ${pausedMs} ms`,
      disk: `is full for ${awayMs} ms`,
    };
    story.push(`${second().toFixed(1)} s: ${fault} ${words[fault] ?? ''}`);
    const does: Record<Fault, () => Promise<void>> = {
      kill: () => gateway.kill(),
      stop: () => pause(gateway, pausedMs),
      clock: () => gateway.shiftClock(shiftMs),
      backends: () => killBackends(databaseUrl),
      drop: () => network.drop(awayMs),
      'one-way': () => network.dropAnswers(awayMs),
      delay: () => network.delay(pausedMs, awayMs / 10),
      disk: async () => postgres.fillDisk?.(awayMs),
      restart: () => restart('IN_ORDER'),
      crash: () => restart('CRASH'),
    };
    underWay.set(
      hurts,
      does[fault]().finally(() => underWay.delete(hurts)),
    );
  }
  await Promise.all(underWay.values());
  await Promise.all(gateways.map((gateway) => gateway.shiftClock(0)));
  return { counts, databaseAwayMs, story };
}
