import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { getOperationAST, parse } from 'graphql';
import { readConfig } from '../src/config.js';
import { costOf } from '../src/graphql/cost.js';
import { CHECK, weightOf, weightOfText } from '../src/graphql/limited.js';
import type { Principal } from '../src/platform/principal.js';
import { schema } from '../src/schema.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { CALLBACK_SECRET } from './support/banked-server.js';
import { anOpenRaffle, aProvider, salesDesk, seedProviders } from './support/sales.js';
import { SANDBOX_ACCOUNT } from './support/sandbox.js';
import { forTests, startTestServer } from './support/start.js';
import { rawSocket } from './support/subscribe.js';

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://localhost/raffle',
  PUBLIC_URL: 'https://rifas.example',
  JWT_SECRET: 'x'.repeat(32),
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  ADMIN_EMAIL: 'owner@rifas.example',
  ADMIN_PASSWORD: 'nobody guesses this one',
};
const { rateCeilings } = readConfig(PRODUCTION);
const server = forTests(() => startTestServer({ rateCeilings, trustedProxies: ['127.0.0.1'] }));

const FREE = { account: 1_000_000, address: 1_000_000, all: 1_000_000 };
const DEAR = `{ ${[...'abcdefghij'].map((name) => `${name}: raffles(first: 100) { nodes { id title slug status } }`).join(' ')} }`;
const costOfText = (text: string) => {
  const document = parse(text);
  return costOf(schema, { document, operation: getOperationAST(document)!, variables: {} });
};

