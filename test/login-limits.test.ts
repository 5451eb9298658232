import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createLoginLimits, type LoginAttempt, type LoginLimits } from '../src/auth/login-limits.js';
import { networkOf } from '../src/platform/http/addresses.js';
import { DomainError } from '../src/platform/domain-error.js';
import { hashPassword } from '../src/platform/passwords.js';
import { aCustomer } from './support/actors.js';
import { startBeside, forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
let limits: LoginLimits;
beforeAll(async () => {
  limits = limitsOfAProcess();
});

/** The limits as another process of the service would make them, on the one database. */
const limitsOfAProcess = (production = true) => {
  const { db, config } = server.app;
  return createLoginLimits({ db, config: { ...config, production } });
};

const wrong = async () => undefined;
const right = async () => 'in';
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    (result) => result ?? 'WRONG',
    (error: unknown) => (error instanceof DomainError ? error.code : error),
  );
const tally = (codes: unknown[]) =>
  Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((c) => c === code).length]));

let serial = 0;
/** So many calls, a hundred at once. */
async function many(count: number, call: (i: number) => Promise<unknown>): Promise<unknown[]> {
  const codes: unknown[] = [];
  for (let i = 0; i < count; i += 100) {
    codes.push(...(await Promise.all(Array.from({ length: Math.min(100, count - i) }, (_, n) => codeOf(call(i + n))))));
  }
  return codes;
}
const anAccount = () => `account ${(serial += 1)}`;
const keysOf = async (prefix: string) => {
  const rows = await server.app.db.prisma.loginLimit.findMany({ where: { key: { startsWith: prefix } }, select: { key: true } });
  return rows.map(({ key }) => key);
};
/** Fifty failures of others. */
const beGuessedAt = async (account: string) => {
  for (let i = 0; i < 50; i += 1) await codeOf(limits.guard({ account, clientAddress: anAddress() }, wrong));
};
const anAddress = () => `10.0.${Math.floor((serial += 1) / 250)}.${serial % 250}`;

