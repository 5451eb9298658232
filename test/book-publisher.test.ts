import { describe, expect, it } from 'vitest';
import { createCombo } from '../src/awarded-boxes/combo.service.js';
import { closeBook } from '../src/book/publisher.js';
import { findConsistency, findLeaves, findReceipts } from '../src/book/book.service.js';
import { publicationDelay } from '../src/book/publication-delay.js';
import { sha256 } from '../src/platform/crypto.js';
import { decodeLeaf } from '../src/proof/book.js';
import { fromHex, toHex } from '../src/proof/bytes.js';
import { roundAt } from '../src/proof/chain.js';
import { isConsistent } from '../src/proof/consistency.js';
import { isIncluded, merkleTree } from '../src/proof/merkle.js';
import { anAdmin } from './support/actors.js';
import { startPublishers } from './support/book-publishers.js';
import { startOtherProcess } from './support/other-process.js';
import { forTests } from './support/start.js';

const stage = forTests(startPublishers);

const rootOf = (leaves: readonly Uint8Array[]) => toHex(merkleTree(leaves.length, (at) => leaves[at]!, sha256).root);
const anOperator = async () => {
  const { token } = await anAdmin(stage.server);
  const caller = { requestId: 'test', clientAddress: '127.0.0.1', authorization: `Bearer ${token}`, longLived: true };
  return stage.first.contextFor({ ...caller, accepts: ['ADMIN'] });
};

