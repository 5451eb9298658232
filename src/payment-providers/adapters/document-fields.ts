import { parseMoney } from '../../platform/money.js';
import { ProviderError } from '../client/provider-error.js';
import { parseStorableJson } from '../../platform/storable-json.js';

/** The message names the field. */
export class InvalidDocumentError extends Error {}

/** Throws InvalidDocumentError, as all of these do. */
export function object(value: unknown, field: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new InvalidDocumentError(`${field} is not an object`);
}

/** A lone object counts as a list of one: the standard's own callback example writes `devolucoes` that way. */
export function list(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

export function text(value: unknown, field: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new InvalidDocumentError(`${field} is not a text`);
}

export function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Centavos of decimal reais given as text. */
export function money(value: unknown, field: string): bigint {
  try {
    return parseMoney(value);
  } catch {
    throw new InvalidDocumentError(`${field} is not an amount`);
  }
}

export function date(value: unknown, field: string): Date {
  const parsed = new Date(text(value, field));
  if (Number.isNaN(parsed.getTime())) throw new InvalidDocumentError(`${field} is not a date and time`);
  return parsed;
}

const IDENTIFIER = /^[\w-]{1,100}$/;

/** What may stand in a path and in a log. */
export function identifier(value: unknown, field: string): string {
  if (typeof value === 'string' && IDENTIFIER.test(value)) return value;
  throw new InvalidDocumentError(`${field} is not an identifier`);
}

/** Undefined for any other text. */
export function identifierAfter(prefix: string, value: string): string | undefined {
  const rest = value.slice(prefix.length);
  return value.startsWith(prefix) && IDENTIFIER.test(rest) ? rest : undefined;
}

export function mustBeAsked<T>(field: string, given: T, asked: T | undefined): void {
  if (asked !== undefined && given !== asked) throw new InvalidDocumentError(`${field} is not the one asked`);
}

export function json(rawBody: Buffer): unknown {
  try {
    return parseStorableJson(rawBody.toString('utf8'));
  } catch {
    throw new InvalidDocumentError('the body is not JSON');
  }
}

/** Throws ProviderError INVALID_ANSWER. */
export function readDocument<T>({ provider, operation }: { provider: string; operation: string }, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof InvalidDocumentError)) throw cause;
    throw new ProviderError('INVALID_ANSWER', cause.message, { provider, operation, cause });
  }
}

/** Cut by code points, as JSON Schema counts: half an emoji is refused. */
export function truncate(text: string, count: number): string {
  return [...text].slice(0, count).join('');
}
