import type { WebhookEventType } from '../../../generated/client/operations.js';

/** The kinds of events that a test can be sent of, by the `type` in their bodies, which is what receivers know them by. */
const NAMES: Record<WebhookEventType, string> = {
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
};

export const EVENT_TYPES = Object.keys(NAMES) as readonly WebhookEventType[];

export const eventName = (type: WebhookEventType): string => NAMES[type];
