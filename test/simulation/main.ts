import { parseArgs } from 'node:util';
import { runSeeds } from './run-seeds.js';

const USAGE = `npm run simulate -- [options]

Runs the service's own code for orders, payments, refunds and webhooks through random histories, in a time and on a network that a seed
decides: messages to PostgreSQL and to the bank are lost, late and in another order, processes end, PostgreSQL crashes. After each all
rules of the books must hold. The same seed gives the same history.
  --seed 1         the first seed; of a seed that failed it runs the same again
  --histories 1000 how many seeds
  --processes 2    how many at once
  --trace          prints each message`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    histories: { type: 'string', default: '1000' },
    processes: { type: 'string', default: '2' },
    trace: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [from, histories, processes] = [values.seed, values.histories, values.processes].map(Number) as [number, number, number];
if (values.help || ![from, histories, processes].every((n) => n >= 1)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 1);
}

let done = 0;
let failed = 0;
let beganAtMs = 0;
await runSeeds({ from, histories, processes: Math.min(processes, histories), printsTrace: values.trace }, ({ seed, failure }) => {
  // What comes before is the start.
  beganAtMs ||= performance.now();
  done += 1;
  if (done % 1_000 === 0) console.log(`${done} histories, ${rate()}`);
  if (!failure) return;
  failed += 1;
  console.log(`BROKEN by seed ${seed}: ${failure.rule}: ${failure.rows}`);
  for (const step of failure.steps) console.log(`  ${step}`);
  console.log(`  again: npm run simulate -- --seed ${seed} --histories 1 --trace`);
});
console.log(`${done} histories, ${rate()}, ${failed} broken`);
if (failed > 0) process.exitCode = 1;

function rate(): string {
  const seconds = (performance.now() - beganAtMs) / 1_000;
  return `${Math.round(((done - 1) / seconds) * 3_600)} an hour`;
}
