import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { ageCaches } from './support/clock.js';
import { validCpf } from './support/cpf.js';
import { listenToCodes } from './support/logged-codes.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const PAYLOAD = '{ accessToken refreshToken deviceToken user { id name phone phoneProvedAt cpf email } }';
const CREATE = `mutation ($input: CreateCustomerInput!) { done: createCustomer(input: $input) ${PAYLOAD} }`;
const LOGIN = `mutation ($input: UserLoginInput!) { done: userLogin(input: $input) ${PAYLOAD} }`;
const RESET = `mutation ($input: ResetPasswordInput!) { done: resetPassword(input: $input) ${PAYLOAD} }`;
const REFRESH = `mutation ($refreshToken: String!) { done: refreshSession(refreshToken: $refreshToken) ${PAYLOAD} }`;
const ASK = 'mutation ($phone: String!) { requestLoginCode(phone: $phone) { expiresAt } }';
const ME = '{ me { id name phone phoneProvedAt cpf email } }';
const CHANGE = `mutation ($id: ID!, $input: UpdateCustomerInput!) {
  updateCustomer(id: $id, input: $input) { cpf email birthDate }
}`;

interface Entered {
  token: string;
  refreshToken: string;
  deviceToken: string;
  user: { id: string; name: string; phone: string; phoneProvedAt: string | null; cpf: string | null; email: string | null };
}

const server = forTests(startTestServer);
const desk = salesDesk((...asked) => server.graphql(...asked));
beforeAll(() => seedProviders(server));
let codeOf: (contact: string) => string;
beforeEach(() => {
  codeOf = listenToCodes(server);
});
afterEach(() => {
  vi.restoreAllMocks();
});

let serial = 0;
function aPerson(changes: object = {}) {
  serial += 1;
  const phone = `+55319${70_000_000 + serial}`;
  const email = `person-${serial}@example.com`;
  return { name: 'Vera Lúcia Prado', phone, cpf: validCpf(400_000_000 + serial), email, password: 'minha senha boa', ...changes };
}

const entered = ({ data }: { data?: any }): Entered => {
  const { accessToken: token, ...rest } = data.done;
  return { token, ...rest };
};
const signUp = async (input: object) => entered(await server.graphql(CREATE, { input }));
const tryPassword = (phone: string, password: string) => server.graphql(LOGIN, { input: { phone, password } });
const byPassword = async (phone: string, password: string) => entered(await tryPassword(phone, password));

async function newCode(phone: string): Promise<string> {
  expect((await server.graphql(ASK, { phone })).errors).toBeUndefined();
  return codeOf(phone);
}
const byCode = async (phone: string, mark?: string) => {
  const input = { phone, code: await newCode(phone) };
  return entered(await server.graphql(LOGIN, { input }, mark === undefined ? {} : { headers: { 'device-token': mark } }));
};
async function buy(buyer: { token: string }, quotaQuantity: number): Promise<void> {
  const raffle = await anOpenRaffle(server);
  const { order } = await desk.buyWithoutGateway(buyer.token, { raffleId: raffle.id, quotaQuantity });
  expect((await desk.pay((await anAdmin(server)).token, order!.id)).order?.status).toBe('PAID');
}

const codeOfRefusal = ({ errors }: { errors?: readonly { extensions?: any }[] }) => errors?.[0]?.extensions.code;

