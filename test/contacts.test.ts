import { createHmac, hkdfSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyRetention } from '../src/workers.js';
import { ageCaches } from './support/clock.js';
import { validCpf } from './support/cpf.js';
import { expectEventsAsDescribed } from './support/event-contract.js';
import { listenToCodes } from './support/logged-codes.js';
import { stopAll } from './support/sandbox.js';
import { forTests, startTestServer } from './support/start.js';
import { anEndpoint, forgetWebhooks, startInbox } from './support/webhook-inbox.js';

const CREATE = `mutation ($input: CreateCustomerInput!) {
  createCustomer(input: $input) { accessToken refreshToken user { id } }
}`;
const LOGIN = 'mutation ($input: UserLoginInput!) { userLogin(input: $input) { accessToken user { id } } }';
const ASK_LOGIN = 'mutation ($phone: String!) { requestLoginCode(phone: $phone) { expiresAt } }';
const ASK = 'mutation ($input: ContactCodeInput!) { requestContactCode(input: $input) { expiresAt anotherAt } }';
const CHANGE = `mutation ($id: ID!, $input: UpdateCustomerInput!) {
  updateCustomer(id: $id, input: $input) { phone phoneProvedAt email }
}`;
const PASSWORD = 'minha senha boa';

interface Buyer {
  id: string;
  token: string;
  refreshToken: string;
  phone: string;
}

const server = forTests(startTestServer);
const production = forTests(() => startTestServer({ production: true, publicUrl: 'https://rifas.example.com' }));
let codeOf: (contact: string) => string;
beforeEach(() => {
  codeOf = listenToCodes(server);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await forgetWebhooks(server);
  await stopAll();
});

let serial = 0;
function aPhone(): string {
  serial += 1;
  return `+55419${70_000_000 + serial}`;
}
async function aBuyer(at = server, phone = aPhone()): Promise<Buyer> {
  const input = { name: 'Vera Lúcia Prado', phone, cpf: validCpf(410_000_000 + serial), email: null, password: PASSWORD };
  const { accessToken: token, refreshToken, user } = (await at.graphql(CREATE, { input })).data.createCustomer;
  return { id: user.id, token, refreshToken, phone };
}

