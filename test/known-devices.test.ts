import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDeviceMarks } from '../src/auth/device-marks.js';
import { hashPassword } from '../src/platform/passwords.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { validCpf } from './support/cpf.js';
import { listenToCodes } from './support/logged-codes.js';
import { forTests, startTestServer } from './support/start.js';

const PASSWORD = 'correct horse battery';
const PAYLOAD = '{ accessToken refreshToken deviceToken user { id } }';
const server = forTests(() => startTestServer({ trustedProxies: ['127.0.0.0/8', '::1/128'] }));

interface Answer {
  code: string;
  retryAfter: string | null;
  cookie: string | undefined;
  /** As the browser sends it back. */
  jar: string;
  payload: { accessToken: string; refreshToken: string; deviceToken: string; user: { id: string } } | undefined;
}

let serial = 0;
const aNetwork = () => `198.51.${Math.floor((serial += 1) / 250)}.${serial % 250}`;

async function ask(mutation: string, input: object, sent: Record<string, string>): Promise<Answer> {
  const kind = mutation === 'adminLogin' ? 'AdminLoginInput' : 'UserLoginInput';
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': aNetwork(), ...sent },
    body: JSON.stringify({
      query: `mutation ($input: ${kind}!) { ${mutation}(input: $input) ${PAYLOAD} }`,
      variables: { input },
    }),
  });
  const { data, errors } = (await response.json()) as { data: any; errors?: { extensions: { code: string } }[] };
  const [cookie] = response.headers.getSetCookie();
  return {
    code: errors?.[0]?.extensions.code ?? 'in',
    retryAfter: response.headers.get('retry-after'),
    cookie,
    jar: cookie?.split(';')[0] ?? '',
    payload: data?.[mutation],
  };
}

/** Somebody with a password, and how they log in. `from`: another network each time unless one is named. */
async function aPerson(who: 'operator' | 'buyer') {
  const { id } = who === 'operator' ? await anAdmin(server) : await aCustomer(server);
  const data = { passwordHash: await hashPassword(PASSWORD) };
  const { phone } = await server.app.db.prisma.user.update({ where: { id }, data });
  const logIn = (password: string, sent: Record<string, string> = {}) =>
    who === 'operator'
      ? ask('adminLogin', { email: `${id}@example.com`, password }, sent)
      : ask('userLogin', { phone, password }, sent);
  return { id, logIn };
}

/** Failures of so many networks, until each of them is refused. */
async function keepOut(logIn: (password: string, sent: Record<string, string>) => Promise<Answer>, networks: number) {
  for (let n = 0; n < networks; n += 1) {
    const from = { 'x-forwarded-for': aNetwork() };
    let code = '';
    for (let i = 0; i < 11 && code !== 'RATE_LIMITED'; i += 1) ({ code } = await logIn('a wrong one', from));
    expect(code).toBe('RATE_LIMITED');
  }
}

describe.each(['operator', 'buyer'] as const)('an %s whose password five networks guess at', (who) => {
  it('comes in on a known device by its cookie, its mark, its refresh token or its access token', async () => {
    const { logIn } = await aPerson(who);
    const home = { 'x-forwarded-for': aNetwork() };
    const first = await logIn(PASSWORD, home);
    const { refreshToken, deviceToken, accessToken } = first.payload!;
    // The device's own network fails too.
    for (let i = 0; i < 10; i += 1) await logIn('a wrong one', home);
    await keepOut(logIn, 5);
    expect((await logIn(PASSWORD, home)).code).toBe('RATE_LIMITED');

    const ways: Record<string, string>[] = [
      { cookie: first.jar },
      { cookie: `theme=dark; ${first.jar}; x=y` },
      { 'device-token': deviceToken },
      { 'device-token': refreshToken },
      { authorization: `Bearer ${accessToken}` },
    ];
    for (const known of ways) expect((await logIn(PASSWORD, { ...home, ...known })).code).toBe('in');
    // Beside it, on a device of nobody, from a network without failures.
    expect((await logIn(PASSWORD)).code).toBe('in');
  });

  it('does not come in by a mark that is another’s, changed, or of before all sessions ended', async () => {
    const { id, logIn } = await aPerson(who);
    const other = await aPerson(who);
    const home = { 'x-forwarded-for': aNetwork() };
    const [mine, others] = [await logIn(PASSWORD, home), await other.logIn(PASSWORD)];
    for (let i = 0; i < 10; i += 1) await logIn('a wrong one', home);
    const mark = mine.payload!.deviceToken;
    const { tokenVersion } = await server.app.db.prisma.user.findUniqueOrThrow({ where: { id } });
    const forged = createDeviceMarks('another secret of thirty-two bytes.').issue({
      userId: id,
      tokenVersion,
      sessionId: uuidv7(),
    });
    for (const sent of [
      others.payload!.deviceToken,
      others.payload!.refreshToken,
      `B${mark.slice(1)}`,
      mark.slice(0, -2),
      forged,
      'x',
    ])
      expect((await logIn(PASSWORD, { ...home, 'device-token': sent })).code).toBe('RATE_LIMITED');
    expect((await logIn(PASSWORD, { ...home, 'device-token': mark })).code).toBe('in');

    await server.graphql('mutation { endAllSessions { count } }', {}, { token: mine.payload!.accessToken });
    for (const sent of [mark, mine.payload!.refreshToken])
      expect((await logIn(PASSWORD, { ...home, 'device-token': sent })).code).toBe('RATE_LIMITED');
  });

  it('has ten failures on the known device, however often it logs in or renews its mark', async () => {
    const { logIn } = await aPerson(who);
    const { payload } = await logIn(PASSWORD);
    const known = { 'device-token': payload!.deviceToken };
    for (let i = 0; i < 9; i += 1) expect((await logIn('a wrong one', known)).code).toBe('UNAUTHENTICATED');
    const renewed = await server.graphql(
      `mutation ($refreshToken: String!) { refreshSession(refreshToken: $refreshToken) ${PAYLOAD} }`,
      {
        refreshToken: payload!.refreshToken,
      },
    );
    const again = { 'device-token': renewed.data.refreshSession.deviceToken as string };
    expect((await logIn('a wrong one', again)).code).toBe('UNAUTHENTICATED');
    const refused = await logIn(PASSWORD, again);
    expect([refused.code, Number(refused.retryAfter) > 800]).toEqual(['RATE_LIMITED', true]);
  });
});

