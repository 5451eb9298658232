import { createHmac } from 'node:crypto';
import type { QuotaPrize, QuotaPrizeEvent } from '../../src/proof/quota-prizes.js';

/** A raffle of `numbers.length` quotas: `numbers[x]` is the lucky number of ordinal x before any swap. */
export interface ReferenceRaffle {
  raffleId: string;
  secret: Uint8Array;
  numbers: readonly number[];
}

/**
 * The lucky number of every ordinal after each event of the log (the first one: before any), as `src/proof/README.md` tells it, word by
 * word and with no thought of speed; undefined from where it cannot be.
 */
export function referenceNumbers({ raffleId, secret, numbers }: ReferenceRaffle, prizes: QuotaPrize[], log: QuotaPrizeEvent[]) {
  const N = numbers.length;
  const at = [...numbers];
  const locked = new Set(prizes.filter(({ isLocked }) => isLocked));
  const draws = new Map<QuotaPrize, number>();
  let S = N;

  const shareOf = ({ releaseAt }: QuotaPrize): number => Math.min(N - 1, Math.ceil((releaseAt * N) / 10_000));
  const placeOf = ({ number }: QuotaPrize): number => at.indexOf(number);
  const ranked = prizes.toSorted((one, other) => shareOf(other) - shareOf(one));
  const unlocked = (): QuotaPrize[] => ranked.filter((prize) => !locked.has(prize));
  const swap = (one: number, other: number): void => {
    [at[one], at[other]] = [at[other]!, at[one]!];
  };
  const bytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');
  function draw(prize: QuotaPrize, range: number): number {
    const m = draws.get(prize) ?? 0;
    draws.set(prize, m + 1);
    for (let t = 0; ; t++) {
      const hmac = createHmac('sha256', secret)
        .update('raffle-gateway quota prizes v1')
        .update(bytes(raffleId))
        .update(bytes(prize.id));
      const tail = Buffer.alloc(8);
      tail.writeUInt32BE(m);
      tail.writeUInt32BE(t, 4);
      const u = hmac.update(tail).digest().readBigUInt64BE();
      if (u < (2n ** 64n / BigInt(range)) * BigInt(range)) return Number(u % BigInt(range));
    }
  }
  function withhold(prize: QuotaPrize): void {
    locked.add(prize);
    S -= 1;
    swap(placeOf(prize), S);
  }
  function settle(): void {
    for (;;) {
      const early = unlocked().find((prize) => placeOf(prize) < shareOf(prize));
      if (!early) return;
      const before = new Set(unlocked().slice(0, unlocked().indexOf(early)).map(placeOf));
      const remaining = Array.from({ length: S - shareOf(early) }, (_, i) => shareOf(early) + i).filter(
        (place) => !before.has(place),
      );
      swap(placeOf(early), remaining.at(-1 - draw(early, remaining.length))!);
    }
  }
  const hasRoom = (A: number): boolean =>
    unlocked().every((prize) => {
      const share = shareOf(prize);
      return share <= A || S - share >= unlocked().filter((other) => shareOf(other) >= share).length;
    });

  const told: { numbers: number[]; sellable: number }[] = [];
  for (const prize of prizes) if (locked.has(prize)) withhold(prize);
  if (!hasRoom(0)) return told;
  settle();
  told.push({ numbers: [...at], sellable: S });
  for (const { ordinal: A, type, prizeId } of log) {
    const prize = prizes.find(({ id }) => id === prizeId);
    if (!prize || locked.has(prize) === (type === 'LOCKED') || placeOf(prize) < A) return told;
    if (type === 'LOCKED') withhold(prize);
    else {
      swap(placeOf(prize), S);
      S += 1;
      locked.delete(prize);
    }
    if (!hasRoom(A)) return told;
    if (type === 'LOCKED') settle();
    else {
      const f = Math.max(A, shareOf(prize));
      swap(S - 1, f + draw(prize, S - f));
    }
    told.push({ numbers: [...at], sellable: S });
  }
  return told;
}
