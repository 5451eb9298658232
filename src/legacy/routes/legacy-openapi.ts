import { MAX_PAGE_SIZE } from '../../platform/page.js';
import { json, type JsonSchema } from '../../rest/schema-object.js';
import { refusals } from '../../rest/openapi-errors.js';
import { TOTAL_DESCRIPTION } from '../../rest/openapi-texts.js';
import { described, orNull, record, text, time, uuid } from '../../webhooks/event-shapes.js';
import { RECEIVER_ANSWERS, SIGNATURE_HEADERS } from '../../webhooks/webhooks-openapi.js';
import { billingOrderBody, noBody, tokenBody, webhookBody, webhookChangeBody } from './legacy-bodies.js';
import type { FastifyInstance } from 'fastify';

const DEPRECATED_AT = new Date(Date.UTC(2026, 0, 1));
const SUNSET_AT = new Date(Date.UTC(2028, 0, 1));

/** Every answer, refusals included, says that its operation is deprecated (RFC 9745), and until when it stays (RFC 8594). */
export function announceDeprecation(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('deprecation', `@${DEPRECATED_AT.getTime() / 1_000}`);
    reply.header('sunset', SUNSET_AT.toUTCString());
    reply.header('link', '</openapi.json>; rel="deprecation"; type="application/json"');
  });
}

const integer: JsonSchema = { type: 'integer' };
const microseconds: JsonSchema = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z$' };
const pageOf = (items: JsonSchema): JsonSchema => {
  const page = record({
    data: { type: 'array', items },
    pageInfo: record({ hasNextPage: { type: 'boolean' }, endCursor: orNull(text) }),
  });
  return { ...page, properties: { ...(page.properties as object), totalCount: integer } };
};

const billingOrder = record({
  hash: uuid,
  payer_name: text,
  amount: described(integer, 'Centavos.'),
  description: text,
  external_id: described(text, "The caller's reference of the charge, unique among its charges."),
  paid_at: orNull(microseconds),
  created_at: microseconds,
  expiration_at: described(orNull(microseconds), 'Until when it can be paid. Then its status becomes 3.'),
  payment: described(text, 'The copy-and-paste PIX payload.'),
  status: {
    type: 'integer',
    enum: [0, 1, 2, 3, 4],
    description: '0 pending, 1 paid, 2 paid and being refunded, 3 cancelled or expired, 4 refunded.',
  },
  endToEndId: orNull(text),
  reference: described(text, "The code's txid, as bank statements show it."),
});
const webhookFields = {
  id: integer,
  type: { type: 'integer', enum: [0, 1], description: '0 cash-in, 1 cash-out.' },
  url: text,
  deleted_at: orNull(time),
};
const webhook = record(webhookFields);
const newWebhook = record({ ...webhookFields, secret: described(text, 'Of Standard Webhooks, shown only here.') });
const ledgerEntry = record({
  id: integer,
  type: { type: 'string', enum: ['CREDIT', 'DEBIT'] },
  amount: described(integer, 'Centavos, above zero for both types.'),
  balance: described(integer, 'Centavos, after this entry.'),
  external_id: text,
  hash: described(uuid, 'Of the billing order.'),
  created_at: microseconds,
});
const delivery = record({
  id: described(uuid, 'The `webhook-id` that the receiver saw.'),
  webhook_id: described(orNull(integer), 'Null for the address that a billing order named.'),
  event: text,
  url: text,
  status: { type: 'string', enum: ['PENDING', 'DELIVERED', 'DEAD'] },
  attempts: integer,
  last_status: orNull(integer),
  last_error: orNull(text),
  created_at: time,
  next_attempt_at: orNull(time),
  delivered_at: orNull(time),
});
const token = record({
  access_token: text,
  token_type: { type: 'string', const: 'bearer' },
  expires_at: time,
  user: record({ companies: { type: 'array', items: record({ id: integer }) } }),
});

const optional = (place: 'header' | 'query', name: string, schema: JsonSchema, description: string): JsonSchema => {
  return { name, in: place, required: false, schema, description };
};
const SIGNATURE = 'Lower-case hex HMAC-SHA256 of the body under the signature secret.';
const HEADERS = [
  optional('header', 'X-Company-ID', text, "The client's number. Checked when sent."),
  optional('header', 'Signature', text, `${SIGNATURE} Checked when sent; some clients must send it.`),
];
const IDEMPOTENT = 'Makes a repetition safe: what comes again with the same key and body is done once.';
const IDEMPOTENCY_KEY = optional('header', 'Idempotency-Key', text, IDEMPOTENT);
const PATH_PARAMETERS: Record<string, string> = {
  hash: "The charge's `hash`, a UUID.",
  webhook_id: "The webhook's `id`, a whole number.",
  delivery_id: "The delivery's `id`, a UUID.",
};
const PAGE = [
  optional('query', 'first', { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE }, 'How many items.'),
  optional('query', 'after', text, 'The `endCursor` of the page before.'),
  optional('query', 'total', { type: 'boolean' }, TOTAL_DESCRIPTION),
];

