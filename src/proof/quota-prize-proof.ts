import { sha256 } from '@noble/hashes/sha2.js';
import { concat, fromHex, toHex, utf8 } from './bytes.js';
import type { Manifest } from './manifest.js';
import { parseLuckyNumber, type Permutation } from './permutation.js';
import type { PrizeLog, Proof } from './proof.js';
import { type Checklist, ensure, needed, ProofProblem } from './steps.js';
import { placeQuotaPrizes, type PlacedQuotaPrizes, type QuotaPrize, type QuotaPrizeEvent } from './quota-prizes.js';
import { flag, hex, integer, list, record, text, uuid } from './read.js';
import { validOrdinals } from './winning-ordinals.js';

export const MAX_QUOTA_PRIZES = 10_000;
const NAMED = 20;

const prize = record({
  id: uuid,
  number: text(/^\d{1,7}$/, 'lucky number'),
  prize: text(/^/, 'text'),
  releaseAt: integer(0, 10_000),
  isLocked: flag,
});
const fields = record({
  salt: hex(32),
  prizes: list(prize, MAX_QUOTA_PRIZES),
  // The final ordinal of each prize's number.
  places: list(integer(0, 9_999_999), MAX_QUOTA_PRIZES),
});

/** In order of creation; `number` is as printed. */
export type ProofOfQuotaPrizes = ReturnType<typeof fields>;

/** JSON.stringify writes only these keys, in this order. */
const KEYS = ['id', 'number', 'prize', 'releaseAt', 'isLocked'];

export function quotaPrizesHash({ salt, prizes }: Pick<ProofOfQuotaPrizes, 'salt' | 'prizes'>): string {
  return toHex(sha256(concat(fromHex(salt), utf8(JSON.stringify(prizes, KEYS)))));
}

export function checkQuotaPrizes(
  { check }: Checklist,
  { quotaPrizes, permutationSecret }: Proof,
  manifest: Manifest,
  log: PrizeLog | undefined,
  permutation: Permutation | undefined,
): Permutation | undefined {
  const { raffleId, quotaQuantity, sellable, quotaPrizesHash: frozen } = manifest;
  if (frozen === null && quotaPrizes === undefined) return permutation;
  const read = check('quota prizes', () => {
    if (frozen === null) throw new ProofProblem('the manifest has no quotaPrizesHash: the raffle had no quota prizes');
    if (quotaPrizes === undefined) throw new ProofProblem('the raffle had quota prizes, and the proof has none');
    const value = fields(quotaPrizes, 'quotaPrizes');
    const hash = quotaPrizesHash(value);
    ensure(hash === frozen, `its quotaPrizesHash is ${hash}, the manifest's is ${frozen}`);
    return { value, detail: `${value.prizes.length}, whose hash was public from the beginning: ${frozen}` };
  });
  const placed = check('quota prizes: places', () => {
    const { prizes, places } = needed(read, 'quota prizes');
    const ids = new Set(prizes.map(({ id }) => id));
    const events = needed(log, 'prize log').filter(([, , id]) => ids.has(id));
    const raffle = { raffleId, secret: fromHex(permutationSecret), permutation: needed(permutation, 'secret') };
    const value = placeQuotaPrizes(
      raffle,
      prizes.map((one) => quotaPrizeOf(one, quotaQuantity)),
      events.map(eventOf),
    );
    const locked = quotaQuantity - value.sellable;
    ensure(value.sellable === sellable, `${locked} are locked, which leaves ${value.sellable} for sale, not ${sellable}`);
    const wrong = prizes.findIndex((_, at) => places[at] !== value.ordinals[at]);
    ensure(places.length === prizes.length, `${prizes.length} prizes lie at ${places.length} places`);
    ensure(wrong < 0, `number ${prizes[wrong]?.number} lies at ordinal ${value.ordinals[wrong]}, not at ${places[wrong]}`);
    return { value, detail: `${locked} are locked, which leaves ${sellable} of ${quotaQuantity} quotas for sale` };
  });
  check('quota prizes: won', () => {
    const won = wonOf(needed(read, 'quota prizes'), needed(placed, 'quota prizes: places'), manifest);
    return { value: true, detail: won };
  });
  return placed?.permutation;
}

/** Throws `ProofProblem` for a number that the raffle does not have. */
export function quotaPrizeOf(
  { id, number, releaseAt, isLocked }: ProofOfQuotaPrizes['prizes'][number],
  quotas: number,
): QuotaPrize {
  const parsed = parseLuckyNumber(number, quotas);
  if (parsed === undefined) throw new ProofProblem(`${number} is no lucky number of this raffle`);
  return { id, number: parsed, releaseAt, isLocked };
}

function eventOf([ordinal, type, prizeId]: PrizeLog[number]): QuotaPrizeEvent {
  if (type === 'DELETED') throw new ProofProblem(`quota prize ${prizeId} cannot be deleted once quotas are sold`);
  return { ordinal, type, prizeId };
}

function wonOf({ prizes }: ProofOfQuotaPrizes, { ordinals }: PlacedQuotaPrizes, { allocated, voided }: Manifest): string {
  const sold = prizes.flatMap(({ number }, i) => (ordinals[i]! < allocated ? [{ number, ordinal: ordinals[i]! }] : []));
  const valid = validOrdinals(allocated, voided);
  const won = sold.filter(({ ordinal }) => valid.has(ordinal)).sort((one, other) => one.ordinal - other.ordinal);
  const named = won.slice(0, NAMED).map(({ number, ordinal }) => `${number} by ordinal ${ordinal}`);
  const more = won.length > NAMED ? ' and others' : '';
  const lost = sold.length > won.length ? `; ${sold.length - won.length} void, since their orders were refunded` : '';
  return `${won.length} of ${prizes.length}${won.length > 0 ? `: ${named.join(', ')}${more}` : ''}${lost}`;
}
