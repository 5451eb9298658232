import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readConfig, type Config } from '../src/config.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { startTestServer } from './support/start.js';

const TOKEN = 'the-token-of-prometheus';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

async function answersOf(settings: Partial<Config>, ...asked: Record<string, string>[]) {
  const server = await startTestServer({ databaseUrl: database.url, ...settings });
  try {
    const answers = [];
    for (const headers of asked) {
      const response = await fetch(`${server.url}/metrics`, { headers });
      answers.push({ status: response.status, headers: response.headers, text: await response.text() });
    }
    return answers;
  } finally {
    await server.stop();
  }
}

const statusesOf = async (...args: Parameters<typeof answersOf>) => (await answersOf(...args)).map(({ status }) => status);
const withToken = (token: string) => ({ authorization: `Bearer ${token}` });

describe('the figures', () => {
  it('are for this machine in development, and for nobody in production, until somebody is listed', async () => {
    const metricsAddresses = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: inject('dataDir'), ...env }).metricsAddresses;
    expect(metricsAddresses({})).toEqual(['127.0.0.0/8', '::1/128']);
    const secrets = { JWT_SECRET: 'x'.repeat(32), ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') };
    const admin = { ADMIN_EMAIL: 'owner@rifas.example.com', ADMIN_PASSWORD: 'trator nuvem azulejo manga' };
    const where = { NODE_ENV: 'production', DATABASE_URL: database.url, PUBLIC_URL: 'https://rifas.example.com' };
    expect(metricsAddresses({ ...where, ...secrets, ...admin })).toEqual([]);
    expect(await statusesOf({ metricsAddresses: [] }, {})).toEqual([403]);
    expect(await statusesOf({}, {})).toEqual([200]);
  });

  it('are not for whom a proxy speaks that says so in its own way, or that passes our name on', async () => {
    const said = [
      'x-real-ip',
      'via',
      'x-forwarded-host',
      'x-forwarded-proto',
      'cf-connecting-ip',
      'true-client-ip',
      'x-client-ip',
      'x-envoy-external-address',
      'x-azure-clientip',
      'client-ip',
      'wl-proxy-client-ip',
      'x-forwarded',
    ];
    const forwarded = said.map((name) => ({ [name]: '203.0.113.9' }));
    expect(await statusesOf({}, ...forwarded)).toEqual(said.map(() => 403));

    const server = await startTestServer({ databaseUrl: database.url, production: true, publicUrl: 'https://rifas.example.com' });
    try {
      const { port } = new URL(server.url);
      const statusAs = (host: string) =>
        new Promise((resolve) => {
          const asked = request({ port, path: '/metrics', headers: { host } }, (answer) => resolve(answer.resume().statusCode));
          asked.end();
        });
      const ours = ['rifas.example.com', 'RIFAS.example.com:443', 'rifas.example.com.', 'rifas.example.com.:8080'];
      for (const host of ours) expect([host, await statusAs(host)]).toEqual([host, 403]);
      expect(await statusAs('10.0.0.7:4000')).toBe(200);
    } finally {
      await server.stop();
    }
  });

  it('are no more for this machine once there is a token: a proxy may run here', async () => {
    const wrong = [{}, withToken('another token'), withToken(''), { authorization: TOKEN }, { authorization: `Basic ${TOKEN}` }];
    expect(await statusesOf({ metricsToken: TOKEN, metricsAddresses: [] }, ...wrong, withToken(TOKEN))).toEqual([
      ...wrong.map(() => 401),
      200,
    ]);
  });

  it('tell a person what is asked for, in words', async () => {
    const [noToken] = await answersOf({ metricsToken: TOKEN, metricsAddresses: [] }, {});
    expect(noToken?.headers.get('www-authenticate')).toBe('Bearer');
    expect(noToken?.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(noToken?.text).toContain('METRICS_TOKEN');
    expect(noToken?.text).not.toContain(TOKEN);
    const [elsewhere] = await answersOf({ metricsAddresses: ['192.0.2.0/24'] }, {});
    expect(elsewhere?.status).toBe(403);
    expect(elsewhere?.text).toContain('METRICS_ADDRESSES');
  });

  it('are for the addresses that are listed, and for the token from everywhere', async () => {
    expect(await statusesOf({ metricsAddresses: ['192.0.2.0/24', '2001:db8::/32'] }, {})).toEqual([403]);
    expect(await statusesOf({ metricsAddresses: ['192.0.2.7', '127.0.0.0/8'] }, {})).toEqual([200]);
    const both = { metricsAddresses: ['192.0.2.0/24'], metricsToken: TOKEN };
    expect(await statusesOf(both, {}, withToken(TOKEN))).toEqual([401, 200]);
  });

  it('are not for whom a proxy speaks, whatever address it names: its own says nothing of them', async () => {
    const forwarded = ['127.0.0.1', '192.0.2.7', '203.0.113.9'].map((address) => ({ 'x-forwarded-for': address }));
    const trustedProxies = ['127.0.0.1'];
    expect(await statusesOf({ trustedProxies }, ...forwarded)).toEqual([403, 403, 403]);
    expect(await statusesOf({}, ...forwarded, { forwarded: 'for=192.0.2.7' })).toEqual([403, 403, 403, 403]);
    expect(await statusesOf({ trustedProxies, metricsAddresses: ['192.0.2.7'] }, ...forwarded)).toEqual([403, 403, 403]);
    expect(await statusesOf({ trustedProxies, metricsAddresses: ['127.0.0.1'] }, {})).toEqual([403]);
    const [, named] = forwarded;
    expect(await statusesOf({ trustedProxies, metricsToken: TOKEN }, { ...named, ...withToken(TOKEN) })).toEqual([200]);
  });
});