describe('an account that a stranger made with somebody’s phone', () => {
  it('is theirs who has the phone once they log in by a code: its password and its sessions end', async () => {
    const victim = aPerson();
    const stranger = await signUp({ ...victim, password: 'the stranger’s own' });
    expect(stranger.user.phoneProvedAt).toBeNull();

    const mine = await byCode(victim.phone);
    const { id } = stranger.user;
    expect(mine.user).toMatchObject({ id, phone: victim.phone, phoneProvedAt: expect.any(String), cpf: null, email: null });
    ageCaches(3_001);
    expect(codeOfRefusal(await server.graphql(ME, {}, stranger))).toBe('UNAUTHENTICATED');
    expect(codeOfRefusal(await server.graphql(REFRESH, { refreshToken: stranger.refreshToken }))).toBe('UNAUTHENTICATED');
    expect(codeOfRefusal(await tryPassword(victim.phone, 'the stranger’s own'))).toBe('UNAUTHENTICATED');
    expect((await server.graphql(ME, {}, mine)).data.me).toEqual(mine.user);
  });

  it('ends also when they set a password by a code', async () => {
    const victim = aPerson();
    const stranger = await signUp({ ...victim, password: 'the stranger’s own' });
    const input = { phone: victim.phone, code: await newCode(victim.phone), newPassword: 'the victim’s own' };
    const mine = entered(await server.graphql(RESET, { input }));
    expect(mine.user.id).toBe(stranger.user.id);
    expect(codeOfRefusal(await server.graphql(REFRESH, { refreshToken: stranger.refreshToken }))).toBe('UNAUTHENTICATED');
    expect(codeOfRefusal(await tryPassword(victim.phone, 'the stranger’s own'))).toBe('UNAUTHENTICATED');
    expect((await byPassword(victim.phone, 'the victim’s own')).user.phoneProvedAt).toEqual(expect.any(String));
  });

  it('is another account than theirs who proved the phone before, and a code never leads to it', async () => {
    const victim = aPerson();
    await signUp(victim);
    const mine = await byCode(victim.phone);
    const stranger = await signUp({ ...victim, name: 'Stranger Danger', password: 'the stranger’s own' });
    expect(stranger.user).toMatchObject({ phone: victim.phone, cpf: victim.cpf, phoneProvedAt: null });
    expect(stranger.user.id).not.toBe(mine.user.id);
    expect((await server.graphql(ME, {}, mine)).data.me).toEqual(mine.user);
    expect((await byCode(victim.phone)).user).toEqual(mine.user);
  });

  it('does not stand in the way of theirs: both log in, each by the own password', async () => {
    const victim = aPerson();
    const stranger = await signUp({ ...victim, name: 'Stranger Danger', password: 'the stranger’s own' });
    const mine = await signUp(victim);
    expect((await byPassword(victim.phone, victim.password)).user.id).toBe(mine.user.id);
    expect((await byPassword(victim.phone, 'the stranger’s own')).user.id).toBe(stranger.user.id);
    expect(codeOfRefusal(await tryPassword(victim.phone, 'neither'))).toBe('UNAUTHENTICATED');
    // Who signed up first has it, where nobody bought anything. It is a new account: the stranger's access token holds for seconds more.
    const { user } = await byCode(victim.phone);
    expect(user.name).toBe(stranger.user.name);
    expect([stranger.user.id, mine.user.id]).not.toContain(user.id);
  });

  it('cannot end the code that was sent to the phone', async () => {
    const victim = aPerson();
    const stranger = await signUp({ ...victim, password: 'the stranger’s own' });
    const code = await newCode(victim.phone);
    expect((await server.graphql('mutation { endAllSessions { count } }', {}, stranger)).errors).toBeUndefined();
    expect((await server.graphql(LOGIN, { input: { phone: victim.phone, code } })).errors).toBeUndefined();
  });

  it('does not come before one that bought', async () => {
    const victim = aPerson();
    const stranger = await signUp({ ...victim, name: 'Stranger Danger', password: 'the stranger’s own' });
    const mine = await signUp(victim);
    await buy(stranger, 2);
    await buy(stranger, 1);
    await buy(mine, 4);
    expect((await byCode(victim.phone)).user.name).toBe(mine.user.name);
  });

  it('is no way around a block: the code of a phone whose proved account is blocked lets nobody in', async () => {
    const person = aPerson();
    await signUp(person);
    const { user } = await byCode(person.phone);
    await server.app.db.prisma.user.update({ where: { id: user.id }, data: { blockedAt: new Date() } });
    await signUp(person);
    const answer = await server.graphql(LOGIN, { input: { phone: person.phone, code: await newCode(person.phone) } });
    expect(codeOfRefusal(answer)).toBe('UNAUTHENTICATED');
  });
});

