import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLoginLimits } from '../src/auth/login-limits.js';
import { DomainError } from '../src/platform/domain-error.js';
import { forgetSecrets } from '../src/webhooks/outbox.js';
import { applyRetention } from '../src/workers.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { eventually } from './support/eventually.js';
import type { GraphqlAnswer } from './support/graphql-client.js';
import { stopAll } from './support/sandbox.js';
import { forTests, startTestServer, type TestServer } from './support/start.js';
import { expectEventsAsDescribed, writtenBy } from './support/event-contract.js';
import { verifyWebhook } from './support/verify-webhook.js';
import { anEndpoint, forgetWebhooks, startInbox, theDelivery, type Inbox, type InboxAnswer } from './support/webhook-inbox.js';

const ASK = 'mutation ($phone: String!) { requestLoginCode(phone: $phone) { expiresAt anotherAt } }';
const LOGIN = 'mutation ($input: UserLoginInput!) { userLogin(input: $input) { accessToken refreshToken user { id } } }';
const RESET = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { accessToken user { id } } }';
const DELIVERIES = '{ webhookDeliveries { nodes { id eventType status body lastError } } }';
const REDELIVER = 'mutation ($id: ID!) { redeliverWebhook(id: $id) { id } }';
const EVENT = 'login.code_requested';
const WRONG = { code: 'UNAUTHENTICATED', message: 'The phone or the code is wrong, or the code does not hold any more.' };

const server = forTests(startTestServer);
const production = forTests(() => startTestServer({ production: true, publicUrl: 'https://rifas.example.com' }));
let inbox: Inbox;
let endpoint: { id: number; secret: string };
let answers: () => InboxAnswer;
beforeEach(async () => {
  answers = () => undefined;
  inbox = await startInbox(() => answers());
  endpoint = await anEndpoint(server, `${inbox.url}codes`, [EVENT]);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await forgetWebhooks(server);
  await stopAll();
});

const ask = (phone: string, at = server) => at.graphql(ASK, { phone });
const logIn = (phone: string, code: string, at = server) => at.graphql(LOGIN, { input: { phone, code } });
const sql = (text: string, ...values: unknown[]) => server.app.db.pool.query(text, values);
const bodies = async () => (await sql('SELECT body FROM webhook_events')).rows.map(({ body }) => body as string);

async function codeFor(phone: string): Promise<string> {
  const before = inbox.received.length;
  expect((await ask(phone)).errors).toBeUndefined();
  const { body } = await eventually(() => inbox.received[before]);
  return (JSON.parse(body) as { data: { code: string } }).data.code;
}
const another = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

function refusal(answer: GraphqlAnswer<unknown>) {
  expect(answer.data ?? null).toBeNull();
  const [error] = answer.errors ?? [];
  return { code: error?.extensions.code, message: error?.message };
}

