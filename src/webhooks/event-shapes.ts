import { BillingOrderStatus, LatePaymentReason, RefundInitiator, RefundStatus } from '../generated/prisma/enums.js';
import type { JsonSchema } from '../rest/schema-object.js';
import type { WebhookEventType } from './webhook-event.type.js';

/** What `data` of one kind of event is, and one of it whose ids are nothing's: orders begin at 1, and no UUID is all zeros. */
export interface EventShape {
  data: JsonSchema;
  sample: Record<string, unknown>;
}

const NOWHERE = '00000000-0000-0000-0000-000000000000';
const NO_HASH = '0'.repeat(64);
const A_TIME = '2027-01-31T15:04:05.000Z';

const text: JsonSchema = { type: 'string' };
const uuid: JsonSchema = { type: 'string', format: 'uuid' };
const time: JsonSchema = { type: 'string', format: 'date-time' };
const hash: JsonSchema = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const orderId: JsonSchema = { type: 'string', pattern: '^\\d+$' };
const money: JsonSchema = { type: 'string', pattern: '^\\d+\\.\\d{2}$' };
const whole: JsonSchema = { type: 'integer', minimum: 0 };
const said = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });
const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema.type, 'null'] });
const record = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
});

const TRACKING_NAMES = ['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent', 'src', 'sck'];
const tracking: JsonSchema = {
  type: ['object', 'null'],
  description: 'Where the buyer came from; what was not sent is left out. Null where nothing was.',
  properties: Object.fromEntries(TRACKING_NAMES.map((name) => [name, text])),
  additionalProperties: false,
};
const order = {
  orderId: said(orderId, "The order's id, a number in digits."),
  raffleId: uuid,
  userId: said(uuid, 'The buyer.'),
  quotaQuantity: said({ type: 'integer', minimum: 1 }, 'The quotas of the order, with those that a promotion gave.'),
  totalValue: said(money, 'What the order cost, in reais.'),
  tracking,
};
const anOrder = {
  orderId: '0',
  raffleId: NOWHERE,
  userId: NOWHERE,
  quotaQuantity: 10,
  totalValue: '12.50',
  tracking: { utmSource: 'instagram' },
};
const ofOrder: EventShape = { data: record(order), sample: anOrder };

const refundId = said(text, "The refund's id.");
const refundStatus: JsonSchema = { type: 'string', enum: Object.values(RefundStatus) };
const initiator = said(
  { type: 'string', enum: Object.values(RefundInitiator) },
  'Who began it: the BUYER, an OPERATOR, the BANK (which took it back), or somebody at the payment PROVIDER.',
);
const refund = record({
  refundId,
  amount: said(money, 'In reais.'),
  status: said(refundStatus, 'Where it stands; `refund.updated` tells what becomes of it.'),
  reason: said(orNull(text), 'What was said of it. Null where nothing was.'),
  initiator,
  createdAt: said(time, 'When it was begun.'),
});
const aRefund = { refundId: '0'.repeat(32), status: 'PENDING', reason: 'changed my mind', initiator: 'BUYER', createdAt: A_TIME };

const billingOrder = {
  data: record({
    hash: said(uuid, "The charge's id."),
    clientId: said(uuid, 'The legacy client.'),
    clientName: text,
    externalId: said(text, "The client's reference."),
    payerName: text,
    description: text,
    amount: said(money, 'In reais.'),
    status: { type: 'string', enum: Object.values(BillingOrderStatus) },
    paidAt: orNull(time),
    endToEndId: said(orNull(text), "The banks' id of the payment."),
    txid: said(text, "The code's txid."),
  }),
  sample: {
    hash: NOWHERE,
    clientId: NOWHERE,
    clientName: 'Loja',
    externalId: 'example',
    payerName: 'Ana Lima',
    description: 'Pedido de exemplo',
    amount: '12.50',
    status: 'PAID',
    paidAt: A_TIME,
    endToEndId: 'E00000000000000000000000000000000',
    txid: 'BILLINGORDER0',
  },
};