describe('a phone that two have registered', () => {
  /** A buyer, and a claim of the same phone. */
  async function twoOfAPhone({ isProved = true } = {}) {
    const { id, logIn } = await aPerson('buyer');
    const data = { phoneProvedAt: isProved ? new Date() : null };
    const { phone } = await server.app.db.prisma.user.update({ where: { id }, data });
    const password = 'the password of a stranger';
    const input = { name: 'Um Estranho', phone, cpf: validCpf((serial += 1)), password };
    const { data: made } = await server.graphql(
      'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { accessToken deviceToken } }',
      { input },
    );
    const { accessToken: token, deviceToken } = made.createCustomer as { accessToken: string; deviceToken: string };
    return { id, logIn, claim: { password, token, known: { 'device-token': deviceToken } } };
  }
  const CHANGE = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { accessToken } }';

  it('lets both in on a device of both, of one, and of none', async () => {
    const { id, logIn, claim } = await twoOfAPhone();
    const first = await logIn(claim.password, claim.known);
    const both = await logIn(PASSWORD, { cookie: first.jar });
    expect([first.code, both.code, both.payload?.user.id]).toEqual(['in', 'in', id]);
    const devices: Record<string, string>[] = [
      { cookie: both.jar },
      { cookie: first.jar },
      { 'device-token': both.payload!.deviceToken },
      {},
    ];
    for (const sent of devices)
      for (const password of [PASSWORD, claim.password]) expect((await logIn(password, sent)).code).toBe('in');
    expect((await logIn('a wrong one', { cookie: both.jar })).code).toBe('UNAUTHENTICATED');
  });

  it('gives ten tries to who knows the device of one alone, at the other as to any stranger', async () => {
    const { logIn, claim } = await twoOfAPhone();
    const from = { 'x-forwarded-for': aNetwork() };
    for (let i = 0; i < 5; i += 1) {
      for (let n = 0; n < 2; n += 1)
        expect((await logIn('a wrong one', { ...from, ...claim.known })).code).toBe('UNAUTHENTICATED');
      expect((await logIn(claim.password, { ...from, ...claim.known })).code).toBe('in');
    }
    // Its own tries were forgotten by each login, and those at the other were not.
    expect((await logIn(PASSWORD, { ...from, ...claim.known })).code).toBe('UNAUTHENTICATED');
    expect((await logIn(PASSWORD, from)).code).toBe('RATE_LIMITED');
    expect((await logIn(claim.password, { ...from, ...claim.known })).code).toBe('in');
    expect((await logIn(PASSWORD)).code).toBe('in');
  });

  it('counts what somebody fails at one account on a device of both, although they log in to the other', async () => {
    const { logIn, claim } = await twoOfAPhone();
    const { jar } = await logIn(PASSWORD, claim.known);
    const tries = async (count: number) => {
      for (let n = 0; n < count; n += 1) expect((await logIn('a wrong one', { cookie: jar })).code).toBe('UNAUTHENTICATED');
    };
    await tries(5);
    expect((await logIn(claim.password, { cookie: jar })).code).toBe('in');
    // Six are counted at the one, of which the last was the password of the other.
    await tries(4);
    expect((await logIn(PASSWORD, { cookie: jar })).code).toBe('RATE_LIMITED');
    expect((await logIn(claim.password, { cookie: jar })).code).toBe('in');
  });

  it.each([true, false])('forgets no failures when who only claims it logs in; the other is proved: %s', async (isProved) => {
    const { logIn, claim } = await twoOfAPhone({ isProved });
    const from = { 'x-forwarded-for': aNetwork() };
    for (let i = 0; i < 5; i += 1) {
      expect((await logIn('a wrong one', from)).code).toBe('UNAUTHENTICATED');
      expect((await logIn(claim.password, from)).code).toBe('in');
    }
    for (const password of [PASSWORD, claim.password]) expect((await logIn(password, from)).code).toBe('RATE_LIMITED');
  });

  it('forgets them when who proved it logs in', async () => {
    const { logIn } = await twoOfAPhone();
    const from = { 'x-forwarded-for': aNetwork() };
    for (let i = 0; i < 12; i += 1) {
      expect((await logIn('a wrong one', from)).code).toBe('UNAUTHENTICATED');
      expect((await logIn(PASSWORD, from)).code).toBe('in');
    }
  });

  it('does not let a stranger guess by a new password of the own account: the guess would fit or be the own', async () => {
    const { id, logIn, claim } = await twoOfAPhone();
    const from = { 'x-forwarded-for': aNetwork() };
    let { password, token } = claim;
    const outcomes: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      const newPassword = `guess number ${i}`;
      const changed = await server.graphql(CHANGE, { input: { currentPassword: password, newPassword } }, { token });
      ({ accessToken: token } = changed.data.changePassword as { accessToken: string });
      password = newPassword;
      const { code, payload } = await logIn(password, from);
      expect(payload?.user.id).not.toBe(id);
      outcomes.push(code);
    }
    expect(outcomes).toEqual([...Array<string>(10).fill('in'), 'RATE_LIMITED', 'RATE_LIMITED']);
  });

  it('gives who only claims it no more guesses at a code', async () => {
    const codeOf = listenToCodes(server);
    onTestFinished(() => void vi.restoreAllMocks());
    const { id, claim } = await twoOfAPhone();
    const { phone } = await server.app.db.prisma.user.findUniqueOrThrow({ where: { id } });
    await server.graphql('mutation ($phone: String!) { requestLoginCode(phone: $phone) { expiresAt } }', { phone });
    const code = codeOf(phone!);
    const guess = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let i = 0; i < 5; i += 1)
      expect((await ask('userLogin', { phone, code: guess }, claim.known)).code).toBe('UNAUTHENTICATED');
    expect((await ask('userLogin', { phone, code }, claim.known)).code).toBe('UNAUTHENTICATED');
  });
});

