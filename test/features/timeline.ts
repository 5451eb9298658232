import { decideRaffles } from '../../src/instant-prizes/decide.js';
import { createQuotaPrizes } from '../../src/quota-prizes/quota-prize.service.js';
import type { FeatureTests } from '../features.js';

const TIMELINE = ['test/timeline.test.ts'];

export const timeline: FeatureTests = {
  operations: `
    raffleTimeline  P  GET /v1/raffles/{raffleId}/timeline`,
  lists: ({ raffles, time }) => ({
    raffleTimeline: { after: [time, 100], isPublic: true, raffleIds: [raffles.huge, raffles.small] },
  }),
  people: ({ app, admin, aRaffle, anOrder, pay }) => ({
    async 'bring prizes into play'() {
      const { id } = await aRaffle({ enableQuotaPrizes: true, quotaQuantity: 10 });
      await createQuotaPrizes(admin, id, [{ luckyNumber: '1', prize: 'R$ 50', releaseAtPercentage: 10 }]);
      await pay(await anOrder(id));
      await decideRaffles(app);
    },
  }),
  faults: {
    'prisma/functions/enter_promotion_in_timeline.sql': [
      {
        name: 'a promotion that was there for a friend leaves no trace',
        find: "AND r.status <> 'DRAFT'",
        replace: "AND r.status = 'DRAFT'",
        tests: TIMELINE,
      },
    ],
    'prisma/functions/enter_terms_in_timeline.sql': [
      {
        name: 'the words of a raffle change, and nobody can say what they were',
        find: "'before', substr(before ->> c.term, d.shown_from, 200)",
        replace: "'before', substr(after ->> c.term, d.shown_from, 200)",
        tests: TIMELINE,
      },
      {
        name: 'a change far behind in a long text is not shown',
        find: 'greatest(1, common_prefix(before ->> c.term, after ->> c.term) - 40)',
        replace: '1',
        tests: TIMELINE,
      },
    ],
    'src/timeline/timeline.service.ts': [
      {
        name: 'everybody reads what is in the boxes of a raffle that does not show it',
        find: '(areBoxesShown ? box?.title : undefined)',
        replace: '(areBoxesShown || box ? box?.title : undefined)',
        tests: TIMELINE,
      },
    ],
    'src/timeline/timeline.sql.ts': [
      {
        name: 'a day of the business ends at another midnight',
        find: "(d.day::timestamp + interval '1 day') AT TIME ZONE $2",
        replace: "(d.day::timestamp + interval '1 day') AT TIME ZONE 'UTC'",
        tests: TIMELINE,
      },
      {
        name: 'a day counts what all days before it had',
        find: '`n.${column} - coalesce(lag(n.${column}) OVER (ORDER BY n.day), 0)`',
        replace: '`n.${column}`',
        tests: TIMELINE,
      },
    ],
    'src/instant-prizes/enter-releases.ts': [
      {
        name: 'prizes that were sent to the close count among those in play',
        find: '.filter(({ id }) => !sent.has(id))',
        replace: ".filter(({ id }) => id !== '')",
        tests: TIMELINE,
      },
    ],
    'src/prizes/prize-history.ts': [
      {
        name: 'winners of boxes are named where the raffle does not show them',
        find: 'isNamed ? maskName(winnerName) : null',
        replace: 'isNamed || winnerId ? maskName(winnerName) : null',
        tests: TIMELINE,
      },
    ],
    'src/prizes/won-prize.sql.ts': [
      {
        name: 'a prize whose money was taken back leaves no trace',
        find: "  ${enterReturned('returned')}`,",
        replace: '  SELECT FROM returned`,',
        tests: TIMELINE,
      },
    ],
  },
};
