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
