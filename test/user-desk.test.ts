import { beforeAll, describe, expect, it } from 'vitest';
import { ageCaches } from './support/clock.js';
import { validCpf } from './support/cpf.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { restClient } from './support/rest-contract.js';
import { forTests, startTestServer } from './support/start.js';

type Actor = { id: string; token: string };

const FIELDS = 'id role operatorRole name phone cpf email birthDate blockedAt blockedReason deletedAt';
const CREATE = `mutation ($input: CreateUserInput!) { createUser(input: $input) { ${FIELDS} } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { ${FIELDS} } }`;
const BLOCK = `mutation ($id: ID!, $reason: String!) { blockUser(id: $id, reason: $reason) { ${FIELDS} } }`;
const UNBLOCK = `mutation ($id: ID!) { unblockUser(id: $id) { ${FIELDS} } }`;
const CUSTOMER =
  'mutation ($id: ID!, $input: UpdateCustomerInput!) { updateCustomer(id: $id, input: $input) { id name phone email birthDate } }';
const LOGIN = 'mutation ($input: AdminLoginInput!) { adminLogin(input: $input) { accessToken user { operatorRole } } }';
const UNKNOWN = '01990000-0000-7000-8000-00000000dead';
const PASSWORD = 'correct horse battery';

const server = forTests(startTestServer);
let owner: Actor;
const support = forTests(() => anAdmin(server, 'SUPPORT'));
const finance = forTests(() => anAdmin(server, 'FINANCE'));
let serial = 0;
beforeAll(async () => {
  owner = await anAdmin(server, 'OWNER');
});

const anOperator = (changes: object = {}) => ({
  role: 'ADMIN',
  operatorRole: 'FINANCE',
  name: 'Bia Lima',
  email: `bia-${(serial += 1)}@example.com`,
  password: PASSWORD,
  ...changes,
});
const aBuyer = (changes: object = {}) => {
  serial += 1;
  return {
    role: 'USER',
    name: 'Rui Costa',
    phone: `+55219${80_000_000 + serial}`,
    cpf: validCpf(700_000_000 + serial),
    ...changes,
  };
};
interface Login {
  email: string;
  phone: string;
}
const ask = (query: string, variables: Record<string, unknown>, by: { token: string } = owner) =>
  server.graphql(query, variables, by);
const refusal = async (answer: ReturnType<typeof ask>) => (await answer).errors?.[0]?.extensions;
const entriesOf = (subjectId: string) =>
  server.app.db.prisma.auditEntry.findMany({ where: { subjectType: 'user', subjectId }, orderBy: { id: 'asc' } });

