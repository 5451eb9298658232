import { startServer } from '../support/global-setup.js';
import type { Mutant } from './mutant.js';
import { copyRepository, StaleMutantError, type RepositoryCopy } from './repository-copy.js';
import { runTests } from './run-tests.js';

/** A mutant's tests; without any fault all of them run in one go. */
const LONGEST_MS = 300_000;
const LONGEST_FIRST_MS = 3_600_000;

export type Fate = 'killed' | 'survived' | 'stale' | 'broken';

export interface MutantResult {
  mutant: Mutant;
  fate: Fate;
  /** The fate is the one that the mutant is registered with. */
  isExpected: boolean;
}

/** Writes each into a copy of the code and runs its tests. Prints a line for each, then a sum. A signal ends it early. */
export async function runMutants(chosen: readonly Mutant[]): Promise<MutantResult[]> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  const copy = await copyRepository();
  const database = await startServer();
  const run = { databaseUrl: database.url, longestMs: LONGEST_MS, signal: stopping.signal };
  try {
    // Where tests fail without a fault, a fault is not what they notice.
    const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
    const first = await runTests(copy, files, { ...run, longestMs: LONGEST_FIRST_MS });
    if (!stopping.signal.aborted && first.outcome !== 'PASSED') throw new Error(`without any fault: ${first.by}`);

    const results: MutantResult[] = [];
    for (const mutant of chosen) {
      const { fate, why } = await fateOf(copy, mutant, run);
      if (stopping.signal.aborted) break;
      const isExpected = fate === (mutant.survives === undefined ? 'killed' : 'survived');
      results.push({ mutant, fate, isExpected });
      console.log(`${isExpected ? ' ' : '!'} ${fate.padEnd(8)} ${mutant.name}${why && `\n             ${why}`}`);
    }
    const count = (fate: Fate): number => results.filter((one) => one.fate === fate).length;
    const others = (['stale', 'broken'] as const).filter((fate) => count(fate) > 0).map((fate) => `, ${count(fate)} ${fate}`);
    const left = chosen.length - results.length;
    console.log(
      `${count('killed')} killed, ${count('survived')} survived${others.join('')}${left > 0 ? `, ${left} not run` : ''}`,
    );
    return results;
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
