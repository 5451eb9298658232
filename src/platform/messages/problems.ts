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
