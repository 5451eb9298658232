import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../src/platform/crypto.js';
import { fromHex, toHex, u32 } from '../src/proof/bytes.js';
import { consistencyProof, inclusionPath, isConsistent, type RootOf, type TreeHead } from '../src/proof/consistency.js';
import { frontierOf, SUBTREE_LEAVES } from '../src/proof/frontier.js';
import { isIncluded, merkleTree, nodeTree } from '../src/proof/merkle.js';

const leafAt = (index: number): Uint8Array => u32(index);
const roots = new Map<string, Uint8Array>();

/** The root over some leaves, each computed once. */
const rootOf: RootOf = (from, to) => {
  const key = `${from} ${to}`;
  const root = roots.get(key) ?? merkleTree(to - from, (index) => leafAt(from + index)).root;
  roots.set(key, root);
  return root;
};
const headOf = (size: number): TreeHead => ({ size, root: rootOf(0, size) });

/** The RFC's own words, 2.1.4.1. */
function subproof(m: number, first: number, n: number, isWhole: boolean): Uint8Array[] {
  if (m === n) return isWhole ? [] : [rootOf(first, first + n)];
  let k = 1;
  while (k * 2 < n) k *= 2;
  return m <= k
    ? [...subproof(m, first, k, isWhole), rootOf(first + k, first + n)]
    : [...subproof(m - k, first + k, n - k, false), rootOf(first, first + k)];
}

const hexes = (path: readonly Uint8Array[]): string[] => path.map(toHex);

describe('a proof of consistency', () => {
  // The eight leaves that implementations of Certificate Transparency test with, and their known proofs.
  it.each([
    [1, 1, []],
    [
      1,
      8,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [
      6,
      8,
      [
        '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
    [
      2,
      5,
      [
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    ],
    [
      6,
      7,
      [
        '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
        'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
  ])('from %i to %i leaves is the known one', (first, second, path) => {
    const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
      fromHex,
    );
    const knownRoots = [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ].map(fromHex);
    const ofLeaves: RootOf = (from, to) => merkleTree(to - from, (index) => leaves[from + index]!).root;
    expect(hexes(consistencyProof(first, second, ofLeaves))).toEqual(path);
    const known = (size: number): TreeHead => ({ size, root: knownRoots[size - 1]! });
    expect(isConsistent(known(first), known(second), path.map(fromHex))).toBe(true);
  });

  it('is that of the RFC and holds, for any two sizes; and the paths of leaves are theirs', () => {
    for (let second = 0; second <= 40; second++) {
      for (let first = 0; first <= second; first++) {
        const path = consistencyProof(first, second, rootOf);
        expect(hexes(path)).toEqual(first === 0 ? [] : hexes(subproof(first, 0, second, true)));
        expect(isConsistent(headOf(first), headOf(second), path)).toBe(true);
      }
      for (let index = 0; index < second; index++)
        expect(hexes(inclusionPath(index, second, rootOf))).toEqual(hexes(merkleTree(second, leafAt).pathOf(index)));
    }
    expect(() => consistencyProof(3, 2, rootOf)).toThrow(RangeError);
    expect(() => consistencyProof(-1, 2, rootOf)).toThrow(RangeError);
    expect(() => inclusionPath(2, 2, rootOf)).toThrow(RangeError);
  });

  it('is refused for another size, another root, and another path', () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 })).filter(([a, b]) => a !== b);
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (pair, some, byte) => {
        const [first, second] = pair.toSorted((one, other) => one - other) as [number, number];
        const [a, b] = [headOf(first), headOf(second)];
        const path = consistencyProof(first, second, rootOf);
        expect(isConsistent(a, b, path)).toBe(true);
        expect(isConsistent(b, a, path)).toBe(false);
        expect(isConsistent({ ...a, size: first + 1 }, b, path)).toBe(false);
        expect(isConsistent(a, { ...b, root: a.root }, path)).toBe(false);
        expect(isConsistent({ ...a, root: b.root }, b, path)).toBe(false);
        expect(isConsistent({ ...a, root: new Uint8Array(0) }, b, path)).toBe(false);
        expect(isConsistent(a, b, [])).toBe(false);
        expect(isConsistent(a, b, path.slice(1))).toBe(false);
        expect(isConsistent(a, b, path.slice(0, -1))).toBe(false);
        expect(isConsistent(a, b, [...path, b.root])).toBe(false);
        expect(isConsistent(a, b, [path[0]!, ...path])).toBe(false);
        expect(isConsistent(a, b, [...path.slice(0, -1), new Uint8Array(0)])).toBe(false);
        const bent = path.map((hash) => hash.slice());
        bent[some % path.length]![byte % 32]! ^= 1;
        expect(isConsistent(a, b, bent)).toBe(false);
      }),
    );
  });

  it('from no leaf or to the same size is no path, and only with the right root', () => {
    const [none, three] = [headOf(0), headOf(3)];
    expect(isConsistent(none, three, [])).toBe(true);
    expect(isConsistent({ size: 0, root: three.root }, three, [])).toBe(false);
    expect(isConsistent(none, three, [three.root])).toBe(false);
    expect(isConsistent(none, none, [])).toBe(true);
    expect(isConsistent(none, { size: 0, root: three.root }, [])).toBe(false);
    expect(isConsistent({ size: 0, root: three.root }, { size: 0, root: three.root }, [])).toBe(false);
    expect(isConsistent(three, three, [])).toBe(true);
    expect(isConsistent(three, { size: 3, root: none.root }, [])).toBe(false);
    expect(isConsistent(three, three, [three.root])).toBe(false);
    expect(isConsistent({ ...three, size: -1 }, three, [])).toBe(false);
    expect(isConsistent({ ...three, size: 1.5 }, three, [])).toBe(false);
  });

  it('shows that a leaf was changed after a head', () => {
    const changed: RootOf = (from, to) => merkleTree(to - from, (index) => leafAt(from + index === 4 ? 99 : from + index)).root;
    const rewritten: TreeHead = { size: 20, root: changed(0, 20) };
    for (const path of [consistencyProof(10, 20, changed), consistencyProof(10, 20, rootOf)])
      expect(isConsistent(headOf(10), rewritten, path)).toBe(false);
    expect(isConsistent(headOf(4), rewritten, consistencyProof(4, 20, changed))).toBe(true);
  });
});

