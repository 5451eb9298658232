import { addTexts, renderText, type KeyedText } from './texts.js';
import { textOf } from './domain-error.js';
import { guessesOf, lettersOf } from './guesses.js';
import { platformTexts } from './platform.texts.js';

/** NIST SP 800-63B, 5.1.1.2: at least 8, and nothing commonly used. Operators see everybody's data and move money, hence more. */
const LENGTH = { min: 12, max: 200 } as const;
/** Four words with something between, three that are rare, or nine characters that nobody expects. */
const LEAST_GUESSES = 9;
const SHORTEST_NAME = 3;

/**
 * Undefined for a good one. `known`: the operator's name and email, which others know. The one rule for all operators' passwords. Spaces
 * around it are not counted.
 */
export function problemOfOperatorPassword(typed: string, known: readonly (string | null | undefined)[]): KeyedText | undefined {
  const password = typed.trim();
  if (password.length < LENGTH.min || typed.length > LENGTH.max) return textOf('platform.operatorPasswordLength', LENGTH);
  const names = known.flatMap((text) => (text ?? '').split(/[\s@._-]+/)).map(lettersOf);
  const own = new Set(names.filter((name) => name.length >= SHORTEST_NAME));
  const guesses = guessesOf(password, own);
  if (guesses >= LEAST_GUESSES) return undefined;
  const half = Array.from({ length: password.length / 2 }, (_, n) => n + 1);
  const isRepeated = half.some((size) => password.startsWith(password.slice(size)));
  const isOfPerson = guesses < guessesOf(password);
  return textOf('platform.commonPassword', { why: isRepeated ? 'repeats' : isOfPerson ? 'person' : 'common' });
}

/** In English: for starts and commands, which have no caller with a language. */
export function saidOfOperatorPassword(password: string, known: readonly string[]): string | undefined {
  const problem = problemOfOperatorPassword(password, known);
  addTexts(platformTexts);
  return problem && renderText(problem, 'en');
}
