import { createHash } from 'node:crypto';

const LETTERS = '0123456789abcdefABCDEFghijXYZ+/-_.,:"{}[]eE ';

/** As good as chance, and the same in each run: the number of a draw, below `range`. */
function chosen(name: string, range: number): number {
  return createHash('sha256').update(name).digest().readUInt32BE() % range;
}

/** The JSON text of a value with one other character, which is another value or no JSON. */
export function bentText(value: unknown, name: string): { text: string; at: number } {
  const text = JSON.stringify(value);
  for (let attempt = 0; ; attempt++) {
    const at = chosen(`${name} ${attempt} at`, text.length);
    const letter = LETTERS[chosen(`${name} ${attempt} letter`, LETTERS.length)]!;
    const other = text.slice(0, at) + letter + text.slice(at + 1);
    if (!isSameValue(other, text)) return { text: other, at };
  }
}

function isSameValue(text: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === other;
  } catch {
    return false;
  }
}

/** Undefined for no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A different value of the same form: one digit of a text, one more of a number. */
export function bent(value: string | number): string | number {
  if (typeof value === 'number') return value + 1;
  const last = value.at(-1);
  return value.slice(0, -1) + (last === '0' ? '1' : '0');
}
