import { registerEnumType } from 'type-graphql';

/** What receivers are told about, by the `type` that stands in the body. Closed: a receiver may switch over it. */
export const WebhookEventType = {
  ORDER_PAID: 'order.paid',
  ORDER_CANCELLED: 'order.cancelled',
  ORDER_EXPIRED: 'order.expired',
  ORDER_REFUNDED: 'order.refunded',
  PAYMENT_RECEIVED: 'payment.received',
  PAYMENT_LATE: 'payment.late',
  REFUND_UPDATED: 'refund.updated',
  RAFFLE_FROZEN: 'raffle.frozen',
  RAFFLE_DRAWN: 'raffle.drawn',
  LOGIN_CODE_REQUESTED: 'login.code_requested',
  BILLING_ORDER_PAID: 'billing_order.paid',
  BILLING_ORDER_REFUNDED: 'billing_order.refunded',
} as const;
export type WebhookEventType = (typeof WebhookEventType)[keyof typeof WebhookEventType];

/** What each kind tells of, by its name in the schema. */
export const EVENT_DESCRIPTIONS: Record<keyof typeof WebhookEventType, string> = {
  ORDER_PAID: '`order.paid`: an order was paid and owns its lucky numbers.',
  ORDER_CANCELLED:
    '`order.cancelled`: an unpaid order was cancelled: with `cancelOrder`, with its raffle, or because its payment '
    + 'provider gave no code.',
  ORDER_EXPIRED: '`order.expired`: an order was not paid in time.',
  ORDER_REFUNDED:
    '`order.refunded`: a paid order was refunded in full, in however many parts, or the banks took all its money back. Its lucky '
    + 'numbers are out of the draw. `refundedAmount` and `refunds` say what went back, by whom and why.',
  PAYMENT_RECEIVED: '`payment.received`: a payment was recorded, whatever it was for.',
  PAYMENT_LATE: '`payment.late`: money could not be applied to an order or charge. An operator refunds or resolves it.',
  RAFFLE_FROZEN:
    '`raffle.frozen`: a raffle was frozen for its draw, with the hash of its manifest and the round or the contest that draws it.',
  RAFFLE_DRAWN: '`raffle.drawn`: a raffle was drawn, with its winners. They stand.',
  REFUND_UPDATED:
    '`refund.updated`: a refund became PROCESSING, RETURNED, FAILED or BY_HAND: by the answer of its provider, by '
    + '`confirmRefund`, or because the banks took money back.',
  LOGIN_CODE_REQUESTED:
    '`login.code_requested`: a buyer asked for a code to log in with: send it to their phone. `data` is `phone` (E.164), `code` '
    + '(six digits) and `expiresAt`. Sent only to endpoints that name it in `events`. Its body is deleted once it was delivered, or '
    + 'the code has expired.',
  BILLING_ORDER_PAID: "`billing_order.paid`: a legacy client's charge was paid.",
  BILLING_ORDER_REFUNDED: "`billing_order.refunded`: a legacy client's charge was paid and then refunded.",
};

registerEnumType(WebhookEventType, {
  name: 'WebhookEventType',
  description:
    'The kinds of events. The `type` in the body is the lower-case text that each value names. `data` is the record '
    + 'concerned, with amounts as decimal text in reais; legacy clients receive the billing order itself as the body, '
    + 'with amounts in centavos. The schema and an example of every body are the `webhooks` of `/openapi.json`.',
  valuesConfig: Object.fromEntries(Object.entries(EVENT_DESCRIPTIONS).map(([name, description]) => [name, { description }])),
});
