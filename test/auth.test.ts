import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { parseOptions } from '@node-rs/argon2';
import jwt from 'jsonwebtoken';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { hashPassword, verifyPassword } from '../src/platform/passwords.js';
import { createTokens, type TokenKind } from '../src/platform/tokens.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { withHeldClock } from './support/clock.js';
import type { GraphqlAnswer } from './support/graphql-client.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const USER_LOGIN = `mutation ($input: UserLoginInput!) {
  userLogin(input: $input) { accessToken expiresAt user { id role phone } }
}`;
const ADMIN_LOGIN = `mutation ($input: AdminLoginInput!) {
  adminLogin(input: $input) { accessToken expiresAt user { id role email } }
}`;
const ME = '{ me { id role } }';
const PASSWORD = 'correct horse battery';
const WRONG_USER = { message: 'The phone or the password is wrong.', code: 'UNAUTHENTICATED' };
const WRONG_ADMIN = { message: 'The email or the password is wrong.', code: 'UNAUTHENTICATED' };

const server = forTests(startTestServer);

const userLogin = (phone: string, password = PASSWORD) => server.graphql(USER_LOGIN, { input: { phone, password } });
const adminLogin = (email: string, password = PASSWORD) => server.graphql(ADMIN_LOGIN, { input: { email, password } });

async function customerWithPassword(password = PASSWORD) {
  const customer = await aCustomer(server);
  await server.app.db.prisma.user.update({ where: { id: customer.id }, data: { passwordHash: await hashPassword(password) } });
  return customer;
}

async function adminWithPassword() {
  const { id } = await anAdmin(server);
  await server.app.db.prisma.user.update({ where: { id }, data: { passwordHash: await hashPassword(PASSWORD) } });
  return { id, email: `${id}@example.com` };
}

function refusal(answer: GraphqlAnswer<unknown>) {
  expect(answer.data ?? null).toBeNull();
  const [error] = answer.errors ?? [];
  return { message: error?.message, code: error?.extensions.code };
}

describe('logging in as a customer', () => {
  it('gives a token that works, and its owner', async () => {
    const { id, phone } = await customerWithPassword();
    const answer = await userLogin(phone);

    expect(answer.errors).toBeUndefined();
    const { accessToken, expiresAt, user } = answer.data.userLogin;
    expect(user).toEqual({ id, role: 'USER', phone });
    expect(jwt.decode(accessToken)).toMatchObject({ sub: id, aud: 'USER', exp: Date.parse(expiresAt) / 1000 });
    expect((await server.graphql(ME, {}, { token: accessToken })).data.me).toEqual({ id, role: 'USER' });
  });

  it('takes the phone in any form, and the password however its accents were typed', async () => {
    const { id, phone } = await customerWithPassword('corac\u0327a\u0303o valente');
    const [, area, left, right] = /^\+55(\d\d)(\d{5})(\d{4})$/.exec(phone) ?? [];
    for (const typed of [phone.slice(1), phone.slice(3), `(${area}) ${left}-${right}`, `+55 ${area} ${left} ${right}`]) {
      expect((await userLogin(typed, 'coração valente')).data.userLogin.user.id).toBe(id);
    }
  });

  it('answers a wrong password, an unknown phone and no phone at all alike', async () => {
    const { phone } = await customerWithPassword();
    for (const answer of [
      await userLogin(phone, 'incorrect horse'),
      await userLogin(phone, PASSWORD.toUpperCase()),
      await userLogin(phone, ''),
      await userLogin('+5511900000000'),
      await userLogin('not a phone'),
      await userLogin(''),
    ]) {
      expect(refusal(answer)).toEqual(WRONG_USER);
    }
  });

  it('is refused to an operator, a deleted customer and one without a password', async () => {
    const { id, phone } = await customerWithPassword();
    await server.app.db.prisma.user.update({ where: { id }, data: { deletedAt: new Date() } });
    expect(refusal(await userLogin(phone))).toEqual(WRONG_USER);

    const withoutPassword = await aCustomer(server);
    expect(refusal(await userLogin(withoutPassword.phone))).toEqual(WRONG_USER);

    const operator = await adminWithPassword();
    await server.app.db.prisma.user.update({ where: { id: operator.id }, data: { phone: '+5511911112222' } });
    expect(refusal(await userLogin('+5511911112222'))).toEqual(WRONG_USER);
  });

  it('takes as long for an unknown phone as for a wrong password', async () => {
    const { phone } = await customerWithPassword();
    const times = { wrong: [] as number[], unknown: [] as number[] };
    const timed = async (into: number[], number: string) => {
      const startedMs = performance.now();
      await userLogin(number, 'incorrect horse');
      into.push(performance.now() - startedMs);
    };
    // In turns, so that whatever else this machine does falls on both alike.
    for (let i = 0; i < 9; i += 1) {
      await timed(times.wrong, phone);
      await timed(times.unknown, '+5511900000001');
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[4]!;
    const ratio = median(times.unknown) / median(times.wrong);
    // Hashing is most of it: without it an answer takes a fraction of this.
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it('never answers the password', async () => {
    const { phone } = await customerWithPassword();
    for (const answer of [
      await userLogin(phone, 'S3cret!S3cret!'),
      await server.graphql(USER_LOGIN, { input: { password: 'S3cret!S3cret!' } }),
      await server.graphql(USER_LOGIN, { input: { phone, password: { value: 'S3cret!S3cret!' } } }),
      await server.graphql(USER_LOGIN, { input: { phone: 1, password: 'S3cret!S3cret!' } }),
      await server.graphql(USER_LOGIN, { input: 'S3cret!S3cret!' }),
    ]) {
      expect(answer.errors?.length).toBe(1);
      expect(JSON.stringify(answer)).not.toContain('S3cret!');
    }
  });
});

describe('logging in as an operator', () => {
  it('gives a token that works for twelve hours, the email in any case', async () => {
    const { id, email } = await adminWithPassword();
    const { accessToken, expiresAt, user } = (await adminLogin(` ${email.toUpperCase()}`)).data.adminLogin;
    expect(user).toEqual({ id, role: 'ADMIN', email });
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(12 * 3_600_000);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(11 * 3_600_000);
    expect((await server.graphql(ME, {}, { token: accessToken })).data.me).toEqual({ id, role: 'ADMIN' });
  });

  it('answers a wrong password, an unknown email, a customer and a deleted operator alike', async () => {
    const operator = await adminWithPassword();
    const customer = await customerWithPassword();
    await server.app.db.prisma.user.update({ where: { id: customer.id }, data: { email: 'buyer@example.com' } });
    const deleted = await adminWithPassword();
    await server.app.db.prisma.user.update({ where: { id: deleted.id }, data: { deletedAt: new Date() } });

    expect(refusal(await adminLogin(operator.email, 'incorrect horse'))).toEqual(WRONG_ADMIN);
    expect(refusal(await adminLogin('nobody@example.com'))).toEqual(WRONG_ADMIN);
    expect(refusal(await adminLogin('buyer@example.com'))).toEqual(WRONG_ADMIN);
    expect(refusal(await adminLogin(deleted.email))).toEqual(WRONG_ADMIN);
  });
});

describe('guessing', () => {
  it('ends after ten failures on an account, for the right password too, and says when to try again', async () => {
    const { phone } = await customerWithPassword();
    const answers = await Promise.all(Array.from({ length: 14 }, () => userLogin(phone, 'incorrect horse')));
    const codes = answers.map((answer) => refusal(answer).code);
    expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(10);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(4);

    const locked = refusal(await userLogin(phone));
    expect(locked.code).toBe('RATE_LIMITED');
    const seconds = Number(/^Too many attempts: try again in (\d+) seconds\.$/.exec(locked.message ?? '')?.[1]);
    expect(seconds).toBeGreaterThan(800);
    expect(seconds).toBeLessThanOrEqual(900);

    const another = await customerWithPassword();
    expect((await userLogin(another.phone)).data.userLogin.user.id).toBe(another.id);
  });

  it('ends for a phone that nobody has just the same', async () => {
    for (let i = 0; i < 10; i += 1) expect(refusal(await userLogin('+5511900000002'))).toEqual(WRONG_USER);
    expect(refusal(await userLogin('(11) 90000-0002')).code).toBe('RATE_LIMITED');
  });

  it('ends a request of many guesses at its first failure', async () => {
    const { phone } = await customerWithPassword();
    const tries = ['wrong', 'worse', PASSWORD].map(
      (password, i) => `guess${i}: userLogin(input: { phone: "${phone}", password: "${password}" }) { accessToken }`,
    );
    const answer = await server.graphql(`mutation { ${tries.join(' ')} }`);
    expect(refusal(answer)).toEqual(WRONG_USER);
    expect(answer.errors?.map(({ path }) => path)).toEqual([['guess0']]);
  });
});

describe('a password', () => {
  it('is hashed with argon2id, 19 MiB, two passes, one lane, and a salt of its own', async () => {
    const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
    expect(one).toMatch(/^\$argon2id\$/);
    expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32, saltLen: 16 });
    expect(one).not.toBe(other);
    expect(await verifyPassword(one, PASSWORD)).toBe(true);
    expect(await verifyPassword(one, `${PASSWORD} `)).toBe(false);
  });

  it("is no account's without a hash, whatever it is", async () => {
    for (const password of ['', PASSWORD, '\0'.repeat(32)]) expect(await verifyPassword(null, password)).toBe(false);
  });

  it('waits its turn among a hundred, and past those is refused at once', async () => {
    const asked = () => Promise.allSettled(Array.from({ length: 110 }, () => verifyPassword(null, PASSWORD)));
    // However slow the machine is.
    const outcomes = await withHeldClock(asked);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(8);
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
    expect(await verifyPassword(null, PASSWORD)).toBe(false);
  });
});

/** Tokens as others might make them, signed with the service's own secret unless told otherwise. */
function forge(claims: Record<string, unknown>, options: { secret?: string; algorithm?: jwt.Algorithm } = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const { secret = server.app.config.jwtSecret, algorithm = 'HS256' } = options;
  const whole = { iss: 'raffle-gateway', aud: 'USER', sub: uuidv7(), iat: now, exp: now + 60, ...claims };
  return jwt.sign(JSON.parse(JSON.stringify(whole)) as object, algorithm === 'none' ? '' : secret, { algorithm });
}

const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;

function promoted(token: string): string {
  const [header, body, signature] = token.split('.') as [string, string, string];
  const claims = { ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), aud: 'ADMIN' };
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

const badTokens: [string, () => string][] = [
  ['an expired token', () => forge({ exp: seconds(-1) })],
  ['a token without expiry', () => forge({ exp: undefined })],
  ['a token that is not valid yet', () => forge({ nbf: seconds(60) })],
  ['a token of another issuer', () => forge({ iss: 'somebody else' })],
  ['a token without issuer', () => forge({ iss: undefined })],
  ['a token of no known kind', () => forge({ aud: 'ROOT' })],
  ['a token of two kinds', () => forge({ aud: ['USER', 'ADMIN'] })],
  ['a token without kind', () => forge({ aud: undefined })],
  ['a token without subject', () => forge({ sub: undefined })],
  ['a token of no known version', () => forge({ ver: 'first' })],
  ['a token whose subject is no id', () => forge({ sub: 'admin' })],
  ['a token signed with another secret', () => forge({}, { secret: 'x'.repeat(32) })],
  ['a token signed with another algorithm', () => forge({}, { algorithm: 'HS512' })],
  ['a token that is not signed', () => forge({}, { algorithm: 'none' })],
  ['a token changed after it was signed', () => promoted(forge({}))],
  ['a token of a legacy client', () => server.app.tokens.issue('CLIENT', uuidv7()).accessToken],
  ['a text that is no token', () => 'hello'],
];

describe('GraphQL over HTTP', () => {
  it('takes a well-made token for whom it names', async () => {
    const { id } = await aCustomer(server);
    expect((await server.graphql(ME, {}, { token: forge({ sub: id }) })).data.me).toEqual({ id, role: 'USER' });
  });

  it.each(badTokens)('refuses %s with 401, and what the public may read beside it', async (name, token) => {
    const refused =
      name === 'an expired token'
        ? { message: 'The access token has expired: refresh the session, or log in again.', code: 'TOKEN_EXPIRED' }
        : { message: 'The access token is not valid: log in again.', code: 'UNAUTHENTICATED' };
    // Twice: a document that was seen before goes another way.
    for (const query of [
      ME,
      ME,
      '{ raffleCategories { id } me { id } }',
      `{ ... on Query { ...Own } } fragment Own on Query ${ME}`,
    ]) {
      const answer = await server.graphql(query, {}, { token: token() });
      expect(answer).toMatchObject({ status: 401 });
      expect(answer.data).toBeUndefined();
      expect(refusal(answer)).toEqual(refused);
    }
  });

  it.each(badTokens.filter(([name]) => name !== 'a token of a legacy client'))(
    'answers with %s what is public as to anybody, and says that the token is not valid',
    async (_, token) => {
      const { id } = await anOpenRaffle(server);
      const query = 'query ($id: ID!) { __typename raffleCategories { id } raffle(id: $id) { id } }';
      for (let time = 0; time < 2; time += 1) {
        const answer = await server.rest('POST', '/graphql', {
          token: token(),
          body: { query, variables: { id } },
        });
        expect(answer).toMatchObject({ status: 200, body: { data: { raffle: { id } } } });
        expect(answer.body.errors).toBeUndefined();
        expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      }
    },
  );

  it('answers what is public with a token that has expired as the public sees it', async () => {
    const { id } = await anOpenRaffle(server, { status: 'DRAFT' });
    const query = '{ raffles { nodes { id } } }';
    const admin = await anAdmin(server);
    const seenBy = async (token: string) => (await server.graphql(query, {}, { token })).data.raffles.nodes as unknown[];
    expect(await seenBy(admin.token)).toContainEqual({ id });
    expect(await seenBy(forge({ sub: admin.id, aud: 'ADMIN', exp: seconds(-1) }))).not.toContainEqual({ id });
  });

  const badHeaders = ['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer  ', 'Bearer a b'];
  it.each(badHeaders)('refuses the header "%s" with 401', async (authorization) => {
    const answer = await server.graphql(ME, {}, { headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(refusal(answer).code).toBe('UNAUTHENTICATED');
  });

  it('changes nothing for a caller without the role', async () => {
    const create = 'mutation { createRaffleCategory(input: { name: "Cars" }) { id } }';
    const { token } = await aCustomer(server);
    expect(refusal(await server.graphql(create)).code).toBe('UNAUTHENTICATED');
    expect(refusal(await server.graphql(create, {}, { token })).code).toBe('FORBIDDEN');
    expect((await server.graphql(create, {}, { token: forge({ aud: 'ADMIN', exp: seconds(-1) }) })).status).toBe(401);
    expect(await server.app.db.prisma.raffleCategory.count()).toBe(0);
  });

  it('lets a person log in whose token has expired, or is none', async () => {
    const { phone } = await customerWithPassword();
    for (const token of [forge({ exp: seconds(-1) }), 'hello']) {
      const answer = await server.graphql(USER_LOGIN, { input: { phone, password: PASSWORD } }, { token });
      expect(answer.errors).toBeUndefined();
      expect(answer.data.userLogin.accessToken).toEqual(expect.any(String));
    }
  });
});

/** What the server does with a connection that begins with these parameters: 'ack', or the code it closes with. */
async function connect(connectionParams: Record<string, unknown> | undefined) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  const closed = once(socket, 'close').then(([code]) => code as number);
  const acknowledged = once(socket, 'message').then(([data]) => (JSON.parse(String(data)) as { type: string }).type);
  socket.send(JSON.stringify({ type: 'connection_init', payload: connectionParams }));
  return { socket, closed, outcome: await Promise.race([closed, acknowledged]) };
}

describe('GraphQL over WebSocket', () => {
  it('opens to the public and to a token that is valid', async () => {
    const { id } = await aCustomer(server);
    for (const params of [undefined, {}, { authorization: `Bearer ${forge({ sub: id })}` }]) {
      const { socket, closed, outcome } = await connect(params);
      expect(outcome).toBe('connection_ack');
      socket.close();
      await closed;
    }
  });

  it.each(badTokens)('closes with 4403 on %s', async (_, token) => {
    expect((await connect({ authorization: `Bearer ${token()}` })).outcome).toBe(4403);
  });

  it('closes with 4403 when the token expires, and not before', async () => {
    const { id } = await aCustomer(server);
    const exp = seconds(2);
    const { closed, outcome } = await connect({ authorization: `Bearer ${forge({ exp, sub: id })}` });
    expect(outcome).toBe('connection_ack');
    expect(await closed).toBe(4403);
    expect(Date.now()).toBeGreaterThanOrEqual(exp * 1000 - 20);
    expect(Date.now()).toBeLessThan(exp * 1000 + 1_000);
  });
});

describe('an access token', () => {
  const secret = 's'.repeat(32);
  const tokens = createTokens(secret);
  const kinds: TokenKind[] = ['USER', 'ADMIN', 'CLIENT'];

  it.each(kinds)('of kind %s is a JWT any library can check, and ends before timers overflow', (kind) => {
    const subject = uuidv7();
    const { accessToken, expiresAt } = tokens.issue(kind, subject, 3);
    const [header, body, signature] = accessToken.split('.') as [string, string, string];
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(createHmac('sha256', secret).update(`${header}.${body}`).digest('base64url')).toBe(signature);
    expect(tokens.verify(accessToken)).toEqual({ kind, subject, version: 3, expiresAt });
    // A timer longer than 2^31 ms fires at once: a socket would close as it opens.
    expect(expiresAt.getTime() - Date.now()).toBeLessThan(2 ** 31);
  });

  it('that was taken before is refused from the second on in which it ends', () => {
    const { accessToken, expiresAt } = tokens.issue('USER', uuidv7());
    const takenAt = (now: number): boolean => {
      vi.useFakeTimers({ toFake: ['Date'], now });
      const claims = tokens.verify(accessToken);
      vi.useRealTimers();
      return claims !== undefined;
    };
    expect([takenAt(expiresAt.getTime() - 1), takenAt(expiresAt.getTime())]).toEqual([true, false]);
  });

  it('that was taken before lends its signature to no other', () => {
    const { accessToken } = tokens.issue('USER', uuidv7());
    const [header, body, signature] = accessToken.split('.') as [string, string, string];
    const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: uuidv7() };
    const forged = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
    expect(tokens.verify(accessToken)).toBeDefined();
    expect(tokens.verify(forged)).toBeUndefined();
    expect(tokens.verify(accessToken)).toBeDefined();
  });

  it('is let in where its kind is accepted, and nowhere else', async () => {
    const { id, token } = await aCustomer(server);
    const client = uuidv7();
    const facts = { requestId: 'r', clientAddress: '192.0.2.1' };
    const asClient = { ...facts, authorization: `Bearer ${server.app.tokens.issue('CLIENT', client).accessToken}` };
    const asUser = { ...facts, authorization: `Bearer ${token}` };
    expect((await server.app.contextFor({ ...asClient, accepts: ['CLIENT'] })).principal).toEqual({ role: 'CLIENT', id: client });
    expect((await server.app.contextFor(asUser)).principal).toEqual({ role: 'USER', id });
    await expect(server.app.contextFor(asClient)).rejects.toThrow('The access token is not valid');
    await expect(server.app.contextFor({ ...asUser, accepts: ['CLIENT'] })).rejects.toThrow('The access token is not valid');
    expect((await server.app.contextFor({ ...facts, accepts: ['CLIENT'] })).principal).toEqual({ role: 'PUBLIC' });
  });
});
