const ACCENTED = 'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇçÑñÝýÿ’‘´`';
const PLAIN = 'AAAAAAaaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuCcNnYyy    ';

/** A text in small letters without accents, each apostrophe between words. Only functions of Postgres itself: an index of it needs no extension and none of ours. */
const folded = (text: string): string => `lower(translate(${text}, '${ACCENTED}', '${PLAIN}'))`;

/** What the indexes `users_by_words` and `raffles_by_words` are of, letter by letter: a condition on it is answered by them. */
const wordsOf = (text: string): string => `to_tsvector('simple'::regconfig, ${folded(text)})`;

/** `query`: a parameter, as `wordsQuery` makes it. */
export function hasWords(text: string, query: string): string {
  return `${wordsOf(text)} @@ ${folded(`${query}::text`)}::tsquery`;
}

const MOST_WORDS = 8;

/** Words that begin with each word of a text, for `hasWords`. Undefined without a word of two letters. */
export function wordsQuery(text: string): string | undefined {
  const words = text
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => [...word].length > 1);
  return words.length === 0
    ? undefined
    : words
        .slice(0, MOST_WORDS)
        .map((word) => `'${word}':*`)
        .join(' & ');
}
