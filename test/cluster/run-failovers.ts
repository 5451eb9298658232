import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../bench/cleanup.js';
import { startBuyers, type Tally } from '../chaos/buyers.js';
import { longestGap, problemsOf } from '../chaos/judge.js';
import { letWorkersFinish } from '../chaos/last-work.js';
import { startOperator } from '../chaos/operator.js';
import { setStage, type Stage } from '../chaos/stage.js';
import { eventually } from '../support/eventually.js';
import type { Cluster } from './cluster.js';
import { failOver, type Kind } from './failovers.js';
import { readingsOf, type Readings } from './readings.js';
import { createProbed, startProbe, type Probe } from './probe.js';
import { startService } from './service.js';
import { startWatchers, type Watchers } from './watchers.js';

/** What HAProxy, PgBouncer and the service may add to the database's own gap. */
export const OWN_PROMISED_MS = 2_000;
const STEADY_MS = 3_000;
const WATCHERS = 8;
const DRAWN_EVERY_MS = 60_000;
/** So many writes within this time are no accident. */
const STEADY_WRITES = 4;
const STEADY_WITHIN_MS = 2_000;
const GOES_ON_WITHIN_MS = 15_000;

export interface Failover {
  kind: Kind;
  leader: string;
  gapMs: number;
  /** When it began, for the logs of the members. */
  gapFrom: Date;
  /** Of writes at the members themselves, and by HAProxy. */
  databaseGapMs: number;
  haproxyGapMs: number;
  /** Its watchdog restarted the former leader. */
  fenced: boolean;
  lost: number;
  twice: number;
  internal: number;
  /** All who watched go on to receive, by the same sockets. */
  watching: boolean;
  /** Until an order that was paid once the cluster was whole is known as paid. */
  paidAgainMs: number | undefined;
  /** Orders that a file of a standby lacked once the cluster was whole. */
  missing: number | undefined;
}

export interface Failovers {
  rows: Failover[];
  tally: Tally;
  problems: string[];
  errors: { event: string; count: number; example: string }[];
  /** Statements by where they were read. */
  read: { replica: number; primary: number };
}

export async function runFailovers(
  cluster: Cluster,
  options: {
    through: 'pgbouncer' | 'haproxy';
    kinds: readonly Kind[];
    failovers: number;
    perSecond: number;
    seed: number;
    cleanup: Cleanup;
  },
): Promise<Failovers> {
  const { through, kinds, failovers, perSecond, seed, cleanup } = options;
  const { service } = cluster;
  const stage = await setStage(cluster.urlThrough('haproxy'), seed);
  let closeStage = (): Promise<void> => stage.close();
  cleanup.add(() => closeStage());
  const metricsToken = randomBytes(12).toString('hex');
  const gateways = await startService(cluster, { through, cleanup, env: { ...stage.gatewayEnv, METRICS_TOKEN: metricsToken } });
  const readings = readingsOf(cluster, stage, metricsToken);
  const nginx = { next: () => service.url };
  await stage.callBack(nginx, service.ca);
  await createProbed(cluster.urlOf(await cluster.settled()));
  const probes = {
    members: startProbe(cluster.ports.members.map((_, member) => cluster.urlOf(member))),
    haproxy: startProbe([cluster.superuserUrl]),
  };
  for (const probe of Object.values(probes)) cleanup.add(() => probe.stop());
  const watchers = startWatchers(service, { raffleId: stage.raffles.large, count: WATCHERS });
  cleanup.add(() => watchers.stop());
  const { tally, insist, stop, close } = startBuyers({ seed, perSecond, stage, balancer: nginx, ca: service.ca });
  const operator = startOperator({ stage, everyMs: DRAWN_EVERY_MS, insist, tally });

  const rows: Failover[] = [];
  for (let done = 0; done < failovers && !cleanup.begun; done++) {
    const kind = kinds[done % kinds.length]!;
    const row = await oneFailover(cluster, { kind, tally, probes, watchers, readings, stage });
    rows.push(row);
    const at = row.gapFrom.toISOString().slice(11, 23);
    console.log(
      `${done + 1} of ${failovers}: ${kind} ${row.leader}, gap ${Math.round(row.gapMs)} ms from ${at} UTC, of the database ${Math.round(row.databaseGapMs)} ms`,
    );
  }

  await Promise.all([stop(), operator.stop()]);
  const waiting = await letWorkersFinish(stage, operator);
  await close();
  await Promise.all(Object.values(probes).map((probe) => probe.stop()));
  await watchers.stop();
  const read = await readings.count();
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  const errors = gateways.flatMap((gateway) =>
    [...gateway.errors].map(([event, { count, example }]) => ({ event, count, example })),
  );
  closeStage = () => Promise.resolve();
  const problems = [...rows.flatMap(problemsOfRow), ...(await problemsOf({ stage, tally, waiting, errors }))];
  if (tally.receipts.length === 0) problems.push('nobody paid');
  if (read.replica === 0) problems.push('no standby was read');
  return { rows, tally, problems, errors, read };
}

