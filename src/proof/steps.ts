/** For people: `manifest.allocated is no integer from 0 to 10`. */
export class ProofProblem extends Error {
  override name = 'ProofProblem';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export interface Step {
  step: string;
  ok: boolean;
  detail: string;
}

export interface Checklist {
  readonly steps: Step[];
  /** When `find` throws, the step does not hold and the result is undefined. */
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
        steps.push({ step, ok: false, detail: messageOf(error) });
        return undefined;
      }
    },
  };
}

/** Throws `ProofProblem` when that step failed. */
export function needed<Value>(value: Value | undefined, step: string): Value {
  if (value === undefined) throw new ProofProblem(`cannot be checked, since the step "${step}" failed`);
  return value;
}

export function ensure(condition: boolean, problem: string): void {
  if (!condition) throw new ProofProblem(problem);
}
