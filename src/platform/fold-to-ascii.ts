// Letters and punctuation that Unicode does not decompose, so that "D’Ávila" keeps its apostrophe and "Søren" its o.
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
};

/** Words of printable ASCII with one space between: what most texts are already. */
const FOLDED = /^[!-~]+(?: [!-~]+)*$/;

/**
 * The printable ASCII form of `text`: accents are dropped, typographic quotes and dashes become plain, what has no
 * ASCII form disappears, runs of white space become one space; then it is cut to `maxLength` characters and trimmed at
 * both ends. Empty when nothing is left. Folding comes before the cut because it changes the length.
 */
export function foldToAscii(text: string, maxLength: number): string {
  if (FOLDED.test(text)) return text.slice(0, maxLength).trimEnd();
  return text
    .normalize('NFKD')
    .replace(/\s/g, ' ')
    .replace(/[^\x20-\x7e]/g, (character) => UNDECOMPOSED[character] ?? '')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, maxLength)
    .trimEnd();
}