describe('the limits on logins', () => {
  it("forget an account's failures once its owner is in", async () => {
    const attempt = { account: anAccount(), clientAddress: anAddress() };
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < 9; i += 1) expect(await codeOf(limits.guard(attempt, wrong))).toBe('WRONG');
      expect(await codeOf(limits.guard(attempt, right))).toBe('in');
    }
  });

  it('never count a success, nor an attempt that decided nothing', async () => {
    const attempt = { account: anAccount(), clientAddress: anAddress() };
    const broken = () => Promise.reject(new DomainError('UNAVAILABLE', { message: 'later' }));
    for (let i = 0; i < 110; i += 1) expect(await codeOf(limits.guard(attempt, right))).toBe('in');
    for (let i = 0; i < 110; i += 1) expect(await codeOf(limits.guard(attempt, broken))).toBe('UNAVAILABLE');
    expect(await codeOf(limits.guard(attempt, right))).toBe('in');
  });

  it('lock one address out of an account, and nobody else: not by fifty networks that fail all day', async () => {
    const account = anAccount();
    const networks = Array.from({ length: 50 }, () => ({ account, clientAddress: anAddress() }));
    let guesses = 0;
    const fail = async (attempt: LoginAttempt) => {
      const outcome = await codeOf(limits.guard(attempt, wrong));
      if (outcome === 'WRONG') guesses += 1;
      return outcome;
    };
    for (const network of networks.slice(0, 5)) for (let i = 0; i < 11; i += 1) await fail(network);
    expect(guesses).toBe(50);
    expect(await codeOf(limits.guard(networks[0]!, right))).toBe('RATE_LIMITED');
    for (let round = 0; round < 3; round += 1) for (const network of networks) await fail(network);
    // The account is guessed at: from then on one failure, and a wait.
    expect(guesses).toBe(95);
    expect(await codeOf(limits.guard({ account, clientAddress: anAddress() }, right))).toBe('in');
  });

  it('let an address wait after each failure on an account that is guessed at, longer each time', async () => {
    const account = anAccount();
    const owner = { account, clientAddress: anAddress() };
    await beGuessedAt(account);
    // So long after its first failure a network may try again.
    const pass = (seconds: number) =>
      server.app.db.pool.query(`UPDATE login_limits SET expire = expire - $1 WHERE key LIKE 'attackedAccountFromAddress:%'`, [
        seconds * 1_000,
      ]);
    const waits: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const [own, ofOther] = [limitsOfAProcess(), limitsOfAProcess()];
      expect(await codeOf(own.guard(owner, wrong))).toBe('WRONG');
      const refusal = await ofOther.guard(owner, right).catch((error: DomainError) => error);
      const { retryAfterSeconds = 0 } = refusal as DomainError;
      waits.push(retryAfterSeconds);
      await pass(retryAfterSeconds - 2);
      expect(await codeOf(limitsOfAProcess().guard(owner, right))).toBe('RATE_LIMITED');
      await pass(3);
    }
    for (const [n, seconds] of [15, 30, 60, 120, 240].entries()) {
      expect(waits[n]).toBeGreaterThan(seconds - 6);
      expect(waits[n]).toBeLessThanOrEqual(seconds);
    }
    expect(await codeOf(limitsOfAProcess().guard(owner, right))).toBe('in');
    // The owner's failures are forgotten, also those of before.
    expect(await codeOf(limitsOfAProcess().guard(owner, wrong))).toBe('WRONG');
  });

  it('bound the guesses at one account from wherever to ten thousand a day, and not those of its own devices', async () => {
    const account = anAccount();
    const before = new Set(await keysOf('account:'));
    await codeOf(limits.guard({ account, clientAddress: anAddress() }, wrong));
    const [key] = (await keysOf('account:')).filter((one) => !before.has(one));
    await server.app.db.prisma.loginLimit.update({ where: { key: key! }, data: { points: 9_999 } });
    expect(await codeOf(limits.guard({ account, clientAddress: anAddress() }, wrong))).toBe('WRONG');
    expect(await codeOf(limits.guard({ account, clientAddress: anAddress() }, right))).toBe('RATE_LIMITED');
    expect(await codeOf(limits.guard({ account, clientAddress: anAddress(), device: uuidv7() }, right))).toBe('in');
  });

  it('count the failures of a known device under the device alone, ten in fifteen minutes', async () => {
    const [account, clientAddress, device] = [anAccount(), anAddress(), uuidv7()];
    for (let i = 0; i < 10; i += 1) await codeOf(limits.guard({ account, clientAddress }, wrong));
    await beGuessedAt(account);
    expect(await codeOf(limits.guard({ account, clientAddress }, right))).toBe('RATE_LIMITED');
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 9; i += 1) expect(await codeOf(limits.guard({ account, clientAddress, device }, wrong))).toBe('WRONG');
      expect(await codeOf(limits.guard({ account, clientAddress, device }, right))).toBe('in');
    }
    for (let i = 0; i < 10; i += 1) await codeOf(limits.guard({ account, clientAddress: anAddress(), device }, wrong));
    expect(await codeOf(limits.guard({ account, clientAddress: anAddress(), device }, right))).toBe('RATE_LIMITED');
    expect(await codeOf(limits.guard({ account, clientAddress, device: uuidv7() }, right))).toBe('in');
  });

  it('end an address that fails on three thousand accounts, all addresses of an IPv6 /64 being one', async () => {
    const from = (host: string) => ({ account: anAccount(), clientAddress: `2001:db8:1:2:${host}` });
    const before = new Set(await keysOf('address:'));
    expect(tally(await many(60, (i) => limits.guard(from(`${i}::1`), wrong)))).toEqual({ WRONG: 60 });
    const keys = (await keysOf('address:')).filter((one) => !before.has(one));
    expect(keys).toHaveLength(1);
    await server.app.db.prisma.loginLimit.update({ where: { key: keys[0]! }, data: { points: 2_999 } });
    expect(await codeOf(limits.guard(from('fffe::1'), wrong))).toBe('WRONG');
    expect(await codeOf(limits.guard(from('ffff::1'), right))).toBe('RATE_LIMITED');
    expect(await codeOf(limits.guard({ account: anAccount(), clientAddress: '2001:db8:1:3::1' }, right))).toBe('in');
  });

  it('count wrong codes apart from wrong passwords: three thousand from an address, ten on a known device', async () => {
    const clientAddress = anAddress();
    const [account, device] = [anAccount(), uuidv7()];
    const code = { account, clientAddress, isByCode: true };
    for (let i = 0; i < 11; i += 1) await codeOf(limits.guard({ account, clientAddress }, wrong));
    const keys = async () => new Set(await keysOf('codeTries:address:'));
    const before = await keys();
    expect(tally(await many(60, () => limits.guard(code, wrong)))).toEqual({ WRONG: 60 });
    expect(await codeOf(limits.guard(code, right))).toBe('in');
    const [key] = [...(await keys())].filter((one) => !before.has(one));
    await server.app.db.prisma.loginLimit.update({ where: { key: key! }, data: { points: 2_999 } });
    expect(await codeOf(limits.guard(code, wrong))).toBe('WRONG');
    expect(await codeOf(limits.guard({ ...code, account: anAccount() }, right))).toBe('RATE_LIMITED');
    expect(await codeOf(limitsOfAProcess().guard(code, right))).toBe('RATE_LIMITED');

    const onDevice = { ...code, device };
    for (let i = 0; i < 10; i += 1) {
      expect(await codeOf(limits.guard(onDevice, wrong))).toBe('WRONG');
      expect(await codeOf(limits.guard({ account, clientAddress, device }, wrong))).toBe('WRONG');
    }
    expect(await codeOf(limits.guard(onDevice, right))).toBe('RATE_LIMITED');
    expect(await codeOf(limits.guard({ ...code, clientAddress: anAddress() }, right))).toBe('in');
    expect(await codeOf(limits.guard({ account, clientAddress: anAddress() }, right))).toBe('in');
  });

  it('take a success that shows no owner for a failure', async () => {
    const attempt = { account: anAccount(), clientAddress: anAddress() };
    const outcomes = [];
    for (let i = 0; i < 11; i += 1) outcomes.push(await codeOf(limits.guard(attempt, right, () => false)));
    expect(tally(outcomes)).toEqual({ in: 10, RATE_LIMITED: 1 });
  });

  it('open again after a crowd behind one address came at the same moment: who was refused has not failed', async () => {
    const clientAddress = anAddress();
    const slowly = () => new Promise<string>((resolve) => setTimeout(() => resolve('in'), 300));
    const crowd = Array.from({ length: 250 }, () => codeOf(limits.guard({ account: anAccount(), clientAddress }, slowly)));
    const codes = tally(await Promise.all(crowd));
    expect(codes).toMatchObject({ in: expect.any(Number) });
    await expect.poll(() => codeOf(limits.guard({ account: anAccount(), clientAddress }, right))).toBe('in');
  });

  it('bound registrations from one address in production only', async () => {
    const address = anAddress();
    const signUp = (clientAddress: string) => codeOf(limits.countRegistration({ phone: anAccount(), clientAddress }));
    const keys = async () => (await keysOf('registrations:')).filter((key) => !key.startsWith('registrations:phone:'));
    const before = new Set(await keys());
    expect(await signUp(address)).toBe('WRONG');
    const [key] = (await keys()).filter((one) => !before.has(one));
    await server.app.db.prisma.loginLimit.update({ where: { key: key! }, data: { points: 2_999 } });
    expect(await signUp(address)).toBe('WRONG');
    expect(await signUp(address)).toBe('RATE_LIMITED');
    expect(await signUp(anAddress())).toBe('WRONG');

    const development = limitsOfAProcess(false);
    const attempt = { phone: anAccount(), clientAddress: '127.0.0.1' };
    expect(tally(await many(4_000, () => development.countRegistration(attempt)))).toEqual({ WRONG: 4_000 });
  });

  it('bound registrations of one phone from everywhere, and tell of the way in by a code', async () => {
    const phone = anAccount();
    const signUp = () => limits.countRegistration({ phone, clientAddress: anAddress() });
    for (let i = 0; i < 20; i += 1) expect(await codeOf(signUp())).toBe('WRONG');
    for (let i = 0; i < 2; i += 1)
      await expect(signUp()).rejects.toMatchObject({
        code: 'RATE_LIMITED',
        message: expect.stringContaining('log in with a code'),
      });
    await expect(limitsOfAProcess().countRegistration({ phone, clientAddress: anAddress() })).rejects.toThrow(
      'log in with a code',
    );
  });

  it('let a thousand buyers behind one address in, who register, mistype, and log in by a code', async () => {
    const clientAddress = anAddress();
    const codes = await many(1_000, async (i) => {
      const account = anAccount();
      await limits.countRegistration({ phone: account, clientAddress });
      expect(await limits.guard({ account, clientAddress }, wrong)).toBeUndefined();
      await limits.countCode({ contact: `+55119${String(70_000_000 + i)}`, clientAddress });
      return limits.guard({ account, clientAddress }, right);
    });
    // Two phones may share a slot: of a thousand in 2^22 slots, two do in one run of eight.
    expect(tally(codes).in).toBeGreaterThan(996);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8::1', '2001:db8:0:0'],
    ['2001:db8:0:0:1::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
  ])('take %s for %s', (address, network) => expect(networkOf(address)).toBe(network));
});

