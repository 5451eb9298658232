import { IntlMessageFormat } from 'intl-messageformat';
import type { ErrorCode } from './error-codes.js';
import type { Language } from './language.js';

/** ICU messages. `code`: the text refuses a request. `rule`: the name of a field's problem for programs. */
export interface Text extends Readonly<Record<Language, string>> {
  readonly code?: ErrorCode;
  readonly rule?: string;
}

/** By key. Each file of texts adds its own: `interface Texts extends TextsOf<typeof raffleTexts> {}`. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Texts {}
export type TextsOf<Declared> = { [Key in keyof Declared]: Declared[Key] };

export type TextKey = keyof Texts;
export type RefusalKey = KeyWith<{ readonly code: ErrorCode }>;
type KeyWith<Part> = { [Key in TextKey]: Texts[Key] extends Part ? Key : never }[TextKey];

/** A list is joined by commas; a text is rendered in the same language. */
export type TextValue = string | number | readonly string[] | KeyedText;
export type TextValues = Readonly<Record<string, TextValue>>;

export interface KeyedText {
  readonly key: string;
  readonly params: TextValues;
}

export type ParamsOf<Key extends TextKey> = ParamsOfText<Texts[Key]>;
type ParamsOfText<Declared> = Declared extends Text ? Places<Declared['en']> & Places<Declared['pt-BR']> : never;

/** The parameters of a message, brace by brace: the braces of a plural's choices hold texts again. */
type Places<Message extends string, Open extends readonly string[] = [], Found = unknown> =
  // The next brace: a "{" before any "}", else a "}".
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

/** Does not compile unless both languages have the same parameters. */
export function defineTexts<const Declared extends Readonly<Record<string, Text>>>(
  texts: Declared & Checked<Declared>,
): Declared {
  return texts;
}

/** For a field that is well formed but refused. */
const REFUSED = 'refused';

type Message = string | IntlMessageFormat;
const catalogue = new Map<string, Text & { messages: Partial<Record<Language, Message>> }>();

export function addTexts(texts: Readonly<Record<string, Text>>): void {
  for (const [key, text] of Object.entries(texts)) catalogue.set(key, { ...text, messages: {} });
}

export function knownTexts(): ReadonlyMap<string, Text> {
  return catalogue;
}

export function codeOf(key: RefusalKey): ErrorCode {
  const code = catalogue.get(key)?.code;
  if (!code) throw new Error(`no refusal is known as ${key}`);
  return code;
}

/** An unknown text is rendered as its key and parameters. */
export function renderText({ key, params }: KeyedText, language: Language): string {
  const text = catalogue.get(key);
  if (!text) return `${key} ${JSON.stringify(params)}`;
  const message = (text.messages[language] ??= compiled(text[language], language));
  return typeof message === 'string' ? message : (message.format(rendered(params, language)) as string);
}

/** `{price, number, money}` writes an amount in decimal text, such as 10.00, as an amount in reais. */
const FORMATS = { number: { money: { style: 'currency', currency: 'BRL' } } } as const;

function compiled(text: string, language: Language): Message {
  return text.includes('{') ? new IntlMessageFormat(text, language, FORMATS, { ignoreTag: true }) : text;
}

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

/** A problem for programs: its rule, and its parameters in the language. */
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

export function problemRules(): string[] {
  return [...new Set([...[...catalogue.values()].flatMap(({ rule }) => rule ?? []), REFUSED])].sort();
}
