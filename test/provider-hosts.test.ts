import { afterEach, describe, expect, it } from 'vitest';
import type { ProviderHosts } from '../src/payment-providers/client/provider-hosts.js';
import { anAdmin } from './support/actors.js';
import { failureOf, openAdapter, settingsOf } from './support/adapters.js';
import { startReceiver } from './support/receiver.js';
import { providerDesk, STATIC_PROVIDER } from './support/provider-desk.js';
import { answerJson, open, SANDBOX_ACCOUNT, stopAll } from './support/sandbox.js';
import { aProvider } from './support/sales.js';
import { startTestServer } from './support/start.js';

const { clientId, clientSecret } = SANDBOX_ACCOUNT;
const credentials = { clientId, clientSecret };
const BACEN = { ...STATIC_PROVIDER, adapter: 'bacen', credentials };
const NOT_PUBLIC = ['must not point to a private or reserved address'];

afterEach(stopAll);

const aBank = () => startReceiver((_, response) => answerJson(response, 200, { access_token: 'x'.repeat(30), expires_in: 300 }));

async function inProduction(providerOrigins: string[] = []) {
  const server = await startTestServer({ production: true, publicUrl: 'https://rifa.example', providerOrigins });
  open.push(server);
  const { token } = await anAdmin(server);
  const getToken = async (providerName: string) => {
    const mutation = 'mutation ($name: String) { createGatewayAccessToken(providerName: $name) { maskedToken } }';
    const { data, errors } = await server.graphql(mutation, { name: providerName }, { token });
    return errors ? { code: errors[0]?.extensions.code, message: errors[0]?.message } : data.createGatewayAccessToken;
  };
  return { server, getToken, desk: providerDesk(server.graphql, token) };
}

describe('in production a payment provider', () => {
  it('is not made at an address inside our network, nor with its token there, and is never called', async () => {
    const bank = await aBank();
    const { desk, server, getToken } = await inProduction();
    const inside = [
      `http://127.0.0.1:${bank.port}`,
      'https://127.1',
      'https://169.254.169.254/latest',
      'https://[::ffff:10.0.0.7]',
    ];
    for (const [index, baseUrl] of inside.entries()) {
      const made = await desk.upsert({ name: `inside-${index}`, ...BACEN, baseUrl });
      expect(made).toMatchObject({ code: 'BAD_USER_INPUT', fields: { baseUrl: [expect.any(String)] } });
    }
    for (const [baseUrl, problem] of [
      ['https://10.0.0.7', NOT_PUBLIC],
      ['https://postgres', ['must name a host of the public internet']],
      ['https://pix.example.com:6379', ['must use an allowed port (443), not 6379']],
    ] as const) {
      expect((await desk.upsert({ name: 'inside', ...BACEN, baseUrl })).fields).toEqual({ baseUrl: problem });
    }
    const moved = {
      ...BACEN,
      baseUrl: 'https://pix.example.com',
      credentials: { ...credentials, tokenUrl: 'https://[::1]/token' },
    };
    expect((await desk.upsert({ name: 'inside', ...moved })).fields).toEqual({ 'credentials.tokenUrl': NOT_PUBLIC });
    expect(await server.app.db.prisma.paymentProvider.count()).toBe(0);

    // What is in the database already, or was written there by hand.
    await aProvider(server, { name: 'written', adapter: 'bacen', baseUrl: `http://127.0.0.1:${bank.port}`, credentials });
    expect(await getToken('written')).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('cannot be used') });
    expect((await desk.find('written')).provider.problem).toContain('baseUrl');
    expect(bank.connections).toBe(0);
  });

  it('may be where the environment says, and only there', async () => {
    const [listed, other] = [await aBank(), await aBank()];
    const { desk, getToken } = await inProduction([`http://127.0.0.1:${listed.port}`]);
    expect((await desk.upsert({ name: 'listed', ...BACEN, baseUrl: listed.url })).fields).toBeUndefined();
    expect(await getToken('listed')).toEqual({ maskedToken: '***xxxx' });
    expect((await desk.upsert({ name: 'other', ...BACEN, baseUrl: other.url })).fields).toHaveProperty('baseUrl');
    const tokenUrl = `${other.url}token`;
    const moved = await desk.upsert({ name: 'listed', credentials: { ...credentials, tokenUrl } });
    expect(moved.fields).toHaveProperty('credentials.tokenUrl');
    expect(other.connections).toBe(0);
  });
});

describe('a name that leads into our network', () => {
  const hostsAt = (lookup: () => Promise<string[]>): ProviderHosts => ({
    problemOf: () => undefined,
    guardOf: () => ({ allowPrivate: false, lookup }),
  });
  const noSuchName = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });

  it.each<[string, () => Promise<string[]>]>([
    ['is not called', async () => ['127.0.0.1']],
    ['is not called although it is public too', async () => ['8.8.8.8', '10.0.0.7']],
    ['is said like a name that nobody has', () => Promise.reject(noSuchName)],
  ])('%s', async (_, lookup) => {
    const bank = await aBank();
    let asked = 0;
    const hosts = hostsAt(() => {
      asked += 1;
      return lookup();
    });
    const adapter = openAdapter('sandbox', settingsOf(`http://pix.example:${bank.port}`), { hosts });
    const failure = await failureOf(adapter.accessToken());
    expect(failure.kind).toBe('FORBIDDEN_HOST');
    expect(failure.message).toBe('acme: POST /oauth/token: the host has no public address');
    expect([asked, bank.connections]).toEqual([1, 0]);
  });
});
