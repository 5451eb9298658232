import { createCipheriv, createHmac } from 'node:crypto';
import type { BoxPrize } from '../../src/proof/box-prizes.js';

/*
 * The chapter "Instant prizes" of src/proof/README.md once more, word for word and slowly: units in lists, a scan for each
 * quota, integers without end, Node's cryptography. It shares no code with the engine.
 */

export interface ReferenceRaffle {
  raffleId: string;
  quotas: number;
  quotaPrizes: readonly { id: string; releaseAt: number; isLocked: boolean }[];
  boxPrizes: readonly BoxPrize[];
}

export type ReferenceLeaf =
  { type: 'BLOCK'; first: number; count: number; boxes: number; randomness: Uint8Array } | { type: 'TO_CLOSE'; prizeId: string };

export interface ReferenceWins {
  quotaPrizeWins: { ordinal: number; prize: number }[];
  boxWins: { first: number; box: number; prize: number; unit: number }[];
  toClose: { prize: number; unit: number }[];
}

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

export function referenceStream(label: string, raffleId: string, first: number, randomness: Uint8Array) {
  const place = Buffer.alloc(4);
  place.writeUInt32BE(first);
  const key = createHmac('sha256', randomness).update(label).update(bytesOf(raffleId)).update(place).digest();
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return (n: number): number => {
    const limit = (2n ** 32n / BigInt(n)) * BigInt(n);
    for (;;) {
      const value = cipher.update(Buffer.alloc(4)).readUInt32BE();
      if (BigInt(value) < limit) return value % n;
    }
  };
}

const share = (releaseAt: number, N: number): number =>
  Math.min(N - 1, Number((BigInt(releaseAt) * BigInt(N) + 9_999n) / 10_000n));

export function referenceWins(raffle: ReferenceRaffle, leaves: readonly ReferenceLeaf[]): ReferenceWins {
  const { raffleId, quotas: N, quotaPrizes, boxPrizes } = raffle;
  const L = quotaPrizes.length;
  const atClose = new Set([...quotaPrizes, ...boxPrizes].filter(({ isLocked }) => isLocked).map(({ id }) => id));
  const won = new Set<number>();
  const out = boxPrizes.map(() => 0);
  let S = N - quotaPrizes.filter(({ isLocked }) => isLocked).length;
  const wins: ReferenceWins = { quotaPrizeWins: [], boxWins: [], toClose: [] };

  for (const leaf of leaves) {
    if (leaf.type === 'TO_CLOSE') {
      atClose.add(leaf.prizeId);
      if (quotaPrizes.some(({ id }) => id === leaf.prizeId)) S -= 1;
      continue;
    }
    const { first, count, boxes, randomness } = leaf;
    const numbers = referenceStream('raffle-gateway numbers v2', raffleId, first, randomness);
    const stream = referenceStream('raffle-gateway boxes v2', raffleId, first, randomness);
    const free = Array.from({ length: boxes }, (_, box) => box);
    for (let o = first; o < first + count; o++) {
      const inPlay = quotaPrizes.flatMap(({ id, releaseAt }, prize) =>
        !atClose.has(id) && share(releaseAt, N) <= o && !won.has(prize) ? [prize] : [],
      );
      if (inPlay.length > 0) {
        const plain = N - L - (o - won.size);
        const u = numbers(plain > 0 ? S - o : inPlay.length);
        if (u < inPlay.length) {
          wins.quotaPrizeWins.push({ ordinal: o, prize: inPlay[u]! });
          won.add(inPlay[u]!);
        }
      }
      const units = boxPrizes.flatMap(({ id, mode, releaseAt, quantity }, prize) =>
        mode === 'ALEATORIO' && !atClose.has(id) && share(releaseAt, N) <= o
          ? Array.from({ length: quantity - out[prize]! }, () => prize)
          : [],
      );
      if (units.length === 0) continue;
      const prize = units[stream(S - o)];
      if (prize === undefined) continue;
      const unit = out[prize]!++;
      if (free.length === 0) wins.toClose.push({ prize, unit });
      else wins.boxWins.push({ first, box: free.splice(stream(free.length), 1)[0]!, prize, unit });
    }
    if (!boxPrizes.some(({ mode }) => mode === 'PORCENTAGEM')) continue;
    for (let box = 0; box < boxes; box++) {
      const v = stream(10_000);
      let end = 0;
      for (const [prize, { id, percentage, quantity, releaseAt }] of boxPrizes.entries()) {
        end += percentage ?? 0;
        if (v >= end) continue;
        const canWin = free.includes(box) && out[prize]! < quantity && !atClose.has(id) && share(releaseAt, N) <= first;
        if (canWin) wins.boxWins.push({ first, box, prize, unit: out[prize]!++ });
        break;
      }
    }
  }
  return wins;
}
