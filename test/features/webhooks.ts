import { setTimeout as sleep } from 'node:timers/promises';
import { redeliverDelivery, sendTestEvent } from '../../src/webhooks/api/webhook-delivery.service.js';
import { endDeliveries } from '../../src/webhooks/delivery/endpoint-closing.js';
import { forgetSecrets } from '../../src/webhooks/outbox.js';
import type { FeatureTests } from '../features.js';
import type { ActStage } from '../support/operator-acts.js';
import { anEndpoint, emit } from '../support/webhook-inbox.js';

const LEASES = ['test/leases.test.ts'];
const GUARDS = ['test/webhook-guard.test.ts', 'test/webhook-sender.test.ts'];
const DELIVERED = ['test/webhooks-delivery.test.ts', 'test/webhooks-outbox.test.ts', 'test/webhooks-clients.test.ts'];

const EVENT = 'raffle.drawn';
const URL = 'http://127.0.0.1:9/hooks';
const aWebhook = async ({ server }: ActStage) => ({ id: String((await anEndpoint(server, URL, [EVENT])).id) });

export const webhooks: FeatureTests = {
  operations: `
    webhookEndpoints             A(OS)  GET /v1/webhooks
    webhookDeliveries            A(OS)  GET /v1/webhooks/deliveries
    createWebhookEndpoint        A(O)   POST /v1/webhooks
    updateWebhookEndpoint        A(O)   PATCH /v1/webhooks/{id}
    deleteWebhookEndpoint        A(O)   DELETE /v1/webhooks/{id}
    enableWebhookEndpoint        A(O)   POST /v1/webhooks/{id}/enable
    rotateWebhookEndpointSecret  A(O)   POST /v1/webhooks/{id}/rotate-secret
    redeliverWebhook             A(OS)  POST /v1/webhooks/deliveries/{id}/redeliver
    sendTestEvent                A(OS)  POST /v1/webhooks/{endpointId}/test-event`,
  acts: {
    createWebhookEndpoint: async () => ({ input: { url: URL, events: ['RAFFLE_DRAWN'] } }),
    updateWebhookEndpoint: async (stage) => ({ ...(await aWebhook(stage)), input: { url: `${URL}/others` } }),
    deleteWebhookEndpoint: aWebhook,
    enableWebhookEndpoint: async (stage) => {
      const webhook = await aWebhook(stage);
      await stage.server.app.db.prisma.webhookEndpoint.update({
        where: { id: Number(webhook.id) },
        data: { disabledAt: new Date() },
      });
      return webhook;
    },
    rotateWebhookEndpointSecret: aWebhook,
    sendTestEvent: async (stage) => ({ endpointId: (await aWebhook(stage)).id, type: 'ORDER_PAID' }),
    redeliverWebhook: async (stage) => {
      const { id } = await aWebhook(stage);
      await emit(stage.server, { type: EVENT, data: {} });
      const { webhookDelivery } = stage.server.app.db.prisma;
      const delivery = await webhookDelivery.findFirstOrThrow({ where: { endpointId: Number(id) } });
      await webhookDelivery.update({ where: { id: delivery.id }, data: { status: 'DEAD', nextAttemptAt: null } });
      return { id: delivery.id };
    },
  },
  people: ({ app, admin, idOf, of: { endpoint } }) => ({
    'send a test event': async () => sendTestEvent(admin, String(endpoint), 'order.paid'),
    'send a webhook again': async () =>
      redeliverDelivery(app, { clientId: null, by: null }, await idOf(`webhook_deliveries WHERE endpoint_id = ${endpoint}`)),
  }),
  rounds: ({ app, of }) => ({
    async 'webhooks.deliveries'() {
      app.deliveries.start();
      // The receivers refuse: each delivery is claimed, tried and put off.
      await sleep(3_000);
      await app.deliveries.stop();
    },
    'webhooks.secrets': () => forgetSecrets(app),
    'the end of an endpoint': () => endDeliveries(app, of.endpoint, 'deleted'),
  }),
  faults: {
    'src/webhooks/delivery/deliveries.ts': [
      {
        name: 'webhooks are claimed with a lease of nothing',
        find: 'const LEASE_SECONDS = 15;',
        replace: 'const LEASE_SECONDS = 0;',
        tests: ['test/webhooks-delivery.test.ts'],
      },
    ],
    'src/webhooks/delivery/delivery.sql.ts': [
      {
        name: 'webhooks are claimed by two at once',
        find: 'LIMIT r.places FOR UPDATE SKIP LOCKED',
        replace: 'LIMIT r.places',
        tests: LEASES,
      },
      {
        name: 'a failed send is written under a lease that was lost',
        find: "ELSE d.status = 'PENDING' AND d.next_attempt_at = r.leased_until END",
        replace: "ELSE d.status = 'PENDING' END",
        tests: LEASES,
      },
      {
        name: 'a webhook is given back under a lease that was lost',
        find: "CASE d.status WHEN 'PENDING' THEN d.next_attempt_at = r.leased_until ELSE false END",
        replace: "d.status = 'PENDING'",
        tests: LEASES,
      },
    ],
    'src/platform/http/guarded-connector.ts': [
      {
        name: 'a webhook whose name leads into our network is sent there',
        find: 'if (addresses.some(forbidden)) throw',
        replace: 'if (addresses.every(forbidden)) throw',
        tests: GUARDS,
      },
      {
        name: 'a webhook to an address of our network is sent there',
        find: 'if (isIP(target.hostname) === 0 || !forbidden(target.hostname)) return',
        replace: 'if (target.hostname) return',
        tests: GUARDS,
      },
      {
        name: 'a webhook goes to whoever has any certificate',
        find: 'rejectUnauthorized: true',
        replace: 'rejectUnauthorized: false',
        tests: GUARDS,
      },
    ],
    'src/webhooks/sending/webhook-signature.ts': [
      {
        name: 'the signature of a webhook leaves its time out',
        find: '`${id}.${seconds}.${body}`',
        replace: '`${id}.${body}`',
        tests: ['test/webhook-signature.test.ts'],
      },
    ],
    'src/platform/http/outbound-url.ts': [
      {
        name: 'a webhook may be registered for an address of our network',
        find: 'isPublicAddress(host) ? undefined',
        replace: 'host ? undefined',
        tests: GUARDS,
      },
    ],
    'src/webhooks/outbox.ts': [
      {
        name: 'a receiver of everything is sent the codes that let people in',
        find: 'AND e.ends_at IS NULL OR',
        replace: 'OR',
        tests: [...DELIVERED, 'test/login-codes.test.ts'],
      },
      {
        name: 'a legacy client is told of the orders of another',
        find: 'ON w.client_id = e.client_id AND w.type = 0',
        replace: 'ON w.client_id IS NOT NULL AND e.client_id IS NOT NULL AND w.type = 0',
        tests: DELIVERED,
      },
      {
        name: 'operators are told what is for one legacy client',
        find: 'ON e.client_id IS NULL AND w.client_id IS NULL AND (',
        replace: 'ON w.client_id IS NULL AND (',
        tests: DELIVERED,
      },
      {
        name: 'an endpoint that was deleted is written to',
        find: `OR e.type = ANY (w.events))
    WHERE w.deleted_at IS NULL AND`,
        replace: `OR e.type = ANY (w.events))
    WHERE`,
        tests: [...DELIVERED, 'test/webhooks-api.test.ts'],
      },
      {
        name: 'codes that let people in stay in the outbox after they were sent',
        find: 'AND (e.ends_at <= now() OR NOT EXISTS (${UNSENT}))',
        replace: 'AND e.ends_at <= now()',
        tests: ['test/login-codes.test.ts', 'test/webhooks-outbox.test.ts'],
      },
    ],
    'src/webhooks/delivery/delivery-outcome.ts': [
      {
        name: 'a receiver that said that it is gone is written to for three days',
        find: 'const delaySeconds = error === null || isGone ? null',
        replace: 'const delaySeconds = error === null ? null',
        tests: DELIVERED,
      },
      {
        name: 'a receiver that asks for time gets none',
        find: 'BUSY.includes(status) ? Math.min(retryAfterSeconds, LONGEST_PAUSE_SECONDS) : 0',
        replace: 'BUSY.includes(status) ? 0 : 0',
        tests: [...DELIVERED, 'test/webhooks-schedule.test.ts', 'test/webhooks-scheduler.test.ts'],
      },
      {
        name: 'a receiver that asks for a year gets it',
        find: 'Math.min(retryAfterSeconds, LONGEST_PAUSE_SECONDS)',
        replace: 'retryAfterSeconds',
        tests: [...DELIVERED, 'test/webhooks-schedule.test.ts', 'test/webhooks-scheduler.test.ts'],
      },
    ],
  },
};