const change = ({ id, token }: Buyer, input: object) => server.graphql(CHANGE, { id, input }, { token });
const stored = ({ id }: Buyer) => server.app.db.prisma.user.findUniqueOrThrow({ where: { id } });
const refusal = ({ errors }: { errors?: readonly { extensions?: any }[] }) => {
  const { code, fields = {} } = errors?.[0]?.extensions ?? {};
  return [code, ...Object.keys(fields)];
};
async function contactCode(buyer: Buyer, input: { phone?: string; email?: string }): Promise<string> {
  expect((await server.graphql(ASK, { input }, buyer)).errors).toBeUndefined();
  return codeOf(input.phone ?? input.email!);
}
async function byCode(phone: string) {
  expect((await server.graphql(ASK_LOGIN, { phone })).errors).toBeUndefined();
  return server.graphql(LOGIN, { input: { phone, code: codeOf(phone) } });
}
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a new phone', () => {
  it('needs the password and a code that was sent to it, and is proved then', async () => {
    const buyer = await aBuyer();
    const phone = aPhone();
    const phoneCode = await contactCode(buyer, { phone });
    expect(refusal(await change(buyer, { phone, phoneCode }))).toEqual(['BAD_USER_INPUT', 'currentPassword']);
    const wrong = { phone, phoneCode, currentPassword: 'not mine' };
    expect(refusal(await change(buyer, wrong))).toEqual(['BAD_USER_INPUT', 'currentPassword']);
    for (const code of [undefined, another(phoneCode), '']) {
      const answer = await change(buyer, { phone, phoneCode: code, currentPassword: PASSWORD });
      expect(refusal(answer)).toEqual(['BAD_USER_INPUT', 'phoneCode']);
    }
    expect(await stored(buyer)).toMatchObject({ phone: buyer.phone, phoneProvedAt: null });

    const typed = `${phoneCode.slice(0, 3)}-${phoneCode.slice(3)}`;
    const changed = await change(buyer, { phone: phone.slice(3), phoneCode: typed, currentPassword: PASSWORD });
    expect(changed.data.updateCustomer).toMatchObject({ phone, phoneProvedAt: expect.any(String) });
    expect((await byCode(phone)).data.userLogin.user.id).toBe(buyer.id);
    await expect(byCode(buyer.phone)).rejects.toThrow('no code was logged');
    const { rows } = await server.app.db.pool.query('SELECT details FROM audit_log WHERE subject_id = $1', [buyer.id]);
    expect(rows).toEqual([{ details: { phone: 'changed' } }]);
  });

  it('is not proved by a code of another phone, of another account, or of a login', async () => {
    const [buyer, stranger] = [await aBuyer(), await aBuyer()];
    const [phone, other] = [aPhone(), aPhone()];
    const tries = [await contactCode(buyer, { phone: other }), await contactCode(stranger, { phone })];
    const known = await aBuyer();
    await server.graphql(ASK_LOGIN, { phone: known.phone });
    for (const [to, phoneCode] of [
      [phone, tries[0]],
      [phone, tries[1]],
      [known.phone, codeOf(known.phone)],
    ])
      expect(refusal(await change(buyer, { phone: to, phoneCode, currentPassword: PASSWORD }))).toEqual([
        'BAD_USER_INPUT',
        'phoneCode',
      ]);
    expect(await stored(buyer)).toMatchObject({ phone: buyer.phone, phoneProvedAt: null });
    const login = await server.graphql(LOGIN, { input: { phone: other, code: tries[0] } });
    expect(refusal(login)).toEqual(['UNAUTHENTICATED']);
  });

  it('takes a code five times, for five minutes, and once', async () => {
    const buyer = await aBuyer();
    const phone = aPhone();
    const guessed = await contactCode(buyer, { phone });
    const wrong = { phone, phoneCode: another(guessed), currentPassword: PASSWORD };
    for (let n = 0; n < 5; n += 1) expect(refusal(await change(buyer, wrong))).toEqual(['BAD_USER_INPUT', 'phoneCode']);
    expect(refusal(await change(buyer, { ...wrong, phoneCode: guessed }))).toEqual(['BAD_USER_INPUT', 'phoneCode']);

    const late = await contactCode(buyer, { phone });
    await server.app.db.pool.query("UPDATE contact_codes SET expires_at = expires_at - interval '301 seconds'");
    expect(refusal(await change(buyer, { ...wrong, phoneCode: late }))).toEqual(['BAD_USER_INPUT', 'phoneCode']);

    const once = await contactCode(buyer, { phone });
    expect((await change(buyer, { ...wrong, phoneCode: once })).errors).toBeUndefined();
    const back = await contactCode(buyer, { phone: buyer.phone });
    const returned = await change(buyer, { phone: buyer.phone, phoneCode: back, currentPassword: PASSWORD });
    expect(returned.errors).toBeUndefined();
    expect(refusal(await change(buyer, { ...wrong, phoneCode: once }))).toEqual(['BAD_USER_INPUT', 'phoneCode']);
  });

  it('that another account has proved is told to nobody but who has typed its code', async () => {
    const [buyer, holder] = [await aBuyer(), await aBuyer()];
    expect((await byCode(holder.phone)).errors).toBeUndefined();
    const free = aPhone();
    const asking = async (phone: string) => {
      const { data, errors } = await server.graphql(ASK, { input: { phone } }, buyer);
      return [errors, Object.keys(data.requestContactCode)];
    };
    expect(await asking(holder.phone)).toEqual(await asking(free));
    const guess = async (phone: string) => {
      const { data, errors } = await change(buyer, { phone, phoneCode: another(codeOf(phone)), currentPassword: PASSWORD });
      return [data, errors?.[0]?.message, errors?.[0]?.extensions];
    };
    expect(await guess(holder.phone)).toEqual(await guess(free));

    const right = { phone: holder.phone, phoneCode: codeOf(holder.phone), currentPassword: PASSWORD };
    expect(refusal(await change(buyer, right))).toEqual(['CONFLICT']);
    expect((await stored(buyer)).phone).toBe(buyer.phone);
    expect((await stored(holder)).phone).toBe(holder.phone);
    expect((await byCode(holder.phone)).data.userLogin.user.id).toBe(holder.id);
  });

  it('is no way out for a stranger whose account the owner of the phone proves at the same moment', async () => {
    const stranger = await aBuyer();
    const away = aPhone();
    const phoneCode = await contactCode(stranger, { phone: away });
    const holder = await server.app.db.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [away]);
    // The password and the code were right: only the write waits.
    const moving = change(stranger, { phone: away, phoneCode, currentPassword: PASSWORD });
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await vi.waitFor(async () => expect((await holder.query(waiting)).rowCount).toBe(1), 5_000);
    const victim = (await byCode(stranger.phone)).data.userLogin;
    expect(victim.user.id).toBe(stranger.id);
    await holder.query('COMMIT');
    holder.release();
    expect(refusal(await moving)).toEqual(['CONFLICT']);
    expect(await stored(stranger)).toMatchObject({ phone: stranger.phone, phoneProvedAt: expect.any(Date) });
    ageCaches(3_001);
    const late = await change(stranger, { phone: away, phoneCode, currentPassword: PASSWORD });
    expect(refusal(late)).toEqual(['UNAUTHENTICATED']);
    expect(await server.app.db.prisma.contactCode.count({ where: { userId: stranger.id } })).toBe(0);
  });

  it('leaves the old one to who has it next', async () => {
    const buyer = await aBuyer();
    expect((await byCode(buyer.phone)).errors).toBeUndefined();
    const reset = 'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { accessToken } }';
    await server.graphql(ASK_LOGIN, { phone: buyer.phone });
    const input = { phone: buyer.phone, code: codeOf(buyer.phone), newPassword: PASSWORD };
    const mine = { ...buyer, token: (await server.graphql(reset, { input })).data.resetPassword.accessToken };
    const phone = aPhone();
    const moved = await change(mine, { phone, phoneCode: await contactCode(mine, { phone }), currentPassword: PASSWORD });
    expect(moved.data.updateCustomer).toMatchObject({ phone });

    const next = await aBuyer(server, buyer.phone);
    expect((await byCode(buyer.phone)).data.userLogin.user.id).toBe(next.id);
    expect((await byCode(phone)).data.userLogin.user.id).toBe(buyer.id);
  });
});

