/**
 * What is wrong with something that a stranger handed over, in words for a person: `manifest.allocated is no integer from 0 to
 * 10`.
 */
export class ProofProblem extends Error {
  override name = 'ProofProblem';
}

/** The message of whatever was thrown. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** One step of a verification, for a page or a terminal to show: its name, whether it holds, and what was found or is wrong. */
export interface Step {
  step: string;
  ok: boolean;
  detail: string;
}

/** Steps in the order they were made. */
export interface Checklist {
  readonly steps: Step[];
  /**
   * Makes a step of what `find` finds: it holds with the words that `find` gives, and answers its value; whatever `find` throws
   * is a step that does not hold, and answers undefined.
   */
  check<Value>(step: string, find: () => { detail: string; value: Value }): Value | undefined;
}

export function checklist(): Checklist {
  const steps: Step[] = [];
  return {
    steps,
    check(step, find) {
      try {
        const { detail, value } = find();
        steps.push({ step, ok: true, detail });
        return value;
      } catch (error) {
        steps.push({ step, ok: false, detail: wordsOf(error) });
        return undefined;
      }
    },
  };
}

/** The value of an earlier step; throws `ProofProblem` when that one failed. */
export function needed<Value>(value: Value | undefined, step: string): Value {
  if (value === undefined) throw new ProofProblem(`cannot be checked, since the step "${step}" failed`);
  return value;
}

/** Throws `ProofProblem` with the words unless the condition holds. */
export function ensure(condition: boolean, problem: string): void {
  if (!condition) throw new ProofProblem(problem);
}
