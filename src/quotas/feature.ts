import type { App } from '../context.js';
import { beacon } from '../beacon/feature.js';
import { defineFeature } from '../feature.js';
import { webhooks } from '../webhooks/feature.js';
import { forgetBuyer } from './counter.sql.js';
import type { QuotaHook } from './locked-quotas.js';
import { moveOrders } from './move-buyers.js';
import { orderEvents } from './order-events.js';

declare module '../feature.js' {
  interface FeatureDeclaration {
    /** Runs in the transaction that changes paid orders, before the hooks of later features. */
    quotaHook?(app: App): QuotaHook;
  }
}

declare module '../context.js' {
  interface App {
    quotaHooks: QuotaHook[];
  }
}

declare module '../webhooks/webhook-event.type.js' {
  interface WebhookEvents extends Record<keyof typeof orderEvents, true> {}
}

export const quotas = defineFeature('quotas', {
  needs: [beacon, webhooks],
  parts: (app) => ({ quotaHooks: app.features.flatMap(({ quotaHook }) => quotaHook?.(app) ?? []) }),
  events: orderEvents,
  accountMoves: moveOrders,
  forgets: [forgetBuyer],
});
