import type { FeatureTests } from '../features.js';

const TIMELINE = ['test/timeline.test.ts'];

export const timeline: FeatureTests = {
  operations: `
    raffleTimeline  P  GET /v1/raffles/{raffleId}/timeline`,
  lists: ({ raffles, time }) => ({
    raffleTimeline: { after: [time, 100], isPublic: true, raffleIds: [raffles.huge, raffles.small] },
  }),
  faults: {
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
        name: 'a day of the business begins at another midnight',
        find: 'x.created_at >= d.day::timestamp AT TIME ZONE $2',
        replace: "x.created_at >= d.day::timestamp AT TIME ZONE 'UTC'",
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
