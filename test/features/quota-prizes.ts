import { createQuotaPrizes, deleteQuotaPrize, setQuotaPrizeLock } from '../../src/quota-prizes/quota-prize.service.js';
import type { FeatureTests } from '../features.js';
import type { ActStage } from '../support/operator-acts.js';

const SALES = ['test/quota-prizes.test.ts', 'test/quota-prize-numbers.test.ts', 'test/process-quota-prize-sales.test.ts'];

const somePrizes = async ({ aRaffle }: ActStage, isLocked = false, status: 'OPEN' | 'DRAFT' = 'OPEN') => ({
  raffleId: await aRaffle({ enableQuotaPrizes: true, status }),
  input: { prizes: [{ luckyNumber: '1', prize: 'R$ 50', isLocked }] },
});
const aMadePrize = async (stage: ActStage, isLocked?: boolean, status?: 'DRAFT') => {
  const variables = await somePrizes(stage, isLocked, status);
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
    // Of a raffle that can be bought nobody unlocks.
    unlockQuotaPrize: (stage) => aMadePrize(stage, true, 'DRAFT'),
  },
  people({ admin, aRaffle, anOrder, idOf, of, pay }) {
    const { huge } = of.raffles;
    const prizes = Array.from({ length: 9 }, (_, n) => ({ luckyNumber: String(n), prize: 'R$ 50' }));
    let raffleId = '';
    let ids: string[] = [];
    return {
      async 'add quota prizes'() {
        raffleId = (await aRaffle({ enableQuotaPrizes: true, quotaQuantity: 10 })).id;
        ({ ids } = await createQuotaPrizes(admin, raffleId, prizes));
      },
      'delete a quota prize': () => deleteQuotaPrize(admin, ids[0]!),
      'send a quota prize to the close before the sale': () => setQuotaPrizeLock(admin, ids[1]!, true),
      async 'win quota prizes'() {
        for (let n = 0; n < 5; n++) await pay(await anOrder(raffleId));
      },
      'lock a quota prize': async () =>
        setQuotaPrizeLock(
          admin,
          await idOf(`quota_prizes WHERE raffle_id = '${huge}' AND won_at IS NULL AND NOT is_locked`),
          true,
        ),
    };
  },
  lists: ({ raffles, time, uuid }) => ({
    quotaPrizes: { after: [5_000] },
    quotaPrizeWinners: { after: [time, uuid], isPublic: true, raffleIds: [undefined, raffles.huge, raffles.small] },
  }),
  faults: {
    'src/quota-prizes/feature.ts': [
      {
        name: 'what a refunded order won is not void',
        find: 'if (won.length > 0) await',
        replace: 'if (won.length > 1) await',
        tests: SALES,
      },
    ],
    'src/quota-prizes/quota-prize.service.ts': [
      {
        name: 'a quota prize is unlocked in a raffle that can be bought',
        find: 'if (isOnSale && !isLocked) throw',
        replace: 'if (isOnSale && !isLocked && counter.allocated > 99) throw',
        tests: SALES,
      },
      {
        name: 'a locked quota prize leaves as many quotas for sale',
        find: 'counter.sellable + (isLocked ? -1 : 1)',
        replace: 'counter.sellable',
        tests: SALES,
      },
      {
        name: 'a quota prize is sent to the close behind the back of the book',
        find: '    if (isOnSale) await quotas.sendToClose(raffleId, prize.id);\n    else await publish',
        replace: '    if (!isOnSale) await publish',
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
        find: '  if (await prizesStand(quotas, raffle.id)) throw refuse(',
        replace: '  if (false) throw refuse(',
        tests: SALES,
      },
    ],
  },
};
