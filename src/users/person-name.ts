export const NAME_LENGTH = { min: 2, max: 120 } as const;

/**
 * A person's name as it is kept: composed (NFC), single spaces. Undefined when that leaves fewer than 2 or more than
 * 120 characters, no letter at all, or a control character.
 */
export function parsePersonName(text: string): string | undefined {
  const name = text.normalize('NFC').trim().replace(/\s+/g, ' ');
  const length = [...name].length;
  if (length < NAME_LENGTH.min || length > NAME_LENGTH.max) return undefined;
  return /\p{L}/u.test(name) && !/\p{Cc}/u.test(name) ? name : undefined;
}
