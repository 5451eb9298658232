import type { JsonSchema } from '../rest/schema-object.js';
import type { Feature } from '../feature.js';
import { A_TIME, described, eventsOf, record, time, type EventDeclaration } from './event-shapes.js';

export const SIGNATURE_HEADERS = [
  {
    name: 'webhook-id',
    description: "The delivery's UUID, the same at every attempt: what came with it before is a repetition.",
    schema: { type: 'string', format: 'uuid' },
    example: '00000000-0000-0000-0000-000000000000',
  },
  {
    name: 'webhook-timestamp',
    description:
      'When this attempt was sent, in seconds since 1970. Refuse one that is more than five minutes off: it may be replayed.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '1801407845',
  },
  {
    name: 'webhook-signature',
    description:
      'One signature, or two with a space between for a day after the secret was replaced: `v1,` and the base64 of the HMAC-SHA256 of '
      + '`{webhook-id}.{webhook-timestamp}.{body}`. The key is the base64 after `whsec_`, decoded. One that fits is enough.',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
].map((header) => ({ ...header, in: 'header', required: true }));

export const RECEIVER_ANSWERS = {
  '2XX': { description: 'Received. Answer within 5 seconds, and do the work afterwards.' },
  410: { description: 'Not wanted any more: the endpoint is disabled.' },
  default: { description: 'Anything else is a failure: the delivery is repeated for about three days.' },
};

export function operatorWebhooks(features: readonly Feature[]): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(eventsOf(features)).map(([type, event]) => [type, { post: received(type, event) }]));
}

function received(type: string, event: EventDeclaration): JsonSchema {
  const example = { type, timestamp: A_TIME, data: event.sample };
  return {
    operationId: `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`,
    tags: ['webhooks'],
    description: `\`${type}\`: ${event.description}`,
    security: [],
    parameters: SIGNATURE_HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema: eventBodySchema(type, event), example } } },
    responses: RECEIVER_ANSWERS,
  };
}

function eventBodySchema(type: string, event: EventDeclaration): JsonSchema {
  const { required, properties, ...body } = record({
    type: { type: 'string', const: type },
    timestamp: described(time, 'When it happened.'),
    data: event.data,
  });
  const test = described(
    { type: 'boolean', const: true },
    'Only in a body that `sendTestEvent` asked for: nothing happened, and no id in it is of anything.',
  );
  return { ...body, required, properties: { ...(properties as object), test } };
}