describe('a code', () => {
  it('reaches who sends messages, signed, and lets its phone’s buyer in, over GraphQL and REST', async () => {
    const { id, phone } = await aCustomer(server);
    const { status, body } = await server.rest('POST', '/auth/v1/user/code', { body: { phone: phone.slice(3) } });
    expect([status, Object.keys(body)]).toEqual([200, ['expiresAt', 'anotherAt']]);
    expect(Math.abs(Date.parse(body.expiresAt) - Date.now() - 300_000)).toBeLessThan(10_000);
    expect(Date.parse(body.expiresAt) - Date.parse(body.anotherAt)).toBe(240_000);
    const told = await eventually(() => inbox.received[0]);
    expect(verifyWebhook(endpoint.secret, told.headers, told.body)).toBe(true);
    const event = JSON.parse(told.body) as { type: string; data: { code: string } };
    expect(event).toMatchObject({
      type: EVENT,
      data: { phone, code: expect.stringMatching(/^\d{6}$/), expiresAt: body.expiresAt },
    });

    const { code } = event.data;
    const answer = await logIn(phone.slice(3), `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(answer.data.userLogin.user).toEqual({ id });
    const { accessToken } = answer.data.userLogin;
    expect((await server.graphql('{ me { id } }', {}, { token: accessToken })).data.me.id).toBe(id);

    const input = { phone, code: await codeFor(phone) };
    expect(await server.rest('POST', '/auth/v1/user/login', { body: input })).toMatchObject({
      status: 200,
      body: { user: { id } },
    });
  });

  it('is used once, by however many at once', async () => {
    const { id, phone } = await aCustomer(server);
    const code = await codeFor(phone);
    const all = await Promise.all(Array.from({ length: 8 }, () => logIn(phone, code)));
    expect(all.filter(({ errors }) => !errors).map(({ data }) => data.userLogin.user.id)).toEqual([id]);
    for (const answer of all.filter(({ errors }) => errors)) expect(refusal(answer)).toEqual(WRONG);
    expect(await server.app.db.prisma.session.count({ where: { userId: id } })).toBe(1);
    expect(refusal(await logIn(phone, code))).toEqual(WRONG);
  });

  it('is tried five times, all at once too, and no more', async () => {
    const { phone } = await aCustomer(server);
    const code = await codeFor(phone);
    for (let n = 1; n <= 4; n += 1) expect(refusal(await logIn(phone, another(code, n)))).toEqual(WRONG);
    expect((await logIn(phone, code)).errors).toBeUndefined();

    const spent = await codeFor(phone);
    const wrong = await Promise.all(Array.from({ length: 5 }, (_, n) => logIn(phone, another(spent, n + 1))));
    for (const answer of wrong) expect(refusal(answer)).toEqual(WRONG);
    expect(refusal(await logIn(phone, spent))).toEqual(WRONG);
  });

  it('has other tries for a device on which its buyer logged in before: nobody elsewhere uses them up', async () => {
    const { id, phone } = await aCustomer(server);
    const first = await logIn(phone, await codeFor(phone));
    const known = { headers: { 'device-token': first.data.userLogin.refreshToken as string } };
    const again = (code: string) => server.graphql(LOGIN, { input: { phone, code } }, known);
    const code = await codeFor(phone);
    for (let n = 1; n <= 6; n += 1) expect(refusal(await logIn(phone, another(code, n)))).toEqual(WRONG);
    expect(refusal(await logIn(phone, code))).toEqual(WRONG);
    expect(refusal(await again(another(code)))).toEqual(WRONG);
    expect((await again(code)).data.userLogin.user).toEqual({ id });
    expect(refusal(await again(code))).toEqual(WRONG);
  });

  it('is taken after however many wrong passwords, on a device of its buyer and on any other', async () => {
    const { id, phone } = await aCustomer(server);
    await sql('UPDATE users SET phone_proved_at = now() WHERE id = $1', id);
    const first = await logIn(phone, await codeFor(phone));
    const known = { headers: { 'device-token': first.data.userLogin.refreshToken as string } };
    for (const where of [{}, known]) {
      const byPassword = () => server.graphql(LOGIN, { input: { phone, password: 'a wrong one' } }, where);
      for (let n = 0; n < 10; n += 1) expect(refusal(await byPassword()).code).toBe('UNAUTHENTICATED');
      expect(refusal(await byPassword()).code).toBe('RATE_LIMITED');
      const { errors } = await server.graphql(LOGIN, { input: { phone, code: await codeFor(phone) } }, where);
      expect(errors).toBeUndefined();
      // The code has opened nothing for the guesses at the password.
      expect(refusal(await byPassword()).code).toBe('RATE_LIMITED');
    }
  });

  it('has ten tries in fifteen minutes on a device of its buyer, whichever code it is', async () => {
    const { phone } = await aCustomer(server);
    const first = await logIn(phone, await codeFor(phone));
    const known = { headers: { 'device-token': first.data.userLogin.refreshToken as string } };
    const onIt = (code: string) => server.graphql(LOGIN, { input: { phone, code } }, known);
    for (let n = 0; n < 2; n += 1) {
      const code = await codeFor(phone);
      for (let i = 1; i <= 5; i += 1) expect(refusal(await onIt(another(code, i)))).toEqual(WRONG);
    }
    const code = await codeFor(phone);
    expect(refusal(await onIt(code)).code).toBe('RATE_LIMITED');
    expect((await logIn(phone, code)).errors).toBeUndefined();
  });

  it('holds for five minutes, and until the next one', async () => {
    const { phone } = await aCustomer(server);
    const old = await codeFor(phone);
    await sql(`UPDATE login_codes SET expires_at = expires_at - interval '301 seconds' WHERE phone = $1`, phone);
    expect(refusal(await logIn(phone, old))).toEqual(WRONG);
    const [first, second] = [await codeFor(phone), await codeFor(phone)];
    if (first !== second) expect(refusal(await logIn(phone, first))).toEqual(WRONG);
    expect((await logIn(phone, second)).errors).toBeUndefined();
  });

  it('lets in nobody else, and nobody whose account has ended since', async () => {
    const [one, other] = [await aCustomer(server), await aCustomer(server)];
    const code = await codeFor(one.phone);
    await codeFor(other.phone);
    if (code !== (await codeFor(other.phone))) expect(refusal(await logIn(other.phone, code))).toEqual(WRONG);
    await sql('UPDATE users SET blocked_at = now() WHERE id = $1', one.id);
    expect(refusal(await logIn(one.phone, code))).toEqual(WRONG);
    expect(await server.app.db.prisma.session.count({ where: { userId: { in: [one.id, other.id] } } })).toBe(0);
  });

  it('ends with the secret of the service', async () => {
    const { phone } = await aCustomer(server);
    const code = await codeFor(phone);
    const rotated = await startTestServer({ databaseUrl: server.databaseUrl, jwtSecret: 'another secret of thirty-two bytes' });
    try {
      expect(refusal(await logIn(phone, code, rotated))).toEqual(WRONG);
    } finally {
      await rotated.stop();
    }
    expect((await logIn(phone, code)).errors).toBeUndefined();
  });

  it('is asked for beside a password or instead of one, and one of both is needed', async () => {
    const { phone } = await aCustomer(server);
    for (const given of [{}, { password: 'x', code: '123456' }, { password: null, code: null }]) {
      const [error] = (await server.graphql(LOGIN, { input: { phone, ...given } })).errors ?? [];
      expect([error?.extensions.code, Object.keys(error?.extensions.fields ?? {})]).toEqual([
        'BAD_USER_INPUT',
        ['password', 'code'],
      ]);
    }
  });
});

describe('a phone that may not come in', () => {
  it('is answered like any other, and nobody is told', async () => {
    const [known, blocked, deleted] = [await aCustomer(server), await aCustomer(server), await aCustomer(server)];
    await sql('UPDATE users SET blocked_at = now() WHERE id = $1', blocked.id);
    await sql('UPDATE users SET deleted_at = now() WHERE id = $1', deleted.id);
    const operator = await anAdmin(server);
    await sql(`UPDATE users SET phone = '+5511922223333' WHERE id = $1`, operator.id);
    const shapeOf = async (phone: string) => {
      const { data, errors } = await ask(phone);
      const { expiresAt, anotherAt } = data.requestLoginCode;
      return [errors, Math.round((Date.parse(expiresAt) - Date.now()) / 10_000), Date.parse(expiresAt) - Date.parse(anotherAt)];
    };
    const expected = await shapeOf(known.phone);
    for (const phone of ['+5511900000009', blocked.phone, deleted.phone, '+5511922223333']) {
      expect(await shapeOf(phone)).toEqual(expected);
      expect(refusal(await logIn(phone, '123456'))).toEqual(WRONG);
    }
    const codes = await server.app.db.prisma.loginCode.findMany({ where: { createdAt: { gt: new Date(Date.now() - 20_000) } } });
    expect(codes.map(({ phone }) => phone)).toContain(known.phone);
    for (const phone of ['+5511900000009', blocked.phone, deleted.phone, '+5511922223333'])
      expect(codes.map((code) => code.phone)).not.toContain(phone);
    await eventually(() => inbox.received.length > 0);
    expect(inbox.received.map(({ body }) => JSON.parse(body).data.phone)).toEqual([known.phone]);
  });

  it('is answered no sooner where nobody has the phone than where somebody does', async () => {
    const { phone } = await aCustomer(server);
    for (const one of [phone, '+5511980000009']) {
      const startedMs = performance.now();
      expect((await ask(one)).errors).toBeUndefined();
      expect(performance.now() - startedMs).toBeGreaterThan(295);
    }
  });

  it('is refused when it is of a country to which no codes are sent, whoever has it', async () => {
    const { id } = await aCustomer(server);
    await sql('UPDATE users SET phone = $2 WHERE id = $1', id, '+351912345678');
    for (const phone of ['+351912345678', '+351912345679']) {
      const [error] = (await ask(phone)).errors ?? [];
      expect(error?.extensions).toEqual({
        code: 'BAD_USER_INPUT',
        fields: { phone: ['is of a country to which no codes are sent'] },
      });
    }
    const loginCodes = { countries: ['55', '351'], perHour: 5_000 };
    const abroad = await startTestServer({ ...server.app.config, databaseUrl: server.databaseUrl, loginCodes });
    try {
      expect((await ask('+351912345678', abroad)).errors).toBeUndefined();
      expect((await eventually(() => inbox.received[0])).body).toContain('+351912345678');
    } finally {
      await abroad.stop();
    }
  });

  it('is refused when it is no phone', async () => {
    const [error] = (await ask('hello')).errors ?? [];
    expect([error?.extensions.code, Object.keys(error?.extensions.fields ?? {})]).toEqual(['BAD_USER_INPUT', ['phone']]);
  });
});

describe('what is kept of a code', () => {
  async function seenByOperator() {
    const { token } = await anAdmin(server);
    const { nodes } = (await server.graphql(DELIVERIES, {}, { token })).data.webhookDeliveries;
    const again = await server.graphql(REDELIVER, { id: nodes[0].id }, { token });
    return { nodes, again };
  }

  it('is nothing that a reader of the database could log in with, from its delivery on', async () => {
    const { phone } = await aCustomer(server);
    const code = await codeFor(phone);
    await theDelivery(server, { status: 'DELIVERED' });
    expect(await eventually(async () => (await bodies()).every((body) => body === ''))).toBe(true);
    const { rows } = await sql('SELECT l::text AS line FROM login_codes l UNION ALL SELECT e::text FROM webhook_events e');
    expect(rows.length).toBeGreaterThan(1);
    for (const { line } of rows) expect(line).not.toContain(code);
    expect((await logIn(phone, code)).errors).toBeUndefined();
  });

  it('is not shown to operators, whatever its receiver says of it, nor sent again by them', async () => {
    const { phone } = await aCustomer(server);
    let code = '';
    answers = () => ({ status: 500, body: `cannot send ${inbox.received.at(-1)?.body}` });
    code = await codeFor(phone);
    await expectEventsAsDescribed(server, writtenBy('loginCodes'));
    await theDelivery(server, { status: 'PENDING', attempts: 1 });
    const waiting = await seenByOperator();
    expect(waiting.nodes).toMatchObject([
      { eventType: 'LOGIN_CODE_REQUESTED', status: 'PENDING', body: null, lastError: 'HTTP 500' },
    ]);
    expect(refusal(waiting.again).code).toBe('CONFLICT');
    answers = () => undefined;
    await sql(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'PENDING'`);
    server.app.deliveries.wake();
    await theDelivery(server, { status: 'DELIVERED' });
    const after = await seenByOperator();
    expect(after.nodes).toMatchObject([{ status: 'DELIVERED', body: null }]);
    expect(refusal(after.again).code).toBe('CONFLICT');
    expect(JSON.stringify([waiting, after])).not.toContain(code);
  });

  it('is nothing once it has expired undelivered: it is not sent any more', async () => {
    const { phone } = await aCustomer(server);
    answers = () => ({ status: 500 });
    await codeFor(phone);
    await theDelivery(server, { status: 'PENDING', attempts: 1 });
    await sql(`UPDATE webhook_events SET ends_at = now() - interval '1 second'`);
    await forgetSecrets(server.app);
    expect(await bodies()).toEqual(['']);
    await sql(`UPDATE webhook_deliveries SET next_attempt_at = now()`);
    server.app.deliveries.wake();
    const { lastError } = await theDelivery(server, { status: 'DEAD' });
    expect(lastError).toBe('the code had expired before this was sent');
    expect(inbox.received).toHaveLength(1);
  });

  it('stays while another endpoint is still to be told', async () => {
    await anEndpoint(server, 'http://127.0.0.1:9/', [EVENT]);
    const { phone } = await aCustomer(server);
    const code = await codeFor(phone);
    await theDelivery(server, { status: 'DELIVERED' });
    await forgetSecrets(server.app);
    expect((await bodies()).join()).toContain(code);
    await sql(`UPDATE webhook_deliveries SET status = 'DEAD', next_attempt_at = NULL WHERE status = 'PENDING'`);
    await forgetSecrets(server.app);
    expect(await bodies()).toEqual(['']);
  });

  it('goes to endpoints alone that name it', async () => {
    const all = await startInbox();
    await anEndpoint(server, all.url);
    const { phone } = await aCustomer(server);
    await codeFor(phone);
    await theDelivery(server, { status: 'DELIVERED' });
    expect(await server.app.db.prisma.webhookDelivery.count()).toBe(1);
    expect(all.received).toEqual([]);
  });

  it('is forgotten with its row a day after it expired', async () => {
    const { phone } = await aCustomer(server);
    await codeFor(phone);
    const isThere = async () => (await server.app.db.prisma.loginCode.findUnique({ where: { phone } })) !== null;
    await sql(`UPDATE login_codes SET expires_at = now() - interval '23 hours' WHERE phone = $1`, phone);
    await applyRetention(server.app);
    expect(await isThere()).toBe(true);
    await sql(`UPDATE login_codes SET expires_at = now() - interval '25 hours' WHERE phone = $1`, phone);
    await applyRetention(server.app);
    expect(await isThere()).toBe(false);
  });
});