describe('a code of a phone that several accounts claim', () => {
  it('leads to the account of the device that it is typed on, with what is known of its buyer', async () => {
    const person = aPerson();
    const stranger = await signUp({ ...person, name: 'Stranger Danger', password: 'the stranger’s own' });
    await buy(stranger, 2);
    const first = await signUp(person);
    const mine = await byCode(person.phone, first.deviceToken);
    expect(mine.user).toEqual({ ...first.user, phoneProvedAt: expect.any(String) });
    // Nothing of it is empty, so none of it changes.
    for (const input of [{ cpf: validCpf(490_000_001) }, { cpf: null }])
      expect(codeOfRefusal(await server.graphql(CHANGE, { id: mine.user.id, input }, mine))).toBe('CONFLICT');
  });

  it('on another device takes away what a stranger may have typed, in the audit log too, and the buyer sets it once', async () => {
    const person = aPerson();
    const { user } = await signUp({ ...person, birthDate: '1990-01-02' });
    const another = await signUp(aPerson());
    const mine = await byCode(person.phone, another.deviceToken);
    const { id } = user;
    expect(mine.user).toEqual({ ...user, cpf: null, email: null, phoneProvedAt: expect.any(String) });
    const entries = await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: id } });
    const emptied = { cpf: null, email: null, birthDate: null };
    expect(entries).toMatchObject([{ action: 'provePhone', actorId: id, details: emptied }]);

    const change = (input: object) => server.graphql(CHANGE, { id, input }, mine);
    const cpf = validCpf(490_000_002);
    const set = await change({ cpf, birthDate: '1980-03-04' });
    expect(set.data.updateCustomer).toEqual({ cpf, email: null, birthDate: '1980-03-04' });
    for (const [field, value] of Object.entries({ cpf: person.cpf, birthDate: '1990-01-02' })) {
      const { errors } = await change({ [field]: value });
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', fields: { [field]: [expect.any(String)] } });
    }
    expect((await change({ cpf })).data.updateCustomer.cpf).toBe(cpf);
    expect((await byCode(person.phone)).user.cpf).toBe(cpf);
  });

  it('takes nothing away of an account without a password, which an operator made', async () => {
    const owner = await anAdmin(server);
    const { phone, cpf, email } = aPerson();
    const input = { role: 'USER', name: 'Rui Costa', phone, cpf, email };
    const made = await server.graphql(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
      { input },
      owner,
    );
    expect((await byCode(phone)).user).toMatchObject({ id: made.data.createUser.id, cpf, email });
  });

  it('leads also to an account behind a thousand others, by its password and on its device', async () => {
    const person = aPerson();
    const { passwordHash } = await server.app.db.prisma.user.findUniqueOrThrow({ where: { id: (await signUp(person)).user.id } });
    await server.app.db.prisma.user.createMany({
      data: Array.from({ length: 1_100 }, () => ({
        id: uuidv7(),
        role: 'USER' as const,
        name: 'Stranger Danger',
        phone: person.phone,
        passwordHash,
      })),
    });
    const mine = await signUp({ ...person, password: 'the last one’s own' });
    expect((await byPassword(person.phone, 'the last one’s own')).user.id).toBe(mine.user.id);
    expect((await byCode(person.phone, mine.deviceToken)).user.id).toBe(mine.user.id);
    expect(await server.app.db.prisma.user.count({ where: { mergedInto: mine.user.id } })).toBe(1_101);
  });
});

it('a phone that support takes from an account is free for who has it now, and the account stays as it is', async () => {
  const [before, now] = [aPerson(), aPerson()];
  await signUp(before);
  const old = await byCode(before.phone);
  await buy(old, 1);
  const support = await anAdmin(server, 'SUPPORT');
  const update = 'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { phone phoneProvedAt } }';
  const take = (phone: string | null) => server.graphql(update, { id: old.user.id, input: { phone } }, support);
  expect((await take(null)).data.updateUser).toEqual({ phone: null, phoneProvedAt: null });
  ageCaches(3_001);
  expect(codeOfRefusal(await server.graphql(ME, {}, old))).toBe('UNAUTHENTICATED');
  const entries = await server.app.db.prisma.auditEntry.findMany({ where: { action: 'updateUser', subjectId: old.user.id } });
  expect(entries).toMatchObject([{ details: { phone: null, phoneBefore: '***' } }]);

  await signUp({ ...now, phone: before.phone });
  const mine = await byCode(before.phone);
  expect(mine.user.id).not.toBe(old.user.id);
  expect((await server.graphql('{ myOrders { nodes { id } } }', {}, mine)).data.myOrders.nodes).toEqual([]);
  // The old owner calls from a new phone.
  const { phone } = aPerson();
  await take(phone);
  expect((await byCode(phone)).user.id).toBe(old.user.id);
});