describe('an operator', () => {
  it('is made by an owner, logs in and may do what the role says', async () => {
    const input = anOperator();
    const { data } = await ask(CREATE, { input });
    const { password: _, ...told } = input;
    expect(data.createUser).toEqual({
      ...told,
      id: expect.any(String),
      phone: null,
      cpf: null,
      birthDate: null,
      blockedAt: null,
      blockedReason: null,
      deletedAt: null,
    });
    const login = await server.graphql(LOGIN, { input: { email: input.email.toUpperCase(), password: PASSWORD } });
    expect(login.data.adminLogin.user).toEqual({ operatorRole: 'FINANCE' });
    const token = { token: login.data.adminLogin.accessToken };
    expect((await ask('{ reconciliation { checkedAt } }', {}, token)).errors).toBeUndefined();
    expect(await refusal(ask(CREATE, { input: anOperator() }, token))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await entriesOf(data.createUser.id)).toMatchObject([
      {
        actorId: owner.id,
        actorAddress: '127.0.0.1',
        action: 'createUser',
        details: { role: 'ADMIN', operatorRole: 'FINANCE', name: told.name, email: told.email },
      },
    ]);
    expect(JSON.stringify(await entriesOf(data.createUser.id), (_k, v) => (typeof v === 'bigint' ? String(v) : v))).not.toContain(
      PASSWORD,
    );
  });

  it.each([
    [{ operatorRole: undefined, email: undefined, password: undefined }, ['operatorRole', 'email', 'password']],
    [{ phone: '+5511987654321', cpf: validCpf(1), birthDate: '1990-01-01' }, ['phone', 'cpf', 'birthDate']],
    [{ name: '1' }, ['name']],
    [{ email: 'no' }, ['email']],
    [{ password: 'short' }, ['password']],
  ])('with %o is refused at the field', async (changes, fields) => {
    const problems = await refusal(ask(CREATE, { input: anOperator(changes) }));
    expect(problems).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(Object.keys((problems as { fields: object }).fields).toSorted()).toEqual(fields.toSorted());
  });

  it('is changed by owners alone, whose tokens end with another role or password', async () => {
    const made = (await ask(CREATE, { input: anOperator() })).data.createUser;
    for (const by of [support, finance]) {
      expect(await refusal(ask(UPDATE, { id: made.id, input: { name: 'Mine' } }, by))).toMatchObject({ code: 'FORBIDDEN' });
      expect(await refusal(ask(BLOCK, { id: made.id, reason: 'x' }, by))).toMatchObject({ code: 'FORBIDDEN' });
    }
    const version = async () => (await server.app.db.prisma.user.findUnique({ where: { id: made.id } }))?.tokenVersion;
    const before = await version();
    const input = { operatorRole: 'SUPPORT', password: 'another wooden bridge', name: 'Bia L.' };
    expect((await ask(UPDATE, { id: made.id, input })).data.updateUser).toMatchObject({
      operatorRole: 'SUPPORT',
      name: 'Bia L.',
    });
    expect(await version()).toBe((before ?? 0) + 1);
    expect((await entriesOf(made.id)).at(-1)?.details).toEqual({
      name: 'Bia L.',
      nameBefore: 'Bia Lima',
      operatorRoleBefore: 'FINANCE',
      operatorRole: 'SUPPORT',
      password: 'changed',
    });
    for (const field of ['name', 'email', 'operatorRole', 'password'])
      expect(await refusal(ask(UPDATE, { id: made.id, input: { [field]: null } }))).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [field]: [expect.any(String)] },
      });
    expect(await refusal(ask(UPDATE, { id: made.id, input: { cpf: validCpf(2) } }))).toMatchObject({
      fields: { cpf: ['is for buyers'] },
    });
  });

  it('who is the last owner stays one, however many leave at once', async () => {
    const { prisma } = server.app.db;
    await prisma.user.updateMany({ where: { operatorRole: 'OWNER', NOT: { id: owner.id } }, data: { operatorRole: 'SUPPORT' } });
    const conflict = { code: 'CONFLICT' };
    expect(await refusal(ask(UPDATE, { id: owner.id, input: { operatorRole: 'FINANCE' } }))).toMatchObject(conflict);
    expect(await refusal(ask(BLOCK, { id: owner.id, reason: 'away' }))).toMatchObject(conflict);
    expect(await refusal(ask('mutation ($id: ID!) { deleteUser(id: $id) { id } }', { id: owner.id }))).toMatchObject(conflict);

    const second = await anAdmin(server, 'OWNER');
    const leaving = [owner, second].map((who) => ask(UPDATE, { id: who.id, input: { operatorRole: 'SUPPORT' } }, owner));
    const answers = await Promise.all(leaving);
    expect(answers.filter(({ errors }) => errors)).toHaveLength(1);
    expect(await prisma.user.count({ where: { operatorRole: 'OWNER' } })).toBe(1);
    await prisma.user.update({ where: { id: owner.id }, data: { operatorRole: 'OWNER' } });
    owner = {
      id: owner.id,
      token: server.app.tokens.issue(
        'ADMIN',
        owner.id,
        (await prisma.user.findUniqueOrThrow({ where: { id: owner.id } })).tokenVersion,
      ).accessToken,
    };
  });
});

