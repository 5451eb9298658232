import type { FieldProblems } from '../platform/refusal.js';
import { textProblem } from '../platform/text-problem.js';

/** What people write in more than a line: a line break is no mistake there, nor what some languages join and part letters by. */
const SEVERAL_LINES = new Set([
  'aboutText',
  'answer',
  'body',
  'description',
  'note',
  'notes',
  'privacyText',
  'reason',
  'termsText',
]);
/** Where an order came from, put together by links: a blank part of it says nothing, and must not lose a sale. */
const MAY_BE_BLANK = /^(?:utm\w+|src|sck)$/;
/** What is never shown, but compared or passed on as it is. */
const VERBATIM = /(?:password|secret|pem)$/i;

/** What is wrong with the texts of an input by themselves, whatever it is the input of; nested fields dotted. */
export function problemsOfTexts(input: object, prefix = ''): FieldProblems {
  const problems: FieldProblems = {};
  for (const [name, value] of Object.entries(input) as [string, unknown][]) {
    const field = `${prefix}${name}`;
    if (typeof value === 'string') {
      const lines = SEVERAL_LINES.has(name) ? 'several' : 'one';
      const isTaken = VERBATIM.test(name) || (MAY_BE_BLANK.test(name) && value.trim() === '');
      const problem = isTaken ? undefined : textProblem(value, { lines });
      if (problem) problems[field] = [problem];
    } else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
      Object.assign(problems, problemsOfTexts(value, `${field}.`));
    }
  }
  return problems;
}
