import { startServer } from '../support/global-setup.js';
import { mutants } from './mutants.js';
import { copyRepository, StaleMutantError, type RepositoryCopy } from './repository-copy.js';
import { runTests } from './run-tests.js';
import type { Mutant } from './mutant.js';

/*
 * Writes faults into a copy of the code, one at a time, and says which of them the tests do not notice. With arguments those whose name
 * or file contains one of them.
 */

/** A mutant's tests; without any fault all of them run in one go. */
const LONGEST_MS = 300_000;
const LONGEST_FIRST_MS = 3_600_000;

type Fate = 'killed' | 'survived' | 'stale' | 'broken';

const wanted = process.argv.slice(2);
const chosen = mutants.filter(
  ({ name, file }) => wanted.length === 0 || wanted.some((words) => name.includes(words) || file.includes(words)),
);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

if (chosen.length === 0) {
  console.error(`no mutant's name or file contains ${wanted.map((words) => `"${words}"`).join(' or ')}`);
  process.exitCode = 1;
} else {
  await main();
}

async function main(): Promise<void> {
  const copy = await copyRepository();
  const database = await startServer();
  const run = { databaseUrl: database.url, longestMs: LONGEST_MS, signal: stopping.signal };
  try {
    // Where tests fail without a fault, a fault is not what they notice.
    const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
    const first = await runTests(copy, files, { ...run, longestMs: LONGEST_FIRST_MS });
    if (!stopping.signal.aborted && first.outcome !== 'PASSED') throw new Error(`without any fault: ${first.by}`);

    const fates: Fate[] = [];
    let unexpected = 0;
    for (const mutant of chosen) {
      const { fate, why } = await fateOf(copy, mutant, run);
      if (stopping.signal.aborted) break;
      const isExpected = fate === (mutant.survives === undefined ? 'killed' : 'survived');
      if (!isExpected) unexpected += 1;
      fates.push(fate);
      console.log(`${isExpected ? ' ' : '!'} ${fate.padEnd(8)} ${mutant.name}${why && `\n             ${why}`}`);
    }
    const count = (fate: Fate): number => fates.filter((one) => one === fate).length;
    const others = (['stale', 'broken'] as const).filter((fate) => count(fate) > 0).map((fate) => `, ${count(fate)} ${fate}`);
    const left = chosen.length - fates.length;
    console.log(
      `${count('killed')} killed, ${count('survived')} survived${others.join('')}${left > 0 ? `, ${left} not run` : ''}`,
    );
    if (unexpected > 0 || left > 0) process.exitCode = 1;
  } finally {
    await database.stop();
    copy.remove();
  }
}

async function fateOf(
  copy: RepositoryCopy,
  mutant: Mutant,
  run: Parameters<typeof runTests>[2],
): Promise<{ fate: Fate; why: string }> {
  let undo: () => Promise<void>;
  try {
    undo = await copy.apply(mutant);
  } catch (error) {
    if (!(error instanceof StaleMutantError)) throw error;
    return { fate: 'stale', why: error.message };
  }
  try {
    const verdict = await runTests(copy, mutant.tests, run);
    if (verdict.outcome === 'PASSED') return { fate: 'survived', why: mutant.survives ?? '' };
    return { fate: verdict.outcome === 'FAILED' ? 'killed' : 'broken', why: verdict.by };
  } finally {
    await undo();
  }
}