describe('the cookie of a browser', () => {
  it('is read by no script, is sent by our own pages alone, and holds the marks of its last five users', async () => {
    let jar = '';
    const people = [];
    for (let i = 0; i < 6; i += 1) {
      const person = await aPerson('buyer');
      const answer = await person.logIn(PASSWORD, { cookie: jar });
      expect(answer.cookie).toMatch(/^device-marks=[\w.-]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/);
      jar = answer.jar;
      people.push(person);
    }
    expect(jar.split('.')).toHaveLength(5);
    const home = { 'x-forwarded-for': aNetwork() };
    for (const [n, { logIn }] of people.entries()) {
      for (let i = 0; i < 10; i += 1) await logIn('a wrong one', home);
      expect((await logIn(PASSWORD, { ...home, cookie: jar })).code).toBe(n === 0 ? 'RATE_LIMITED' : 'in');
    }
  });

  it('is for HTTPS alone in production, and is set by no other answer', async () => {
    const production = await startTestServer({
      databaseUrl: server.databaseUrl,
      production: true,
      publicUrl: 'https://rifas.example.com',
      jwtSecret: server.app.config.jwtSecret,
    });
    try {
      const { id } = await aPerson('operator');
      const post = (path: string, body: object) =>
        fetch(`${production.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const [cookie] = (
        await post('/auth/v1/admin/login', { email: `${id}@example.com`, password: PASSWORD })
      ).headers.getSetCookie();
      expect(cookie).toMatch(/^device-marks=[\w-]{70}; .*; HttpOnly; SameSite=Strict; Secure$/);
      const wrong = await post('/auth/v1/admin/login', { email: `${id}@example.com`, password: 'a wrong one' });
      expect(wrong.headers.getSetCookie()).toEqual([]);
      expect((await post('/graphql', { query: '{ __typename }' })).headers.getSetCookie()).toEqual([]);
    } finally {
      await production.stop();
    }
  });
});

it('lets others log in at once beside a hundred and more on one account', async () => {
  const [flooded, other] = [await aPerson('operator'), await aPerson('operator')];
  const alone = await timed(() => other.logIn(PASSWORD));
  const flood = Array.from({ length: 118 }, () => flooded.logIn('a wrong one'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const beside = await timed(() => other.logIn(PASSWORD));
  let open = flood.length;
  for (const login of flood) void login.then(() => (open -= 1));
  expect((await other.logIn(PASSWORD)).code).toBe('in');
  // The others were before it, and most of them still wait.
  expect(open).toBeGreaterThan(40);
  await Promise.all(flood);
  expect(beside).toBeLessThan(alone + 3_000);
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