const day = (date: Date): string => date.toISOString().slice(0, 10);
const LIFETIME = `Deprecated since ${day(DEPRECATED_AT)}; here until ${day(SUNSET_AT)} at least, as the header \`Sunset\` of each answer says.`;

function operation(
  operationId: string,
  description: string,
  answer: JsonSchema,
  { body, path = [], more = [], open = false }: { body?: JsonSchema; path?: string[]; more?: object[]; open?: boolean } = {},
): JsonSchema {
  return {
    operationId,
    tags: ['provider'],
    deprecated: true,
    description: `${description} ${LIFETIME}\n\nRoles: ${open ? 'PUBLIC' : 'CLIENT'}.`,
    security: open ? [] : [{ token: [] }],
    parameters: [
      ...path.map((name) => ({ name, in: 'path', required: true, description: PATH_PARAMETERS[name], schema: text })),
      ...(open ? [] : HEADERS),
      ...more,
    ],
    ...(body && { requestBody: { required: body !== noBody, content: json(body) } }),
    responses: {
      200: { description: 'Done.', content: json(answer) },
      ...refusals([400, 401, 403, 404], 'BareError'),
    },
  };
}

const id = { path: ['webhook_id'] };

export const legacyPaths: Record<string, JsonSchema> = {
  '/auth/v1/token': {
    post: operation('LegacyToken', "Exchanges a client's key and secret for a token.", token, { body: tokenBody, open: true }),
  },
  '/cashin/api/billing_order': {
    post: operation(
      'CreatePixStatic',
      'Makes a static PIX charge. Repeated with the same external_id and body, answers the same.',
      billingOrder,
      { body: billingOrderBody, more: [IDEMPOTENCY_KEY] },
    ),
  },
  '/cashin/api/billing_order/{hash}': {
    get: operation('GetPixStatic', "A charge of one's own.", billingOrder, { path: ['hash'] }),
    delete: operation(
      'CancelPixStatic',
      'Cancels an unpaid charge, which then has the status 3. Its code cannot be cancelled at the banks: money that still comes goes back '
        + 'to its payer by an operator.',
      billingOrder,
      { path: ['hash'], body: noBody },
    ),
  },
  '/client/api/webhooks': {
    get: operation('GetLegacyWebhooks', "One's webhooks, the deleted ones too.", { type: 'array', items: webhook }),
    post: operation('CreateLegacyWebhook', 'Registers a webhook.', newWebhook, { body: webhookBody }),
  },
  '/client/api/webhooks/{webhook_id}': {
    get: operation('GetLegacyWebhook', 'A webhook.', webhook, id),
    put: operation('EditLegacyWebhook', 'Changes a webhook; what is left out stays.', webhook, {
      ...id,
      body: webhookChangeBody,
    }),
    delete: operation('DeleteLegacyWebhook', 'Deletes a webhook, which can be restored.', webhook, { ...id, body: noBody }),
    patch: operation('RestoreLegacyWebhook', 'Restores a webhook that was deleted, or disabled by an answer of 410.', webhook, {
      ...id,
      body: noBody,
    }),
  },
  '/client/api/webhooks/deliveries': {
    get: operation('GetLegacyDeliveries', 'What was and is to be sent, newest first.', pageOf(delivery), { more: PAGE }),
  },
  '/client/api/webhooks/deliveries/{delivery_id}/redeliver': {
    post: operation('RedeliverLegacyDelivery', 'Sends it again, under the same webhook-id.', delivery, {
      path: ['delivery_id'],
      body: noBody,
    }),
  },
  '/client/api/balance': {
    get: operation(
      'GetBalance',
      'The sum of the extract.',
      record({ available_value: integer, currency: { type: 'string', const: 'BRL' } }),
    ),
  },
  '/client/api/extracts': { get: operation('GetExtracts', 'The extract, newest first.', pageOf(ledgerEntry), { more: PAGE }) },
};

export const legacyWebhooks: Record<string, JsonSchema> = {
  billing_order: {
    post: {
      operationId: 'LegacyBillingOrderEvent',
      tags: ['provider'],
      deprecated: true,
      description:
        `A charge was paid, cancelled, is being refunded or was refunded, sent to the client's webhooks of type 0 and to the \`webhook_url\` of the charge. ${LIFETIME}\n\n`
        + `Besides the headers of Standard Webhooks there is \`Signature\`: ${SIGNATURE}`,
      security: [],
      parameters: SIGNATURE_HEADERS,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: billingOrder,
            example: {
              hash: '00000000-0000-0000-0000-000000000000',
              payer_name: 'Ana Lima',
              amount: 1250,
              description: 'Pedido de exemplo',
              external_id: 'example',
              paid_at: '2027-01-31T15:04:05.000000Z',
              created_at: '2027-01-31T15:00:00.000000Z',
              expiration_at: '2027-03-02T15:00:00.000000Z',
              payment: '00020126580014br.gov.bcb.pix',
              status: 1,
              endToEndId: 'E00000000000000000000000000000000',
              reference: 'BILLINGORDER0',
            },
          },
        },
      },
      responses: RECEIVER_ANSWERS,
    },
  },
};
