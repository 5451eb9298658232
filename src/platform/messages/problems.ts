import { MONEY } from './problems-of-money.js';
import { PEOPLE, SITE } from './problems-of-people.js';
import { DRAWS, RAFFLES } from './problems-of-raffles.js';
import { RULES, SHAPES } from './problems-of-shape.js';
import type { ProblemSentence } from './sentence.js';

/**
 * What may be wrong with one field, as [rule, English, Portuguese]; {name} stands for what the rule was held against, and is a parameter of it.
 * The English is what is thrown. Names of fields, values of enums and sums stay as the interface writes them.
 */
export const PROBLEMS: readonly ProblemSentence[] = [...SHAPES, ...RULES, ...PEOPLE, ...SITE, ...RAFFLES, ...DRAWS, ...MONEY];

/** Of a field that no rule of its own forbids, but what it stands for. */
export const REFUSED = 'refused';

/** The names of all rules that a problem may be told with. */
export const PROBLEM_RULES: readonly string[] = [...new Set([...PROBLEMS.map(([rule]) => rule), REFUSED])];
