import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { generateCpf } from '@brazilian-utils/brazilian-utils';
import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';
import { ConfigError, readConfig } from '../config.js';
import { createLog } from '../platform/log.js';
import { startService } from '../start.js';
import { DEMO_SLUG } from '../development/demo-slug.js';

const QUOTAS = 100;
const PAID_WITHIN_MS = 30_000;

/** `npm run demo`: one sale told step by step, against the service that is running or one started for it. */
async function demo(): Promise<void> {
  const config = readConfig();
  if (config.production) throw new Error('The demo buys from the development raffle: it does not run in production.');
  const running = `http://127.0.0.1:${config.port}`;
  const isRunning = await fetch(`${running}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
  say(isRunning ? `Using the service that runs on ${running}.` : 'No service is running: starting one for the demo.');
  const service = isRunning ? undefined : await startService(config, createLog({ logLevel: 'warn' }));
  try {
    await sell(service?.url ?? running, service?.sandboxUrl ?? `http://127.0.0.1:${config.sandboxPort}`);
  } finally {
    await service?.stop();
  }
}

async function sell(url: string, bankUrl: string): Promise<void> {
  const { raffle } = await graphql(url, 'query ($slug: String!) { raffle(slug: $slug) { id title quotaPrice quotaQuantity } }', {
    slug: DEMO_SLUG,
  });
  say(`1. The raffle "${raffle.title}": ${raffle.quotaQuantity} quotas at R$ ${raffle.quotaPrice} each.`);

  const phone = `+55119${randomInt(60_000_000, 99_999_999)}`;
  const { createCustomer } = await graphql(
    url,
    'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { accessToken user { name phone cpf } } }',
    {
      input: { name: 'Maria Demonstração', phone, cpf: generateCpf(), password: `demo-${randomInt(1e9)}` },
    },
  );
  const token: string = createCustomer.accessToken;
  say(`2. A customer signed up: ${createCustomer.user.name}, ${createCustomer.user.phone}.`);

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
      say(`   live bar: ${sellBar.paid} paid, ${sellBar.reserved} reserved, ${sellBar.available} left (${sellBar.percentage}%)`);
    },
  );
  await bars.first;

  const { createOrder: order } = await graphql(
    url,
    'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id status totalValue expiresAt qrCodeContent paymentProviderName } }',
    { input: { raffleId: raffle.id, quotaQuantity: QUOTAS } },
    token,
  );
  say(`3. Order ${order.id}: ${QUOTAS} quotas for R$ ${order.totalValue}, ${order.status}, payable until ${order.expiresAt}.`);
  say(`   PIX code of "${order.paymentProviderName}": ${order.qrCodeContent}`);

  await barMoves();
  const paid = follow(
    socket,
    'subscription ($id: ID!) { orderStatus(orderId: $id) { status } }',
    { id: order.id },
    () => undefined,
    ({ orderStatus }) => orderStatus.status === 'PAID',
  );
  await paid.first;
  const receipt = await pay(bankUrl, order.qrCodeContent);
  say(`4. Paid at the bank (${bankUrl}): end-to-end id ${receipt.endToEndId}.`);
  await within(PAID_WITHIN_MS, paid.done, 'the order to become PAID');
  say('5. The bank called back, the service asked it, and the checkout was told: PAID.');

  await barMoves();
  const { order: owned } = await graphql(
    url,
    'query ($id: ID!) { order(id: $id) { status luckyNumbers(first: 10) { nodes totalCount } } }',
    { id: order.id },
    token,
  );
  say(`6. ${owned.luckyNumbers.totalCount} lucky numbers, the first ten: ${owned.luckyNumbers.nodes.join(' ')}`);

  const rest = await fetch(`${url}/v1/orders/without-payment-gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ raffleId: raffle.id, quotaQuantity: 5, paymentMethod: 'PIX' }),
  });
  const second = (await rest.json()) as { id: number; status: string; totalValue: string };
  say(`7. The same over REST: ${rest.status}, order ${second.id}, ${second.status}, R$ ${second.totalValue}.`);
  await fetch(`${url}/v1/orders/${second.id}/cancel`, { method: 'PATCH', headers: { authorization: `Bearer ${token}` } });
  say('   Cancelled again: its quotas went back.');

  await barMoves();
  bars.stop();
  await socket.dispose();
}

async function graphql(url: string, query: string, variables: Record<string, unknown>, token?: string): Promise<any> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: unknown; errors?: { message: string }[] };
  if (errors?.[0]) throw new Error(errors[0].message);
  return data;
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

/** A subscription: `first` once it answered, `done` once a result satisfies `until`. */
function follow(
  socket: Client,
  query: string,
  variables: Record<string, unknown>,
  onData: (data: any) => void,
  until = (_data: any) => false,
) {
  const stream = socket.iterate<any>({ query, variables });
  const answers = async (satisfied: (data: any) => boolean): Promise<void> => {
    for (;;) {
      const { value, done } = await stream.next();
      if (done) throw new Error('the service ended the subscription');
      if (value.errors?.[0]) throw new Error(value.errors[0].message);
      onData(value.data);
      if (satisfied(value.data)) return;
    }
  };
  const first = answers(() => true);
  const done = first.then(() => answers(until));
  // Whoever awaits it hears of a failure; a stream that is stopped is nobody's failure.
  done.catch(() => undefined);
  return { first, done, stop: () => void stream.return?.() };
}

/** The bar moves at most twice a second: let it be seen. */
function barMoves(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_200));
}

async function within<Value>(ms: number, value: Promise<Value>, what: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${ms / 1000} s for ${what}`)), ms);
  });
  return Promise.race([value, timeout]).finally(() => clearTimeout(timer));
}

function say(line: string): void {
  console.log(line);
}

demo().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof ConfigError || error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
