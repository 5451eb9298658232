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
  BILLING_ORDER_PAID: 'billing_order.paid',
  BILLING_ORDER_REFUNDED: 'billing_order.refunded',
} as const;
export type WebhookEventType = (typeof WebhookEventType)[keyof typeof WebhookEventType];

registerEnumType(WebhookEventType, {
  name: 'WebhookEventType',
  description:
    "What an endpoint is told about. The body's `type` is the lower-case text that each value names; its `data` is the record "
    + 'concerned, amounts as decimal text in reais.',
  valuesConfig: {
    ORDER_PAID: { description: '`order.paid`: an order was paid and owns its lucky numbers.' },
    ORDER_CANCELLED: { description: '`order.cancelled`: an unpaid order was cancelled by its buyer or an operator.' },
    ORDER_EXPIRED: { description: '`order.expired`: an order was not paid in time.' },
    ORDER_REFUNDED: { description: '`order.refunded`: a paid order was undone, its numbers are out of the draw.' },
    PAYMENT_RECEIVED: { description: '`payment.received`: money arrived, whatever it was for.' },
    PAYMENT_LATE: { description: '`payment.late`: money arrived that fits no live order: refund or resolve it.' },
    REFUND_UPDATED: { description: '`refund.updated`: a refund was asked for, moved on, came back or failed.' },
    BILLING_ORDER_PAID: { description: "`billing_order.paid`: a legacy client's charge was paid." },
    BILLING_ORDER_REFUNDED: { description: "`billing_order.refunded`: a legacy client's charge was paid and refunded." },
  },
});
