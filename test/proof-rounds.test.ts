import { bls12_381 } from '@noble/curves/bls12-381.js';
import { describe, expect, it } from 'vitest';
import { DEVELOPMENT_CHAIN } from '../src/beacon/beacon.js';
import { signRound } from '../src/development/beacon/sign-round.js';
import { verifyRound } from '../src/proof/beacon.js';
import { fromHex, toHex } from '../src/proof/bytes.js';
import { QUICKNET, type Round } from '../src/proof/chain.js';
import { roundsFault } from '../src/proof/rounds.js';
import { QUICKNET_ROUNDS } from './support/quicknet-rounds.js';

const roundsOf = (count: number): Round[] => Array.from({ length: count }, (_, i) => signRound(i + 1));
const ROUNDS = roundsOf(12);
const { Signature } = bls12_381.shortSignatures;

function others(changes: Record<number, string>): Round[] {
  return ROUNDS.map((one, at) => ({ ...one, signature: changes[at] ?? one.signature }));
}

describe('many rounds', () => {
  it('are signed by the chain, those of quicknet too', () => {
    expect(roundsFault(QUICKNET, QUICKNET_ROUNDS)).toBe(null);
    expect(roundsFault(DEVELOPMENT_CHAIN, ROUNDS)).toBe(null);
    expect(roundsFault(DEVELOPMENT_CHAIN, [])).toBe(null);
  });

  it('are not, when one of them is not: it is named', () => {
    const [round] = QUICKNET_ROUNDS;
    expect(roundsFault(QUICKNET, [{ ...round, round: 1001 }])).toContain('round 1001');
    expect(roundsFault(DEVELOPMENT_CHAIN, others({ 7: ROUNDS[8]!.signature }))).toContain('round 8');
    expect(roundsFault(DEVELOPMENT_CHAIN, others({ 11: 'c0'.padEnd(96, '0') }))).toMatch(/signature/);
    expect(roundsFault(DEVELOPMENT_CHAIN, others({ 0: 'ff'.repeat(48) }))).toMatch(/signature/);
    expect(roundsFault(QUICKNET, ROUNDS)).toContain('round 1');
  });

  it('are not, when false ones have the same sum as the true ones', () => {
    const [one, other] = [Signature.fromHex(ROUNDS[3]!.signature), Signature.fromHex(ROUNDS[4]!.signature)];
    const more = bls12_381.G1.Point.BASE.multiply(12_345n);
    const swapped = others({ 3: ROUNDS[4]!.signature, 4: ROUNDS[3]!.signature });
    const shifted = others({ 3: toHex(Signature.toBytes(one.add(more))), 4: toHex(Signature.toBytes(other.subtract(more))) });
    expect(roundsFault(DEVELOPMENT_CHAIN, swapped)).toContain('round 4');
    expect(roundsFault(DEVELOPMENT_CHAIN, shifted)).toContain('round 4');
  });

  it('have one signature each: no point outside the group, no other form of the same point', () => {
    // A point of order 3: the pairing does not see it, and with it anybody could choose among three values of the randomness.
    const { Fp } = bls12_381.G1.Point;
    const small = bls12_381.G1.Point.fromAffine({ x: 0n, y: Fp.sqrt(4n) });
    expect(small.multiplyUnsafe(3n).is0()).toBe(true);
    const { x: shiftedX, y: shiftedY } = Signature.fromHex(ROUNDS[3]!.signature).add(small).toAffine();
    const sign = 2n * shiftedY > Fp.ORDER ? 0b101n : 0b100n;
    const added = ((sign << 381n) + shiftedX).toString(16);
    expect(verifyRound(DEVELOPMENT_CHAIN, { round: 4, signature: added })).toHaveProperty('problem');
    expect(roundsFault(DEVELOPMENT_CHAIN, others({ 3: added }))).toMatch(/signature/);
    // The first coordinate plus the field's order.
    const low = ROUNDS.find(({ signature }) => Number.parseInt(signature[1]!, 16) < 4 && /^[8a]/.test(signature))!;
    const x = BigInt(`0x${low.signature}`) & (2n ** 381n - 1n);
    const flags = BigInt(`0x${low.signature}`) - x;
    expect(x + Fp.ORDER).toBeLessThan(2n ** 381n);
    const longer = (flags + x + Fp.ORDER).toString(16);
    expect(fromHex(longer)).toHaveLength(48);
    expect(verifyRound(DEVELOPMENT_CHAIN, { round: low.round, signature: longer })).toHaveProperty('problem');
    expect(roundsFault(DEVELOPMENT_CHAIN, [{ round: low.round, signature: longer }])).toMatch(/signature/);
  });

  it('are far cheaper together than one by one', () => {
    const many = roundsOf(100);
    const began = performance.now();
    expect(roundsFault(DEVELOPMENT_CHAIN, many)).toBe(null);
    const together = performance.now() - began;
    const alone = performance.now();
    for (const round of many.slice(0, 20)) verifyRound(DEVELOPMENT_CHAIN, round);
    expect(together).toBeLessThan(0.6 * 5 * (performance.now() - alone));
  });
});