describe('a buyer', () => {
  it('is made without a password, found by phone and listed', async () => {
    const input = { ...aBuyer(), email: `RUI-${serial}@Example.com`, birthDate: '1990-05-01' };
    const made = (await ask(CREATE, { input })).data.createUser;
    expect(made).toMatchObject({ ...input, email: input.email.toLowerCase(), operatorRole: null });
    const typed = input.phone.replace('+55', '(').replace(/^\((\d\d)/, '($1) ');
    expect(
      (await ask(`query ($phone: String!) { userByPhone(phone: $phone) { ${FIELDS} } }`, { phone: typed }, support)).data
        .userByPhone,
    ).toEqual(made);
    expect((await ask(`query ($id: ID!) { user(id: $id) { ${FIELDS} } }`, { id: made.id }, finance)).data.user).toEqual(made);
    const listed = (await ask(`{ users(first: 1) { nodes { ${FIELDS} } totalCount } }`, {}, support)).data.users;
    expect(listed.nodes).toEqual([made]);
    expect(await refusal(ask('query { userByPhone(phone: "1") { id } }', {}))).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await refusal(ask('query { userByPhone(phone: "+14155550100") { id } }', {}))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await entriesOf(made.id))[0]?.details).toMatchObject({
      name: '***',
      phone: '***',
      cpf: '***',
      birthDate: '***',
    });
  });

  it('is not made with what another has, or without phone and CPF, and all of it is told at once', async () => {
    const taken = anOperator();
    await ask(CREATE, { input: taken });
    const { fields } = (await refusal(ask(CREATE, { input: taken }))) as { fields: object };
    expect(Object.keys(fields)).toEqual(['email']);
    const missing = await refusal(ask(CREATE, { input: { role: 'USER', name: 'R', operatorRole: 'OWNER' } }));
    expect(Object.keys((missing as { fields: object }).fields).toSorted()).toEqual(['cpf', 'name', 'operatorRole', 'phone']);
  });

  it('is changed by support, but for what is checked by law', async () => {
    const made = await aCustomer(server);
    const phone = aBuyer().phone;
    expect((await ask(UPDATE, { id: made.id, input: { phone } }, support)).data.updateUser).toMatchObject({ phone });
    // Who has the old phone is not logged in on it any more.
    ageCaches(3_001);
    expect(await refusal(ask('{ me { id } }', {}, made))).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await entriesOf(made.id)).at(-1)).toMatchObject({
      actorId: support.id,
      details: { phone: '***', phoneBefore: '***' },
    });
    // Before what is wrong with the form, which is not theirs to mend.
    for (const input of [{ cpf: validCpf(800_000_000) }, { birthDate: '1991-01-01' }, { cpf: '1', name: 'X' }])
      expect(await refusal(ask(UPDATE, { id: made.id, input }, support))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(ask(UPDATE, { id: made.id, input: { name: 'X Y' } }, finance))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(ask(UPDATE, { id: made.id, input: { password: PASSWORD } }))).toMatchObject({
      fields: { password: [expect.any(String)] },
    });
    expect(await refusal(ask(UPDATE, { id: UNKNOWN, input: { name: 'X Y' } }))).toMatchObject({ code: 'NOT_FOUND' });
    const entries = (await entriesOf(made.id)).length;
    expect((await ask(UPDATE, { id: made.id, input: { phone } }, support)).errors).toBeUndefined();
    expect(await entriesOf(made.id)).toHaveLength(entries);
  });

  it.each([
    ['an operator', 'adminLogin', ({ email }: Login) => ({ email, password: PASSWORD })],
    ['a buyer', 'userLogin', ({ phone }: Login) => ({ phone, password: PASSWORD })],
  ])(
    '%s who is blocked does not log in until unblocked, and is told no more than a stranger',
    async (who, operation, loginOf) => {
      const buyer = aBuyer();
      const operator = anOperator();
      const signUp = 'mutation ($input: CreateCustomerInput!) { done: createCustomer(input: $input) { user { id } } }';
      const { name, phone, cpf } = buyer;
      const made =
        who === 'a buyer'
          ? (await server.graphql(signUp, { input: { name, phone, cpf, password: PASSWORD } })).data.done.user
          : (await ask(CREATE, { input: operator })).data.createUser;
      const type = operation === 'adminLogin' ? 'AdminLoginInput' : 'UserLoginInput';
      const logIn = async (input = loginOf({ phone, email: operator.email })) => {
        const { data, errors } = await server.graphql(
          `mutation ($input: ${type}!) { done: ${operation}(input: $input) { accessToken } }`,
          { input },
        );
        return data?.done ?? errors?.map(({ message, extensions }) => [extensions.code, message]);
      };
      const strange = await logIn(loginOf({ phone: aBuyer().phone, email: 'nobody@example.com' }));
      const { accessToken: token } = await logIn();
      await ask(BLOCK, { id: made.id, reason: 'chargebacks' });
      expect(await logIn()).toEqual(strange);
      await ask(UNBLOCK, { id: made.id });
      expect(await logIn()).toMatchObject({ accessToken: expect.any(String) });
      // Who was logged in before is not so again.
      ageCaches(3_001);
      expect(await refusal(ask('{ me { id } }', {}, { token }))).toMatchObject({ code: 'UNAUTHENTICATED' });
    },
  );

  it('who is blocked cannot be ordered for, and is found among the blocked, until unblocked', async () => {
    const made = await aCustomer(server);
    const blocked = (await ask(BLOCK, { id: made.id, reason: ' chargebacks ' }, support)).data.blockUser;
    expect(blocked).toMatchObject({ blockedAt: expect.any(String), blockedReason: 'chargebacks' });
    const again = (await ask(BLOCK, { id: made.id, reason: 'other' }, support)).data.blockUser;
    expect(again).toEqual(blocked);
    expect(await refusal(ask(BLOCK, { id: made.id, reason: ' ' }, support))).toMatchObject({
      fields: { reason: [expect.any(String)] },
    });
    expect((await ask('{ users(isBlocked: true) { nodes { id } } }', {})).data.users.nodes).toContainEqual({ id: made.id });
    const open = (await ask('{ users(isBlocked: false, first: 100) { nodes { id } } }', {})).data.users.nodes;
    expect(open).not.toContainEqual({ id: made.id });
    const order = 'mutation ($userId: ID!) { createOrder(input: { raffleId: "x", quotaQuantity: 1, userId: $userId }) { id } }';
    expect(await refusal(ask(order, { userId: made.id }))).toMatchObject({ fields: { userId: ['is blocked'] } });
    expect((await ask(UNBLOCK, { id: made.id }, support)).data.unblockUser).toMatchObject({
      blockedAt: null,
      blockedReason: null,
    });
    expect((await entriesOf(made.id)).map(({ action, details }) => [action, details])).toEqual([
      ['blockUser', { reason: 'chargebacks' }],
      ['unblockUser', { reason: 'chargebacks' }],
    ]);
  });

  it('changes the own data, but no date of birth that is set', async () => {
    const registration = { name: 'Ana Paz', phone: aBuyer().phone, cpf: validCpf(810_000_000 + serial), password: PASSWORD };
    const created = await server.graphql(
      'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { accessToken user { id } } }',
      { input: registration },
    );
    const by = { token: created.data.createCustomer.accessToken };
    const { id } = created.data.createCustomer.user;
    const change = (input: object, who = id) => ask(CUSTOMER, { id: who, input }, by);
    expect((await change({ name: 'Ana  Paz Lima', birthDate: '1990-01-02' })).data.updateCustomer).toMatchObject({
      name: 'Ana Paz Lima',
      birthDate: '1990-01-02',
    });
    expect(await refusal(change({ birthDate: '1980-01-02' }))).toMatchObject({ code: 'CONFLICT' });
    const other = await aCustomer(server);
    expect(await refusal(change({ name: null, phone: null }))).toMatchObject({
      fields: { name: [expect.any(String)], phone: [expect.any(String)] },
    });
    expect(await refusal(change({ name: 'Mine' }, other.id))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('over REST', () => {
  it('users are made, listed, read, changed, blocked and deleted', async () => {
    const rest = restClient(server);
    const token = owner.token;
    const made = await rest('POST /v1/users', { token, body: aBuyer() });
    expect(made.status).toBe(201);
    const params = { id: made.body.id };
    expect((await rest('GET /v1/users', { token, query: 'role=USER&first=1&total=true' })).body).toMatchObject({
      data: [made.body],
      totalCount: expect.any(Number),
    });
    expect((await rest('GET /v1/users/{id}', { token, params })).body).toEqual(made.body);
    expect((await rest('GET /v1/users/phone/{phone}', { token, params: { phone: made.body.phone } })).body).toEqual(made.body);
    expect(await rest('PATCH /v1/users/{id}', { token, params, body: { name: 'Rui C. Neto' } })).toMatchObject({
      status: 200,
      body: { name: 'Rui C. Neto' },
    });
    expect(await rest('PATCH /v1/users/{id}/block', { token, params, body: { reason: 'fraud' } })).toMatchObject({
      status: 200,
      body: { blockedReason: 'fraud' },
    });
    expect(await rest('PATCH /v1/users/{id}/unblock', { token, params })).toMatchObject({
      status: 200,
      body: { blockedAt: null },
    });
    const buyer = await aCustomer(server);
    const own = { token: buyer.token, params: { id: buyer.id } };
    expect(await rest('PATCH /v1/users/customers/{id}', { ...own, body: { name: 'Maria Luz' } })).toMatchObject({
      status: 200,
      body: { name: 'Maria Luz' },
    });
    expect(await rest('DELETE /v1/users/{id}', { token, params })).toMatchObject({
      status: 200,
      body: { name: 'Anônimo', deletedAt: expect.any(String) },
    });
    for (const call of ['GET /v1/users', 'GET /v1/users/{id}', 'GET /v1/users/phone/{phone}', 'DELETE /v1/users/{id}'])
      expect((await rest(call, { token: buyer.token, params: { ...params, phone: buyer.phone } })).status).toBe(403);
  });
});
