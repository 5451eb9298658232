import type { FeatureTests } from '../features.js';
import type { ActStage } from '../support/operator-acts.js';

const SALES = ['test/quota-prizes.test.ts', 'test/quota-prize-numbers.test.ts', 'test/process-quota-prize-sales.test.ts'];

const somePrizes = async ({ aRaffle }: ActStage, isLocked = false) => ({
  raffleId: await aRaffle({ enableQuotaPrizes: true }),
  input: { prizes: [{ luckyNumber: '1', prize: 'R$ 50', isLocked }] },
});
const aMadePrize = async (stage: ActStage, isLocked?: boolean) => {
  const variables = await somePrizes(stage, isLocked);
  const { ids } = await stage.done<{ ids: string[] }>('createQuotaPrizes', variables, '{ ids }');
  return { id: ids[0] };
};

export const quotaPrizes: FeatureTests = {
  operations: `
    quotaPrizes        P      GET /v1/raffles/{raffleId}/quota-prizes
    quotaPrizeWinners  P      GET /v1/winners/quota-prizes
    createQuotaPrizes  A(OM)  POST /v1/raffles/{raffleId}/quota-prizes
    deleteQuotaPrize   A(OM)  DELETE /v1/quota-prizes/{id}
    lockQuotaPrize     A(OM)  PATCH /v1/quota-prizes/{id}/lock
    unlockQuotaPrize   A(OM)  PATCH /v1/quota-prizes/{id}/unlock`,
  acts: {
    createQuotaPrizes: (stage) => somePrizes(stage),
    deleteQuotaPrize: (stage) => aMadePrize(stage),
    lockQuotaPrize: (stage) => aMadePrize(stage, false),
    unlockQuotaPrize: (stage) => aMadePrize(stage, true),
  },
  faults: {
    'src/quota-prizes/feature.ts': [
      {
        name: 'a block wins the quota prize behind its last number',
        find: 'firstOrdinal + order.quotaQuantity)',
        replace: 'firstOrdinal + order.quotaQuantity + 1)',
        tests: SALES,
      },
      {
        name: 'what a refunded order won is not void',
        find: 'if (won.length > 0) await',
        replace: 'if (won.length > 1) await',
        tests: SALES,
      },
    ],
    'src/quota-prizes/quota-prize.service.ts': [
      {
        name: 'a locked quota prize leaves as many quotas for sale',
        find: 'counter.sellable + (isLocked ? -1 : 1)',
        replace: 'counter.sellable',
        tests: SALES,
      },
      {
        name: 'a quota prize is locked without a line of the log',
        find: 'await writePrizeEvent(tx, { raffleId, ordinal: counter.allocated, type, prizeId: prize.id });',
        replace: 'void [writePrizeEvent, type];',
        tests: SALES,
      },
    ],
    'src/quota-prizes/quota-prize.sql.ts': [
      {
        name: 'operators are told the numbers that the service drew',
        find: "WHEN p.drawn THEN 'NOBODY'",
        replace: "WHEN p.drawn THEN 'OPERATORS'",
        tests: SALES,
      },
    ],
    'src/quota-prizes/quota-prize.resolver.ts': [
      {
        name: 'everybody is told the numbers that an operator chose',
        find: "numberSeenBy === 'OPERATORS' && principal.role === 'ADMIN'",
        replace: "numberSeenBy === 'OPERATORS'",
        tests: SALES,
      },
    ],
    'src/quota-prizes/quota-prize-definitions.ts': [
      {
        name: 'quota prizes are made of a raffle that was sold',
        find: '  if (await prizesStand(tx, counter))',
        replace: '  if (counter.sellable < 0)',
        tests: SALES,
      },
    ],
  },
};