/** The shape of every kind of event, as operators' endpoints receive it. */
export const EVENT_SHAPES: Record<WebhookEventType, EventShape> = {
  'order.paid': ofOrder,
  'order.cancelled': ofOrder,
  'order.expired': ofOrder,
  'order.refunded': {
    data: record({
      ...order,
      refundedAmount: said(
        money,
        'What went back or is on its way, in reais: the sum of `refunds`. The banks may take back more than the total.',
      ),
      refunds: said(
        { type: 'array', items: refund },
        'All refunds of what paid the order, the oldest first, but those that failed. None where it cost nothing.',
      ),
    }),
    sample: {
      ...anOrder,
      refundedAmount: '12.50',
      refunds: [
        { ...aRefund, amount: '2.50' },
        { ...aRefund, refundId: `${'0'.repeat(31)}1`, amount: '10.00' },
      ],
    },
  },
  'payment.received': {
    data: record({
      paymentId: uuid,
      orderId: said(orNull(orderId), 'The order that it is for. Null for a charge of a legacy client, and where nobody knows.'),
      billingOrderId: said(orNull(uuid), "The legacy client's charge that it is for."),
      endToEndId: said(orNull(text), "The banks' id. Null where no bank moved it."),
      amount: said(money, 'In reais.'),
      paidAt: time,
    }),
    sample: {
      paymentId: NOWHERE,
      orderId: '0',
      billingOrderId: null,
      endToEndId: 'E00000000000000000000000000000000',
      amount: '12.50',
      paidAt: A_TIME,
    },
  },
  'payment.late': {
    data: record({
      paymentId: uuid,
      amount: said(money, 'What of the payment could not be applied, in reais.'),
      reason: { type: 'string', enum: Object.values(LatePaymentReason) },
    }),
    sample: { paymentId: NOWHERE, amount: '12.50', reason: 'ORDER_ENDED' },
  },
  'refund.updated': {
    data: record({ refundId, paymentId: uuid, amount: said(money, 'In reais.'), status: refundStatus }),
    sample: { refundId: '0'.repeat(32), paymentId: NOWHERE, amount: '12.50', status: 'RETURNED' },
  },
  'raffle.frozen': {
    data: record({
      raffleId: uuid,
      manifestHash: said(hash, 'SHA-256 of the manifest, in hexadecimal digits.'),
      round: said(orNull(whole), 'The round of the beacon that draws it. Null for the Loteria Federal.'),
      contest: said(orNull(whole), 'The contest of the Loteria Federal that draws it. Null for the beacon.'),
    }),
    sample: { raffleId: NOWHERE, manifestHash: NO_HASH, round: 1, contest: null },
  },
  'raffle.drawn': {
    data: record({
      raffleId: uuid,
      manifestHash: hash,
      winners: {
        type: 'array',
        items: record({
          position: said({ type: 'integer', minimum: 1 }, 'Of the prize.'),
          luckyNumber: said({ type: 'string', pattern: '^\\d+$' }, 'With its zeros in front.'),
          orderId,
          userId: uuid,
        }),
      },
    }),
    sample: {
      raffleId: NOWHERE,
      manifestHash: NO_HASH,
      winners: [{ position: 1, luckyNumber: '000000', orderId: '0', userId: NOWHERE }],
    },
  },
  'login.code_requested': {
    data: record({
      phone: said({ type: 'string', pattern: '^\\+\\d{8,15}$' }, 'E.164: where to send the code.'),
      code: said({ type: 'string', pattern: '^\\d{6}$' }, 'Six digits.'),
      expiresAt: time,
    }),
    sample: { phone: '+5500000000000', code: '000000', expiresAt: A_TIME },
  },
  'billing_order.paid': billingOrder,
  'billing_order.refunded': { data: billingOrder.data, sample: { ...billingOrder.sample, status: 'REFUNDED' } },
};

/** The whole body that an operators' endpoint receives of a kind of event. */
export function eventBodySchema(type: WebhookEventType): JsonSchema {
  const { required, properties, ...body } = record({
    type: { type: 'string', const: type },
    timestamp: said(time, 'When it happened.'),
    data: EVENT_SHAPES[type].data,
  });
  const test = said(
    { type: 'boolean', const: true },
    'Only in a body that `sendTestEvent` asked for: nothing happened, and no id in it is of anything.',
  );
  return { ...body, required, properties: { ...(properties as object), test } };
}

/** A body that says of itself that it is a test. */
export function sampleBody(type: WebhookEventType, timestamp: string) {
  return { type, timestamp, test: true, data: EVENT_SHAPES[type].sample };
}
