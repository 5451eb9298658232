import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replayBook } from '../src/proof/book-replay.js';
import { type BlockLeaf, type BookLeaf, commitmentOf, decodeLeaf, encodeLeaf, HOWS } from '../src/proof/book.js';
import { LEAF_BYTES } from '../src/proof/limits.js';
import { toHex } from '../src/proof/bytes.js';

const commitment = Uint8Array.from({ length: 16 }, (_, byte) => 0xf0 + byte);
const prizeId = '0198c1a0-7e11-7abc-8def-0123456789ab';

const block = (first: number, count: number, rest: Partial<BlockLeaf> = {}): BlockLeaf => ({
  type: 'BLOCK',
  how: 'PIX',
  boxes: 0,
  first,
  count,
  round: 0,
  commitment,
  ...rest,
});
const voids = (leaf: number): BookLeaf => ({ type: 'VOID', block: leaf });

describe('a leaf of the book', () => {
  it('has the bytes of its description', () => {
    const written: [BookLeaf, string][] = [
      [
        block(258, 20_000, { how: 'BY_HAND', boxes: 10_000, round: 2 ** 40 + 3 }),
        '01022710 00000102 00004e20 0000010000000003 f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff',
      ],
      [voids(66_000), '02000000 000101d0 00000000 0000000000000000 00000000000000000000000000000000'],
      [{ type: 'TO_CLOSE', ordinal: 7, prizeId }, '03000000 00000007 00000000 0000000000000000 0198c1a07e117abc8def0123456789ab'],
    ];
    for (const [leaf, hex] of written) {
      const bytes = encodeLeaf(leaf);
      expect(toHex(bytes)).toBe(hex.replaceAll(' ', ''));
      expect(decodeLeaf(bytes)).toEqual(leaf);
    }
  });

  it('is read back as it was, from anywhere in a longer text', () => {
    const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    const blocks = fc.record({
      type: fc.constant('BLOCK' as const),
      how: fc.constantFrom(...HOWS),
      boxes: fc.integer({ min: 0, max: 65_535 }),
      first: fc.integer({ min: 0, max: 2 ** 31 }),
      count: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      round: fc.maxSafeNat(),
      commitment: fc.uint8Array({ minLength: 16, maxLength: 16 }),
    });
    const leaves = fc.oneof(
      blocks,
      fc.record({ type: fc.constant('VOID' as const), block: u32 }),
      fc.record({ type: fc.constant('TO_CLOSE' as const), ordinal: u32, prizeId: fc.uuid() }),
    );
    fc.assert(
      fc.property(leaves, (leaf) => {
        const text = new Uint8Array(3 * LEAF_BYTES).fill(255);
        text.set(encodeLeaf(leaf), LEAF_BYTES);
        expect(decodeLeaf(text.subarray(LEAF_BYTES, 2 * LEAF_BYTES))).toEqual(leaf);
      }),
    );
  });

  it('has one form: no other bytes are read, and no other values written', () => {
    const change = (leaf: BookLeaf, at: number, value: number): Uint8Array => {
      const bytes = encodeLeaf(leaf);
      bytes[at] = value;
      return bytes;
    };
    const fresh = block(0, 1);
    const toClose: BookLeaf = { type: 'TO_CLOSE', ordinal: 7, prizeId };
    const wrong = [
      new Uint8Array(0),
      new Uint8Array(LEAF_BYTES),
      new Uint8Array(LEAF_BYTES + 1).fill(1),
      change(fresh, 0, 4),
      change(fresh, 1, 0),
      change(fresh, 1, 4),
      change(fresh, 11, 0),
      change(fresh, 12, 1),
      ...[1, 3, 11, 19, 20, 35].map((at) => change(voids(3), at, 1)),
      ...[1, 3, 11, 19].map((at) => change(toClose, at, 1)),
    ];
    for (const bytes of wrong) expect(() => decodeLeaf(bytes)).toThrow(RangeError);

    const unwritable: BookLeaf[] = [
      block(-1, 1),
      block(0.5, 1),
      block(0, 0),
      block(2 ** 32 - 5, 5),
      block(0, 1, { boxes: 65_536 }),
      block(0, 1, { round: 2 ** 53 }),
      block(0, 1, { commitment: new Uint8Array(15) }),
      block(0, 1, { how: 'CASH' as never }),
      voids(-1),
      voids(2 ** 32),
      { type: 'TO_CLOSE', ordinal: 2 ** 32, prizeId },
      { type: 'TO_CLOSE', ordinal: 0, prizeId: 'no prize' },
    ];
    for (const leaf of unwritable) expect(() => encodeLeaf(leaf)).toThrow(RangeError);
  });

  it('commits to one order: the first half of SHA-256 of salt and order', () => {
    const salt = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
    const hash = createHash('sha256').update(salt).update(Buffer.from('000000000000002a', 'hex')).digest('hex');
    expect(toHex(commitmentOf(42n, salt))).toBe(hash.slice(0, 32));
    expect(toHex(commitmentOf(43n, salt))).not.toBe(hash.slice(0, 32));
    expect(() => commitmentOf(42n, salt.subarray(1))).toThrow(RangeError);
  });
});

