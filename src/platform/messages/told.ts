import { describeFields, type FieldProblems } from '../domain-error.js';
import { findProblem, findRefusal, inPortuguese } from './catalogue.js';
import type { Language } from './language.js';
import { REFUSED } from './problems.js';

/** What is wrong with a field, for programs: which rule it breaks, what that was held against, and the same for people. */
export interface Problem {
  rule: string;
  params: Record<string, string | number | string[]>;
  message: string;
}

/** The problems of each field, by its name. */
export type Problems = Record<string, Problem[]>;

/** A refusal as it is told: a text, and where fields are wrong what is wrong with each, in both forms. */
export interface Told {
  message: string;
  fields?: FieldProblems | undefined;
  problems?: Problems | undefined;
}

/** A refusal in a language. Its English is what was thrown. */
export function tell({ message, fields }: { message: string; fields?: FieldProblems | undefined }, language: Language): Told {
  if (!fields) return { message: told(message, language) };
  const problems = problemsOf(fields, language);
  const texts = Object.fromEntries(
    Object.entries(problems).map(([field, list]) => [field, list.map((problem) => problem.message)]),
  );
  if (language === 'en') return { message, fields, problems };
  const refusal = findRefusal(message);
  return { message: refusal ? inPortuguese(refusal) : describeFields(texts), fields: texts, problems };
}

/** A sentence in a language. One that is in no catalogue, as a provider's or a library's own words are, stays as it is. */
function told(message: string, language: Language): string {
  if (language === 'en') return message;
  const found = findRefusal(message) ?? findProblem(message);
  return found ? inPortuguese(found) : message;
}

function problemsOf(fields: FieldProblems, language: Language): Problems {
  return Object.fromEntries(
    Object.entries(fields).map(([field, texts]) => [field, texts.map((text) => problemOf(text, language))]),
  );
}

function problemOf(text: string, language: Language): Problem {
  const found = findProblem(text);
  // Refused for what it stands for, not for its shape: the sentence is a whole refusal's.
  if (!found) return { rule: REFUSED, params: {}, message: told(text, language) };
  const params = Object.fromEntries(Object.entries(found.params).map(([name, value]) => [name, valueOf(name, value)]));
  return { rule: found.rule ?? REFUSED, params, message: language === 'en' ? text : inPortuguese(found) };
}

function valueOf(name: string, text: string): string | number | string[] {
  if (name === 'values' || name === 'ports') return text.split(/, | or /);
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