describe('the own phone', () => {
  it('is proved by a code, without a password, and the password and the session stay', async () => {
    const buyer = await aBuyer();
    expect(refusal(await change(buyer, { phone: buyer.phone, phoneCode: '123456' }))).toEqual(['BAD_USER_INPUT', 'phoneCode']);
    const phoneCode = await contactCode(buyer, { phone: buyer.phone });
    const { data } = await change(buyer, { phone: buyer.phone, phoneCode });
    expect(data.updateCustomer).toMatchObject({ phone: buyer.phone, phoneProvedAt: expect.any(String) });
    ageCaches(3_001);
    expect((await server.graphql('{ me { id } }', {}, buyer)).data.me.id).toBe(buyer.id);
    const login = await server.graphql(LOGIN, { input: { phone: buyer.phone, password: PASSWORD } });
    expect(login.data.userLogin.user.id).toBe(buyer.id);
  });
});

describe('a new e-mail address', () => {
  it('needs the password and a code that was sent to it; to have none needs the password', async () => {
    const buyer = await aBuyer();
    const email = `vera-${serial}@example.com`;
    const emailCode = await contactCode(buyer, { email });
    for (const [input, field] of [
      [{ email, emailCode }, 'currentPassword'],
      [{ email, currentPassword: PASSWORD }, 'emailCode'],
      [{ email, emailCode: another(emailCode), currentPassword: PASSWORD }, 'emailCode'],
      [{ email: `not-${email}`, emailCode, currentPassword: PASSWORD }, 'emailCode'],
    ] as const)
      expect(refusal(await change(buyer, input))).toEqual(['BAD_USER_INPUT', field]);
    expect((await stored(buyer)).email).toBeNull();
    const right = { email: email.toUpperCase(), emailCode, currentPassword: PASSWORD };
    expect((await change(buyer, right)).data.updateCustomer).toMatchObject({ email, phoneProvedAt: null });
    expect(refusal(await change(buyer, { email: null }))).toEqual(['BAD_USER_INPUT', 'currentPassword']);
    expect((await change(buyer, { email: null, currentPassword: PASSWORD })).data.updateCustomer.email).toBeNull();
  });

  it('needs no password where there is none and no address yet, but the code', async () => {
    const claim = await aBuyer();
    const { accessToken: token } = (await byCode(claim.phone)).data.userLogin;
    const buyer = { ...claim, token };
    const [phone, email] = [aPhone(), `first-${serial}@example.com`];
    const [phoneCode, emailCode] = [await contactCode(buyer, { phone }), await contactCode(buyer, { email })];
    expect(refusal(await change(buyer, { phone, phoneCode, email, emailCode }))).toEqual(['BAD_USER_INPUT', 'currentPassword']);
    expect(refusal(await change(buyer, { email, emailCode: another(emailCode) }))).toEqual(['BAD_USER_INPUT', 'emailCode']);
    expect((await change(buyer, { email, emailCode })).data.updateCustomer).toMatchObject({ email });
    const next = `next-${serial}@example.com`;
    const changing = { email: next, emailCode: await contactCode(buyer, { email: next }) };
    expect(refusal(await change(buyer, changing))).toEqual(['BAD_USER_INPUT', 'currentPassword']);
  });

  it('is proved by a code that reaches who sends e-mails, and whose body is not kept', async () => {
    const inbox = await startInbox();
    await anEndpoint(server, `${inbox.url}mail`, ['email.code_requested']);
    const buyer = await aBuyer();
    const email = `ana-${serial}@example.com`;
    const code = await contactCode(buyer, { email });
    await expectEventsAsDescribed(server, []);
    await vi.waitFor(() => expect(inbox.received).toHaveLength(1), 5_000);
    expect(JSON.parse(inbox.received[0]!.body)).toMatchObject({
      type: 'email.code_requested',
      data: { email, code, language: 'pt-BR', expiresAt: expect.any(String) },
    });
    const bodies = async () => (await server.app.db.prisma.webhookEvent.findMany()).map(({ body }) => body);
    await vi.waitFor(async () => expect(await bodies()).toEqual(['']), 5_000);
    const kept = await server.app.db.pool.query('SELECT c::text AS line FROM contact_codes c');
    for (const { line } of kept.rows) expect(line).not.toContain(code);
  });
});