describe('who is a customer', () => {
  it('is not told by signing up: the answer is the same for known and unknown phones, CPFs and e-mail addresses', async () => {
    const known = aPerson();
    await signUp(known);
    const proved = aPerson();
    await signUp(proved);
    await byCode(proved.phone);
    const shapes = await Promise.all(
      [
        aPerson(),
        known,
        aPerson({ cpf: known.cpf }),
        aPerson({ email: known.email }),
        proved,
        aPerson({ phone: proved.phone }),
      ].map(async (input) => {
        const { data, errors } = await server.graphql(CREATE, { input: { ...input, name: 'Nobody New' } });
        const { user, ...tokens } = data.done;
        const same = { ...input, name: 'Nobody New', password: undefined, phoneProvedAt: null };
        expect(user).toEqual({ id: expect.any(String), ...same });
        return [errors, Object.keys(tokens)];
      }),
    );
    for (const shape of shapes) expect(shape).toEqual([undefined, ['accessToken', 'refreshToken', 'deviceToken']]);
  });

  it('is not told by how long a password takes: all of a phone are hashed with one salt', async () => {
    const person = aPerson();
    const [one] = [await signUp(person), await signUp({ ...person, password: 'another one' })];
    const change = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { expiresAt } }';
    const changing = { currentPassword: person.password, newPassword: 'my fourth password' };
    expect((await server.graphql(change, { input: changing }, one)).errors).toBeUndefined();
    const input = { phone: person.phone, code: await newCode(person.phone), newPassword: 'my third password' };
    const saltsOf = async () => {
      const rows = await server.app.db.prisma.user.findMany({ where: { phone: person.phone } });
      return rows.map(({ passwordHash }) => passwordHash?.split('$')[4]);
    };
    const salts = await saltsOf();
    expect(salts).toEqual([expect.any(String), salts[0]]);
    expect((await server.graphql(RESET, { input })).errors).toBeUndefined();
    await signUp(person);
    const later = await saltsOf();
    expect(later).toEqual([expect.any(String), later[0]]);
    const other = await signUp(aPerson());
    const { passwordHash } = await server.app.db.prisma.user.findUniqueOrThrow({ where: { id: other.user.id } });
    expect(passwordHash?.split('$')[4]).not.toBe(salts[0]);
  });

  it('is told to operators, of proved phones alone', async () => {
    const owner = await anAdmin(server);
    const make = (person: { phone: string; cpf: string }) =>
      server.graphql(
        'mutation ($input: CreateUserInput!) { createUser(input: $input) { id phone phoneProvedAt } }',
        {
          input: { role: 'USER', name: 'Rui Costa', phone: person.phone, cpf: person.cpf },
        },
        owner,
      );
    const person = aPerson();
    await signUp(person);
    expect((await make(person)).data.createUser).toMatchObject({ phone: person.phone, phoneProvedAt: null });
    const { user } = await byCode(person.phone);
    expect((await make(person)).errors?.[0]?.extensions).toMatchObject({ fields: { phone: ['belongs to another account'] } });
    const found = await server.graphql('query ($phone: String!) { userByPhone(phone: $phone) { id } }', person, owner);
    expect(found.data.userByPhone.id).toBe(user.id);

    const update = 'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { phone phoneProvedAt } }';
    const other = await aCustomer(server);
    const taking = await server.graphql(update, { id: other.id, input: { phone: person.phone } }, owner);
    expect(taking.errors?.[0]?.extensions).toMatchObject({ fields: { phone: ['belongs to another account'] } });
    const { phone } = aPerson();
    const moved = await server.graphql(update, { id: user.id, input: { phone } }, owner);
    expect(moved.data.updateUser).toEqual({ phone, phoneProvedAt: null });
  });

  it('shows the buyer and operators alone whether a phone is proved', async () => {
    const person = aPerson();
    await signUp(person);
    const mine = await byCode(person.phone);
    expect(mine.user.phoneProvedAt).toEqual(expect.any(String));
    expect((await server.graphql(ME, {}, mine)).data.me.phoneProvedAt).toBe(mine.user.phoneProvedAt);
  });
});
