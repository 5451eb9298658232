import type { RenderOptions } from 'altair-static';
import { DEMO_SLUG } from './banner.js';

type Tab = NonNullable<RenderOptions['initialWindows']>[number];

/** What a script keeps for other tabs. It is the whole header: an empty one is as if not sent. */
type Kept = 'authorization' | 'operatorAuthorization' | 'raffleId' | 'orderId';

function keep(name: Kept, expression: string): string {
  return [
    'const { data } = JSON.parse(altair.response.body);',
    `const value = ${expression};`,
    `if (value) altair.helpers.setEnvironment('${name}', value, true);`,
  ].join('\n');
}

function bearerOf(login: string): string {
  return `(${login})?.accessToken && 'Bearer ' + (${login}).accessToken`;
}

/** Scripts write to the chosen environment, and without this none is chosen. */
export const IDE_ENVIRONMENT: NonNullable<RenderOptions['initialEnvironments']> = {
  activeSubEnvironment: 'here',
  subEnvironments: [{ id: 'here', title: 'This server', variables: {} }],
};

/** The tabs of one sale. Altair opens the last one. Values are in the documents: Altair's pane of variables is closed at first. */
export function ideTabs(addresses: { graphql: string; subscriptions: string; testBank: string | null }): Tab[] {
  const tab = (initialName: string, initialQuery: string, more: Tab = {}): Tab => ({
    endpointURL: addresses.graphql,
    subscriptionsEndpoint: addresses.subscriptions,
    initialSubscriptionRequestHandlerId: 'graphql-ws',
    initialName,
    initialQuery: initialQuery.trim(),
    ...more,
  });
  const asBuyer: Tab = {
    initialHeaders: { Authorization: '{{authorization}}' },
    initialSubscriptionsPayload: { authorization: '{{authorization}}' },
  };

  return [
    tab('1 Buyer', BUYER, {
      initialPostRequestScript: keep('authorization', bearerOf('data?.createCustomer ?? data?.userLogin')),
    }),
    tab('2 Order', ORDER, { ...asBuyer, initialPostRequestScript: keep('orderId', 'data?.createOrder?.id') }),
    tab('3 Payment', paymentAt(addresses.testBank), asBuyer),
    tab('4 Numbers', NUMBERS, asBuyer),
    tab('Operator', OPERATOR, {
      initialHeaders: { Authorization: '{{operatorAuthorization}}' },
      initialPostRequestScript: keep('operatorAuthorization', bearerOf('data?.adminLogin')),
    }),
    tab('Live bar', BAR),
    tab('Start here', START, { initialPostRequestScript: keep('raffleId', 'data?.raffle?.id') }),
  ];
}

const START = `
# Welcome. Send this request, then those of the tabs on the left, from 1 on: together they are one sale.
# What one answers the next ones know. The documentation of everything is behind "Docs".
query Raffle {
  raffle(slug: "${DEMO_SLUG}") {
    id
    title
    status
    quotaPrice
    quotaQuantity
    fastSelectionCards
    prizes { position title }
  }
}
`;

const BAR = `
# The bar of the sale, live: stays open.
subscription Bar {
  sellBar(raffleId: "{{raffleId}}") { total reserved paid percentage }
}
`;

const BUYER = `
# Register once (the first of the two in the button's menu), log in after that. The token is kept for the tabs that follow.
mutation Register {
  createCustomer(input: {
    name: "Ana Lima"
    phone: "11987654321"
    cpf: "52998224725"
    password: "uma-senha-boa"
  }) { accessToken expiresAt user { id name } }
}

mutation LogIn {
  userLogin(input: { phone: "11987654321", password: "uma-senha-boa" }) { accessToken expiresAt user { id name } }
}
`;

const ORDER = `
# Reserves quotas and answers the PIX code. Nothing is paid yet.
mutation Order {
  createOrder(input: { raffleId: "{{raffleId}}", quotaQuantity: 5 }) {
    id
    status
    totalValue
    expiresAt
    qrCodeContent
  }
}
`;

const paymentAt = (testBank: string | null): string => `
# Stays open. Pay the PIX code at the development bank${testBank ? `, ${testBank},` : ''} and see PAID arrive.
subscription Payment {
  orderStatus(orderId: "{{orderId}}") { id status paidAt secondsLeft }
}
`;

const NUMBERS = `
query Numbers {
  myOrders(first: 5) {
    totalCount
    nodes {
      id
      status
      luckyNumbers(first: 20) { totalCount nodes }
    }
  }
}
`;

const OPERATOR = `
# First LogIn, then the rest: the token is kept.
mutation LogIn {
  adminLogin(input: { email: "admin@localhost", password: "admin-development" }) { accessToken expiresAt }
}

query Orders {
  orders(first: 10) { nodes { id status totalValue user { name } raffle { title } } }
}

mutation PayByHand {
  payOrder(id: "{{orderId}}", note: "Paid in cash") { id status paidAt }
}
`;
