import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { v7 as uuidv7 } from 'uuid';
import type { Prisma, WebhookDelivery } from '../../src/generated/prisma/client.js';
import { seal } from '../../src/platform/crypto.js';
import { clientOwner } from '../../src/legacy/routes/webhook.routes.js';
import { writeEvents, type OutgoingEvent } from '../../src/webhooks/outbox.js';
import { createEndpointOf } from '../../src/webhooks/api/webhook-endpoint.service.js';
import type { WebhookEventType } from '../../src/webhooks/webhook-event.type.js';
import { eventually } from './eventually.js';
import { receivedRequest } from './received-request.js';
import { startReceiver } from './receiver.js';
import type { TestServer } from './start.js';

/** A webhook as it reached a receiver. */
export interface ReceivedWebhook {
  id: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  atMs: number;
}

/** What a receiver answers; nothing at all is an empty 200, HANG no answer. */
export type InboxAnswer =
  { status: number; headers?: Record<string, string>; body?: string; afterMs?: number } | 'HANG' | undefined;

export interface Inbox {
  url: string;
  received: ReceivedWebhook[];
  /** Requests that are not answered yet, now and at most so far. */
  open: { now: number; most: number };
}

type Served = Pick<TestServer, 'app'>;
type Registered = { id: number; secret: string };

/** Starts a receiver that answers what `answer` says of each webhook; `stopAll` of `sandbox.ts` stops it. */
export async function startInbox(answer: (webhook: ReceivedWebhook) => InboxAnswer = () => undefined): Promise<Inbox> {
  const inbox: Inbox = { url: '', received: [], open: { now: 0, most: 0 } };
  const receiver = await startReceiver(async (request, response) => {
    inbox.open.now += 1;
    inbox.open.most = Math.max(inbox.open.most, inbox.open.now);
    response.once('close', () => (inbox.open.now -= 1));
    const { url, headers, body } = await receivedRequest(request);
    const webhook = { id: String(headers['webhook-id']), path: url, headers, body, atMs: performance.now() };
    inbox.received.push(webhook);
    respond(response, answer(webhook));
  });
  inbox.url = receiver.url;
  return inbox;
}

function respond(response: ServerResponse, answer: InboxAnswer): void {
  if (answer === 'HANG') return;
  const { status = 200, headers, body = '', afterMs = 0 } = answer ?? {};
  const send = (): void => void response.writeHead(status, headers).end(body);
  if (afterMs > 0) setTimeout(send, afterMs);
  else send();
}

export async function anEndpoint(server: Served, url: string, events: WebhookEventType[] = []): Promise<Registered> {
  const { endpoint, secret } = await createEndpointOf(server.app, { clientId: null, by: null }, { url, type: null, events });
  return { id: endpoint.id, secret };
}

/** A legacy client's row, and the secret that its callbacks are signed with. */
export async function anApiClient(server: Served): Promise<{ id: string; signatureSecret: string }> {
  const id = uuidv7();
  const signatureSecret = `signature-secret-${id}`;
  await server.app.db.prisma.apiClient.create({
    data: {
      id,
      name: 'Loja',
      clientKey: id,
      clientSecretHash: Buffer.alloc(32),
      sealedSignatureSecret: seal(server.app.config.encryptionKeys, Buffer.from(signatureSecret)),
    },
  });
  return { id, signatureSecret };
}

export async function aClientEndpoint(server: Served, clientId: string, url: string, type = 0): Promise<Registered> {
  const { endpoint, secret } = await createEndpointOf(server.app, clientOwner(clientId), { type, url, events: [] });
  return { id: endpoint.id, secret };
}

export async function forgetWebhooks({ app }: Served): Promise<void> {
  await app.db.pool.query('TRUNCATE webhook_deliveries, webhook_events, webhook_endpoints, api_clients, audit_log CASCADE');
}

export function theDelivery({ app }: Served, where: Prisma.WebhookDeliveryWhereInput): Promise<WebhookDelivery> {
  return eventually(async () => (await app.db.prisma.webhookDelivery.findFirst({ where })) ?? undefined);
}

export function countDeliveries({ app }: Served, where: Prisma.WebhookDeliveryWhereInput = {}): Promise<number> {
  return app.db.prisma.webhookDelivery.count({ where });
}

/** Claimed by somebody and not ended. */
export function leased(): Prisma.WebhookDeliveryWhereInput {
  return { status: 'PENDING', nextAttemptAt: { gt: new Date() } };
}

/** Writes events as the service does, in one transaction, and has them sent. */
export async function emit(server: Served, ...events: OutgoingEvent[]): Promise<void> {
  await server.app.db.transaction((tx) => writeEvents(server.app, tx, events));
}

export function paidOrders(count: number, from = 1): OutgoingEvent[] {
  return Array.from({ length: count }, (_, i) => ({ type: 'order.paid', data: { orderId: String(from + i) } }));
}

/** As if the time of every next attempt had come. */
export async function letRetriesBeDue(server: Served): Promise<void> {
  await server.app.db.prisma.webhookDelivery.updateMany({ where: { status: 'PENDING' }, data: { nextAttemptAt: new Date() } });
  server.app.deliveries.wake();
}

/**
 * Writes a backlog that is due for an endpoint, in the database itself: `count` deliveries of one event, or of one each with a
 * body of `bodyBytes`.
 */
export async function aBacklog(server: Served, endpointId: number, count: number, bodyBytes?: number): Promise<void> {
  const eventCount = bodyBytes === undefined ? 1 : count;
  await server.app.db.pool.query(
    `WITH event AS (
       INSERT INTO webhook_events (id, type, body)
       SELECT gen_random_uuid(), 'order.paid', repeat('x', $3) FROM generate_series(1, $4) RETURNING id
     )
     INSERT INTO webhook_deliveries (id, event_id, endpoint_id, url, receiver)
     SELECT gen_random_uuid(), event.id, e.id, e.url, 'endpoint:' || e.id
     FROM webhook_endpoints e, event, generate_series(1, $2 / $4) WHERE e.id = $1`,
    [endpointId, count, bodyBytes ?? 2, eventCount],
  );
}