describe('a code for a contact', () => {
  it('is for a phone or an e-mail address, and for buyers', async () => {
    const buyer = await aBuyer();
    for (const input of [{}, { phone: aPhone(), email: 'a@example.com' }])
      expect(refusal(await server.graphql(ASK, { input }, buyer))).toEqual(['BAD_USER_INPUT', 'phone', 'email']);
    expect(refusal(await server.graphql(ASK, { input: { phone: 'hello' } }, buyer))).toEqual(['BAD_USER_INPUT', 'phone']);
    expect(refusal(await server.graphql(ASK, { input: { email: 'hello' } }, buyer))).toEqual(['BAD_USER_INPUT', 'email']);
    expect(refusal(await server.graphql(ASK, { input: { phone: aPhone() } }))).toEqual(['UNAUTHENTICATED']);
  });

  it('is forgotten a day after it expired', async () => {
    const buyer = await aBuyer();
    await contactCode(buyer, { phone: aPhone() });
    const count = () => server.app.db.prisma.contactCode.count({ where: { userId: buyer.id } });
    const age = (hours: number) =>
      server.app.db.pool.query(`UPDATE contact_codes SET expires_at = now() - interval '${hours} hours'`);
    await age(23);
    await applyRetention(server.app);
    expect(await count()).toBe(1);
    await age(25);
    await applyRetention(server.app);
    expect(await count()).toBe(0);
  });

  it('is refused in production while nobody sends it, is limited there, and is never logged', async () => {
    const buyer = await aBuyer(production);
    const ask = (input: object) => production.graphql(ASK, { input }, buyer);
    const email = `bia-${serial}@example.com`;
    for (const input of [{ phone: aPhone() }, { email }]) expect(refusal(await ask(input))).toEqual(['UNAVAILABLE']);
    const lines = vi.spyOn(production.app.log, 'info');
    const endpoint = { url: 'https://rifas.invalid/', events: ['email.code_requested'], sealedSecret: Buffer.alloc(0) };
    await production.app.db.prisma.webhookEndpoint.create({ data: endpoint });
    expect((await ask({ email })).errors).toBeUndefined();
    expect(refusal(await ask({ email }))).toEqual(['RATE_LIMITED']);
    expect(JSON.stringify(lines.mock.calls)).not.toContain(email);
  });
});

