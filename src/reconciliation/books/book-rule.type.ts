/** Every rule holds at any moment, however many sales are under way. In the order of a report. */
export const BOOK_RULES = {
  RAFFLE_RESERVED: "The raffle's count of reserved quotas equals the quotas of its unpaid orders that are RESERVED.",
  RAFFLE_UNPROVEN:
    "Of the reserved quotas, the raffle's count of those of unproven orders equals what these hold (see `unprovenShare`).",
  RAFFLE_ALLOCATED:
    "The raffle's count of assigned quotas, less those that were given back, equals the quotas of its paid orders. All of them "
    + 'are below that count, and those that are for sale again are listed.',
  BUYER_HOLDINGS:
    "A buyer's counts in a raffle equal the quotas of their unpaid, paid and refunded orders. The id is the raffle's and the user's.",
  ORDER_BLOCK: 'A paid order has as many lucky numbers as quotas; a refunded one has them void, any other has none.',
  ORDER_PAYMENT: 'A paid or refunded order that costs something has a payment.',
  ORDER_AMOUNT: 'The payments for an order, less late parts, equal its total once it was paid, and are zero before.',
  ORDER_CHARGE: 'An order and its charge have matching states and the same amount.',
  ORDER_REFUND:
    'The whole total of a refunded order was requested back; some money of a paid one is still here, until its raffle is frozen.',
  ORDER_COMMISSION:
    'The commission of a referred order is its part, by the rate of the order, of the money that was not refunded.',
  PAYMENT_USE:
    'A payment with an unknown reference is late as a whole. No payment is late, or returned by us, beyond its amount.',
  LATE_PAYMENT_STATE: 'A REFUNDED late payment was returned, and a REFUNDING one has an unfinished refund.',
  BILLING_ORDER_AMOUNT: "The payments, credits and debits of a legacy client's charge match its status.",
  CLIENT_BALANCE: "A legacy client's balance equals its credits less its debits, and the balance of the last of them.",
};
export type BookRule = keyof typeof BOOK_RULES;

/** No violation: a paid order whose money is gone, which the service must not void by itself. It is found and kept like one. */
export const ORDER_TO_DECIDE = 'ORDER_TO_DECIDE';
export type BookFinding = BookRule | typeof ORDER_TO_DECIDE;
