/** Parsing a URL drops line breaks and tabs silently, and writes a space as %20: what was shown would not be what is called. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}]/u;

/**
 * Why a text is no address that a caller may give, of whatever scheme: it is no absolute URL, has spaces, control or invisible
 * characters, or has a login or a fragment in it. Undefined when it is one.
 */
export function addressProblem(text: string): string | undefined {
  if (UNSEEN.test(text)) return 'must not contain spaces, line breaks or other invisible characters';
  if (!URL.canParse(text)) return 'must be an absolute URL, such as https://example.com/webhooks';
  const { username, password, href } = new URL(text);
  if (username !== '' || password !== '') return 'must not contain a user name or a password';
  // `hash` is empty for a bare "#" too.
  return href.includes('#') ? 'must not contain a fragment (#)' : undefined;
}
