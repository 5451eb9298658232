// Boots dist/main.js on free ports with its own database, sells once over GraphQL and once over REST, and stops it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const [dataDir] = process.argv.slice(2);
const child = spawn(process.execPath, ['dist/main.js'], {
  env: {
    ...process.env,
    NODE_ENV: 'development',
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    PORT: '0',
    SANDBOX_PORT: '0',
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exited = once(child, 'exit');
const timer = setTimeout(() => child.kill('SIGKILL'), 120_000);

try {
  const [url, bank] = await addresses();
  console.log(`listening on ${url}, bank on ${bank}`);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);

  const { raffle } = await graphql(url, '{ raffle(slug: "demo") { id } }');
  const { createCustomer } = await graphql(
    url,
    'mutation { createCustomer(input: { name: "Ana Lima", phone: "11987654321", cpf: "52998224725", password: "uma-senha-boa" }) { accessToken } }',
  );
  const headers = { authorization: `Bearer ${createCustomer.accessToken}` };

  const { createOrder } = await graphql(
    url,
    `mutation { createOrder(input: { raffleId: "${raffle.id}", quotaQuantity: 3 }) { id qrCodeContent totalValue } }`,
    headers,
  );
  assert.equal(createOrder.totalValue, '1.50');
  const payment = await post(`${bank}/sandbox/pay`, { pixCopiaECola: createOrder.qrCodeContent });
  assert.equal(payment.status, 200);
  const paid = await untilPaid(url, createOrder.id, headers);
  assert.equal(paid.luckyNumbers.nodes.length, 3);
  // Its libraries are in the bundle alone.
  const receipt = Buffer.from(await (await fetch(`${paid.shareUrl}.pdf`)).arrayBuffer());
  assert.match(receipt.toString('latin1', 0, 8), /^%PDF-1\.7/);
  console.log(`GraphQL order ${createOrder.id} paid: ${paid.luckyNumbers.nodes.join(' ')}, receipt of ${receipt.length} bytes`);

  const rest = await post(
    `${url}/v1/orders/without-payment-gateway`,
    { raffleId: raffle.id, quotaQuantity: 2, paymentMethod: 'PIX' },
    headers,
  );
  const order = await rest.json();
  assert.equal(rest.status, 201, JSON.stringify(order));
  assert.equal(order.status, 'PENDING');
  console.log(`REST order ${order.id}: R$ ${order.totalValue}`);

  child.kill('SIGTERM');
  const [code] = await exited;
  assert.equal(code, 0, 'the service ends with 0 on SIGTERM');
  console.log('stopped');
} finally {
  clearTimeout(timer);
  child.kill('SIGKILL');
}

async function addresses() {
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    const found = [/listening on (\S+)/.exec(text)?.[1], /Bank +(\S+)/.exec(text)?.[1]];
    if (found.every(Boolean)) {
      child.stdout.resume();
      return found;
    }
  }
  throw new Error(`the service ended before it listened:\n${text}`);
}

async function untilPaid(url, id, headers) {
  for (let tries = 0; tries < 100; tries += 1) {
    const { order } = await graphql(url, `{ order(id: "${id}") { status shareUrl luckyNumbers { nodes } } }`, headers);
    if (order.status === 'PAID') return order;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the paid order did not become PAID');
}

async function graphql(url, query, headers = {}) {
  const { data, errors } = await (await post(`${url}/graphql`, { query }, headers)).json();
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

function post(url, body, headers = {}) {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
}
