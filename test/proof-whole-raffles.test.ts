import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEVELOPMENT_CHAIN } from '../src/beacon/beacon.js';
import { signRound } from '../src/development/beacon/sign-round.js';
import { HOWS } from '../src/proof/book.js';
import { fromHex } from '../src/proof/bytes.js';
import { verifyHeads } from '../src/proof/verify-heads.js';
import { verifyProof } from '../src/proof/verify-proof.js';
import { verifyReceipt } from '../src/proof/verify-receipt.js';
import { headOf, proofOf, RAFFLE_ID, receiptOf, saleOf, type SoldRaffle } from './support/draw-proofs.js';
import { anyInstantPlan, type InstantPlan } from './support/instant-raffles.js';
import { referenceWins, type ReferenceLeaf } from './support/instant-reference.js';

const COMBOS = [
  { quantityTitles: 3, quantityBoxes: 2 },
  { quantityTitles: 7, quantityBoxes: 5 },
];
// A signature takes a hundredth of a second.
const signed = new Map([5, 6, 7, 900].map((round) => [round, signRound(round)]));

/** The plan as a service would run it: rounds in their order, boxes by the combos, some orders given back. */
function soldBy({ raffle, leaves }: InstantPlan, isVoid: readonly boolean[]): SoldRaffle {
  const { quotas, quotaPrizes, boxPrizes } = raffle;
  const width = String(quotas - 1).length;
  const sale = saleOf(COMBOS);
  let order = 0;
  for (const [at, leaf] of leaves.entries()) {
    if (leaf.type === 'TO_CLOSE') sale.toClose(leaf.prizeId);
    else sale.block(HOWS[at % 3]!, order++, leaf.count, 5 + Math.floor((3 * at) / leaves.length));
    if (leaf.type === 'BLOCK' && isVoid[at]) sale.void(sale.leaves.length - 1);
  }
  return {
    mode: 'BEACON',
    quotas,
    prizes: 2,
    leaves: sale.leaves,
    boxes: {
      prizes: boxPrizes.map((prize, index) => ({ ...prize, title: `prize ${index}`, prize: '10.00' })),
      combos: COMBOS,
      cumulative: true,
    },
    quotaPrizes: {
      salt: '5a'.repeat(32),
      prizes: quotaPrizes.map((prize, index) => ({ ...prize, number: String(index).padStart(width, '0'), prize: 'R$ 5' })),
    },
    chain: DEVELOPMENT_CHAIN,
    signed: (round) => signed.get(round)!,
    drawRound: 900,
  };
}

const anySold = fc
  .tuple(anyInstantPlan, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }))
  .map(([plan, isVoid]) => ({ plan, sold: soldBy(plan, isVoid) }));

it('any raffle is proved, its wins are those of the description, and all receipts and heads agree', () => {
  fc.assert(
    fc.property(anySold, ({ plan, sold }) => {
      const proof = proofOf(sold);
      const { steps, sale } = verifyProof(JSON.parse(JSON.stringify(proof)));
      expect(steps.filter(({ ok }) => !ok)).toEqual([]);

      const leaves = sold.leaves.flatMap((leaf): ReferenceLeaf[] => {
        if (leaf.type === 'VOID') return [];
        return leaf.type === 'TO_CLOSE' ? [leaf] : [{ ...leaf, randomness: fromHex(signed.get(leaf.round)!.randomness) }];
      });
      const { quotaPrizeWins, boxWins } = referenceWins({ ...plan.raffle, raffleId: RAFFLE_ID }, leaves);
      expect(proof.quotaPrizes!.wins).toEqual(quotaPrizeWins.map(({ ordinal, prize }) => [ordinal, prize]));
      const inOrder = boxWins.toSorted((one, other) => one.first - other.first || one.box - other.box);
      expect(proof.boxes!.wins).toEqual(inOrder.map(({ first, box, prize, unit }) => [first, box, prize, unit]));

      const sizes = sold.leaves.map((_, index) => index + 1);
      expect(
        verifyHeads(
          sizes.map((size) => headOf(sold.leaves, size)),
          sale!,
        ).ok,
      ).toBe(true);
      let order = 0;
      for (const [index, leaf] of sold.leaves.entries()) {
        if (leaf.type !== 'BLOCK') continue;
        expect(verifyReceipt(receiptOf(sold.leaves, index, order++), sale).ok).toBe(true);
      }
    }),
    { numRuns: 12 },
  );
});
