import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { hashPassword } from '../src/platform/passwords.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { eventually } from './support/eventually.js';
import { aLegacyClient } from './support/legacy-client.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { bearer, connect } from './support/subscribe.js';

const ME = '{ me { id } }';
const BAR = 'subscription ($id: ID!) { sellBar(raffleId: $id) { paid } }';
const OVER = 'The access token is not valid any more: log in again.';
/** How long a token may outlive what ended it, with room for a busy machine. */
const WITHIN_SECONDS = { timeoutMs: 10_000, everyMs: 100 };

const server = forTests(startTestServer);

const ACTORS = { operator: anAdmin, buyer: aCustomer };
const sql = (text: string, id: string) => server.app.db.pool.query(text, [id]);

/** What ends all tokens of a person, done in the database itself: whoever writes it, they end. */
const ENDINGS: [string, keyof typeof ACTORS, (id: string) => Promise<unknown>][] = [
  [
    'an operator who becomes a buyer',
    'operator',
    (id) => sql(`UPDATE users SET role = 'USER', operator_role = NULL WHERE id = $1`, id),
  ],
  [
    'a buyer who becomes an operator',
    'buyer',
    (id) => sql(`UPDATE users SET role = 'ADMIN', operator_role = 'SUPPORT' WHERE id = $1`, id),
  ],
  ['an operator who may do less', 'operator', (id) => sql(`UPDATE users SET operator_role = 'SUPPORT' WHERE id = $1`, id)],
  ['an operator who is blocked', 'operator', (id) => sql('UPDATE users SET blocked_at = now() WHERE id = $1', id)],
  ['a buyer who is blocked', 'buyer', (id) => sql('UPDATE users SET blocked_at = now() WHERE id = $1', id)],
  ['an operator who is deleted', 'operator', (id) => sql('UPDATE users SET deleted_at = now() WHERE id = $1', id)],
  ['a buyer who is deleted', 'buyer', (id) => sql('UPDATE users SET deleted_at = now() WHERE id = $1', id)],
  ['an operator whose row is gone', 'operator', (id) => sql('DELETE FROM users WHERE id = $1', id)],
  ['a buyer whose row is gone', 'buyer', (id) => sql('DELETE FROM users WHERE id = $1', id)],
  ['an operator with another password', 'operator', (id) => sql(`UPDATE users SET password_hash = 'x' WHERE id = $1`, id)],
  ['a buyer with another password', 'buyer', (id) => sql(`UPDATE users SET password_hash = 'x' WHERE id = $1`, id)],
];

it('all tokens of a person end within seconds, over GraphQL, REST and WebSocket, and nobody else notices', async () => {
  const raffle = await anOpenRaffle(server);
  const follow = async (token?: string) => {
    const socket = connect(server, token === undefined ? undefined : bearer(token));
    const stream = socket.subscribe(BAR, { id: raffle.id });
    await stream.next();
    return { socket, stream };
  };
  const others = { operator: await anAdmin(server), buyer: await aCustomer(server) };
  const undisturbed = [await follow(others.operator.token), await follow(others.buyer.token), await follow()];
  const people = [];
  for (const [name, who, end] of ENDINGS) {
    const { id, token } = await ACTORS[who](server);
    people.push({ name, id, token, end, ...(await follow(token)) });
    // Twice, so that the second is answered by what is remembered of the first.
    for (let i = 0; i < 2; i += 1) expect((await server.graphql(ME, {}, { token })).data.me.id).toBe(id);
  }

  for (const { id, end } of people) await end(id);
  for (const { name, token, socket, stream } of people) {
    const refused = await eventually(async () => {
      const answer = await server.graphql(ME, {}, { token });
      return answer.status === 401 && answer;
    }, WITHIN_SECONDS);
    expect({ name, ...refused }).toMatchObject({ name, errors: [{ message: OVER, extensions: { code: 'UNAUTHENTICATED' } }] });
    expect((await server.graphql('{ raffleCategories { id } me { id } }', {}, { token })).status).toBe(401);
    expect((await server.graphql('{ raffleCategories { id } }', {}, { token })).status).toBe(200);
    expect(await server.rest('GET', '/v1/raffles', { token })).toMatchObject({ status: 401, body: { message: OVER } });
    expect((await connect(server, bearer(token)).closed).code).toBe(4403);
    expect(await socket.closed).toMatchObject({ code: 4403, reason: OVER });
    expect(await stream.ended).toMatchObject({ code: 4403, reason: OVER });
  }

  for (const { id, token } of Object.values(others)) expect((await server.graphql(ME, {}, { token })).data.me.id).toBe(id);
  await server.app.db.prisma.raffleCounter.update({ where: { raffleId: raffle.id }, data: { reserved: 1 } });
  for (const { stream } of undisturbed) expect((await stream.next()).data.sellBar.paid).toBe(0);
  await Promise.all([...people, ...undisturbed].map(({ socket }) => socket.close()));
});

