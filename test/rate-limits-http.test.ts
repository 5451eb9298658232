import { describe, expect, it } from 'vitest';
import { getOperationAST, parse } from 'graphql';
import { readConfig } from '../src/config.js';
import { costOf } from '../src/graphql/cost.js';
import { weightOf } from '../src/graphql/limited.js';
import { schema } from '../src/schema.js';
import { aCustomer } from './support/actors.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

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

const DEAR = `{ ${[...'abcdefghij'].map((name) => `${name}: raffles(first: 100) { nodes { id title slug status } }`).join(' ')} }`;
const costOfText = (text: string) => {
  const document = parse(text);
  return costOf(schema, { document, operation: getOperationAST(document)!, variables: {} });
};

const post = async (query: string, from: string, token?: string) => {
  const response = await fetch(`${server.url}/graphql`, {
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

describe('orders', () => {
  it('are counted for each alias, and refused beyond the limit of an account', async () => {
    await seedProviders(server);
    const raffle = await anOpenRaffle(server, { quotaQuantity: 100_000 });
    const { token } = await aCustomer(server);
    const { buy } = salesDesk(server.graphql);
    const codes = [];
    for (let i = 0; i < rateCeilings.orders.account + 1; i++)
      codes.push((await buy(token, { raffleId: raffle.id, quotaQuantity: 1 })).code);
    expect(codes.filter((code) => code === 'RATE_LIMITED').length).toBeLessThanOrEqual(1);
    const text = `mutation { ${['a', 'b', 'c', 'd'].map((name) => `${name}: createOrder(input: { raffleId: "${raffle.id}", quotaQuantity: 1 }) { id }`).join(' ')} }`;
    const other = await aCustomer(server);
    const results = [];
    for (let i = 0; i < 32; i++) results.push((await post(text, '203.0.113.77', other.token)).status);
    expect(results.filter((status) => status === 429).length).toBeGreaterThan(0);
  });
});

describe('a thousand buyers behind one address', () => {
  it('pass a launch within a minute: each signs up, reads the raffle often and orders', () => {
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
    expect((1_000 * weight) / 6).toBeLessThan(rateCeilings.cost.address);
    expect(1_000 * 3).toBeLessThan(rateCeilings.orders.address);
    expect(1_000).toBeLessThan(rateCeilings.signUps.address);
  });
});
