import { describe, expect, it } from 'vitest';
import { verifyProof } from '../src/proof/verify-proof.js';
import { verifyHeads } from '../src/proof/verify-heads.js';
import { verifyReceipt } from '../src/proof/verify-receipt.js';
import { bentText, parsed } from './support/bent-text.js';
import { EXAMPLE, headOf, proofOf, RAFFLE_ID, receiptOf, RESOLD, textsOf } from './support/draw-proofs.js';

const { leaves } = EXAMPLE;
const SALE = verifyProof(proofOf(EXAMPLE)).sale!;
// Round 1000 of quicknet was due at 2023-08-23T15:59:24Z.
const BEFORE = '2023-08-23T15:59:23.999Z';
const AFTER = '2023-08-23T15:59:24.000Z';
const ORDERS = [
  [0, 101],
  [1, 102],
  [4, 103],
  [5, 104],
] as const;

const detailsOf = ({ steps }: { steps: { detail: string }[] }): string[] => steps.map(({ detail }) => detail);

describe('a receipt', () => {
  it.each(ORDERS)('of leaf %i stands, in every head that holds it', (index, order) => {
    for (let size = index + 1; size <= leaves.length; size++) {
      const receipt: unknown = JSON.parse(JSON.stringify(receiptOf(leaves, index, order, size)));
      expect(verifyReceipt(receipt, SALE)).toMatchObject({ ok: true, isConfirmed: false });
      expect(verifyReceipt(receipt, null)).toMatchObject({ ok: true, isConfirmed: null });
    }
  });

  it('says whether its quotas take part', () => {
    expect(detailsOf(verifyReceipt(receiptOf(leaves, 0, 101), SALE))[2]).toContain('were given back, and take no part');
    expect(detailsOf(verifyReceipt(receiptOf(leaves, 1, 102), SALE))[2]).toContain('its quotas take part');
  });

  it('says whether its round was not known when it was bound to it', () => {
    const seen = (seenAt: string) => {
      const receipt = receiptOf(leaves, 1, 102);
      return verifyReceipt({ ...receipt, head: { ...receipt.head, seenAt } }, SALE);
    };
    expect(seen(BEFORE)).toMatchObject({ ok: true, isConfirmed: true });
    expect(seen(AFTER)).toMatchObject({ ok: true, isConfirmed: false });
    expect(detailsOf(seen(AFTER)).at(-1)).toContain('not confirmed');
    const resold = verifyProof(proofOf(RESOLD)).sale;
    expect(verifyReceipt(receiptOf(RESOLD.leaves, 1, 102), resold)).toMatchObject({ ok: true, isConfirmed: null });
  });

  it('may have all that the API tells of it, if it is true', () => {
    const receipt = receiptOf(leaves, 1, 102, 3);
    const composition = { pix: 5, byHand: 4, free: 0, givenBack: 0 };
    const head = { ...receipt.head, at: '2023-08-23T15:59:20.000Z', raffleId: RAFFLE_ID, composition };
    const told = { ...receipt, head, round: 1000, roundDueAt: AFTER, isVoid: false };
    const isTrue = (fields: object) => verifyReceipt({ ...told, ...fields }, SALE).ok;
    const isTrueHead = (fields: object) => isTrue({ head: { ...head, ...fields } });
    expect(isTrue({})).toBe(true);
    for (const round of [1001, 0, null]) expect([round, isTrue({ round })]).toEqual([round, false]);
    for (const roundDueAt of [BEFORE, null]) expect([roundDueAt, isTrue({ roundDueAt })]).toEqual([roundDueAt, false]);
    expect(isTrue({ isVoid: true })).toBe(false);
    expect(isTrueHead({ raffleId: RAFFLE_ID.replace('1', '2') })).toBe(false);
    for (const kind of ['pix', 'byHand', 'free', 'givenBack'] as const)
      expect([kind, isTrueHead({ composition: { ...composition, [kind]: composition[kind] + 1 } })]).toEqual([kind, false]);
    expect(isTrue({ more: 1 })).toBe(false);
  });

  it('has no round and no time of one where no round decides', () => {
    const resold = verifyProof(proofOf(RESOLD)).sale;
    const verified = (fields: object) => verifyReceipt({ ...receiptOf(RESOLD.leaves, 1, 102), ...fields }, resold).ok;
    expect(verified({ round: null, roundDueAt: null })).toBe(true);
    expect(verified({ round: 1000, roundDueAt: null })).toBe(false);
    expect(verified({ round: null, roundDueAt: AFTER })).toBe(false);
  });

  it.each(['2026-02-29', '2026-13-01'])('tells no day that there is not: %s', (day) => {
    const receipt = receiptOf(leaves, 1, 102);
    const seen = (head: object) => detailsOf(verifyReceipt({ ...receipt, head: { ...receipt.head, ...head } }, SALE))[0];
    expect(seen({ seenAt: `${day}T12:00:00.000Z` })).toContain(`${day}T12:00:00.000Z, which there is not`);
    expect(seen({ at: `${day}T12:00:00Z` })).toContain(`${day}T12:00:00Z, which there is not`);
    expect(seen({ seenAt: '2028-02-29T23:59:59Z', at: null })).toContain('of order 102');
  });

  it('falls with one other character anywhere: a thousand of them', () => {
    const receipts = ORDERS.map(([index, order]) => receiptOf(leaves, index, order));
    for (let run = 0; run < 1_000; run++) {
      const { text, at } = bentText(receipts[run % receipts.length], `receipt ${run}`);
      expect([at, text, verifyReceipt(parsed(text), SALE).ok]).toEqual([at, text, false]);
    }
  });

  it('falls when the service changed the book afterwards', () => {
    const receipt = receiptOf(leaves, 1, 102);
    const other = leaves.map((leaf, index) => (index === 1 && leaf.type === 'BLOCK' ? { ...leaf, how: 'PIX' as const } : leaf));
    const sale = verifyProof(proofOf({ ...EXAMPLE, leaves: other })).sale;
    expect(sale).not.toBe(null);
    const verified = verifyReceipt(receipt, sale);
    expect(verified.ok).toBe(false);
    expect(detailsOf(verified)[2]).toContain('the book was changed');
  });

  it('falls for a leaf that is no block', () => {
    const { leaf: _, ...rest } = receiptOf(leaves, 1, 102);
    const void_ = Buffer.from(textsOf([leaves[3]!])[0]!, 'base64').toString('hex');
    expect(verifyReceipt({ ...rest, leaf: void_ }, null).steps[1]).toMatchObject({ ok: false, detail: 'its leaf is no block' });
  });
});

