import { randomInt } from 'node:crypto';
import { generateCpf } from '@brazilian-utils/brazilian-utils';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { DEMO_SLUG } from '../development/banner.js';
import { within } from '../platform/within.js';
import { follow, graphql, print } from './demo-client.js';

const QUOTAS = 100;
const PAID_WITHIN_MS = 30_000;

export interface DemoBuyer {
  token: string;
}

export async function sell(url: string, bankUrl: string): Promise<DemoBuyer> {
  const { raffle } = await graphql(url, 'query ($slug: String!) { raffle(slug: $slug) { id title quotaPrice quotaQuantity } }', {
    slug: DEMO_SLUG,
  });
  print(`1. The raffle "${raffle.title}": ${raffle.quotaQuantity} quotas at R$ ${raffle.quotaPrice} each.`);

  const phone = `+55119${randomInt(60_000_000, 99_999_999)}`;
  const { createCustomer } = await graphql(
    url,
    'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { accessToken user { name phone cpf } } }',
    {
      input: { name: 'Maria Demonstração', phone, cpf: generateCpf(), password: `demo-${randomInt(1e9)}` },
    },
  );
  const token: string = createCustomer.accessToken;
  print(`2. A customer signed up: ${createCustomer.user.name}, ${createCustomer.user.phone}.`);

  const socket = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    lazy: false,
  });
  const bars = follow(
    socket,
    'subscription ($id: ID!) { sellBar(raffleId: $id) { paid reserved available percentage } }',
    { id: raffle.id },
    ({ sellBar }) => {
      print(
        `   live bar: ${sellBar.paid} paid, ${sellBar.reserved} reserved, ${sellBar.available} left (${sellBar.percentage}%)`,
      );
    },
  );
  await bars.first;

  const { createOrder: order } = await graphql(
    url,
    'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id status quotaQuantity totalValue discount expiresAt qrCodeContent paymentProviderName } }',
    { input: { raffleId: raffle.id, quotaQuantity: QUOTAS } },
    token,
  );
  print(
    `3. Order ${order.id}: ${order.quotaQuantity} quotas for R$ ${order.totalValue} (a promotion took R$ ${order.discount} off), ${order.status}, payable until ${order.expiresAt}.`,
  );
  print(`   PIX code of "${order.paymentProviderName}": ${order.qrCodeContent}`);

  await waitForBar();
  const paid = follow(
    socket,
    'subscription ($id: ID!) { orderStatus(orderId: $id) { status } }',
    { id: order.id },
    () => undefined,
    ({ orderStatus }) => orderStatus.status === 'PAID',
  );
  await paid.first;
  const receipt = await pay(bankUrl, order.qrCodeContent);
  print(`4. Paid at the bank (${bankUrl}): end-to-end id ${receipt.endToEndId}.`);
  await within(PAID_WITHIN_MS, paid.done, 'the order to become PAID');
  print('5. The bank called back, the service asked it, and the checkout received PAID.');

  await waitForBar();
  const { order: owned } = await graphql(
    url,
    'query ($id: ID!) { order(id: $id) { status luckyNumbers(first: 10) { nodes totalCount } } }',
    { id: order.id },
    token,
  );
  print(`6. ${owned.luckyNumbers.totalCount} lucky numbers, the first ten: ${owned.luckyNumbers.nodes.join(' ')}`);

  const rest = await fetch(`${url}/v1/orders/without-payment-gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ raffleId: raffle.id, quotaQuantity: 5, paymentMethod: 'PIX' }),
  });
  const second = (await rest.json()) as { id: number; status: string; totalValue: string };
  print(`7. The same over REST: ${rest.status}, order ${second.id}, ${second.status}, R$ ${second.totalValue}.`);
  await fetch(`${url}/v1/orders/${second.id}/cancel`, { method: 'PATCH', headers: { authorization: `Bearer ${token}` } });
  print('   Cancelled again: its quotas went back.');

  await waitForBar();
  bars.stop();
  await socket.dispose();
  await openBoxes(url, token, order.id);
  return { token };
}

async function openBoxes(url: string, token: string, orderId: string): Promise<void> {
  const mine = 'query ($orderId: ID!) { myAwardedBoxes(orderId: $orderId, first: 100) { nodes { id number } } }';
  const { myAwardedBoxes } = await graphql(url, mine, { orderId }, token);
  print(
    `8. The order came with ${myAwardedBoxes.nodes.length} awarded boxes. What they hold was decided when it was paid; now they are opened:`,
  );
  for (const { id, number } of myAwardedBoxes.nodes) {
    const open = 'mutation ($id: ID!) { openAwardedBox(id: $id) { prize { title prize } } }';
    const { openAwardedBox } = await graphql(url, open, { id }, token);
    const { prize } = openAwardedBox;
    print(`   box ${number}: ${prize ? `${prize.title}, worth R$ ${prize.prize}!` : 'empty'}`);
  }
}

async function pay(bankUrl: string, pixCopiaECola: string): Promise<{ endToEndId: string }> {
  const response = await fetch(`${bankUrl}/sandbox/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pixCopiaECola }),
  });
  if (!response.ok) throw new Error(`the bank refused the code: ${await response.text()}`);
  return (await response.json()) as { endToEndId: string };
}

function waitForBar(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_200));
}
