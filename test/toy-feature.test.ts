import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { features } from '../src/features.js';
import { logEventsOf } from '../src/log-events.js';
import { createSchema, sdl } from '../src/schema.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { stopAll } from './support/sandbox.js';
import { forTests, startTestServer } from './support/start.js';
import { mascots } from './support/toy-feature.js';
import { startInbox } from './support/webhook-inbox.js';

const PORTUGUESE = { 'accept-language': 'pt-BR' };
const VIEWS = `query Views($name: String!) { mascot(name: $name) { name views } }`;

const server = forTests(() => startTestServer({}, { features: [...features, mascots] }));
let buyer: { token: string };
let admin: { token: string };
beforeAll(async () => {
  // What type-graphql knows of enums is global: the values of the service are put back for the files that this worker runs next.
  createSchema(features);
  [buyer, admin] = [await aCustomer(server), await anAdmin(server)];
});
afterAll(() => stopAll());

it('answers over GraphQL and REST, and is in /openapi.json', async () => {
  const { data } = await server.graphql(VIEWS, { name: 'Tucano' }, buyer);
  expect(data.mascot).toEqual({ name: 'Tucano', views: expect.any(Number) });
  const { status, body } = await server.rest('GET', '/v1/mascots/Capivara', buyer);
  expect([status, body]).toEqual([200, { name: 'Capivara', views: expect.any(Number) }]);
  const { paths, webhooks } = (await server.rest('GET', '/openapi.json')).body;
  expect(paths['/v1/mascots/{name}'].get['x-error-codes']).toContain('NOT_FOUND');
  expect(webhooks['mascot.shown'].post.description).toBe('`mascot.shown`: a mascot was shown.');
});

it('refuses other roles', async () => {
  const refusals = [undefined, admin].map(async (caller) => {
    const { data, errors } = await server.graphql(VIEWS, { name: 'Tucano' }, caller);
    const { status } = await server.rest('GET', '/v1/mascots/Tucano', { token: caller?.token });
    return [data, errors?.[0]?.extensions.code, status];
  });
  expect(await Promise.all(refusals)).toEqual([
    [null, 'UNAUTHENTICATED', 401],
    [null, 'FORBIDDEN', 403],
  ]);
});

it('refuses in English and in Portuguese', async () => {
  const told = async (headers: Record<string, string>) => {
    const { errors } = await server.graphql(VIEWS, { name: 'Onça' }, { ...buyer, headers });
    const { status, body } = await server.rest('GET', '/v1/mascots/Onça', { ...buyer, headers });
    return [errors?.map(({ message, extensions }) => [message, extensions.code]), status, body.message];
  };
  const english = 'No mascot is called Onça.';
  expect(await told({})).toEqual([[[english, 'NOT_FOUND']], 404, english]);
  const portuguese = 'Nenhum mascote se chama Onça.';
  expect(await told(PORTUGUESE)).toEqual([[[portuguese, 'NOT_FOUND']], 404, portuguese]);
});

it('loads in one batch what a request asks for', async () => {
  const { batches } = server.app.mascots;
  batches.splice(0);
  await server.graphql('{ a: mascot(name: "Tucano") { views } b: mascot(name: "Capivara") { views } }', {}, buyer);
  expect(batches).toEqual([['Tucano', 'Capivara']]);
});

it('works by itself, logs it, and sends its event to an endpoint that asks for it', async () => {
  const inbox = await startInbox();
  const logged = vi.spyOn(server.app.log, 'info');
  const { data, errors } = await server.graphql(
    `mutation Listen($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { endpoint { events } } }`,
    { input: { url: inbox.url, events: ['MASCOT_SHOWN'] } },
    admin,
  );
  expect([errors, data.createWebhookEndpoint.endpoint.events]).toEqual([undefined, ['MASCOT_SHOWN']]);
  await server.graphql(VIEWS, { name: 'Capivara' }, buyer);
  await expect
    .poll(() => inbox.received.map(({ body }) => JSON.parse(body)))
    .toContainEqual({ type: 'mascot.shown', timestamp: expect.any(String), data: { name: 'Capivara' } });
  expect(logged).toHaveBeenCalledWith({ event: 'mascots.counted', name: 'Capivara' }, expect.any(String));
  expect(logEventsOf([...features, mascots])).toHaveProperty(['mascots.counted']);
  expect((await server.graphql(VIEWS, { name: 'Capivara' }, buyer)).data.mascot.views).toBeGreaterThan(0);
});

it('leaves the schema of the service as it is', () => {
  const committed = readFileSync(path.join(import.meta.dirname, '..', 'schema.graphql'), 'utf8');
  expect(sdl(createSchema(features))).toBe(committed);
});