describe('kept heads', () => {
  const all = leaves.map((_, index) => headOf(leaves, index + 1));

  it('stand in any order, with the empty one, and tell what they confirm', () => {
    const seen = [...all.map((head) => ({ ...head, seenAt: BEFORE })), headOf(leaves, 0)];
    expect(verifyHeads(seen, SALE)).toMatchObject({ ok: true, blocks: { bound: 4, confirmed: 4 } });
    expect(verifyHeads(seen.toReversed(), SALE)).toMatchObject({ ok: true, blocks: { bound: 4, confirmed: 4 } });
    expect(verifyHeads([], SALE)).toMatchObject({ ok: true, blocks: { bound: 4, confirmed: 0 } });
    expect(verifyHeads(all, SALE)).toMatchObject({ ok: true, blocks: { bound: 4, confirmed: 0 } });
  });

  it('confirm the blocks of the largest one that was seen in time, and no later ones', () => {
    const seen = [
      { ...all[3]!, seenAt: BEFORE },
      { ...all[4]!, seenAt: AFTER },
    ];
    const verified = verifyHeads(seen, SALE);
    expect(verified).toMatchObject({ ok: true, blocks: { bound: 4, confirmed: 2 } });
    expect(detailsOf(verified).at(-1)).toContain('the other 2 are not confirmed');
  });

  it('are compared with what the leaves say of payments', () => {
    const composition = { pix: 5, byHand: 4, free: 0, givenBack: 0 };
    expect(verifyHeads([{ ...all[2], composition }], SALE).ok).toBe(true);
    expect(verifyHeads([{ ...all[3], composition }], SALE).ok).toBe(false);
    // The sale is the same one, and its smaller heads are asked after larger ones.
    expect(verifyHeads([{ ...all[2], composition }], SALE).ok).toBe(true);
  });

  it('fall with one other character anywhere: a thousand of them', () => {
    const heads = all.map((head) => ({ ...head, raffleId: RAFFLE_ID }));
    for (let run = 0; run < 1_000; run++) {
      const { text, at } = bentText(heads, `heads ${run}`);
      expect([at, text, verifyHeads(parsed(text), SALE).ok]).toEqual([at, text, false]);
    }
  });

  it('fall when the service changed the book, or shortened it', () => {
    const other = leaves.map((leaf, index) => (index === 5 && leaf.type === 'BLOCK' ? { ...leaf, how: 'FREE' as const } : leaf));
    const sale = verifyProof(proofOf({ ...EXAMPLE, leaves: other })).sale!;
    expect(verifyHeads(all.slice(0, 5), sale).ok).toBe(true);
    expect(detailsOf(verifyHeads(all, sale)).at(-1)).toContain('the book was changed');
    const shorter = verifyProof(proofOf({ ...EXAMPLE, leaves: leaves.slice(0, 5) })).sale!;
    expect(verifyHeads(all, shorter).ok).toBe(false);
  });
});
