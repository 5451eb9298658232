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

const FOLDED = /^[!-~]+(?: [!-~]+)*$/;

/** Printable ASCII: no accents, plain quotes, dashes and single spaces, trimmed. Cut last, since folding changes the length. */
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
