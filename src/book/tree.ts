import { LRUCache } from 'lru-cache';
import type { App } from '../context.js';
import { sha256 } from '../platform/crypto.js';
import type { RootOf } from '../proof/consistency.js';
import { SUBTREE_LEAVES } from '../proof/frontier.js';
import { HASH_BYTES, hashLeaf, nodeTree } from '../proof/merkle.js';
import { selectSubtrees, type BookRow } from './book.sql.js';
import { readLeaves } from './leaves.js';

/** 32 KB each. */
const SUBTREES_KEPT = 512;

export interface BookTrees {
  /** Of the first `size` published leaves; it knows what proofs about the leaves at `indexes` need. */
  rootsOf(book: BookRow, size: number, indexes: readonly number[]): Promise<RootOf>;
}

export function createBookTrees({ db, config }: Pick<App, 'db' | 'config'>): BookTrees {
  /** Hashes of the first leaves of a subtree. Leaves never change, so that it only grows. */
  const kept = new LRUCache<string, Buffer>({ max: SUBTREES_KEPT });

  async function leafHashes(book: BookRow, subtree: number, count: number): Promise<Buffer> {
    const key = `${book.raffleId} ${subtree}`;
    const known = kept.get(key) ?? Buffer.alloc(0);
    const first = subtree * SUBTREE_LEAVES;
    const [from, to] = [first + known.length / HASH_BYTES, first + count];
    if (from >= to) return known;
    const leaves = await readLeaves(db, config.encryptionKeys, book, { from, to });
    const hashes = Buffer.concat([known, ...leaves.map(({ bytes }) => hashLeaf(bytes, sha256))]);
    kept.set(key, hashes);
    return hashes;
  }

  return {
    async rootsOf(book, size, indexes) {
      const whole = Math.floor(size / SUBTREE_LEAVES);
      const [subtrees] = await db.query(selectSubtrees, [book.raffleId, whole]);
      const roots = subtrees?.roots ?? Buffer.alloc(0);
      const needed = new Set(indexes.map((index) => Math.floor(index / SUBTREE_LEAVES)));
      if (size % SUBTREE_LEAVES > 0) needed.add(whole);
      const hashes = new Map<number, Buffer>();
      for (const subtree of needed)
        hashes.set(subtree, await leafHashes(book, subtree, Math.min(SUBTREE_LEAVES, size - subtree * SUBTREE_LEAVES)));

      const rootOver = (nodes: Buffer, first: number, count: number): Uint8Array =>
        nodeTree(count, (at) => nodes.subarray((first + at) * HASH_BYTES, (first + at + 1) * HASH_BYTES), sha256).root;
      const made = new Map<string, Uint8Array>();
      const make: RootOf = (from, to) => {
        const subtree = Math.floor(from / SUBTREE_LEAVES);
        if (to - from < SUBTREE_LEAVES) return rootOver(hashes.get(subtree)!, from % SUBTREE_LEAVES, to - from);
        const last = to > whole * SUBTREE_LEAVES ? [rootOf(whole * SUBTREE_LEAVES, to)] : [];
        const nodes = Buffer.concat([
          roots.subarray(subtree * HASH_BYTES, Math.floor(to / SUBTREE_LEAVES) * HASH_BYTES),
          ...last,
        ]);
        return rootOver(nodes, 0, nodes.length / HASH_BYTES);
      };
      /** Neighbouring leaves share most of their paths. */
      const rootOf: RootOf = (from, to) => {
        const key = `${from} ${to}`;
        const root = made.get(key) ?? make(from, to);
        made.set(key, root);
        return root;
      };
      return rootOf;
    },
  };
}