describe('several processes', () => {
  const second = forTests(() => startBeside(server));

  it('share one limit, and learn of each other when it is spent', async () => {
    const LOGIN = 'mutation ($input: UserLoginInput!) { userLogin(input: $input) { user { id } } }';
    const { id, phone } = await aCustomer(server);
    await server.app.db.prisma.user.update({ where: { id }, data: { passwordHash: await hashPassword('the right one') } });
    const gateways = [server.graphql, second.graphql];
    const login = async (i: number, password: string) => {
      const { errors } = await gateways[i % 2]!(LOGIN, { input: { phone, password } });
      return errors?.[0]?.extensions.code ?? 'in';
    };

    const codes = await Promise.all(Array.from({ length: 14 }, (_, i) => login(i, 'a wrong one')));
    expect(tally(codes)).toEqual({ UNAUTHENTICATED: 10, RATE_LIMITED: 4 });
    expect(await login(0, 'the right one')).toBe('RATE_LIMITED');
    expect(await login(1, 'the right one')).toBe('RATE_LIMITED');
  });

  it('have no more tries than one of them, and the owner who is in opens all', async () => {
    const [one, other] = [limitsOfAProcess(), limitsOfAProcess()];
    const attempt = { account: anAccount(), clientAddress: anAddress() };
    for (let i = 0; i < 9; i += 1) await codeOf((i % 2 ? one : other).guard(attempt, wrong));
    expect(await codeOf(one.guard(attempt, right))).toBe('in');
    for (let i = 0; i < 10; i += 1) expect(await codeOf((i % 2 ? one : other).guard(attempt, wrong))).toBe('WRONG');
    expect(await codeOf(one.guard(attempt, right))).toBe('RATE_LIMITED');
    expect(await codeOf(other.guard(attempt, right))).toBe('RATE_LIMITED');
  });
});

