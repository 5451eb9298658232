import { parseArgs } from 'node:util';
import type { Cleanup } from '../cleanup.js';
import { median, spreadOf } from '../figures.js';
import { BUILD } from '../orders/contenders.js';
import { describeLoad, prepareReads, READ_OPTIONS, readLoad } from '../reads/bench-reads.js';
import { startBare, startGateway } from '../reads/contenders.js';
import type { ReadName } from '../reads/reads.js';
import { ratiosOf, refuseErrors, reportRuns } from '../reads/report.js';
import { runReads, type Runs } from '../reads/run.js';
import { printTable } from '../table.js';
import { installPeers, PEER_NAMES, startPeer } from './peers.js';

const GATEWAY = 'gateway';
const READS: ReadName[] = ['raffle page', 'my orders', 'orders of a raffle'];

export const usage = `  peers    the same reads beside Mercurius with JIT and loaders, PostGraphile, and Apollo Server on Express with Prisma, which
           it installs in test/bench/peers
           --clients, --rounds, --seconds, --reads as above
           --only <name>      one peer: ${PEER_NAMES.join(', ')}`;

/** The gateway's reads and its peers' over the same rows, each as a ratio of bare Fastify's, taking turns on this machine. */
export async function benchPeers(args: string[], cleanup: Cleanup): Promise<void> {
  const { values } = parseArgs({ args, options: { ...READ_OPTIONS, only: { type: 'string' } } });
  const load = readLoad(values, READS);
  const peers = PEER_NAMES.filter((name) => values.only === undefined || name === values.only);
  if (peers.length === 0) throw new Error(`--only is one of ${PEER_NAMES.join(', ')}`);
  installPeers();
  const stage = await prepareReads(cleanup);

  // Lucky numbers are the gateway's own: its peers cannot have them.
  const common = { stage, withNumbers: false };
  const bare = await startBare(common, cleanup);
  const contenders = [await startGateway({ ...common, name: GATEWAY, build: BUILD }, cleanup), bare];
  for (const name of peers) contenders.push(await startPeer(stage, name, cleanup));
  console.log(describeLoad(load));

  const runs = await runReads({ ...load, contenders, reference: bare }, cleanup);
  reportRuns(runs);
  reportRatios(runs, bare.name);
  refuseErrors(runs);
}

function reportRatios(all: Runs[], bare: string): void {
  const rows = all
    .filter(({ contender }) => contender !== bare)
    .map((runs) => {
      const ownRatios = ratiosOf(runs, all, bare);
      const gateway = all.find(({ read, contender }) => read === runs.read && contender === GATEWAY);
      const ahead = gateway && gateway !== runs ? median(ratiosOf(gateway, all, runs.contender)) : undefined;
      const verdict = ahead === undefined ? '' : ahead > 1 ? 'ahead' : 'behind';
      return [runs.read, runs.contender, ...spreadOf(ownRatios), ahead?.toFixed(2) ?? '', verdict];
    });
  console.log();
  printTable(['read', `of ${bare}`, 'median', 'lowest', 'highest', 'the gateway to it', 'the gateway is'], rows);
}
