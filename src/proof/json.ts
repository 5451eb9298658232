/**
 * Of a file. Throws for no UTF-8, for no JSON, and for a key twice in an object: readers differ in what they take a wrong byte for,
 * and in which of two values counts.
 */
export function parseJson(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): unknown {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const value: unknown = JSON.parse(text);
  if (keysOf(text) !== keysIn(value)) throw new SyntaxError('an object has a key twice');
  return value;
}

/** Texts before a colon. A search by a pattern would need a stack as long as the longest text. */
function keysOf(json: string): number {
  let keys = 0;
  for (let start = json.indexOf('"'); start >= 0;) {
    const end = endOfText(json, start);
    let next = end + 1;
    while (' \t\n\r'.includes(json.charAt(next)) && next < json.length) next += 1;
    if (json[next] === ':') keys += 1;
    start = json.indexOf('"', next);
  }
  return keys;
}

function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json[end - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return end;
  }
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce<number>((sum, each) => sum + keysIn(each), 0);
  return Array.isArray(value) ? inside : inside + Object.keys(value).length;
}