describe('the leaves of a book', () => {
  const replayOf = (isInstant: boolean, ...leaves: BookLeaf[]) => {
    const replay = replayBook({ isInstant });
    for (const leaf of leaves) replay.add(leaf);
    return replay;
  };

  it('tile the ordinals, and say how the quotas were paid', () => {
    const replay = replayOf(
      false,
      block(0, 5),
      block(5, 3, { how: 'BY_HAND' }),
      block(8, 2, { how: 'FREE' }),
      voids(0),
      block(1, 2),
      block(10, 1),
    );
    expect(replay).toMatchObject({ size: 6, allocated: 11, composition: { pix: 3, byHand: 3, free: 2, givenBack: 5 } });
    expect(replay.voided()).toEqual([
      [0, 1],
      [3, 2],
    ]);
    expect(replay.blockAt(0)).toEqual({ first: 0, count: 5, how: 'PIX', isLive: false });
    expect(replay.blockAt(1)).toEqual({ first: 5, count: 3, how: 'BY_HAND', isLive: true });
    expect(replay.blockAt(3)).toBeUndefined();
    expect(replay.blockAt(6)).toBeUndefined();
  });

  it('may give back what was sold again, and merge what is void', () => {
    const replay = replayOf(false, block(0, 4), block(4, 4), block(8, 4), voids(0), voids(2), voids(1), block(2, 8), voids(6));
    expect(replay.voided()).toEqual([[0, 12]]);
    expect(replay.composition).toEqual({ pix: 0, byHand: 0, free: 0, givenBack: 20 });
  });

  it.each<[string, boolean, BookLeaf[]]>([
    ['a block sold twice', false, [block(0, 5), block(0, 5)]],
    ['a block over the end of what was allocated', false, [block(0, 5), block(3, 5)]],
    ['a block with a gap before it', false, [block(0, 5), block(6, 1)]],
    ['a block over the end of what was given back', false, [block(0, 5), block(5, 5), voids(0), block(4, 2)]],
    ['a block around what was given back', false, [block(0, 5), block(5, 5), block(10, 5), voids(1), block(4, 7)]],
    ['a block sold again twice', false, [block(0, 5), voids(0), block(0, 3), block(2, 3)]],
    ['a block voided twice', false, [block(0, 5), voids(0), voids(0)]],
    ['a block voided twice, and sold again between', false, [block(0, 5), voids(0), block(0, 5), voids(0)]],
    ['a later leaf voided', false, [block(0, 5), voids(2)]],
    ['itself voided', false, [voids(0)]],
    ['a leaf voided that is no block', false, [block(0, 5), voids(0), voids(1)]],
    ['a round in a raffle without instant prizes', false, [block(0, 5, { round: 9 })]],
    ['a prize sent to the close in a raffle without instant prizes', false, [{ type: 'TO_CLOSE', ordinal: 0, prizeId }]],
    ['no round in a raffle with instant prizes', true, [block(0, 5)]],
    ['a falling round', true, [block(0, 5, { round: 9 }), block(5, 5, { round: 8 })]],
    ['quotas sold again in a raffle with instant prizes', true, [block(0, 5, { round: 9 }), voids(0), block(0, 5, { round: 9 })]],
    [
      'a prize sent to the close at another ordinal',
      true,
      [block(0, 5, { round: 9 }), { type: 'TO_CLOSE', ordinal: 4, prizeId }],
    ],
    [
      'a prize sent to the close twice',
      true,
      [
        { type: 'TO_CLOSE', ordinal: 0, prizeId },
        { type: 'TO_CLOSE', ordinal: 0, prizeId },
      ],
    ],
  ])('are refused: %s', (_, isInstant, leaves) => {
    const replay = replayOf(isInstant, ...leaves.slice(0, -1));
    const before = [replay.size, replay.allocated, replay.composition, replay.voided()];
    expect(() => replay.add(leaves.at(-1)!)).toThrow(new RegExp(`^leaf ${leaves.length - 1} `));
    expect([replay.size, replay.allocated, replay.composition, replay.voided()]).toEqual(before);
  });

  it('of a raffle with instant prizes keep their order of rounds', () => {
    const replay = replayOf(
      true,
      block(0, 5, { round: 9, boxes: 2 }),
      { type: 'TO_CLOSE', ordinal: 5, prizeId },
      block(5, 5, { round: 9 }),
      voids(0),
      block(10, 1, { round: 12 }),
    );
    expect(replay).toMatchObject({ allocated: 11, composition: { pix: 6, givenBack: 5 } });
    expect(replay.voided()).toEqual([[0, 5]]);
  });

  it('agree with a list of all ordinals, whatever is sold and given back', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ kind: fc.nat(2), some: fc.nat(), count: fc.integer({ min: 1, max: 9 }) })), (acts) => {
        const replay = replayBook({ isInstant: false });
        /** By ordinal the leaf of its live block, or null. */
        const owners: (number | null)[] = [];
        const blocks = new Map<number, [number, number]>();
        for (const { kind, some, count } of acts) {
          const index = replay.size;
          const live = [...blocks.keys()];
          const free = owners.flatMap((owner, ordinal) => (owner === null ? [ordinal] : []));
          const isVoid = kind === 1 && live.length > 0;
          const first = kind === 2 && free.length > 0 ? free[some % free.length]! : owners.length;
          if (isVoid) {
            const leaf = live[some % live.length]!;
            replay.add(voids(leaf));
            owners.fill(null, ...(([from, size]) => [from, from + size] as const)(blocks.get(leaf)!));
            blocks.delete(leaf);
            continue;
          }
          const wanted = Array.from({ length: count }, (_, at) => first + at);
          const isFresh = first === owners.length;
          if (!isFresh && !wanted.every((ordinal) => owners[ordinal] === null)) {
            expect(() => replay.add(block(first, count))).toThrow('that are not free');
            continue;
          }
          replay.add(block(first, count));
          for (const ordinal of wanted) owners[ordinal] = index;
          blocks.set(index, [first, count]);
        }
        expect(replay.allocated).toBe(owners.length);
        const voided = replay.voided();
        expect(voided.flatMap(([first, count]) => Array.from({ length: count }, (_, at) => first + at))).toEqual(
          owners.flatMap((owner, ordinal) => (owner === null ? [ordinal] : [])),
        );
        for (const [at, [first, count]] of voided.entries()) expect(voided[at + 1]?.[0]).not.toBe(first + count);
        expect(replay.composition.pix).toBe(owners.filter((owner) => owner !== null).length);
      }),
    );
  });
});