describe('a frontier', () => {
  it('has the root of every size, also when it continues from its bytes', () => {
    let frontier = frontierOf();
    expect(toHex(frontier.root())).toBe(toHex(headOf(0).root));
    for (let size = 1; size <= 200; size++) {
      frontier.append(leafAt(size - 1));
      expect(frontier.size).toBe(size);
      expect(toHex(frontier.root())).toBe(toHex(headOf(size).root));
      if (size % 7 === 0) frontier = frontierOf({ size, bytes: frontier.bytes() });
    }
    expect(() => frontierOf({ size: 3, bytes: new Uint8Array(32) })).toThrow(RangeError);
    expect(() => frontierOf({ size: 0, bytes: new Uint8Array(32) })).toThrow(RangeError);
  });

  it('gives the roots of its whole subtrees, from which its root and all paths follow', () => {
    const size = 3 * SUBTREE_LEAVES + 77;
    const frontier = frontierOf(undefined, sha256);
    for (let index = 0; index < size; index++) frontier.append(leafAt(index));
    const subtrees = frontier.takeSubtrees();
    expect(frontier.takeSubtrees()).toEqual([]);
    expect(hexes(subtrees)).toEqual([0, 1, 2].map((at) => toHex(rootOf(at * SUBTREE_LEAVES, (at + 1) * SUBTREE_LEAVES))));
    const whole = [...subtrees, rootOf(3 * SUBTREE_LEAVES, size)];
    expect(toHex(nodeTree(4, (at) => whole[at]!).root)).toBe(toHex(frontier.root()));
    const path = inclusionPath(2050, size, rootOf);
    expect(isIncluded({ root: frontier.root(), count: size }, { leaf: leafAt(2050), index: 2050, path })).toBe(true);
    expect(isConsistent(headOf(1500), { size, root: frontier.root() }, consistencyProof(1500, size, rootOf), sha256)).toBe(true);
  });
});
