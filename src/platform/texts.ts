import { IntlMessageFormat } from 'intl-messageformat';
import type { ErrorCode } from './error-codes.js';
import type { Language } from './language.js';

/**
 * What callers may read, declared once, beside the rule that says it: in English and Portuguese, as ICU messages, with `code` where it
 * refuses a request, and `rule`, its name for programs, where it says what is wrong with a field.
 */
export interface Text extends Readonly<Record<Language, string>> {
  readonly code?: ErrorCode;
  readonly rule?: string;
}

/** All texts by key. A file of texts adds its own: `declare module '../platform/texts.js' { interface Texts extends TextsOf<typeof raffleTexts> {} }`. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Texts {}
export type TextsOf<Declared> = { [Key in keyof Declared]: Declared[Key] };

export type TextKey = keyof Texts;
export type RefusalKey = KeyWith<{ readonly code: ErrorCode }>;
type KeyWith<Part> = { [Key in TextKey]: Texts[Key] extends Part ? Key : never }[TextKey];

/** What stands in a place of a text: a list is joined by commas, a text of ours is written in the same language. */
export type TextValue = string | number | readonly string[] | KeyedText;
export type TextValues = Readonly<Record<string, TextValue>>;

/** A text that is to be said, with what stands in its places. */
export interface KeyedText {
  readonly key: string;
  readonly params: TextValues;
}

/** The parameters of a text, as its messages name them. */
export type ParamsOf<Key extends TextKey> = ParamsOfText<Texts[Key]>;
type ParamsOfText<Declared> = Declared extends Text ? Places<Declared['en']> & Places<Declared['pt-BR']> : never;

/** The places of a message, read from brace to brace: within a plural or select the braces of its choices hold texts again. */
type Places<Message extends string, Open extends readonly string[] = [], Found = unknown> =
  // The next brace, whichever it is: a "{" before which there is no "}", else a "}".
  Message extends `${infer Before}{${infer After}`
    ? Before extends `${string}}${string}`
      ? Close<Message, Open, Found>
      : Open extends readonly ['choices', ...string[]]
        ? Places<After, ['choice', ...Open], Found>
        : Place<After, Open, Found>
    : Message extends `${string}}${string}`
      ? Close<Message, Open, Found>
      : Found;
type Close<Message extends string, Open extends readonly string[], Found> = Message extends `${string}}${infer Rest}`
  ? Open extends readonly [string, ...infer Others extends string[]]
    ? Places<Rest, Others, Found>
    : Found
  : Found;
type Place<After extends string, Open extends readonly string[], Found> = After extends `${infer Name}}${infer Rest}`
  ? Name extends `${infer Counted}, ${infer Kind},${string}`
    ? After extends `${Counted}, ${Kind},${infer Choices}`
      ? Places<Choices, ['choices', ...Open], Found & Record<Counted, Kind extends 'select' | 'number' ? string : number>>
      : never
    : Places<Rest, Open, Found & Record<Name, TextValue>>
  : Found;

type Checked<Declared> = {
  [Key in keyof Declared]: Declared[Key] extends Text
    ? [keyof Places<Declared[Key]['en']>] extends [keyof Places<Declared[Key]['pt-BR']>]
      ? [keyof Places<Declared[Key]['pt-BR']>] extends [keyof Places<Declared[Key]['en']>]
        ? Declared[Key]
        : 'Portuguese has a place that English has not'
      : 'English has a place that Portuguese has not'
    : Text;
};

/** Declares texts: each says the same in both languages, by the same places, or does not compile. */
export function defineTexts<const Declared extends Readonly<Record<string, Text>>>(
  texts: Declared & Checked<Declared>,
): Declared {
  return texts;
}

/** Of a field that no rule of its own forbids, but what it stands for. */
const REFUSED = 'refused';

type Message = string | IntlMessageFormat;
const catalogue = new Map<string, Text & { messages: Partial<Record<Language, Message>> }>();

/** Makes texts known, so that they can be written. */
export function addTexts(texts: Readonly<Record<string, Text>>): void {
  for (const [key, text] of Object.entries(texts)) catalogue.set(key, { ...text, messages: {} });
}

/** Every text that is known. */
export function knownTexts(): ReadonlyMap<string, Text> {
  return catalogue;
}

/** What is declared of a text that refuses. */
export function codeOf(key: RefusalKey): ErrorCode {
  const code = catalogue.get(key)?.code;
  if (!code) throw new Error(`no refusal is known as ${key}`);
  return code;
}

/** A text in a language; where it is not known, its key and what would stand in it. */
export function renderText({ key, params }: KeyedText, language: Language): string {
  const text = catalogue.get(key);
  if (!text) return `${key} ${JSON.stringify(params)}`;
  // Read once, when it is first said.
  const message = (text.messages[language] ??= compiled(text[language], language));
  return typeof message === 'string' ? message : (message.format(rendered(params, language)) as string);
}

/** `{price, number, money}` writes an amount in decimal text, such as 10.00, as an amount in reais. */
const FORMATS = { number: { money: { style: 'currency', currency: 'BRL' } } } as const;

function compiled(text: string, language: Language): Message {
  return text.includes('{') ? new IntlMessageFormat(text, language, FORMATS, { ignoreTag: true }) : text;
}

/** What stands in the places of a text, in the language. */
function rendered(params: TextValues, language: Language): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params)) values[name] = renderedValue(value, language);
  return values;
}

function renderedValue(value: TextValue, language: Language): string | number {
  if (typeof value !== 'object') return value;
  return isKeyed(value) ? renderText(value, language) : value.join(', ');
}

function isKeyed(value: readonly string[] | KeyedText): value is KeyedText {
  return !Array.isArray(value);
}

/** What a program learns of a problem: its rule, and the parameters with those that are texts written in the language. */
export function ruleOf(
  { key, params }: KeyedText,
  language: Language,
): { rule: string; params: Record<string, string | number | string[]> } {
  const rule = catalogue.get(key)?.rule;
  if (rule === undefined) return { rule: REFUSED, params: {} };
  const values = Object.entries(params).map(
    ([name, value]) => [name, Array.isArray(value) ? value : renderedValue(value, language)] as const,
  );
  return { rule, params: Object.fromEntries(values) };
}

/** The names of all rules that a problem may have. */
export function problemRules(): string[] {
  return [...new Set([...[...catalogue.values()].flatMap(({ rule }) => rule ?? []), REFUSED])].sort();
}
