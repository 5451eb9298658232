import { textOf } from './domain-error.js';
import type { KeyedText } from './texts.js';

/** Parsing a URL drops line breaks and tabs silently, and writes a space as %20: what was shown would not be what is called. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}]/u;

/**
 * Why a text is no address that a caller may give, of whatever scheme: it is no absolute URL, has spaces, control or invisible
 * characters, or has a login or a fragment in it. Undefined when it is one.
 */
export function addressProblem(text: string): KeyedText | undefined {
  if (UNSEEN.test(text)) return textOf('platform.urlCharacters');
  if (!URL.canParse(text)) return textOf('platform.absoluteUrl', { example: 'https://example.com/webhooks' });
  const { username, password, href } = new URL(text);
  if (username !== '' || password !== '') return textOf('platform.urlCredentials');
  // `hash` is empty for a bare "#" too.
  return href.includes('#') ? textOf('platform.urlFragment') : undefined;
}
