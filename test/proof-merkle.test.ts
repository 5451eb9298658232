import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex, u32 } from '../src/proof/bytes.js';
import { isIncluded, merkleTree } from '../src/proof/merkle.js';
import { sha256 } from '../src/platform/crypto.js';

const leafAt = (index: number): Uint8Array => u32(index);

/** The RFC's own words: a tree is split at the largest power of two below its size. */
function splitOf(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}

const specifiedRoots = new Map<string, Buffer>();

/** The root of `count` leaves from `first` on, each computed once. */
function specifiedRoot(first: number, count: number): Buffer {
  const hash = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const known = specifiedRoots.get(`${first} ${count}`);
  if (known) return known;
  const split = splitOf(count);
  const root =
    count === 0
      ? hash()
      : count === 1
        ? hash(Buffer.of(0), leafAt(first))
        : hash(Buffer.of(1), specifiedRoot(first, split), specifiedRoot(first + split, count - split));
  specifiedRoots.set(`${first} ${count}`, root);
  return root;
}

/** And of the path. */
function specifiedPath(index: number, first: number, count: number): Buffer[] {
  if (count <= 1) return [];
  const split = splitOf(count);
  return index < split
    ? [...specifiedPath(index, first, split), specifiedRoot(first + split, count - split)]
    : [...specifiedPath(index - split, first + split, count - split), specifiedRoot(first, split)];
}

describe('the Merkle tree', () => {
  // The eight leaves that implementations of Certificate Transparency test with, and the roots of the first so many.
  it('has the roots that are known', () => {
    const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
      fromHex,
    );
    const rootOf = (count: number) => toHex(merkleTree(count, (index) => leaves[index]!).root);
    expect(rootOf(0)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(rootOf(1)).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
    expect(rootOf(8)).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
  });

  it('is that of the RFC, and so are its paths, for any number of leaves', () => {
    for (let count = 0; count <= 70; count++) {
      const { root, pathOf } = merkleTree(count, leafAt);
      expect(toHex(root)).toBe(specifiedRoot(0, count).toString('hex'));
      for (let index = 0; index < count; index++) {
        expect(pathOf(index).map(toHex)).toEqual(specifiedPath(index, 0, count).map((hash) => hash.toString('hex')));
      }
    }
    expect(() => merkleTree(0, leafAt).pathOf(0)).toThrow(RangeError);
    expect(() => merkleTree(3, leafAt).pathOf(3)).toThrow(RangeError);
  });

  it('proves each of its leaves at its place, and nothing else', () => {
    const counts = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(counts, fc.nat(), fc.nat(), fc.nat(), (count, some, other, byte) => {
        const tree = merkleTree(count, leafAt);
        const index = some % count;
        const path = tree.pathOf(index);
        const isSaid = (claim: Partial<Parameters<typeof isIncluded>[1]>) =>
          isIncluded({ root: tree.root, count }, { leaf: leafAt(index), index, path, ...claim });
        expect(isSaid({})).toBe(true);
        expect(isSaid({ leaf: leafAt(index + 1) })).toBe(false);
        expect(isSaid({ index: other % count })).toBe(other % count === index);
        expect(isSaid({ index: index + count })).toBe(false);
        expect(isSaid({ path: [...path, tree.root] })).toBe(false);
        if (path.length === 0) return;
        expect(isSaid({ path: path.slice(1) })).toBe(false);
        const bent = path.map((hash) => hash.slice());
        bent[byte % path.length]![byte % 32]! ^= 1;
        expect(isSaid({ path: bent })).toBe(false);
      }),
    );
  });

  it('is the same over another hash function of the same kind, at a hundred thousand leaves', () => {
    const slow = merkleTree(1000, leafAt);
    expect(toHex(merkleTree(1000, leafAt, sha256).root)).toBe(toHex(slow.root));
    const large = merkleTree(100_001, leafAt, sha256);
    expect(
      isIncluded({ root: large.root, count: 100_001 }, { leaf: leafAt(100_000), index: 100_000, path: large.pathOf(100_000) }),
    ).toBe(true);
  });
});
