import type { Language } from './language.js';
import { inPortuguese, findProblem, findRefusal } from './messages/catalogue.js';
import { REFUSED } from './messages/problems.js';
import { renderText, ruleOf, type KeyedText, type TextValues } from './texts.js';

/** What is wrong with each field of an input, by its name in the input. */
export type FieldProblems = Record<string, (KeyedText | string)[]>;

/** Why a request is refused: a text by its key, or what is wrong with its fields, or a library's own words. As JSON it is the same. */
export interface Refusal {
  readonly key?: string | undefined;
  readonly params?: TextValues | undefined;
  readonly fields?: FieldProblems | undefined;
  readonly message?: string | undefined;
}

/** The texts of what is wrong with each field. */
export type FieldTexts = Record<string, string[]>;

/** What is wrong with a field, for programs: which rule it breaks, what that was held against, and the same for people. */
export interface Problem {
  rule: string;
  params: Record<string, string | number | string[]>;
  message: string;
}

/** The problems of each field, by its name. */
export type Problems = Record<string, Problem[]>;

/** A refusal in a language: a text, and where fields are wrong what is wrong with each, in both forms. */
export interface RenderedRefusal {
  message: string;
  fields?: FieldTexts | undefined;
  problems?: Problems | undefined;
}

export function renderRefusal({ key, params = {}, fields, message }: Refusal, language: Language): RenderedRefusal {
  const whole = key === undefined ? message : renderText({ key, params }, language);
  if (!fields) return { message: (key === undefined ? old(whole ?? '', language) : whole) ?? '' };
  const problems: Problems = {};
  const texts: FieldTexts = {};
  for (const [field, list] of Object.entries(fields)) {
    problems[field] = list.map((problem) =>
      typeof problem === 'string'
        ? oldProblem(problem, language)
        : { ...ruleOf(problem, language), message: renderText(problem, language) },
    );
    texts[field] = problems[field].map((problem) => problem.message);
  }
  // A library's own words are English.
  const isRendered = key !== undefined || (language === 'en' && whole !== undefined);
  const oldWhole = !isRendered && whole !== undefined ? findRefusal(whole) : undefined;
  return { message: (isRendered ? whole : oldWhole && inPortuguese(oldWhole)) ?? describeFields(texts), fields: texts, problems };
}

/** The problems of every field in one line; empty when there are none. */
function describeFields(texts: FieldTexts): string {
  return Object.entries(texts)
    .map(([field, list]) => `${field} ${list.join(', ')}`)
    .join('; ');
}

// Until every text has its key: those that are thrown as English.
function old(message: string, language: Language): string {
  if (language === 'en') return message;
  const found = findRefusal(message) ?? findProblem(message);
  return found ? inPortuguese(found) : message;
}

function oldProblem(text: string, language: Language): Problem {
  const found = findProblem(text);
  if (!found) return { rule: REFUSED, params: {}, message: old(text, language) };
  const params = Object.fromEntries(Object.entries(found.params).map(([name, value]) => [name, oldValue(name, value)]));
  return { rule: found.rule ?? REFUSED, params, message: language === 'en' ? text : inPortuguese(found) };
}

function oldValue(name: string, text: string): string | number | string[] {
  if (name === 'values' || name === 'ports') return text.split(/, | or /);
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