describe('books', () => {
  it('are continued by several processes at once, each leaf once', async () => {
    const raffleId = await stage.aRaffle();
    for (let round = 1; round <= 5; round++) {
      await stage.blocks(raffleId, 3);
      const published = await Promise.all(
        [stage.first, stage.second, stage.first, stage.second].map((app) => stage.publish(app)),
      );
      expect(published.reduce((sum, count) => sum + count)).toBe(1);
      await stage.age(raffleId);
    }
    const [heads, leaves] = [await stage.heads(raffleId), await stage.leaves(raffleId)];
    expect(heads.map(({ size }) => size)).toEqual([3, 6, 9, 12, 15]);
    for (const { size, root } of heads) expect(toHex(root)).toBe(rootOf(leaves.slice(0, size)));
  });

  it('get a head when leaves are new, and one a second at most', async () => {
    const raffleId = await stage.aRaffle();
    expect(await stage.publish()).toBe(0);
    await stage.blocks(raffleId, 1);
    expect([await stage.publish(), await stage.publish()]).toEqual([1, 0]);
    await stage.blocks(raffleId, 1);
    expect(await stage.publish(stage.second)).toBe(0);
    await stage.age(raffleId);
    expect([await stage.publish(stage.second), await stage.publish()]).toEqual([1, 0]);
  });

  it('are continued by another process after a crash between a payment and its head', async () => {
    const raffleId = await stage.aRaffle();
    await stage.blocks(raffleId, 2);
    await stage.publish(stage.first);
    const orderId = await stage.blocks(raffleId, 1);
    const operator = await anOperator();
    expect(await findReceipts(operator, orderId, { fromIndex: 0 })).toEqual([]);
    expect((await findLeaves(operator, raffleId, { from: 0, count: 10 })).count).toBe(2);
    await stage.age(raffleId);
    await stage.publish(stage.second);
    expect(await findReceipts(operator, orderId, { fromIndex: 0 })).toMatchObject([{ index: 2, head: { size: 3 } }]);
  });

  it('wait for nobody: one that another process holds is left to it', async () => {
    const [held, free] = [await stage.aRaffle(), await stage.aRaffle()];
    for (const raffleId of [held, free]) await stage.blocks(raffleId, 1);
    await stage.publish();
    for (const raffleId of [held, free]) {
      await stage.blocks(raffleId, 1);
      await stage.age(raffleId);
    }
    const other = await startOtherProcess(stage.databaseUrl);
    try {
      await other.query('SELECT 1 FROM raffle_books WHERE raffle_id = $1 FOR UPDATE', [held]);
      expect(await stage.publish()).toBe(1);
      expect((await stage.heads(free)).length).toBe(2);
      // The freeze waits, since it needs the last head.
      expect(await other.commitBehind(() => closeBook(stage.first, held))).toMatchObject({ size: 2 });
    } finally {
      await other.end();
    }
  });

  it('stop at a leaf that is missing, and others go on', async () => {
    const [broken, whole] = [await stage.aRaffle(), await stage.aRaffle()];
    for (const raffleId of [broken, whole]) await stage.blocks(raffleId, 3);
    await stage.first.db.pool.query('DELETE FROM quota_allocations WHERE raffle_id = $1 AND leaf = 1', [broken]);
    expect(await stage.publish()).toBe(1);
    expect(await stage.heads(broken)).toEqual([]);
    expect(stage.logged('book.head.failed')).toMatchObject([
      { raffleId: broken, err: { message: expect.stringContaining('no leaf 1') } },
    ]);
    await expect(closeBook(stage.first, broken)).rejects.toThrow('no leaf 1');
    await stage.first.db.pool.query('UPDATE raffle_counters SET leaves = 0 WHERE raffle_id = $1', [broken]);
  });

  it('are caught up with after an hour without a publisher, and proofs hold in a large book', async () => {
    const raffleId = await stage.aRaffle();
    const before = await stage.blocks(raffleId, 1_500);
    await stage.publish();
    const after = await stage.blocks(raffleId, 20_000, { count: 1 });
    await stage.age(raffleId, 3_600);
    expect(await stage.publish()).toBe(1);
    const heads = await stage.heads(raffleId);
    expect(heads.map(({ size }) => size)).toEqual([1_500, 1_500 + 8_192, 1_500 + 16_384, 21_500]);
    const leaves = await stage.leaves(raffleId);
    for (const { size, root } of heads) expect(toHex(root)).toBe(rootOf(leaves.slice(0, size)));

    const operator = await anOperator();
    for (const orderId of [before, after]) {
      const receipts = await findReceipts(operator, orderId, { fromIndex: 0 });
      const rest = await findReceipts(operator, orderId, { fromIndex: receipts.at(-1)!.index + 1 });
      expect([...receipts, ...rest].map(({ index }) => index)).toEqual(
        Array.from({ length: 200 }, (_, at) => receipts[0]!.index + at),
      );
      for (const { leaf, index, path, head } of [...receipts, ...rest]) {
        expect(leaf).toBe(toHex(leaves[index]!));
        const claim = { leaf: fromHex(leaf), index, path: path.map(fromHex) };
        expect(isIncluded({ root: fromHex(head.root), count: head.size }, claim)).toBe(true);
      }
    }
    for (const from of heads) {
      for (const to of heads.filter(({ size }) => size >= from.size)) {
        const { path } = await findConsistency(operator, raffleId, { from: from.size, to: to.size });
        expect(isConsistent(from, to, path.map(fromHex), sha256)).toBe(true);
      }
    }
    // Sizes of no head, across the ends of subtrees.
    for (const [from, to] of [
      [1, 1_024],
      [1_023, 2_048],
      [1_024, 2_049],
      [2_047, 21_500],
      [20_480, 20_481],
    ] as const) {
      const { path } = await findConsistency(operator, raffleId, { from, to });
      const head = (size: number) => ({ size, root: fromHex(rootOf(leaves.slice(0, size))) });
      expect(isConsistent(head(from), head(to), path.map(fromHex), sha256)).toBe(true);
    }
  });

  it('are closed with every leaf, also one without leaves', async () => {
    const [raffleId, empty] = [await stage.aRaffle(), await stage.aRaffle()];
    await stage.blocks(raffleId, 2);
    await stage.publish();
    await stage.blocks(raffleId, 1);
    const closed = await closeBook(stage.second, raffleId);
    expect([closed.size, toHex(closed.root)]).toEqual([3, rootOf(await stage.leaves(raffleId))]);
    expect(await closeBook(stage.second, raffleId)).toMatchObject({ size: 3 });
    expect(await closeBook(stage.first, empty)).toEqual({
      size: 0,
      root: merkleTree(0, () => new Uint8Array()).root,
      composition: { pix: 0, byHand: 0, free: 0, givenBack: 0 },
    });
  });

  it('tell the boxes of an order', async () => {
    const [boxed, plain] = [await stage.aRaffle(), await stage.aRaffle()];
    const operator = await anOperator();
    await createCombo(operator, { raffleId: boxed, quantityTitles: 5, quantityBoxes: 1 });
    await createCombo(operator, { raffleId: boxed, quantityTitles: 10, quantityBoxes: 3 });
    const round = roundAt(stage.first.rounds.chain, Date.now() / 1_000) + 100;
    for (const count of [4, 9, 10]) {
      await stage.blocks(boxed, 1, { count, round });
      await stage.blocks(plain, 1, { count });
    }
    await stage.publish();
    const leavesOf = async (raffleId: string) =>
      (await stage.leaves(raffleId)).map(decodeLeaf).map((leaf) => leaf.type === 'BLOCK' && [leaf.boxes, leaf.round]);
    expect(await leavesOf(boxed)).toEqual([0, 1, 3].map((boxes) => [boxes, round]));
    expect(await leavesOf(plain)).toEqual([0, 0, 0].map((boxes) => [boxes, 0]));
    expect(stage.logged('book.head.late')).toEqual([]);
  });

  it('say when a block is published after the round that decides it', async () => {
    const raffleId = await stage.aRaffle();
    const round = roundAt(stage.first.rounds.chain, Date.now() / 1_000 - 60);
    await stage.blocks(raffleId, 1, { round });
    await stage.publish();
    const [line] = stage.logged('book.head.late');
    expect(line).toMatchObject({ raffleId, round, level: 40 });
    expect(line!.lateSeconds).toBeGreaterThanOrEqual(60);
    expect(line!.lateSeconds).toBeLessThan(120);
  });

  it('tell for how long a leaf has waited', async () => {
    const delay = async () => (await publicationDelay(stage.first).read())[0]!.value;
    expect(await delay()).toBe(0);
    const raffleId = await stage.aRaffle();
    const orderId = await stage.blocks(raffleId, 2);
    await stage.first.db.pool.query("UPDATE orders SET paid_at = now() - interval '2 minutes' WHERE id = $1", [orderId]);
    expect(await delay()).toBeGreaterThanOrEqual(120);
    expect(await delay()).toBeLessThan(180);
    await stage.publish();
    expect(await delay()).toBe(0);
  });
});
