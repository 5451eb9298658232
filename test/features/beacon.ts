import { createRounds } from '../../src/beacon/rounds.js';
import { signRound } from '../../src/development/beacon/sign-round.js';
import type { FeatureTests } from '../features.js';

const ROUNDS = ['test/beacon-rounds.test.ts'];

export const beacon: FeatureTests = {
  people({ app }) {
    // Those of 2025, of which no order has one.
    const ask = async (round: number, answer: 'NOT_YET' | 'ROUND') => {
      const roundOf = async () => (answer === 'ROUND' ? signRound(round) : answer);
      await createRounds({ db: app.db, beacon: { ...app.beacon, roundOf } }).fetch([round]);
    };
    return {
      'keep a round': () => ask(2_000_000, 'ROUND'),
      'ask for a round that is not there': () => ask(2_000_001, 'NOT_YET'),
    };
  },
  rounds: ({ app }) => ({ 'beacon.latest': () => app.rounds.watchLatest() }),
  faults: {
    'src/beacon/rounds.ts': [
      {
        name: 'a round may be known when a block is bound to it',
        find: 'now + PERIODS_AHEAD * chain.periodSeconds), latest + PERIODS_AHEAD) + 1;',
        replace: 'now), latest + PERIODS_AHEAD) + 1;',
        tests: ROUNDS,
      },
      {
        name: 'a process whose clock was set back binds blocks to rounds that were seen',
        find: ', latest + PERIODS_AHEAD) + 1;',
        replace: ', 0) + 1;',
        tests: ROUNDS,
      },
      {
        name: 'the database may be late',
        find: 'const now = Math.max(databaseSeconds, Date.now() / 1000);',
        replace: 'const now = databaseSeconds;',
        tests: ROUNDS,
      },
      {
        name: 'a round that was not there is asked for no more in a while',
        find: '      await db.query(releaseRound, [chain.hash, round, AGAIN_SECONDS]);\n',
        replace: '',
        tests: ROUNDS,
      },
      {
        name: 'hosts that are away are asked for every raffle',
        find: ' || performance.now() < pausedTo) break;',
        replace: ') break;',
        tests: ROUNDS,
      },
      {
        name: 'rounds are asked for before they are due',
        find: 'if (round > due || ',
        replace: 'if (round > due + 1_000 || ',
        tests: ROUNDS,
      },
    ],
    'src/beacon/rounds.sql.ts': [
      {
        name: 'a round that a process claimed and left is never fetched',
        find: 'AND known.claimed_until < clock_timestamp()',
        replace: 'AND false',
        tests: ROUNDS,
      },
      {
        name: 'all processes ask for the same round',
        find: ' AND known.claimed_until < clock_timestamp()',
        replace: '',
        tests: ROUNDS,
      },
    ],
  },
};
