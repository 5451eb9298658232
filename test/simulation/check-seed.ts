import fc from 'fast-check';
import { anyHistory, describeStep, type History } from './history.js';
import { runHistory, type Outcome } from './run-history.js';
import type { World } from './world.js';

export interface Failure {
  seed: number;
  /** The rule that does not hold, and the rows that break it, in the shortest history that was found. */
  rule: string;
  rows: string;
  steps: string[];
  trace: readonly string[];
}

/** Runs the history of a seed. If a rule does not hold, shrinks the history as long as the same rule does not hold. */
export async function checkSeed(
  world: World,
  seed: number,
  { shrinks = true, onRun }: { shrinks?: boolean; onRun?: (outcome: Outcome) => void } = {},
): Promise<Failure | undefined> {
  let failure: Failure | undefined;
  const run = async (history: History): Promise<boolean> => {
    const outcome = await runHistory(world, history, seed);
    onRun?.(outcome);
    const broken = outcome.broken.find(({ rule }) => !failure || rule === failure.rule);
    if (!broken) return true;
    const rows = JSON.stringify(broken.rows.slice(0, 3), (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    failure = { seed, rule: broken.rule, rows, steps: history.map(describeStep), trace: [...outcome.trace] };
    return false;
  };
  await fc.check(fc.asyncProperty(anyHistory, run), { seed, numRuns: 1, endOnFailure: !shrinks });
  return failure;
}