async function oneFailover(
  cluster: Cluster,
  {
    kind,
    tally,
    probes,
    watchers,
    readings,
    stage,
  }: {
    kind: Kind;
    tally: Tally;
    probes: Record<'members' | 'haproxy', Probe>;
    watchers: Watchers;
    readings: Readings;
    stage: Stage;
  },
): Promise<Failover> {
  const before = await cluster.settled();
  await sleep(STEADY_MS);
  const fromMs = performance.now();
  const [internalBefore, twiceBefore, endedBefore] = [tally.internal.length, tally.givenTwice.length, watchers.ended.length];
  const fencedBefore = cluster.machines[before]!.fenced;
  await failOver(cluster, kind, before);
  const after = await cluster.settled();
  await sleep(STEADY_MS);
  const toMs = performance.now();
  const watching = await goesOn(watchers);
  const paidAgainMs = await paidAgain(stage, tally);
  const missing = await readings.missingInFile();
  const acknowledged = [...tally.acknowledged].filter(([, atMs]) => atMs < toMs).map(([id]) => id);
  const { rows } = await stage.app.db.pool.query<{ id: string }>(
    'SELECT id FROM unnest($1::bigint[]) id WHERE NOT EXISTS (SELECT FROM orders o WHERE o.id = id.id)',
    [acknowledged],
  );
  const gap = longestGap([...tally.acknowledged.values()], fromMs, toMs);
  const [from, to] = [before, after].map((member) => cluster.ports.members[member]!.name);
  return {
    kind,
    leader: from === to ? `${from} stays` : `${from} to ${to}`,
    gapMs: gap.ms,
    gapFrom: new Date(performance.timeOrigin + gap.fromMs),
    databaseGapMs: longestGap(steady(probes.members.acknowledgedAtMs), fromMs, toMs).ms,
    haproxyGapMs: longestGap(steady(probes.haproxy.acknowledgedAtMs), fromMs, toMs).ms,
    fenced: cluster.machines[before]!.fenced > fencedBefore,
    lost: rows.length,
    twice: tally.givenTwice.length - twiceBefore,
    internal: tally.internal.length - internalBefore,
    watching: watching && watchers.ended.length === endedBefore,
    paidAgainMs,
    missing,
  };
}

/** Without writes that got through alone: a new leader may lose its only standby for seconds, which has to be rewound. */
function steady(timesMs: readonly number[]): number[] {
  return timesMs.filter((atMs, i) => (timesMs[i + STEADY_WRITES] ?? atMs) - atMs < STEADY_WITHIN_MS);
}

async function goesOn({ received }: Watchers): Promise<boolean> {
  const before = [...received];
  return eventually(() => received.every((times, watcher) => times > (before[watcher] ?? 0)), {
    timeoutMs: GOES_ON_WITHIN_MS,
  }).catch(() => false);
}

/** The bank calls, a worker settles: an order that is paid from now on. */
async function paidAgain({ app }: Stage, tally: Tally): Promise<number | undefined> {
  const known = tally.receipts.length;
  const startedAtMs = performance.now();
  const find = async (): Promise<boolean> => {
    const ids = tally.receipts.slice(known).map(({ orderId }) => orderId);
    const { rows } = await app.db.pool.query('SELECT FROM orders WHERE id = ANY ($1::bigint[]) AND paid_at IS NOT NULL LIMIT 1', [
      ids,
    ]);
    return rows.length > 0;
  };
  const found = await eventually(find, { timeoutMs: GOES_ON_WITHIN_MS, everyMs: 50 }).catch(() => false);
  return found ? performance.now() - startedAtMs : undefined;
}

function problemsOfRow({ kind, leader, gapMs, databaseGapMs, lost, watching, paidAgainMs, missing }: Failover): string[] {
  const problems: string[] = [];
  const addedMs = Math.round(gapMs - databaseGapMs);
  if (addedMs > OWN_PROMISED_MS) problems.push(`${addedMs} ms were added to the gap of the database`);
  if (lost > 0) problems.push(`${lost} acknowledged orders were lost`);
  if (!watching) problems.push('a subscription ended, or received nothing more');
  if (paidAgainMs === undefined) problems.push('no order became paid');
  if (missing !== 0) problems.push(missing === undefined ? 'no file of orders was had' : `a file lacked ${missing} orders`);
  return problems.map((problem) => `${kind} (${leader}): ${problem}`);
}