describe('the log', () => {
  const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
  const logged = (of: TestServer) => LEVELS.map((level) => vi.spyOn(of.app.log, level));

  it('says the code in development, where nobody sends messages', async () => {
    const { phone } = await aCustomer(server);
    const lines = logged(server);
    const code = await codeFor(phone);
    const told = lines.flatMap(({ mock }) => mock.calls.map(([line]) => line as { event?: string }));
    expect(told.filter(({ event }) => event?.startsWith('auth.'))).toEqual([
      { event: 'auth.login_code.development', phone, code },
    ]);
  });

  it('never does in production, and there nobody gets one while no endpoint takes them', async () => {
    const { id, phone } = await aCustomer(production);
    const { pool, prisma } = production.app.db;
    await anEndpointOf(production, []);
    for (const of of [phone, '+5511900000008'])
      expect(refusal(await ask(of, production))).toEqual({
        code: 'UNAVAILABLE',
        message: 'Codes cannot be sent just now: log in with your password.',
      });
    expect(await prisma.loginCode.count()).toBe(0);

    await anEndpointOf(production, [EVENT]);
    const lines = logged(production);
    expect((await ask(phone, production)).errors).toBeUndefined();
    const { rows } = await pool.query<{ body: string }>('SELECT body FROM webhook_events');
    const { code } = (JSON.parse(rows[0]?.body ?? '') as { data: { code: string } }).data;
    expect(refusal(await logIn(phone, another(code), production))).toEqual(WRONG);
    expect((await logIn(phone, code, production)).data.userLogin.user.id).toBe(id);
    expect(JSON.stringify(lines.map(({ mock }) => mock.calls))).not.toContain(code);
    for (const of of [phone, '+5511900000007', '+5511900000007']) await ask(of, production);
    for (const of of [phone, '+5511900000007']) expect(refusal(await ask(of, production)).code).toBe('RATE_LIMITED');
  });

  async function anEndpointOf({ app }: TestServer, events: string[]) {
    await app.db.prisma.webhookEndpoint.create({
      data: { url: 'https://rifas.invalid/', events, sealedSecret: Buffer.alloc(0) },
    });
  }
});

