/** What is read; the names stand in the tables. */
export type ReadName = 'raffle page' | 'my orders' | 'orders of a raffle' | 'REST, first page' | 'REST, deep page';

/** All reads with the least share of bare Fastify's rate that the gateway is to have. */
export const READ_GOALS: ReadonlyMap<ReadName, number> = new Map<ReadName, number>([
  ['raffle page', 1.2],
  ['my orders', 0.6],
  ['orders of a raffle', 0.6],
  ['REST, first page', 0.6],
  ['REST, deep page', 0.6],
]);

/** Of bare Fastify that keeps the page as long as the gateway does. */
export const KEPT_PAGE_GOAL = 0.6;

export const PAGE_SIZE = 20;
/** More than any order has. */
export const NUMBERS_OF_AN_ORDER = 10;

const RAFFLE_FIELDS = `
    id slug title subtitle description status statusText photoUrl startsAt endsAt showEndsAt drawAt quotaPrice quotaQuantity
    minReservationQuantity maxReservationQuantity maxBuyerQuantity reservationTimeLimit fastSelectionCards popularSelectionCard
    showProgressBar showPrices whatsapp
    category { id name }
    prizes { position title description }`;

const SELL_BAR_FIELDS = '{ total paid reserved available percentage }';

/** The raffle's page where the bar is the raffle's own field. */
export const RAFFLE_PAGE = `query RafflePage($slug: String!) {
  raffle(slug: $slug) {${RAFFLE_FIELDS}
    sellBar ${SELL_BAR_FIELDS}
  }
}`;

/** The same where the bar is a field beside the raffle. */
export const RAFFLE_PAGE_BESIDE_BAR = `query RafflePage($slug: String!, $raffleId: ID!) {
  raffle(slug: $slug) {${RAFFLE_FIELDS}
  }
  sellBar(raffleId: $raffleId) ${SELL_BAR_FIELDS}
}`;

const ORDER_FIELDS = `
      id status quotaQuantity priceByQuota totalValue paymentProviderName qrCodeId qrCodeContent createdAt expiresAt paidAt`;
const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

/** A buyer's own orders; the numbers are left out where they cannot be had. */
export function myOrders({ withNumbers }: { withNumbers: boolean }): string {
  const numbers = withNumbers ? `\n      luckyNumbers(first: ${NUMBERS_OF_AN_ORDER}) { nodes }` : '';
  return `query MyOrders {
  myOrders(first: ${PAGE_SIZE}) {
    nodes {${ORDER_FIELDS}
      raffle { id title slug }${numbers}
    }
    ${PAGE_INFO}
  }
}`;
}

/** What an operator sees of one raffle. */
export const ORDERS_OF_RAFFLE = `query OrdersOfRaffle($raffleId: ID!) {
  ordersByRaffle(raffleId: $raffleId, first: ${PAGE_SIZE}) {
    nodes {${ORDER_FIELDS}
      raffle { id title slug }
      user { id name }
    }
    ${PAGE_INFO}
  }
}`;
