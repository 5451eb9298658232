import { randomInt } from 'node:crypto';
import { foldToAscii } from '../platform/fold-to-ascii.js';

const MAX_LENGTH = 60;
const SUFFIX_LENGTH = 4;

/** A title as lower-case ASCII words joined by hyphens, at most 60 characters; `raffle` when no letter or digit is left. */
export function slugOf(title: string): string {
  const words = foldToAscii(title, title.length * 2)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH);
  return words.replace(/^-+|-+$/g, '') || 'raffle';
}

/** The same slug told apart from others by four random characters. */
export function withSuffix(slug: string): string {
  return `${slug}-${randomInt(36 ** SUFFIX_LENGTH)
    .toString(36)
    .padStart(SUFFIX_LENGTH, '0')}`;
}
