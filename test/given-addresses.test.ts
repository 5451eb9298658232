import { beforeAll, expect, it } from 'vitest';
import { anAdmin } from './support/actors.js';
import { fingerprintOf } from './support/database-fingerprint.js';
import { aLegacyClient, chargeBody } from './support/legacy-client.js';
import { STATIC_PROVIDER } from './support/provider-desk.js';
import { anOpenRaffle, aProvider } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

/** No address that is called or shown has any of this in it. */
const NEVER = [
  'https://exam\nple.com/hook',
  'https://example.com/ho\tok',
  'https://example.com/hook\r\nX-Header: 1',
  'https://example.com/a b',
  'https://example.com/\u0001',
  'https://example.com/\u007f',
  'https://example.com/\u202egpj.exe',
  'https://user:password@example.com/hook',
  'https://user@example.com/hook',
];
const POINTS_INSIDE = 'https://example.com/hook#there';
const GOOD = 'https://example.com/hook';

const server = forTests(startTestServer);
let taking: Record<string, (address: string) => Promise<string>>;
beforeAll(async () => {
  const credentials = { clientId: 'id', clientSecret: 'secret' };
  await aProvider(server, { name: 'sandbox', adapter: 'sandbox', baseUrl: 'http://127.0.0.1:9', credentials });
  const { token } = await anAdmin(server);
  const raffle = await anOpenRaffle(server);
  const client = await aLegacyClient(server);
  const endpoint = await server.rest('POST', '/v1/webhooks', { token, body: { url: GOOD } });
  const legacy = (await client.call('POST', '/client/api/webhooks', { body: { type: 0, url: GOOD } })).body;
  const mutation = (name: string, type: string, input: (address: string) => object) => async (address: string) => {
    const query = `mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`;
    const { errors } = await server.graphql(query, { input: input(address) }, { token });
    const fields = Object.keys(errors?.[0]?.extensions.fields ?? {});
    return errors ? fields.map((field) => field.split('.').at(-1)).join() : 'taken';
  };
  const call = (method: string, path: string, body: (address: string) => object) => async (address: string) => {
    const answer = await client.call(method, path, { body: body(address) });
    return answer.status < 300 ? 'taken' : Object.keys(answer.body.message).join();
  };
  const ofRaffle =
    (name: string, value: (address: string) => unknown = (address) => address) =>
    async (address: string) => {
      const { status, body } = await server.rest('PATCH', `/v1/raffles/${raffle.id}`, {
        token,
        body: { [name]: value(address) },
      });
      // `galleryUrls.0` is told of beside `galleryUrls`.
      const fields = Object.keys(body?.message ?? {}).map((field) =>
        field
          .replace(/\.\d+$/, '')
          .split('.')
          .at(-1),
      );
      return status < 300 ? 'taken' : [...new Set(fields)].join();
    };
  const ofEndpoint = async (url: string) => {
    const { status, body } = await server.rest('PATCH', `/v1/webhooks/${endpoint.body.endpoint.id}`, { token, body: { url } });
    return status < 300 ? 'taken' : Object.keys(body.message).join();
  };
  const provider = (changes: object) => ({ ...STATIC_PROVIDER, name: 'another', ...changes });
  taking = {
    'url of a new endpoint': mutation('createWebhookEndpoint', 'CreateWebhookEndpointInput', (url) => ({ url })),
    'url of an endpoint': ofEndpoint,
    logoUrl: mutation('updateSettings', 'UpdateSettingsInput', (logoUrl) => ({ logoUrl })),
    'link of a notification': mutation('createNotification', 'CreateNotificationInput', (link) => ({
      title: 'Hi',
      body: 'Hi',
      link,
    })),
    photoUrl: ofRaffle('photoUrl'),
    galleryUrls: ofRaffle('galleryUrls', (address) => [address]),
    'photoUrl of a prize': ofRaffle('prizes', (photoUrl) => [{ title: 'Moto', photoUrl }]),
    telegram: ofRaffle('telegram'),
    whatsappGroup: ofRaffle('whatsappGroup'),
    baseUrl: mutation('upsertPaymentProvider', 'UpsertPaymentProviderInput', (baseUrl) => provider({ baseUrl })),
    tokenUrl: mutation('upsertPaymentProvider', 'UpsertPaymentProviderInput', (tokenUrl) =>
      provider({ credentials: { tokenUrl } }),
    ),
    'url of a legacy webhook': call('POST', '/client/api/webhooks', (url) => ({ type: 0, url })),
    'url of a legacy webhook that changes': call('PUT', `/client/api/webhooks/${legacy.id}`, (url) => ({ url })),
    'meta.webhook_url': call('POST', '/cashin/api/billing_order', (webhook_url) => chargeBody({ meta: { webhook_url } })),
  };
});

it('an address with a line break, an invisible character or a login in it is refused wherever one is given', async () => {
  const before = await fingerprintOf(server);
  for (const [field, give] of Object.entries(taking)) {
    for (const address of NEVER) expect([field, address, await give(address)]).toEqual([field, address, field.split(' ')[0]]);
  }
  expect(await fingerprintOf(server)).toEqual(before);
  for (const [field, give] of Object.entries(taking)) expect([field, await give(GOOD)]).toEqual([field, 'taken']);
});

it('only what people follow may point inside a page', async () => {
  const answers = Object.entries(taking).map(async ([field, give]) => [field, await give(POINTS_INSIDE)] as const);
  const taken = (await Promise.all(answers)).filter(([, answer]) => answer === 'taken').map(([field]) => field);
  expect(taken).toEqual(['link of a notification', 'telegram', 'whatsappGroup']);
});
