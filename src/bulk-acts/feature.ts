import { auth } from '../auth/feature.js';
import { defineFeature } from '../feature.js';
import { orders } from '../orders/feature.js';
import { createWakeUp, type WakeUp } from '../platform/wake-up.js';
import { refunds } from '../refunds/feature.js';
import { get, post } from '../rest/route.js';
import { users } from '../users/feature.js';
import { wonPrizes } from '../won-prizes/feature.js';
import { BulkActResolver } from './bulk-act.resolver.js';
import { KEPT_DAYS } from './bulk-act.service.js';
import { purgeOldBulkActs } from './bulk-act.sql.js';
import { runBulkActs } from './bulk-act-worker.js';
import { bulkActsTexts } from './bulk-acts.texts.js';

declare module '../context.js' {
  interface App {
    bulkActWakeUp: WakeUp;
  }
}

export const bulkActs = defineFeature('bulk-acts', {
  needs: [users, auth, orders, refunds, wonPrizes],
  parts: () => ({ bulkActWakeUp: createWakeUp() }),
  texts: bulkActsTexts,
  resolvers: [BulkActResolver],
  rest: [
    get('/v1/bulk-acts', 'bulkActs'),
    post('/v1/bulk-acts/cancel-orders', 'cancelOrders'),
    post('/v1/bulk-acts/refund-orders', 'refundOrders'),
    post('/v1/bulk-acts/block-users', 'blockUsers'),
    post('/v1/bulk-acts/contact-prize-winners', 'contactPrizeWinners'),
    get('/v1/bulk-acts/:id', 'bulkAct'),
    get('/v1/bulk-acts/:bulkActId/failures', 'bulkActFailures'),
    post('/v1/bulk-acts/:id/stop', 'stopBulkAct', { status: 200 }),
  ],
  openapi: { tags: { 'bulk-acts': 'Acts on many orders, users or won prizes, in the background.' } },
  workers: [
    { name: 'bulk_acts.running', everyMs: 5_000, run: (app) => runBulkActs(app), wakeUp: ({ bulkActWakeUp }) => bulkActWakeUp },
  ],
  // Of buyers ids and refusals, nothing else.
  retention: [{ statement: purgeOldBulkActs, days: KEPT_DAYS, ofPerson: null }],
  logEvents: {
    'bulk_acts.running.failed': {
      level: 'error',
      advice: 'An act on many waits, and goes on within two minutes where it was. Read `err`, and check PostgreSQL.',
    },
    'bulk_acts.given_up': {
      level: 'error',
      advice:
        'The act `bulkActId` left out `subjectId`, which failed several times, see `bulk_acts.running.failed` before. Do it to that one alone.',
    },
  },
});
