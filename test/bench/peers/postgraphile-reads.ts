import type { ReadRequest } from '../reads/contenders.js';
import { PAGE_SIZE, type ReadName } from '../reads/reads.js';
import type { ReadStage } from '../reads/stage.js';

/*
 * PostGraphile's schema is what the tables are: the reads go by its names, told the gateway's as aliases. Money is in centavos, and
 * what would be computed is left out: what is available and the percentage. Its cursors are its own.
 */
const RAFFLE_PAGE = `query RafflePage($slug: String!) {
  raffle: raffleBySlug(slug: $slug) {
    id: rowId slug title subtitle description status statusText photoUrl startsAt endsAt showEndsAt drawAt quotaPrice quotaQuantity
    minReservationQuantity maxReservationQuantity maxBuyerQuantity reservationTimeLimit fastSelectionCards popularSelectionCard
    showProgressBar showPrices whatsapp
    category: raffleCategoryByCategoryId { id: rowId name }
    prizes: rafflePrizesByRaffleId { nodes { position title description } }
    sellBar: raffleCounterByRaffleId { total: sellable paid: allocated reserved }
  }
}`;

const orders = (name: string, column: string, also: string): string => `query Orders($id: UUID!) {
  ${name}: allOrders(condition: { ${column}: $id }, first: ${PAGE_SIZE}, orderBy: PRIMARY_KEY_DESC) {
    nodes {
      id: rowId status quotaQuantity priceByQuota totalValue paymentProviderName createdAt expiresAt paidAt
      charge: chargeByOrderId { qrCodeId: txid qrCodeContent: brCode }
      raffle: raffleByRaffleId { id: rowId title slug }${also}
    }
    pageInfo { hasNextPage endCursor }
  }
}`;
const MY_ORDERS = orders('myOrders', 'userId', '');
const ORDERS_OF_RAFFLE = orders('ordersByRaffle', 'raffleId', '\n      user: userByUserId { id: rowId name }');

/** The reads as PostGraphile takes them. The buyer is named: that it is the token's would be a policy of the tables. */
export function postgraphileRequests({ raffle, buyers, adminToken }: ReadStage): Map<ReadName, ReadRequest[]> {
  const request = (query: string, variables: object): ReadRequest => ({ route: '/graphql', body: { query, variables } });
  return new Map<ReadName, ReadRequest[]>([
    ['raffle page', [request(RAFFLE_PAGE, { slug: raffle.slug })]],
    ['my orders', buyers.map(({ id, token }) => ({ ...request(MY_ORDERS, { id }), token }))],
    ['orders of a raffle', [{ ...request(ORDERS_OF_RAFFLE, { id: raffle.id }), token: adminToken }]],
  ]);
}

type Json = Record<string, unknown>;

/** What an answer of PostGraphile and one of the others both say, in one form. */
export function postgraphileSays(_read: ReadName, answer: unknown): unknown {
  const { raffle, myOrders, ordersByRaffle } = (answer as { data: Record<string, Json> }).data;
  if (raffle) {
    const { prizes, sellBar, ...fields } = raffle;
    const { total, paid, reserved } = sellBar as Json;
    return { ...plain(fields), prizes: (prizes as { nodes?: unknown }).nodes ?? prizes, sellBar: { total, paid, reserved } };
  }
  const { nodes, pageInfo } = (myOrders ?? ordersByRaffle) as { nodes: Json[]; pageInfo: Json };
  return {
    nodes: nodes.map(({ charge, ...order }) => plain({ ...(charge as Json), ...order })),
    hasNextPage: pageInfo.hasNextPage,
  };
}

const MONEY = new Set(['quotaPrice', 'priceByQuota', 'totalValue']);
const INSTANTS = new Set(['startsAt', 'endsAt', 'drawAt', 'createdAt', 'expiresAt', 'paidAt']);

/** Money as centavos, instants in UTC. */
function plain(record: Json): Json {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      if (MONEY.has(name)) return [name, Number((value as string).replace('.', ''))];
      return [name, INSTANTS.has(name) && value !== null ? new Date(value as string).toISOString() : value];
    }),
  );
}
