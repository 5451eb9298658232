import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { ageCaches } from './support/clock.js';
import { validCpf } from './support/cpf.js';
import { listenToCodes } from './support/logged-codes.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const PAYLOAD = '{ accessToken refreshToken user { id name phone phoneProvedAt cpf email } }';
const CREATE = `mutation ($input: CreateCustomerInput!) { done: createCustomer(input: $input) ${PAYLOAD} }`;
const LOGIN = `mutation ($input: UserLoginInput!) { done: userLogin(input: $input) ${PAYLOAD} }`;
const RESET = `mutation ($input: ResetPasswordInput!) { done: resetPassword(input: $input) ${PAYLOAD} }`;
const REFRESH = `mutation ($refreshToken: String!) { done: refreshSession(refreshToken: $refreshToken) ${PAYLOAD} }`;
const ASK = 'mutation ($phone: String!) { requestLoginCode(phone: $phone) { expiresAt } }';
const ME = '{ me { id name phone phoneProvedAt cpf email } }';

interface Entered {
  token: string;
  refreshToken: string;
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
const byCode = async (phone: string) => entered(await server.graphql(LOGIN, { input: { phone, code: await newCode(phone) } }));

const codeOfRefusal = ({ errors }: { errors?: readonly { extensions?: any }[] }) => errors?.[0]?.extensions.code;

describe('an account that a stranger made with somebody’s phone', () => {
  it('is theirs who has the phone once they log in by a code: its password and its sessions end', async () => {
    const victim = aPerson();
    const stranger = await signUp({ ...victim, password: 'the stranger’s own' });
    expect(stranger.user.phoneProvedAt).toBeNull();

    const mine = await byCode(victim.phone);
    expect(mine.user).toMatchObject({ id: stranger.user.id, phone: victim.phone, phoneProvedAt: expect.any(String) });
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
    const stranger = await signUp({ ...victim, password: 'the stranger’s own' });
    const mine = await signUp(victim);
    expect((await byPassword(victim.phone, victim.password)).user.id).toBe(mine.user.id);
    expect((await byPassword(victim.phone, 'the stranger’s own')).user.id).toBe(stranger.user.id);
    expect(codeOfRefusal(await tryPassword(victim.phone, 'neither'))).toBe('UNAUTHENTICATED');
    // Who signed up last has it, where nobody bought anything.
    expect((await byCode(victim.phone)).user.id).toBe(mine.user.id);
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
    const mine = await signUp(victim);
    await server.app.db.prisma.user.update({ where: { id: mine.user.id }, data: { createdAt: new Date('2026-01-01') } });
    const raffle = await anOpenRaffle(server);
    const { order } = await desk.buy(mine.token, { raffleId: raffle.id, quotaQuantity: 1 });
    expect((await desk.pay((await anAdmin(server)).token, order!.id)).order?.status).toBe('PAID');
    await signUp({ ...victim, password: 'the stranger’s own' });
    expect((await byCode(victim.phone)).user.id).toBe(mine.user.id);
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
    for (const shape of shapes) expect(shape).toEqual([undefined, ['accessToken', 'refreshToken']]);
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
