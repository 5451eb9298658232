import { parseArgs } from 'node:util';
import { runCommand } from '../bench/cleanup.js';
import { printTable } from '../bench/table.js';
import { FAULTS } from './faults.js';
import { GAP_PROMISED_MS, judge, type Verdict } from './judge.js';
import { startPostgres } from './postgres.js';
import { runSeed } from './run-seed.js';

const USAGE = `npm run chaos -- [options]

Two gateways on one PostgreSQL sell and refund at a bank that fails at times, while both are killed, stopped and restarted, and the
network between them, their clocks and the disk fail.
Meanwhile raffles are closed, frozen and drawn by the development beacon; the others afterwards.
Then the books, the boxes, the proofs of the draws and the bank are compared.
  --seeds 1,2,3,4,5   a run each; the same seed has the same faults
  --seconds 40        how long faults go on in each
  --buyers 15         who come a second
  --faults kill,stop  of ${FAULTS.join(', ')};
                      all but crash, after which PostgreSQL may recover for longer than is promised`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1,2,3,4,5' },
    seconds: { type: 'string', default: '40' },
    buyers: { type: 'string', default: '15' },
    faults: { type: 'string', default: FAULTS.filter((fault) => fault !== 'crash').join() },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const seeds = values.seeds.split(',').map(Number);
const [seconds, perSecond] = [Number(values.seconds), Number(values.buyers)];
const faults = FAULTS.filter((fault) => values.faults.split(',').includes(fault));
if (![...seeds, seconds, perSecond].every((n) => n > 0) || faults.length === 0) throw new Error(USAGE);

await runCommand(async (cleanup) => {
  const postgres = await startPostgres(cleanup);
  const verdicts: Verdict[] = [];
  for (const seed of seeds) {
    console.log(`seed ${seed}: ${seconds} s, ${perSecond} buyers a second`);
    const verdict = await judge(await runSeed({ seed, seconds, perSecond, faults, postgres }));
    if (verdict.problems.length > 0) for (const line of verdict.done.story) console.log(`  ${line}`);
    for (const problem of verdict.problems) console.log(`  BROKEN: ${problem}`);
    verdicts.push(verdict);
  }
  console.log();
  printTable(
    [
      'seed',
      ...FAULTS,
      'orders',
      'paid',
      'refunded',
      'taken back',
      'charges',
      'webhooks',
      'draws',
      'told no',
      'longest gap ms',
      'PostgreSQL away ms',
      'broken',
    ],
    verdicts.map(
      ({ seed, done, acknowledged, paid, refunded, takenBack, charges, webhooks, draws, refusals, longestGapMs, problems }) => [
        seed,
        ...FAULTS.map((fault) => done.counts[fault]),
        acknowledged,
        paid,
        refunded,
        takenBack,
        charges,
        webhooks,
        draws,
        refusals,
        Math.round(longestGapMs),
        Math.round(done.databaseAwayMs),
        problems.length,
      ],
    ),
  );
  console.log(
    `\nThe books and the proofs hold, nobody was told INTERNAL_SERVER_ERROR, no gap reached ${GAP_PROMISED_MS} ms: what is not so is BROKEN.`,
  );
  if (verdicts.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
});
