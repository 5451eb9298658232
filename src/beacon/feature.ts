import { defineFeature } from '../feature.js';
import { createBeacon, type Beacon } from './beacon.js';
import { beaconTexts } from './beacon.texts.js';
import { createRounds, type Rounds } from './rounds.js';

declare module '../context.js' {
  interface App {
    beacon: Beacon;
    rounds: Rounds;
  }
}

export const beacon = defineFeature('beacon', {
  parts(app) {
    const asked = createBeacon(app);
    return { beacon: asked, rounds: createRounds({ db: app.db, beacon: asked }) };
  },
  texts: beaconTexts,
  workers: [{ name: 'beacon.latest', everyMs: 2_000, run: ({ rounds }) => rounds.watchLatest().then(() => false) }],
  logEvents: {
    'beacon.answer_refused': {
      level: 'warn',
      advice:
        'A host of the beacon sent another round or a wrong signature, see `reason`. It was skipped. If it continues, choose another host.',
    },
    'beacon.host_failed': {
      level: 'warn',
      advice: 'A host of the beacon did not answer, see `reason`. It was skipped. If all hosts fail, check the network.',
    },
    'beacon.latest.failed': {
      level: 'error',
      advice: 'The newest kept round could not be read. Blocks are bound to rounds by the clocks alone. Read `err`.',
    },
  },
});