describe('in production the codes of a phone', () => {
  const limits = () => production.app.db.prisma.loginLimit;
  /** As after a minute, or a quarter of an hour. */
  const letPass = async (...windows: string[]) => {
    for (const window of windows) await limits().deleteMany({ where: { key: { startsWith: `codes:${window}:` } } });
    ageCaches(1_001);
  };
  const ask = async ({ token }: Buyer, input: object) => refusal(await production.graphql(ASK, { input }, { token }));
  const DONE = [undefined];
  /** Of the webhooks that were written. */
  const sentTo = (contact: string) => production.app.db.prisma.webhookEvent.count({ where: { body: { contains: contact } } });
  const strangerAsks = (contact: string, clientAddress: string) =>
    production.app.loginLimits.countCode({ contact, clientAddress }).then(
      () => true,
      () => false,
    );
  beforeEach(async () => {
    const events = ['email.code_requested', 'login.code_requested'];
    await production.app.db.prisma.webhookEndpoint.create({
      data: { url: 'https://rifas.invalid/', events, sealedSecret: Buffer.alloc(0) },
    });
    await letPass('between', 'phone', 'account', 'address', 'all');
  });

  it('that strangers ask for are not those of the account that has it', async () => {
    const buyer = await aBuyer(production);
    let given = 0;
    for (let n = 0; n < 40; n += 1) {
      await letPass('between', 'phone');
      given += Number(await strangerAsks(buyer.phone, `198.51.100.${n % 20}`));
    }
    expect(given).toBe(30);
    await letPass('between', 'phone');
    expect(await strangerAsks(buyer.phone, '198.51.100.99')).toBe(false);
    expect(await ask(buyer, { phone: buyer.phone })).toEqual(DONE);
    expect(await sentTo(buyer.phone)).toBe(1);
    expect(await ask(buyer, { phone: buyer.phone })).toEqual(['RATE_LIMITED']);
  });

  it('are few in a day for all who claim it, which does not show who was first, and the first has its own', async () => {
    const owner = await aBuyer(production);
    const others = await Promise.all(Array.from({ length: 6 }, () => aBuyer(production, owner.phone)));
    const inAll = () => limits().findMany({ where: { key: { startsWith: 'codes:all:' } } });
    for (let n = 0; n < 3; n += 1)
      for (const other of others) {
        await letPass('between');
        expect(await ask(other, { phone: owner.phone })).toEqual(DONE);
      }
    expect(await sentTo(owner.phone)).toBe(8);
    expect(await inAll()).toMatchObject([{ points: 8 }]);
    await letPass('between', 'phone');
    expect(await ask(owner, { phone: owner.phone })).toEqual(DONE);
    expect(await sentTo(owner.phone)).toBe(9);

    // Nor can a code that was not sent be guessed.
    const [last] = others.slice(-1);
    const { codeHash } = await production.app.db.prisma.contactCode.findUniqueOrThrow({
      where: { userId_contact: { userId: last!.id, contact: owner.phone } },
    });
    const key = Buffer.from(hkdfSync('sha256', production.app.config.jwtSecret, '', 'login codes', 32));
    const opens = (code: number) =>
      createHmac('sha256', key)
        .update(`${last!.id} ${owner.phone} ${String(code).padStart(6, '0')}`)
        .digest()
        .equals(codeHash);
    expect(Array.from({ length: 1_000_000 }, (_, code) => code).filter(opens)).toEqual([]);
  }, 120_000);

  it('are ten in a day for the first accounts of it together', async () => {
    const phone = aPhone();
    for (let n = 0; n < 5; n += 1) {
      const first = await aBuyer(production, phone);
      for (let i = 0; i < 6; i += 1) {
        await letPass('between', 'phone');
        expect(await ask(first, { phone })).toEqual(DONE);
      }
      await production.app.db.prisma.user.update({ where: { id: first.id }, data: { phone: null } });
    }
    // With eight of other accounts.
    expect(await sentTo(phone)).toBe(18);
  });

  it('are ten in a day that an account asks for to phones and addresses of others', async () => {
    const buyer = await aBuyer(production);
    for (let n = 0; n < 5; n += 1) {
      expect(await ask(buyer, { phone: aPhone() })).toEqual(DONE);
      expect(await ask(buyer, { email: `to-${serial}@example.com` })).toEqual(DONE);
    }
    expect(await ask(buyer, { phone: aPhone() })).toEqual(['RATE_LIMITED']);
    expect(await ask(buyer, { email: 'one-more@example.com' })).toEqual(['RATE_LIMITED']);
    expect(await ask(buyer, { phone: buyer.phone })).toEqual(DONE);
  });

  it('are not burned by wrong codes of another account that asked for them too', async () => {
    const [buyer, stranger] = [await aBuyer(), await aBuyer()];
    const phone = aPhone();
    const mine = await contactCode(buyer, { phone });
    const theirs = await contactCode(stranger, { phone });
    const wrong = { phone, phoneCode: another(theirs), currentPassword: PASSWORD };
    for (let n = 0; n < 6; n += 1) expect(refusal(await change(stranger, wrong))).toEqual(['BAD_USER_INPUT', 'phoneCode']);
    expect((await change(buyer, { ...wrong, phoneCode: mine })).errors).toBeUndefined();
  });
});
