import type { AuditEntry } from './audit.js';
import { formatMoney } from './money.js';

const LONGEST_TEXT = 200;

/** A change in an audit entry: each field before (`titleBefore`) and after, long texts cut to 200 characters. */
export function shownChanges(before: object, changes: object): AuditEntry['details'] {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) => [
      [`${name}Before`, shownValue(was.get(name) ?? null)],
      [name, shownValue(value)],
    ]),
  );
}

export function shownFields(fields: object): AuditEntry['details'] {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shownValue(value)]));
}

function shownValue(value: unknown): string | number | boolean | null {
  if (typeof value === 'bigint') return formatMoney(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return cutText(value.join(' '));
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  return cutText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** By characters: jsonb refuses half a surrogate pair. */
export function cutText(text: string): string {
  return [...text].slice(0, LONGEST_TEXT).join('');
}
