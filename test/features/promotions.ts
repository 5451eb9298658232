import { createPromotion, deletePromotion, updatePromotion } from '../../src/promotions/promotion.service.js';
import type { FeatureTests } from '../features.js';
import type { ActStage } from '../support/operator-acts.js';

const PROMOTION = { kind: 'FROM', quotaQuantity: 2, price: '0.90', bonusQuotas: 1 };

const aPromotion = async ({ aRaffle }: ActStage) => ({ raffleId: await aRaffle(), input: PROMOTION });
const aMadePromotion = async (stage: ActStage) => ({ id: (await stage.done('createPromotion', await aPromotion(stage))).id });

export const promotions: FeatureTests = {
  operations: `
    createPromotion  A(OM)  POST /v1/raffles/{raffleId}/promotions
    updatePromotion  A(OM)  PUT /v1/promotions/{id}
    deletePromotion  A(OM)  DELETE /v1/promotions/{id}`,
  acts: {
    createPromotion: aPromotion,
    updatePromotion: async (stage) => ({ ...(await aMadePromotion(stage)), input: { ...PROMOTION, bonusQuotas: 2 } }),
    deletePromotion: aMadePromotion,
  },
  people({ admin, of }) {
    const promotion = { kind: 'FROM' as const, quotaQuantity: 2, price: 1n, bonusQuotas: 1 };
    let id = '';
    return {
      'add a promotion': async () => (id = (await createPromotion(admin, of.raffles.huge, promotion)).id),
      'change a promotion': () => updatePromotion(admin, id, { ...promotion, bonusQuotas: 2 }),
      'end a promotion': () => deletePromotion(admin, id),
    };
  },
  faults: {
    'src/promotions/promotion.service.ts': [
      {
        name: 'a changed promotion leaves the version of its raffle',
        find: '    await raiseVersion(tx, raffle.id);\n',
        replace: '',
        tests: ['test/promotions.test.ts', 'test/pricing.test.ts'],
      },
      {
        name: 'a promotion gives quotas of a raffle with a price for nothing',
        find: "return kind === 'EXACT' ? BigInt(quotaQuantity) : 1n;",
        replace: "return kind === 'EXACT' ? 0n : 1n;",
        tests: ['test/promotions.test.ts'],
      },
      {
        name: 'a free raffle with promotions for nothing gets a price',
        find: 'if (before.quotaPrice > 0n || quotaPrice === 0n) return;',
        replace: 'if (before.quotaPrice >= 0n || quotaPrice === 0n) return;',
        tests: ['test/promotions.test.ts'],
      },
    ],
  },
};
