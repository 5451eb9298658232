import type { Language } from './language.js';
import { renderText, ruleOf, type KeyedText, type TextValues } from './texts.js';

export type FieldProblems = Record<string, KeyedText[]>;

/** A text by its key, problems of fields, or a library's English. It can be stored as JSON. */
export interface Refusal {
  readonly key?: string | undefined;
  readonly params?: TextValues | undefined;
  readonly fields?: FieldProblems | undefined;
  /** English: a library's, or the rendered text. */
  readonly message?: string | undefined;
}

export type FieldTexts = Record<string, string[]>;

/** A problem for programs: the rule and its parameters; and for people. */
export interface Problem {
  rule: string;
  params: Record<string, string | number | string[]>;
  message: string;
}

export type Problems = Record<string, Problem[]>;

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

function describeFields(texts: FieldTexts): string {
  return Object.entries(texts)
    .map(([field, list]) => `${field} ${list.join(', ')}`)
    .join('; ');
}