const post = async (query: string, from: string, token?: string, at = server) => {
  const response = await fetch(`${at.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as { errors?: { extensions: { code: string } }[] },
  };
};

describe('a flood of dear documents', () => {
  it('from one address is refused with the time to wait, and another address is answered', async () => {
    const cost = costOfText(DEAR);
    expect(cost).toBeGreaterThan(8_000);
    const answers = [];
    for (let i = 0; i < 180; i++) answers.push(await post(DEAR, '203.0.113.9'));
    const refused = answers.filter(({ status }) => status === 429);
    // A window may end meanwhile.
    expect(answers.length - refused.length).toBeLessThanOrEqual(2 * Math.ceil(rateCeilings.cost.address / cost));
    const [{ body, headers } = answers[0]!] = refused.slice(-1);
    expect(body.errors?.[0]?.extensions.code).toBe('RATE_LIMITED');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('ratelimit-policy')).toBe(`"cost-address";q=${rateCeilings.cost.address};w=10`);
    expect(headers.get('ratelimit')).toMatch(/^"cost-address";r=\d+;t=\d+$/);
    expect((await post(DEAR, '203.0.113.10')).status).toBe(200);
    expect((await post('{ raffleCategories { id } }', '203.0.113.9')).status).toBe(200);
  });

  it('of one account is refused wherever it comes from, by REST as well', async () => {
    const { token } = await aCustomer(server);
    const statuses = [];
    for (let i = 0; i < 60; i++) statuses.push((await post(DEAR, `198.51.100.${i}`, token)).status);
    expect(statuses).toContain(429);
    const response = await fetch(`${server.url}/v1/users/profile`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.headers.get('ratelimit')).toMatch(/^"cost-account";r=\d+;t=\d+, "cost-address";r=\d+;t=\d+$/);
  });

  it('of several writes in a document counts whole, and one write as little as a person sends', () => {
    const weightOfText = (text: string) => weightOf(costOfText(text), getOperationAST(parse(text))!);
    const one = weightOfText('mutation { a: endAllSessions { count } }');
    const eight = weightOfText(`mutation { ${[...'abcdefgh'].map((name) => `${name}: endAllSessions { count }`).join(' ')} }`);
    expect(one).toBeLessThan(200);
    expect(eight).toBeGreaterThan(16_000);
  });
});

const askFrom = (path: string, from: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { ...init.headers, 'x-forwarded-for': from } });
/** As many as are answered before the first 429, at most `most`. */
async function answeredBefore(limit: Response['status'], most: number, ask: () => Promise<Response>) {
  for (let answered = 0; answered < most; answered++) {
    const response = await ask();
    await response.arrayBuffer();
    if (response.status === limit) return { answered, headers: response.headers };
  }
  return { answered: most, headers: new Headers() };
}
/** Spends what an address may ask for, but for so much. */
const spendBut = async (from: string, left: number, principal: Principal = { role: 'PUBLIC' }) => {
  const taker = { principal, clientAddress: from };
  // A window may end meanwhile.
  const beginsInMs = 10_000 - (Date.now() % 10_000);
  if (beginsInMs < 5_000) await new Promise((resolve) => setTimeout(resolve, beginsInMs));
  const { account, address } = rateCeilings.cost;
  server.app.rateLimits.take(taker, { kind: 'cost', amount: ('id' in principal ? account : address) - left });
};
const told = (headers: Headers) => ({
  retryAfter: Number(headers.get('retry-after')),
  policy: headers.get('ratelimit-policy'),
  left: headers.get('ratelimit'),
});
const LIMITED = {
  retryAfter: expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 10),
  policy: expect.stringContaining(`"cost-address";q=${rateCeilings.cost.address};w=10`),
  left: expect.stringMatching(/"cost-address";r=\d+;t=\d+$/),
};

describe('what runs no operation is counted as well', () => {
  it('documents that are not valid, and operations that are refused', async () => {
    const from = '203.0.113.20';
    await spendBut(from, 3 * weightOfText(30));
    const invalid = await answeredBefore(429, 20, () => {
      const body = JSON.stringify({ query: `{ nothing${'x'.repeat(20)} }` });
      return askFrom('/graphql', from, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    });
    expect(invalid.answered).toBeLessThanOrEqual(3);
    expect(told(invalid.headers)).toEqual(LIMITED);

    await spendBut('203.0.113.21', 3 * CHECK);
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await post('{ mySessions { id } }', '203.0.113.21', 'no token')).status);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    expect((await post('{ raffleCategories { id } }', '203.0.113.22')).status).toBe(200);
  });

  it('callbacks that nobody believes, and none of a provider that shares the address', async () => {
    const from = '203.0.113.23';
    const { clientId, clientSecret } = SANDBOX_ACCOUNT;
    await aProvider(server, {
      name: 'counted',
      adapter: 'sandbox',
      active: false,
      baseUrl: 'http://127.0.0.1:1',
      callbackSecret: CALLBACK_SECRET,
      credentials: { clientId, clientSecret },
    });
    const callback = (secret: string) =>
      askFrom(`/v1/payments/callbacks/counted/pix?hmac=${secret}`, from, {
        method: 'POST',
        body: JSON.stringify({
          pix: [{ txid: 'a'.repeat(32), endToEndId: 'E'.repeat(32), valor: '2.00', horario: new Date().toISOString() }],
        }),
      });
    await spendBut(from, 200);
    const forged = await answeredBefore(429, 20, () => callback('guessed'));
    expect(forged.answered).toBeLessThanOrEqual(5);
    expect(told(forged.headers)).toEqual(LIMITED);
    for (let i = 0; i < 20; i++) expect((await callback(CALLBACK_SECRET)).status).toBe(200);
  });

  it('sockets and subscriptions', async () => {
    const from = '203.0.113.24';
    await spendBut(from, 200);
    const opened: WebSocket[] = [];
    const refusal = await (async () => {
      for (let i = 0; i < 10; i++) {
        const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
          headers: { 'x-forwarded-for': from },
        });
        opened.push(socket);
        const answer = await Promise.race([
          once(socket, 'open').then(() => undefined),
          once(socket, 'unexpected-response').then(([, response]) => response as IncomingMessage),
        ]);
        if (answer) return answer;
      }
      return undefined;
    })();
    for (const socket of opened) socket.terminate();
    expect(refusal).toMatchObject({ statusCode: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
    expect(refusal?.headers).toHaveProperty('ratelimit');

    const raw = await rawSocket(server, { 'x-forwarded-for': '203.0.113.25' });
    raw.send({ type: 'connection_init', payload: {} });
    await raw.until('connection_ack');
    await spendBut('203.0.113.25', 3 * weightOfText(0));
    for (let i = 0; i < 10; i++) raw.send({ id: String(i), type: 'subscribe', payload: { query: 'subscription { nothing }' } });
    await expect.poll(() => raw.messages.filter(({ type }) => type === 'error').length).toBe(10);
    const codes = raw.messages.flatMap(({ payload }: any) => payload?.[0]?.extensions.code ?? []);
    expect(codes.filter((code) => code === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(7);
    raw.socket.terminate();
    await raw.closed;
  });

  it('sockets, which get 500 when they cannot be counted', async () => {
    vi.spyOn(server.app.rateLimits, 'take').mockImplementationOnce(() => {
      throw new TypeError('a bug');
    });
    const log = vi.spyOn(server.app.log, 'error');
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([500, undefined]);
    expect(log.mock.calls.map(([line]) => line)).toMatchObject([{ event: 'graphql.websocket.open_failed' }]);
    answer.destroy();
    vi.restoreAllMocks();
  });

  it('pictures, uploaded and shown', async () => {
    const operator = await anAdmin(server);
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    const uploadFrom = (from: string) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(picture)]), 'a.png');
      const headers = { authorization: `Bearer ${operator.token}` };
      return askFrom('/v1/raffles/upload', from, { method: 'POST', headers, body: form });
    };
    const { files } = (await (await uploadFrom('203.0.113.26')).json()) as { files: { url: string }[] };
    await spendBut('203.0.113.27', 10_000);
    const refused = await uploadFrom('203.0.113.27');
    expect([refused.status, told(refused.headers)]).toEqual([429, LIMITED]);

    const { pathname } = new URL(files[0]!.url);
    await spendBut('203.0.113.28', 20);
    const shown = await answeredBefore(429, 40, () => askFrom(pathname, '203.0.113.28'));
    expect(shown.answered).toBeLessThanOrEqual(10);
    expect(told(shown.headers)).toEqual(LIMITED);
  });
});

describe('orders', () => {
  it('are refused beyond the limit of an account, and counted for each alias', async () => {
    await seedProviders(server);
    const raffle = await anOpenRaffle(server, { quotaQuantity: 100_000 });
    const { token } = await aCustomer(server);
    const { buy } = salesDesk(server.graphql);
    const codes = [];
    for (let i = 0; i < rateCeilings.orders.account + 1; i++)
      codes.push((await buy(token, { raffleId: raffle.id, quotaQuantity: 1 })).code);
    expect(codes.filter((code) => code === 'RATE_LIMITED').length).toBeLessThanOrEqual(1);

    const order = `createOrder(input: { raffleId: "${raffle.id}", quotaQuantity: 1 }) { id }`;
    const text = `mutation { ${['a', 'b', 'c', 'd'].map((name) => `${name}: ${order}`).join(' ')} }`;
    const other = await aCustomer(server);
    // So that nothing else refuses them.
    const limits = { ...rateCeilings, cost: FREE, orders: { ...FREE, account: 8 } };
    const { databaseUrl, jwtSecret, trustedProxies } = server.app.config;
    const strict = await startTestServer({ databaseUrl, jwtSecret, trustedProxies, rateCeilings: limits });
    try {
      const results = [];
      for (let i = 0; i < 5; i++) results.push((await post(text, '203.0.113.77', other.token, strict)).status);
      expect(results).toContain(429);
    } finally {
      await strict.stop();
    }
  });
});

describe('a thousand buyers behind one address', () => {
  it('pass a launch within a minute: each signs up, reads the raffle often, watches and orders, beside a dashboard with ten tabs', () => {
    const sent: [text: string, times: number][] = [
      ['mutation { createCustomer(input: { name: "a", phone: "b", cpf: "c", password: "d" }) { accessToken user { id } } }', 1],
      ['{ raffle(slug: "x") { id title description quotaPrice promotions { id } prizes { id title } } }', 20],
      ['{ myOrders(first: 20) { nodes { id status quotaQuantity totalValue qrCodeContent } } }', 10],
      ['mutation { createOrder(input: { raffleId: "x", quotaQuantity: 1 }) { id status qrCodeContent } }', 3],
    ];
    const weight = sent.reduce(
      (sum, [text, times]) => sum + times * weightOf(costOfText(text), getOperationAST(parse(text))!),
      0,
    );
    // Two sockets with a subscription each, and twenty pictures.
    const besides = 2 * (60 + CHECK) + 20 * 2;
    // A dashboard: of each tab a socket, subscriptions and a few large documents, once not known.
    const tabs = 10 * (60 + 5 * weightOfText(4_000) + 5 * 500);
    expect((1_000 * (weight + besides)) / 6 + tabs).toBeLessThan(rateCeilings.cost.address);
    expect(tabs).toBeLessThan(rateCeilings.cost.account);
    expect(1_000 * 3).toBeLessThan(rateCeilings.orders.address);
    expect(1_000).toBeLessThan(rateCeilings.signUps.address);
  });
});
