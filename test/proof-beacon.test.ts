import { describe, expect, it } from 'vitest';
import { verifyRound } from '../src/proof/beacon.js';
import { chainHashOf, QUICKNET, roundAt, timeOfRound } from '../src/proof/chain.js';
import { toHex } from '../src/proof/bytes.js';
import { QUICKNET_ROUNDS } from './support/quicknet-rounds.js';

const [first, second] = QUICKNET_ROUNDS;

describe('the rounds of quicknet', () => {
  it.each(QUICKNET_ROUNDS)('$round is signed by its key, and its randomness is known', ({ round, signature, randomness }) => {
    const verified = verifyRound(QUICKNET, { round, signature });
    expect('randomness' in verified && toHex(verified.randomness)).toBe(randomness);
  });

  it.each([
    ['of another round', first.round, second.signature],
    ['of the round before', first.round + 1, first.signature],
    ['with a bit changed', first.round, first.signature.replace(/9$/, '8')],
    ['of the other sign', first.round, first.signature.replace(/^b/, '9')],
    ['that is nothing', first.round, 'c0'.padEnd(96, '0')],
    ['that is no point', first.round, 'ff'.repeat(48)],
    ['that is too short', first.round, first.signature.slice(2)],
    ['that is no hexadecimal', first.round, 'x'.repeat(96)],
  ])('are not proved by a signature %s', (_, round, signature) => {
    expect(verifyRound(QUICKNET, { round, signature })).toEqual({ problem: expect.stringMatching(/signature/) });
  });

  it('are not those of another key', () => {
    const publicKey = `a${QUICKNET.publicKey.slice(1)}`;
    expect(verifyRound({ ...QUICKNET, publicKey }, first)).toHaveProperty('problem');
  });

  it('are due every three seconds from the genesis on', () => {
    expect(timeOfRound(QUICKNET, 1)).toBe(1_692_803_367);
    expect(timeOfRound(QUICKNET, 1000)).toBe(1_692_806_364);
    expect([-1, 0, 2, 3, 2996, 2997].map((seconds) => roundAt(QUICKNET, QUICKNET.genesisSeconds + seconds))).toEqual([
      0, 1, 1, 2, 999, 1000,
    ]);
    expect(roundAt(QUICKNET, 0)).toBe(0);
  });
});

describe("a chain's hash", () => {
  const { hash, ...info } = QUICKNET;

  it('is that by which the world knows quicknet', () => {
    expect(chainHashOf(info)).toBe(hash);
  });

  it('is of all that the chain says of itself', () => {
    const others = [
      { publicKey: `a${info.publicKey.slice(1)}` },
      { periodSeconds: 30 },
      { genesisSeconds: info.genesisSeconds + 1 },
      { groupHash: `0${info.groupHash.slice(1)}` },
      { name: 'slownet' },
    ].map((change) => chainHashOf({ ...info, ...change }));
    expect(new Set([hash, ...others]).size).toBe(6);
    expect(chainHashOf({ ...info, name: 'default' })).toBe(chainHashOf({ ...info, name: '' }));
  });
});
