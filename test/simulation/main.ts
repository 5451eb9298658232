import { parseArgs } from 'node:util';
import { runSeeds } from './run-seeds.js';

const USAGE = `npm run simulate -- [options]

Runs the service's own code for orders, payments, refunds, instant prizes, draws and webhooks through random histories, in a time and on a network
that a seed decides: messages to PostgreSQL and to the bank are lost, late and in another order, processes end, PostgreSQL crashes. After each all
rules of the books must hold. The same seed gives the same history.
  --seed 1         the first seed; of a seed that failed it runs the same again
  --histories 10000 how many seeds
  --processes 2    how many at once
  --trace          prints each message, of a seed that fails also those of the shortest history
  --until-broken   ends at the first that breaks a rule, without shrinking it
  --planted words  plants faults into copies of the code, those with these words in their names, and says which seed finds each`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    histories: { type: 'string', default: '10000' },
    processes: { type: 'string', default: '2' },
    trace: { type: 'boolean', default: false },
    'until-broken': { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [from, histories, processes] = [values.seed, values.histories, values.processes].map(Number) as [number, number, number];
if (values.help || ![from, histories, processes].every((n) => n >= 1)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 1);
}

if (values.planted) {
  const { findPlanted, PLANTED_FAULTS } = await import('./planted-faults.js');
  const chosen = PLANTED_FAULTS.filter(({ name }) => name.includes(positionals.join(' ')));
  let missed = 0;
  for (const fault of chosen) {
    const found = await findPlanted(fault, histories);
    if (!found) missed += 1;
    console.log(`${fault.name}: ${found ? `seed ${found.seed}: ${found.rule}` : 'NOT FOUND'}`);
  }
  console.log(`${chosen.length - missed} of ${chosen.length} planted faults were found`);
  process.exit(missed > 0 ? 1 : 0);
}

let done = 0;
let failed = 0;
let beganAtMs = 0;
const untilBroken = values['until-broken'];
const options = {
  from,
  histories,
  processes: Math.min(processes, histories),
  printsTrace: values.trace,
  stopsAtFailure: untilBroken,
  shrinks: !untilBroken,
};
await runSeeds(options, ({ seed, failure }) => {
  // What comes before is the start.
  beganAtMs ||= performance.now();
  done += 1;
  if (done % 1_000 === 0) console.log(`${done} histories, ${rate()}`);
  if (!failure) return;
  failed += 1;
  console.log(`BROKEN by seed ${seed}: ${failure.rule}: ${failure.rows}`);
  for (const step of failure.steps) console.log(`  ${step}`);
  if (values.trace) console.log(failure.trace.join('\n'));
  console.log(`  again: npm run simulate -- --seed ${seed} --histories 1 --trace`);
});
console.log(`${done} histories, ${rate()}, ${failed} broken`);
if (failed > 0) process.exitCode = 1;

function rate(): string {
  const seconds = (performance.now() - beganAtMs) / 1_000;
  return `${Math.round(((done - 1) / seconds) * 3_600)} an hour`;
}
