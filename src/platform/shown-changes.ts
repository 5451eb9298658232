import type { AuditEntry } from './audit.js';
import { formatMoney } from './money.js';

const LONGEST_TEXT = 200;

/** What an audit entry tells of a change: each field as it was (`titleBefore`) and as it is, long texts cut to 200 characters. */
export function shownChanges(before: object, changes: object): AuditEntry['details'] {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) => [
      [`${name}Before`, shownValue(was.get(name) ?? null)],
      [name, shownValue(value)],
    ]),
  );
}

/** A field's value as an audit entry tells it. */
export function shownValue(value: unknown): string | number | boolean | null {
  if (typeof value === 'bigint') return formatMoney(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  return cutText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** By characters, not by UTF-16 units: jsonb refuses half a surrogate pair. */
export function cutText(text: string): string {
  return [...text].slice(0, LONGEST_TEXT).join('');
}
