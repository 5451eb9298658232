import { refuseProblems } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import { problemsOfInput } from './input-rules.js';

/**
 * Holds one argument, or each of a list, against the rules of its class; throws BAD_USER_INPUT by field. In place of type-graphql's own,
 * which imports class-validator anew for every argument and waits for rules that might be asynchronous: none is.
 */
export function validateArgument(argument: unknown): void {
  const inputs = [argument].flat().filter((input) => typeof input === 'object' && input !== null);
  const problems: FieldProblems = Object.assign({}, ...inputs.map(problemsOfInput));
  refuseProblems(problems);
}
