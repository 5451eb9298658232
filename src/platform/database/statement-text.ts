import { sha256 } from '../crypto.js';

/** Whether a statement changes nothing, so that it may be sent again. */
export function isRead(text: string): boolean {
  return /^\s*(SELECT|WITH)\b/i.test(text) && !/\b(INSERT|UPDATE|DELETE)\b/i.test(text);
}

const names = new Map<string, string>();
const NAMES_LIMIT = 5_000;

/** A short stable name for a text of Prisma's. Bounded: past the limit a name is computed and not kept. */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `p_${sha256(text).toString('hex', 0, 12)}`;
  if (names.size < NAMES_LIMIT) names.set(text, name);
  return name;
}
