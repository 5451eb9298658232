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
  readonly key: string | undefined;
  readonly params: TextValues | undefined;
  readonly fields: FieldProblems | undefined;

  constructor(
    readonly code: ErrorCode,
    refusal: Refusal,
    /** When it is known: in how many seconds it may pass. */
    readonly retryAfterSeconds?: number,
  ) {
    super(renderRefusal(refusal, 'en').message);
    this.name = 'DomainError';
    this.key = refusal.key;
    this.params = refusal.params;
    this.fields = refusal.fields;
  }
}

/** What is rendered of a refusal. */
export function refusalOf({ key, params, fields, message }: DomainError): Refusal {
  return { key, params, fields, message };
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
  ...[params, options = {}]: ParamsAnd<Key, [options?: RefusalOptions]>
): DomainError {
  const refusal = { key, params: params as TextValues | undefined, fields: options.fields };
  return new DomainError(codeOf(key), refusal, options.retryAfterSeconds);
}

/** A text with its parameters, such as what is wrong with a field. */
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

/** What a caller reads of a failure that nobody expected, beside `requestId`: nothing of the failure itself. */
export const UNEXPECTED = textOf('platform.unexpected');
