import { parseArgs } from 'node:util';
import { runCommand } from '../bench/cleanup.js';
import { printTable } from '../bench/table.js';
import { startCluster } from './cluster.js';
import { ALL_KINDS } from './failovers.js';
import { OWN_PROMISED_MS, runFailovers } from './run-failovers.js';

const USAGE = `npm run failovers -- [options]

Starts the cluster of deploy/cluster on this machine and hurts it, while buyers order and pay and others watch. Afterwards the books, the
boxes and the bank are compared.
  --failovers 18         how many, one kind after the other
  --kinds switchover     of ${ALL_KINDS.join(', ')}; all of them
  --through pgbouncer    how the service reaches its database: pgbouncer or haproxy
  --without-watchdog     shows what the watchdog prevents: with the kinds freeze and pause, acknowledged orders are lost
  --buyers 15            who come a second
  --seed 1               what they do
  --base-port 25400      the first of 40 ports
  --folder /var/tmp/c    an empty folder for all data and logs, which stays; without it, a temporary one that is removed
PGBOUNCER_PATH names a PgBouncer of another version.`;

const { values } = parseArgs({
  options: {
    failovers: { type: 'string', default: String(2 * ALL_KINDS.length) },
    kinds: { type: 'string', default: ALL_KINDS.join(',') },
    through: { type: 'string', default: 'pgbouncer' },
    'without-watchdog': { type: 'boolean', default: false },
    buyers: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
    'base-port': { type: 'string', default: '25400' },
    folder: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const through = (['pgbouncer', 'haproxy'] as const).find((one) => one === values.through);
const kinds = ALL_KINDS.filter((kind) => values.kinds.split(',').includes(kind));
const [failovers, perSecond, seed, basePort] = [values.failovers, values.buyers, values.seed, values['base-port']].map(
  Number,
) as [number, number, number, number];
if (
  values.help
  || !through
  || kinds.length !== values.kinds.split(',').length
  || ![failovers, perSecond, seed].every((n) => n > 0)
) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 1);
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
await runCommand(async (cleanup) => {
  const cluster = await startCluster({
    basePort,
    folder: values.folder,
    cuttable: true,
    fenced: !values['without-watchdog'],
    cleanup,
  });
  const { version, keepsStatements } = cluster.pgbouncer;
  const by = `PgBouncer ${version}, prepared statements ${keepsStatements ? 'on' : 'off'}`;
  console.log(`The service reaches its database by ${through === 'pgbouncer' ? by : 'HAProxy alone'}.`);
  const { rows, tally, problems, errors, read } = await runFailovers(cluster, {
    through,
    kinds,
    failovers,
    perSecond,
    seed,
    cleanup,
  });
  console.log();
  printTable(
    [
      'kind',
      'leader',
      'gap s',
      'by HAProxy s',
      'database s',
      'added s',
      'fenced',
      'lost',
      'twice',
      'INTERNAL',
      'watching',
      'paid again s',
    ],
    rows.map((row) => [
      row.kind,
      row.leader,
      seconds(row.gapMs),
      seconds(row.haproxyGapMs),
      seconds(row.databaseGapMs),
      seconds(row.gapMs - row.databaseGapMs),
      row.fenced ? 'yes' : '',
      row.lost,
      row.twice,
      row.internal,
      row.watching ? 'goes on' : 'BROKEN',
      row.paidAgainMs === undefined ? 'BROKEN' : seconds(row.paidAgainMs),
    ]),
  );
  console.log(`
gap: the longest time without an acknowledged order. by HAProxy: the same for a write without PgBouncer and the service. database: the same at the
members themselves. added: gap less database; at most ${seconds(OWN_PROMISED_MS)} s. ${tally.acknowledged.size} orders were acknowledged, ${tally.receipts.length} paid, ${tally.codes.get('UNAVAILABLE') ?? 0} requests refused as UNAVAILABLE.
${read.replica} statements were read from standbys, ${read.primary} from the leader in their place; ${new Set(tally.draws.map(({ id }) => id)).size} raffles were drawn.
Log lines of level error: ${errors.map(({ event, count }) => `${count} of ${event}`).join(', ') || 'none'}.`);
  for (const { event, example } of errors) console.log(`  ${event}: ${example}`);
  for (const problem of problems) console.log(`  BROKEN: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('The books agree, and nothing is BROKEN.');
});
