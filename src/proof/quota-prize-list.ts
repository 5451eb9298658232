import { sha256 } from '@noble/hashes/sha2.js';
import { concat, fromHex, toHex, utf8 } from './bytes.js';
import { flag, hex, integer, list, record, text, uuid } from './read.js';

export const MAX_QUOTA_PRIZES = 10_000;

/** What the published hash of a raffle's quota prizes is of. Prizes in order of creation; `number` is as printed. */
export const QUOTA_PRIZE_LIST = {
  salt: hex(32),
  prizes: list(
    record({
      id: uuid,
      number: text(/^\d{1,7}$/, 'lucky number'),
      prize: text(/^/, 'text'),
      releaseAt: integer(0, 10_000),
      isLocked: flag,
    }),
    MAX_QUOTA_PRIZES,
  ),
};
const readList = record(QUOTA_PRIZE_LIST);

export type QuotaPrizeList = ReturnType<typeof readList>;

/** JSON.stringify writes only these keys, in this order. */
const KEYS = ['id', 'number', 'prize', 'releaseAt', 'isLocked'];

export function quotaPrizesHash({ salt, prizes }: QuotaPrizeList): string {
  return toHex(sha256(concat(fromHex(salt), utf8(JSON.stringify(prizes, KEYS)))));
}
