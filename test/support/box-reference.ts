import { createCipheriv, createHmac } from 'node:crypto';
import type { BoxWin } from '../../src/proof/box-close.js';
import type { BoxPrize } from '../../src/proof/box-prizes.js';
import type { BoxProof } from '../../src/proof/box-proof.js';

/*
 * The rules of src/proof/README.md once more, word for word and slowly: a queue that is a queue, a list of all boxes that are left,
 * integers without end, Node's cryptography. It shares no code with the engine.
 */

const uuid = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const u32 = (value: number): Buffer => Buffer.from(value.toString(16).padStart(8, '0'), 'hex');

function mac(key: Uint8Array, ...parts: (Uint8Array | string)[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

function uniform(range: number, digest: (attempt: Buffer) => Buffer): number {
  const most = (2n ** 64n / BigInt(range)) * BigInt(range);
  for (let t = 0; ; t++) {
    const value = BigInt(`0x${digest(u32(t)).subarray(0, 8).toString('hex')}`);
    if (value < most) return Number(value % BigInt(range));
  }
}

const share = (releaseAt: number, quotas: number): number => Number((BigInt(releaseAt) * BigInt(quotas) + 9999n) / 10_000n);

interface Waiting {
  prize: number;
  unit: number;
  exit: number;
}

export function referenceRolls(seed: Uint8Array, raffleId: string, first: number, boxes: number): number[] {
  const key = mac(seed, 'raffle-gateway boxes v1', uuid(raffleId));
  return Array.from({ length: boxes }, (_, box) => {
    const aes = createCipheriv('aes-256-ecb', key, null).update(Buffer.concat([Buffer.alloc(8), u32(first), u32(box)]));
    const values = [0, 4, 8, 12].map((at) => aes.readUInt32BE(at));
    return (values.find((value) => value < 4_294_960_000) ?? values[3]!) % 10_000;
  });
}

export function referenceExit(seed: Uint8Array, raffleId: string, quotas: number, prize: BoxPrize, unit: number): number {
  const start = Math.min(quotas - 1, share(prize.releaseAt, quotas));
  return (
    start + uniform(quotas - start, (t) => mac(seed, 'raffle-gateway units v1', uuid(raffleId), uuid(prize.id), u32(unit), t))
  );
}

/** What the blocks win, and what the close draws. */
export function referenceWins(proof: BoxProof): { wins: BoxWin[]; closeWins: BoxWin[] } {
  const { seed, raffleId, quotas, prizes } = proof;
  const exits = prizes.flatMap((prize, index) =>
    prize.mode === 'PORCENTAGEM'
      ? []
      : Array.from({ length: prize.quantity }, (_, unit) => ({
          prize: index,
          unit,
          exit: referenceExit(seed, raffleId, quotas, prize, unit),
        })),
  );
  const given = prizes.map(() => 0);
  const wins: BoxWin[] = [];
  let queue: Waiting[] = [];

  for (const { first, count, boxes } of proof.blocks) {
    const stands = standing(proof, first);
    const joins = exits.filter(({ exit }) => exit >= first && exit < first + count);
    queue.push(...joins.sort((a, b) => a.exit - b.exit || a.prize - b.prize || a.unit - b.unit));

    const free = Array.from({ length: boxes }, (_, box) => box);
    const stay: Waiting[] = [];
    let placed = 0;
    for (const waiting of queue) {
      if (free.length === 0 || stands[waiting.prize] !== 'UNLOCKED') {
        stay.push(waiting);
        continue;
      }
      const rank = uniform(free.length, (t) => mac(seed, 'raffle-gateway places v1', uuid(raffleId), u32(first), u32(placed), t));
      placed += 1;
      wins.push({ first, boxIndex: free.splice(rank, 1)[0]!, prizeId: prizes[waiting.prize]!.id, unit: waiting.unit });
    }
    queue = stay;

    const rolls = boxes > 0 ? referenceRolls(seed, raffleId, first, boxes) : [];
    for (const boxIndex of free) {
      let before = 0;
      for (const [index, prize] of prizes.entries()) {
        if (prize.mode === 'ALEATORIO') continue;
        const isHit = rolls[boxIndex]! >= before && rolls[boxIndex]! < before + prize.percentage!;
        before += prize.percentage!;
        const isReleased = first + count >= share(prize.releaseAt, quotas);
        if (!isHit || !isReleased || stands[index] !== 'UNLOCKED' || given[index]! >= prize.quantity) continue;
        wins.push({ first, boxIndex, prizeId: prize.id, unit: given[index]! });
        given[index]! += 1;
      }
    }
  }
  return { wins, closeWins: proof.closeKey ? referenceClose(proof, wins, proof.closeKey) : [] };
}

function standing({ prizes, log }: BoxProof, ordinal: number): string[] {
  return prizes.map(({ id, isLocked }) => {
    const types = log.filter((event) => event.prizeId === id && event.ordinal <= ordinal).map(({ type }) => type);
    return types.includes('DELETED') ? 'DELETED' : (types.at(-1) ?? (isLocked ? 'LOCKED' : 'UNLOCKED'));
  });
}

function referenceClose(proof: BoxProof, wins: BoxWin[], key: Uint8Array): BoxWin[] {
  const voided = new Set(proof.blocks.filter(({ isVoid }) => isVoid).map(({ first }) => first));
  const held = wins.filter(({ first }) => !voided.has(first));
  const left = proof.blocks
    .filter(({ isVoid }) => !isVoid)
    .flatMap(({ first, boxes }) => Array.from({ length: boxes }, (_, boxIndex) => ({ first, boxIndex })))
    .filter((box) => !held.some(({ first, boxIndex }) => first === box.first && boxIndex === box.boxIndex));
  const stands = standing(proof, Number.POSITIVE_INFINITY);
  const drawn: BoxWin[] = [];
  for (const [index, { id, mode, quantity }] of proof.prizes.entries()) {
    if (mode !== 'ALEATORIO' || stands[index] !== 'UNLOCKED') continue;
    for (let unit = 0; unit < quantity; unit++) {
      if (left.length === 0 || held.some((win) => win.prizeId === id && win.unit === unit)) continue;
      const rank = uniform(left.length, (t) => mac(key, 'raffle-gateway close v1', uuid(proof.raffleId), uuid(id), u32(unit), t));
      drawn.push({ ...left.splice(rank, 1)[0]!, prizeId: id, unit });
    }
  }
  return drawn;
}
