import type { ErrorCode } from './error-codes.js';
import { renderRefusal, type FieldProblems, type Refusal } from './refusal.js';
import {
  codeOf,
  type KeyedText,
  type ParamsOf,
  type RefusalKey,
  type TextKey,
  type TextValue,
  type TextValues,
} from './texts.js';

/** A refusal: nothing was changed. It is rendered where it leaves the service; `message`, its English, is for logs. */
export class DomainError extends Error implements Refusal {
  readonly code: ErrorCode;
  readonly key: string | undefined;
  readonly params: TextValues | undefined;
  readonly fields: FieldProblems | undefined;
  /** When it is known: in how many seconds it may pass. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, refusal: Refusal | string, fields?: FieldProblems, retryAfterSeconds?: number) {
    const given: Refusal = typeof refusal === 'string' ? { message: refusal, fields } : refusal;
    super(renderRefusal(given, 'en').message);
    this.name = 'DomainError';
    this.code = code;
    this.key = given.key;
    this.params = given.params;
    this.fields = given.fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What is rendered of a refusal. */
export function refusalOf({ key, params, fields, message }: DomainError): Refusal {
  return key === undefined ? { message, fields } : { key, params, fields };
}

/** What a refusal may say beside its text. */
interface RefusalOptions {
  fields?: FieldProblems;
  retryAfterSeconds?: number;
}

/** The parameters of a text, which only one without places may leave out. */
type ParamsAnd<Key extends TextKey, Others extends unknown[]> = keyof ParamsOf<Key> extends never
  ? [params?: Record<string, never>, ...Others]
  : [params: ParamsOf<Key>, ...Others];

/** The refusal that a text says. */
export function refuse<Key extends RefusalKey>(
  key: Key,
  ...[params, options]: ParamsAnd<Key, [options?: RefusalOptions]>
): DomainError {
  const { fields, retryAfterSeconds } = options ?? {};
  return new DomainError(codeOf(key), { key, params: params as TextValues | undefined, fields }, undefined, retryAfterSeconds);
}

/** What is wrong with a field. */
export function textOf<Key extends TextKey>(key: Key, ...[params]: ParamsAnd<Key, []>): KeyedText {
  return { key, params: (params as TextValues | undefined) ?? {} };
}

/** BAD_USER_INPUT about one field. */
export function refuseField<Key extends TextKey>(field: string, key: Key, ...params: ParamsAnd<Key, []>): DomainError {
  return refuseFields({ [field]: [textOf(key, ...params)] });
}

/** The same about each of the fields, or of another code. */
export function refuseFields(fields: FieldProblems, code: ErrorCode = 'BAD_USER_INPUT'): DomainError {
  return new DomainError(code, { fields });
}

/** Throws BAD_USER_INPUT when there is a problem. */
export function refuseProblems(problems: FieldProblems): void {
  if (Object.keys(problems).length > 0) throw refuseFields(problems);
}

/** Names with "and" or "or" between them. */
export function joined(key: 'platform.and' | 'platform.or', [first = '', ...others]: readonly string[]): TextValue {
  return others.reduce<TextValue>((one, other) => textOf(key, { one, other }), first);
}

// Until every text has its key: those that are thrown as English.
function badField(field: string, text: string): DomainError {
  return badFields({ [field]: [text] });
}
function badFields(problems: FieldProblems): DomainError {
  return new DomainError('BAD_USER_INPUT', { fields: problems });
}
export function notFound(what: string): DomainError {
  return new DomainError('NOT_FOUND', `There is no such ${what}.`);
}
