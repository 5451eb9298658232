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

/** A refusal: nothing was changed. It is rendered where it leaves the service; `message` is its English, for logs. */
export class DomainError extends Error implements Refusal {
  readonly key: string | undefined;
  readonly params: TextValues | undefined;
  readonly fields: FieldProblems | undefined;

  constructor(
    readonly code: ErrorCode,
    refusal: Refusal,
    /** In how many seconds it may pass, if known. */
    readonly retryAfterSeconds?: number,
  ) {
    super(renderRefusal(refusal, 'en').message);
    this.name = 'DomainError';
    this.key = refusal.key;
    this.params = refusal.params;
    this.fields = refusal.fields;
  }
}

export function refusalOf({ key, params, fields, message }: DomainError): Refusal {
  return { key, params, fields, message };
}

interface RefusalOptions {
  fields?: FieldProblems;
  retryAfterSeconds?: number;
}

/** Only a text without parameters may leave them out. */
type ParamsAnd<Key extends TextKey, Others extends unknown[]> = keyof ParamsOf<Key> extends never
  ? [params?: Record<string, never>, ...Others]
  : [params: ParamsOf<Key>, ...Others];

export function refuse<Key extends RefusalKey>(
  key: Key,
  ...[params, options = {}]: ParamsAnd<Key, [options?: RefusalOptions]>
): DomainError {
  const refusal = { key, params: params as TextValues | undefined, fields: options.fields };
  return new DomainError(codeOf(key), refusal, options.retryAfterSeconds);
}

/** A text with its parameters, such as the problem of a field. */
export function textOf<Key extends TextKey>(key: Key, ...[params]: ParamsAnd<Key, []>): KeyedText {
  return { key, params: (params as TextValues | undefined) ?? {} };
}

export function refuseField<Key extends TextKey>(field: string, key: Key, ...params: ParamsAnd<Key, []>): DomainError {
  return refuseFields({ [field]: [textOf(key, ...params)] });
}

/** BAD_USER_INPUT, or another code, about each of the fields. */
export function refuseFields(fields: FieldProblems, code: ErrorCode = 'BAD_USER_INPUT'): DomainError {
  return new DomainError(code, { fields });
}

export function refuseProblems(problems: FieldProblems): void {
  if (Object.keys(problems).length > 0) throw refuseFields(problems);
}

export function joined(key: 'platform.and' | 'platform.or', [first = '', ...others]: readonly TextValue[]): TextValue {
  return others.reduce<TextValue>((one, other) => textOf(key, { one, other }), first);
}

/** Says nothing of the failure itself; `requestId` leads to it. */
export const UNEXPECTED = textOf('platform.unexpected');
