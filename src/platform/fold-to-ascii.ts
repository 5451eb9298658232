// Unicode does not decompose these: "D’Ávila" keeps its apostrophe and "Søren" its o.
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

/** Most texts are printable ASCII already. */
const FOLDED = /^[!-~]+(?: [!-~]+)*$/;

/**
 * The printable ASCII form of `text`: without accents, with plain quotes, dashes and single spaces, trimmed and cut to
 * `maxLength`. Characters without an ASCII form disappear. It is cut last, since folding changes the length.
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
