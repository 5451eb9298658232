import type { Language } from './language.js';
import { renderText, ruleOf, type KeyedText, type TextValues } from './texts.js';

/** What is wrong with each field of an input, by its name in the input. */
export type FieldProblems = Record<string, KeyedText[]>;

/** Why a request is refused: a text by its key, problems of fields, or a library's English. It can be written as JSON and read again. */
export interface Refusal {
  readonly key?: string | undefined;
  readonly params?: TextValues | undefined;
  readonly fields?: FieldProblems | undefined;
  /** In English: a library's own, or the rendered text. */
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
  const text = language === 'en' && message !== undefined ? message : key && renderText({ key, params }, language);
  if (!fields) return { message: text ?? message ?? '' };
  const problems: Problems = {};
  const texts: FieldTexts = {};
  for (const [field, list] of Object.entries(fields)) {
    texts[field] = list.map((problem) => renderText(problem, language));
    problems[field] = list.map((problem, index) => ({ ...ruleOf(problem, language), message: texts[field]?.[index] ?? '' }));
  }
  return { message: text ?? describeFields(texts), fields: texts, problems };
}

/** The problems of every field in one line. */
function describeFields(texts: FieldTexts): string {
  return Object.entries(texts)
    .map(([field, list]) => `${field} ${list.join(', ')}`)
    .join('; ');
}
