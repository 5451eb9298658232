/** A sentence of the service, which pages ask in English, and what it is in another language; the groups of the pattern are its parts. */
export type Row = readonly [said: RegExp, words: (...parts: string[]) => string];

/** What the first row that knows a text makes of it; undefined where none does. */
export function said(rows: readonly Row[], text: string): string | undefined {
  for (const [pattern, words] of rows) {
    const found = pattern.exec(text);
    if (found) return words(...found.slice(1));
  }
  return undefined;
}