describe('a change of password', () => {
  const LOGIN = 'mutation ($input: UserLoginInput!) { userLogin(input: $input) { accessToken } }';

  it('ends the tokens of before, and the next one works at once', async () => {
    const { id, phone, token } = await aCustomer(server);
    expect((await server.graphql(ME, {}, { token })).status).toBe(200);
    await server.app.db.prisma.user.update({ where: { id }, data: { passwordHash: await hashPassword('another one') } });

    const { data } = await server.graphql(LOGIN, { input: { phone, password: 'another one' } });
    const fresh = await server.graphql(ME, {}, { token: data.userLogin.accessToken });
    expect(fresh.data.me.id).toBe(id);
    expect((await server.graphql(ME, {}, { token })).status).toBe(401);
  });

  it('is none when a row changes in other ways', async () => {
    const { id, token } = await aCustomer(server);
    await server.app.db.prisma.user.update({ where: { id }, data: { name: 'Maria de Souza', email: 'maria@example.com' } });
    expect((await server.app.db.prisma.user.findUniqueOrThrow({ where: { id } })).tokenVersion).toBe(0);
    expect((await server.graphql(ME, {}, { token })).data.me.id).toBe(id);
  });
});

describe('looking after whom tokens speak for', () => {
  async function reads(work: () => Promise<unknown>): Promise<number> {
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await work();
      return asked.mock.calls.filter(([sent]) => (sent as { name?: string }).name === 'select_token_owners').length;
    } finally {
      asked.mockRestore();
    }
  }

  it('costs no statement a request', async () => {
    const { token } = await aCustomer(server);
    const startedAt = performance.now();
    const count = await reads(async () => {
      for (let i = 0; i < 200; i += 1) expect((await server.graphql(ME, {}, { token })).status).toBe(200);
    });
    expect(count).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 3_000);
  });

  it('is done together for all who come at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 100 }, () => aCustomer(server)));
    const from = ({ token }: { token: string }) =>
      server.app.contextFor({ requestId: 'r', clientAddress: '192.0.2.1', authorization: `Bearer ${token}` });
    const count = await reads(async () => {
      const contexts = await Promise.all([...people, ...people].map(from));
      expect(contexts.map(({ principal }) => principal)).toEqual([...people, ...people].map(({ id }) => ({ role: 'USER', id })));
    });
    expect(count).toBe(1);
  });

  it('says UNAVAILABLE when the database cannot be asked, not that the token is wrong', async () => {
    const { token } = await aCustomer(server);
    const asked = vi.spyOn(server.app.db, 'query').mockRejectedValue(new Error('Connection terminated unexpectedly'));
    try {
      const answer = await server.graphql(ME, {}, { token });
      expect(answer).toMatchObject({ status: 503, errors: [{ extensions: { code: 'UNAVAILABLE' } }] });
      expect(await server.rest('GET', '/v1/raffles', { token })).toMatchObject({ status: 503 });
      expect(await connect(server, bearer(token)).closed).toMatchObject({ code: 1013 });
    } finally {
      asked.mockRestore();
    }
    expect((await server.graphql(ME, {}, { token })).status).toBe(200);
  });
});

describe('the token of a legacy client', () => {
  const balance = (client: Awaited<ReturnType<typeof aLegacyClient>>) =>
    client.call('GET', '/client/api/balance').then(({ status }) => status);

  it('ends at once with its secret, also in the second in which it was given', async () => {
    const client = await aLegacyClient(server);
    const { token } = await anAdmin(server);
    expect(await balance(client)).toBe(200);
    const rotate = 'mutation ($id: ID!) { rotateApiClientSecrets(id: $id, secrets: [CLIENT_SECRET]) { clientSecret } }';
    const { data } = await server.graphql(rotate, { id: client.id }, { token });
    expect(await balance(client)).toBe(401);

    client.credentials.clientSecret = data.rotateApiClientSecrets.clientSecret;
    expect((await client.login()).status).toBe(200);
    expect(await balance(client)).toBe(200);
  });

  it.each([
    ['blocked', 'UPDATE api_clients SET blocked_at = now() WHERE id = $1', 403],
    ['deleted', 'DELETE FROM api_clients WHERE id = $1', 401],
  ])('ends at once when the client is %s', async (_, text, status) => {
    const client = await aLegacyClient(server);
    expect(await balance(client)).toBe(200);
    await sql(text, client.id);
    expect(await balance(client)).toBe(status);
  });
});
