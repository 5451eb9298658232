import { get, post } from '../rest/route.js';
import { instantPrizes } from '../instant-prizes/feature.js';
import { beacon } from '../beacon/feature.js';
import { book } from '../book/feature.js';
import { defineFeature } from '../feature.js';
import { orders } from '../orders/feature.js';
import { createBackoff, type Backoff } from '../platform/backoff.js';
import { createWakeUp, type WakeUp } from '../platform/wake-up.js';
import { prizes } from '../prizes/feature.js';
import { luckyNumbers } from '../lucky-numbers/feature.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { webhooks } from '../webhooks/feature.js';
import { drawEvents } from './draw-events.js';
import { DRAW_BACKOFF, processDraws } from './draw-worker.js';
import { DrawResolver, WinnerResolver } from './draw.resolver.js';
import { createProofFiles, mountProofs, type ProofFiles } from './proof.route.js';
import { drawsTexts } from './draws.texts.js';

const DRAW = { without: ['proofUrl'], with: { winners: {}, typedResults: {} } };

declare module '../context.js' {
  interface App {
    drawWakeUp: WakeUp;
    drawBackoff: Backoff;
    proofFiles: ProofFiles;
  }
}

declare module '../webhooks/webhook-event.type.js' {
  interface WebhookEvents extends Record<keyof typeof drawEvents, true> {}
}

export const draws = defineFeature('draws', {
  needs: [beacon, book, instantPrizes, luckyNumbers, orders, prizes, raffles, quotas, webhooks],
  parts: (app) => ({
    drawWakeUp: createWakeUp(),
    drawBackoff: createBackoff(DRAW_BACKOFF),
    proofFiles: createProofFiles(app),
  }),
  texts: drawsTexts,
  resolvers: [DrawResolver, WinnerResolver],
  rest: [
    get('/v1/raffles/winners', 'winners'),
    get('/v1/raffles/winners/:id', 'winner'),
    get('/v1/raffles/:raffleId/winners-info', 'drawProof', DRAW),
    post('/v1/raffles/:raffleId/winners', 'createWinner', DRAW),
  ],
  http: { forBrowsers: mountProofs },
  events: drawEvents,
  workers: [
    {
      name: 'draws.processing',
      everyMs: 1_000,
      run: async (app) => (await processDraws(app, app.drawBackoff)) > 0,
      wakeUp: (app) => app.drawWakeUp,
    },
  ],
  logEvents: {
    'draws.beacon.late': {
      level: 'warn',
      advice:
        'The round of a draw was due `lateSeconds` ago and no host has it. It is retried within a minute. If it continues, check the status of drand.',
    },
    'draws.processing.failed': {
      level: 'error',
      advice: 'Draws do not continue. Read `err`. It is retried in a second.',
    },
    'draws.step.failed': {
      level: 'error',
      advice:
        'The draw of `raffleId` could not continue from its `status`. It is retried with backoff. Read `err`: a raffle with wrong books is never drawn.',
    },
  },
});