describe('a flood of logins', () => {
  async function statementsOf(work: () => Promise<unknown>): Promise<{ sent: number; atOnce: number }> {
    const { pool } = server.app.db;
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
    const seen = { sent: 0, atOnce: 0 };
    let open = 0;
    const spy = vi.spyOn(pool, 'query').mockImplementation(async (...args: unknown[]) => {
      if (!(args[0] as { text?: string }).text?.includes('login_limits')) return query(...args);
      seen.sent += 1;
      seen.atOnce = Math.max(seen.atOnce, (open += 1));
      return query(...args).finally(() => (open -= 1));
    });
    await work().finally(() => spy.mockRestore());
    return seen;
  }

  it('takes two connections of the pool at most, and leaves the others to the sale', async () => {
    const attempts = Array.from({ length: 150 }, () => ({ account: anAccount(), clientAddress: anAddress() }));
    const flooded = limitsOfAProcess();
    const { atOnce } = await statementsOf(() => Promise.all(attempts.map((attempt) => codeOf(flooded.guard(attempt, wrong)))));
    expect(atOnce).toBe(2);
  });

  it('is refused with UNAVAILABLE when more wait than can be answered', async () => {
    const flooded = limitsOfAProcess();
    const attempts = Array.from({ length: 1_500 }, () => ({ account: anAccount(), clientAddress: anAddress() }));
    const codes = tally(await Promise.all(attempts.map((attempt) => codeOf(flooded.guard(attempt, wrong)))));
    expect(Object.keys(codes).sort()).toEqual(['UNAVAILABLE', 'WRONG']);
  });

  it('from an address that is out of tries writes nothing', async () => {
    const flooded = limitsOfAProcess();
    const clientAddress = anAddress();
    await many(3_001, () => flooded.guard({ account: anAccount(), clientAddress }, wrong));
    const startedAt = performance.now();
    const { sent } = await statementsOf(async () => {
      for (let i = 0; i < 500; i += 1) {
        expect(await codeOf(flooded.guard({ account: anAccount(), clientAddress }, wrong))).toBe('RATE_LIMITED');
      }
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(sent).toBeLessThanOrEqual(6 * (1 + seconds));
  });

  it('leaves nothing that tells who tried, or from where', async () => {
    const attempt = { account: '+5511987654321', clientAddress: '203.0.113.77' };
    await codeOf(limits.guard(attempt, wrong));
    const { rows } = await server.app.db.pool.query('SELECT * FROM login_limits');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/987654321|203\.0\.113/);
    for (const { key } of rows) expect(key).toMatch(/^[a-z]+(:[a-z]+)?:\d{1,7}$/i);
  });
});
