import { textOf } from './domain-error.js';
import type { KeyedText } from './texts.js';

/** Control characters but tab and line breaks, halves of surrogate pairs, marks that turn the direction of text (UAX #9). */
const UNUSABLE_CHARACTER = /(?![\t\n\r])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

const PLAIN_LINE = /^[ -~]*[!-~][ -~]*$/;
/** Emoji join and colour their parts by invisible characters (UTS #51, ED-16 and ED-14c). */
const EMOJI =
  /\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}|[0-9#*]\uFE0F\u20E3|\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{EMod}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{EMod}?)*/gu;
/** U+2800 is a letter of Braille without dots. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** No language puts more than three accents on a letter. */
const PILE_OF_ACCENTS = /\p{M}{4}/u;

export function isUnusable(text: string): boolean {
  return UNUSABLE_CHARACTER.test(text);
}

/** Why a text would show nothing, or not what it says; undefined when it is fine. */
export function textProblem(text: string, { lines }: { lines: 'one' | 'several' }): KeyedText | undefined {
  if (PLAIN_LINE.test(text)) return undefined;
  if (text !== '' && text.trim() === '') return textOf('platform.notBlank');
  if (PILE_OF_ACCENTS.test(text.normalize('NFC'))) return textOf('platform.accents');
  if (lines === 'one' && INVISIBLE.test(text.trim().replace(EMOJI, ''))) return textOf('platform.invisibleCharacter');
  return undefined;
}

/** Parsing a URL drops line breaks and tabs and writes a space as %20: the address called would not be the one shown. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}]/u;

/** Undefined for an address that a caller may give: an absolute URL without invisible characters, login or fragment. */
export function addressProblem(text: string): KeyedText | undefined {
  if (UNSEEN.test(text)) return textOf('platform.urlCharacters');
  if (!URL.canParse(text)) return textOf('platform.absoluteUrl', { example: 'https://example.com/webhooks' });
  const { username, password, href } = new URL(text);
  if (username !== '' || password !== '') return textOf('platform.urlCredentials');
  // `hash` is empty for a bare "#" too.
  return href.includes('#') ? textOf('platform.urlFragment') : undefined;
}