describe('the limits on codes', () => {
  let serial = 0;
  const aPhone = () => `+55118${String(10_000_000 + (serial += 1))}`;
  const anAddress = () => `10.1.${Math.floor((serial += 1) / 250)}.${serial % 250}`;
  /** Of a process of its own, which remembers nothing. */
  const limits = (isProduction = true) =>
    createLoginLimits({ db: server.app.db, config: { ...server.app.config, production: isProduction } });
  const count = (phone: string, clientAddress: string, isKnownDevice = false) =>
    limits()
      .countCode({ contact: phone, clientAddress, isKnownDevice })
      .then(
        () => 'counted',
        (error: unknown) => (error instanceof DomainError ? `${error.code} ${error.retryAfterSeconds}` : error),
      );
  const letPass = (window: string) => sql(`DELETE FROM login_limits WHERE key LIKE $1`, `codes:${window}:%`);

  /** Each a minute after the one before. */
  const countAll = async (phone: string, addresses: string[], isKnownDevice = false) => {
    const outcomes: unknown[] = [];
    for (const address of addresses) {
      await letPass('between');
      outcomes.push(await count(phone, address, isKnownDevice));
    }
    return outcomes;
  };
  const COUNTED = 'counted';
  const UNTIL_THE_WINDOW_ENDS = expect.stringMatching(/^RATE_LIMITED (8\d\d|900)$/);
  const UNTIL_TOMORROW = expect.stringMatching(/^RATE_LIMITED 8[56]\d\d\d$/);

  it('are one a minute, three in fifteen minutes and ten a day for a phone', async () => {
    const [phone, address] = [aPhone(), anAddress()];
    expect(await count(phone, address)).toBe(COUNTED);
    expect(await count(phone, address)).toMatch(/^RATE_LIMITED (5\d|60)$/);
    expect(await countAll(phone, [address, address, address])).toEqual([COUNTED, COUNTED, UNTIL_THE_WINDOW_ENDS]);
    for (let i = 0; i < 2; i += 1) {
      await letPass('phone');
      expect(await countAll(phone, [address, address, address])).toEqual([COUNTED, COUNTED, COUNTED]);
    }
    await letPass('phone');
    expect(await countAll(phone, [address, address])).toEqual([COUNTED, UNTIL_TOMORROW]);
    expect(await count(aPhone(), address)).toBe(COUNTED);
  });

  it('are not used up by others: an address with few, and a known device, get one more', async () => {
    const [phone, stranger, owner] = [aPhone(), anAddress(), anAddress()];
    await countAll(phone, [stranger, stranger, stranger]);
    expect(await countAll(phone, [stranger, owner, owner, owner])).toEqual([
      UNTIL_THE_WINDOW_ENDS,
      COUNTED,
      COUNTED,
      UNTIL_THE_WINDOW_ENDS,
    ]);
    // Not more than five in fifteen minutes, and thirty a day, of strangers together.
    expect(await countAll(phone, [anAddress()])).toEqual([UNTIL_THE_WINDOW_ENDS]);
    for (let i = 0; i < 5; i += 1) {
      await letPass('phone');
      expect(await countAll(phone, Array.from({ length: 5 }, anAddress))).toEqual(Array(5).fill(COUNTED));
    }
    await letPass('phone');
    expect(await countAll(phone, [anAddress()])).toEqual([UNTIL_TOMORROW]);

    expect(await countAll(phone, [stranger, stranger, stranger, stranger], true)).toEqual([
      COUNTED,
      COUNTED,
      COUNTED,
      UNTIL_THE_WINDOW_ENDS,
    ]);
  });

  it('are LOGIN_CODES_PER_HOUR in all, of which known devices get the last tenth, and a crowd no more than half', async () => {
    const perHour = 300;
    const inAll = createLoginLimits({
      db: server.app.db,
      config: { ...server.app.config, production: true, loginCodes: { countries: ['55'], perHour } },
    });
    await letPass('all');
    const ask = (clientAddress: string, isKnownDevice = false) =>
      inAll.countCode({ contact: aPhone(), clientAddress, isKnownDevice }).then(
        () => 1,
        () => 0,
      );
    const crowd = anAddress();
    let given = 0;
    for (let i = 0; i < 160; i += 1) given += await ask(crowd);
    // The bounds for strangers are blurred by 5 %, downwards.
    expect(given).toBeGreaterThanOrEqual(135);
    expect(given).toBeLessThanOrEqual(150);
    for (let i = 0; i < 160; i += 1) given += await ask(anAddress());
    expect(given).toBeGreaterThanOrEqual(255);
    expect(given).toBeLessThanOrEqual(270);
    for (let i = 0; i < 50; i += 1) given += await ask(crowd, true);
    expect(given).toBe(300);
  });

  it('leave the codes of an hour to those who get one: phones of nobody use up none', async () => {
    const counted = async () => {
      const row = await production.app.db.prisma.loginLimit.findFirst({ where: { key: { startsWith: 'codes:all:' } } });
      return row?.points ?? 0;
    };
    const url = 'https://rifas.invalid/';
    await production.app.db.prisma.webhookEndpoint.create({ data: { url, events: [EVENT], sealedSecret: Buffer.alloc(0) } });
    const [mine, gone] = [await aCustomer(production), await aCustomer(production)];
    await production.app.db.prisma.user.update({ where: { id: gone.id }, data: { blockedAt: new Date() } });
    const before = await counted();
    for (const phone of [aPhone(), gone.phone, mine.phone, aPhone()]) {
      const { data } = await ask(phone, production);
      expect(Object.keys(data.requestLoginCode)).toEqual(['expiresAt', 'anotherAt']);
    }
    expect(await counted()).toBe(before + 1);
    // Each is still counted for its own phone.
    for (const phone of [gone.phone, mine.phone]) expect(refusal(await ask(phone, production)).code).toBe('RATE_LIMITED');
  });

  it('of an address are three thousand in fifteen minutes, of which those that were refused are none', async () => {
    const address = anAddress();
    const phone = aPhone();
    const addresses = async () => {
      const rows = await server.app.db.prisma.loginLimit.findMany({ where: { key: { startsWith: 'codes:address:' } } });
      return rows.map(({ key }) => key);
    };
    const before = await addresses();
    await count(phone, address);
    for (let i = 0; i < 20; i += 1) expect(await count(phone, address)).toMatch(/^RATE_LIMITED/);
    // Beside the API, because so many take half a minute.
    await server.app.db.prisma.loginLimit.updateMany({
      where: { key: { in: await addresses(), notIn: before } },
      data: { points: 2_999 },
    });
    expect(await count(aPhone(), address)).toBe('counted');
    const late = aPhone();
    expect(await count(late, address)).toMatch(/^RATE_LIMITED/);
    // Who was refused for the crowd he is in may ask from elsewhere.
    expect(await count(late, anAddress())).toBe('counted');
  });

  it('are for production', async () => {
    const phone = aPhone();
    for (let i = 0; i < 5; i += 1) await limits(false).countCode({ contact: phone, clientAddress: '127.0.0.1' });
  });
});

