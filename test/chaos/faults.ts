import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../support/second-gateway.js';
import type { Gateway } from './gateway.js';
import { killBackends, type Postgres } from './postgres.js';

/** SIGKILL and SIGSTOP of a gateway; connections that are ended; PostgreSQL restarted in order, and crashed. */
export const FAULTS = ['kill', 'stop', 'backends', 'restart', 'crash'] as const;
export type Fault = (typeof FAULTS)[number];

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
  databaseUrl: string;
}): Promise<FaultsDone> {
  const { seed, seconds, faults, gateways, postgres, databaseUrl } = options;
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
    const gateway = gateways[at];
    const hurts = fault === 'kill' || fault === 'stop' ? 'gateway' : 'postgres';
    if (!gateway || underWay.has(hurts)) continue;
    counts[fault] += 1;
    const words = { kill: `gateway ${at}`, stop: `gateway ${at} for ${pausedMs} ms`, backends: '', restart: '', crash: '' };
    story.push(`${second().toFixed(1)} s: ${fault} ${words[fault]}`);
    const does: Record<Fault, () => Promise<void>> = {
      kill: () => gateway.kill(),
      stop: () => pause(gateway, pausedMs),
      backends: () => killBackends(databaseUrl),
      restart: () => restart('IN_ORDER'),
      crash: () => restart('CRASH'),
    };
    underWay.set(
      hurts,
      does[fault]().finally(() => underWay.delete(hurts)),
    );
  }
  await Promise.all(underWay.values());
  return { counts, databaseAwayMs, story };
}
