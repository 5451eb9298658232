/** PostgreSQL keeps no NUL: U+FFFD stands for one, so that a text of another's stops nothing that writes it. Throws SyntaxError. */
export function parseStorableJson(text: string): unknown {
  return JSON.parse(text.replaceAll('\\u0000', '\\ufffd'));
}
