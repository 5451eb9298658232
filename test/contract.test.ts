import { expect, it } from 'vitest';
import { features } from '../src/features.js';
import { openApiOf } from '../src/openapi.js';
import { schema } from '../src/schema.js';
import { breakingChanges, type Document, type Schema } from './contract/breaking-changes.js';
import { released } from './contract/released.js';

const present = openApiOf(features, schema, { publicUrl: undefined, siteName: 'x' }) as unknown as Document;
const last = JSON.parse(released(present)) as Document;

/** What would break if the document were changed so. */
function broken(change: (document: Document) => void): string[] {
  const changed = structuredClone(present);
  change(changed);
  return breakingChanges(last, changed);
}
const record = ({ components }: Document, name: string) => components.schemas![name] as Required<Schema>;
const operation = ({ paths }: Document, route: string) => {
  const [method = '', path = ''] = route.split(' ');
  return paths[path]![method.toLowerCase()]!;
};

it('what is only said, or added, breaks nothing', () => {
  expect(broken(() => undefined)).toEqual([]);
  expect(
    broken((document) => {
      record(document, 'Order').properties.note = { type: 'string' };
      record(document, 'Order').properties.id!.description = 'Another text.';
      record(document, 'CreateOrderInput').properties.note = { type: 'string' };
      operation(document, 'GET /v1/orders').parameters!.push({ name: 'note', in: 'query', schema: { type: 'string' } });
      document.paths['/v1/notes'] = {};
    }),
  ).toEqual([]);
});

it.each<[string, (document: Document) => void]>([
  ['GET /v1/orders is gone', ({ paths }) => delete paths['/v1/orders']!.get],
  ['Order has no discount any more', (document) => delete record(document, 'Order').properties.discount],
  ['Order.totalValue is not always there now', (document) => record(document, 'Order').required.splice(0)],
  ['Order.id may be string now', (document) => (record(document, 'Order').properties.id!.type = 'string')],
  [
    'Order.createdAt has the format "date", not "date-time"',
    (document) => (record(document, 'Order').properties.createdAt!.format = 'date'),
  ],
  [
    'Order.priceByQuota may be null now',
    (document) => (record(document, 'Order').properties.priceByQuota!.type = ['string', 'null']),
  ],
  [
    'CreateOrderInput.note must be sent now',
    (document) => {
      record(document, 'CreateOrderInput').properties.note = { type: 'string' };
      record(document, 'CreateOrderInput').required.push('note');
    },
  ],
  [
    'CreateOrderInput.quotaQuantity has another maximum',
    (document) => (record(document, 'CreateOrderInput').properties.quotaQuantity!.maximum = 10),
  ],
  [
    'OrderStatus may not be PAID now',
    (document) => record(document, 'OrderStatus').enum.splice(record(document, 'OrderStatus').enum.indexOf('PAID'), 1),
  ],
  [
    'GET /v1/orders takes no status any more',
    (document) => {
      const orders = operation(document, 'GET /v1/orders');
      orders.parameters = orders.parameters!.filter(({ name }) => name !== 'status');
    },
  ],
  [
    'GET /v1/orders asks for note, which was not needed',
    (document) =>
      operation(document, 'GET /v1/orders').parameters!.push({
        name: 'note',
        in: 'query',
        required: true,
        schema: { type: 'string' },
      }),
  ],
  ['POST /v1/orders answers 201 no more', (document) => delete operation(document, 'POST /v1/orders').responses[201]],
  ['the event order.paid is gone', ({ webhooks }) => delete webhooks['order.paid']],
])('a program would break: %s', (text, change) => {
  expect(broken(change).some((found) => found.startsWith(text))).toBe(true);
});

it('a field of an event that is gone breaks who receives it', () => {
  const lost = broken(({ webhooks }) => {
    const { schema: body } = webhooks['order.paid']!.post!.requestBody!.content['application/json']!;
    delete body.properties!.timestamp;
  });
  expect(lost).toEqual(['the event order.paid has no timestamp any more']);
});