describe('a lost password', () => {
  const reset = (phone: string, code: string, newPassword = 'uma senha nova') =>
    server.graphql(RESET, { input: { phone, code, newPassword } });
  const byPassword = (phone: string, password: string) => server.graphql(LOGIN, { input: { phone, password } });

  it('is replaced by who has the phone: all that was open ends', async () => {
    const { id, phone, token } = await aCustomer(server);
    const open = (await logIn(phone, await codeFor(phone))).data.userLogin;
    const { data } = await reset(phone.slice(3), await codeFor(phone));
    expect(data.resetPassword.user).toEqual({ id });
    expect((await server.graphql('{ me { id } }', {}, { token: data.resetPassword.accessToken })).data.me.id).toBe(id);
    for (const ended of [token, open.accessToken])
      await eventually(async () => (await server.graphql('{ me { id } }', {}, { token: ended })).status === 401);
    expect((await byPassword(phone, 'uma senha nova')).data.userLogin.user.id).toBe(id);
    const entries = await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: id } });
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['provePhone', id],
      ['resetPassword', id],
    ]);
  });

  it('is left as it is by a wrong code, a used one, one of nobody, and a password that is too short', async () => {
    const { id, phone } = await aCustomer(server);
    const code = await codeFor(phone);
    expect(refusal(await reset(phone, another(code)))).toEqual(WRONG);
    expect(refusal(await reset('+5511900000006', code))).toEqual(WRONG);
    expect(refusal(await reset(phone, code, 'curta')).code).toBe('BAD_USER_INPUT');
    expect((await server.app.db.prisma.user.findUniqueOrThrow({ where: { id } })).passwordHash).toBeNull();
    const { status } = await server.rest('POST', '/auth/v1/user/password', {
      body: { phone, code, newPassword: 'uma senha boa' },
    });
    expect(status).toBe(200);
    expect(refusal(await reset(phone, code))).toEqual(WRONG);
    expect((await byPassword(phone, 'uma senha boa')).errors).toBeUndefined();
  });
});
