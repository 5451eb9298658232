import 'reflect-metadata';
import fc from 'fast-check';
import { graphql } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { buildSchemaSync, Query, Resolver } from 'type-graphql';
import { describe, expect, it } from 'vitest';
import type { Principal } from '../src/platform/principal.js';
import { asSeenBy, maskCpf, maskName, maskPhone } from '../src/platform/masking.js';
import { parseCpf, parsePersonName, parsePhone } from '../src/users/person.js';
import { UserResolver } from '../src/users/user.resolver.js';
import { User } from '../src/users/user.type.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { validCpf } from './support/cpf.js';
import { forTests, startTestServer } from './support/start.js';

const CREATE = `mutation ($input: CreateCustomerInput!) {
  createCustomer(input: $input) { accessToken expiresAt user { id role name phone cpf email birthDate createdAt } }
}`;
const ME = '{ me { id role name phone cpf email birthDate } }';

const server = forTests(startTestServer);

let serial = 0;

function registration(changes: Record<string, unknown> = {}) {
  serial += 1;
  const phone = `(21) 9${String(70_000_000 + serial).replace(/(\d{4})$/, '-$1')}`;
  return { name: 'Maria da Silva', phone, cpf: validCpf(300_000_000 + serial), password: 'correct horse', ...changes };
}

async function register(input: Record<string, unknown>, token?: string) {
  return server.graphql(CREATE, { input }, { token });
}

const countUsers = () => server.app.db.prisma.user.count();

describe('registering as a customer', () => {
  it('keeps phone, CPF, email and name in one form each, and answers them whole to their owner', async () => {
    const answer = await register({
      name: '  Zélia   dos  Santos ',
      phone: '(11) 98765-4321',
      cpf: '529.982.247-25',
      email: 'Zelia@Example.COM',
      birthDate: '1990-02-28',
      password: 'correct horse',
    });

    expect(answer.errors).toBeUndefined();
    const { user } = answer.data.createCustomer;
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      role: 'USER',
      name: 'Zélia dos Santos',
      phone: '+5511987654321',
      cpf: '52998224725',
      email: 'zelia@example.com',
      birthDate: '1990-02-28',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    const row = await server.app.db.prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row).toMatchObject({ phone: '+5511987654321', cpf: '52998224725', email: 'zelia@example.com', deletedAt: null });
    expect(row.birthDate?.toISOString()).toBe('1990-02-28T00:00:00.000Z');
    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('logs in at once, and asks for neither email nor birth date', async () => {
    const input = registration({ email: null });
    const { accessToken, expiresAt, user } = (await register(input)).data.createCustomer;

    const me = await server.graphql(ME, {}, { token: accessToken });
    expect(me.data.me).toEqual({
      id: user.id,
      role: 'USER',
      name: 'Maria da Silva',
      phone: parsePhone(input.phone),
      cpf: input.cpf,
      email: null,
      birthDate: null,
    });
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
  });

  it('never makes an operator, whoever asks', async () => {
    const { token } = await anAdmin(server);
    expect((await register(registration(), token)).data.createCustomer.user.role).toBe('USER');
    const unknownField = await register(registration({ role: 'ADMIN' }));
    expect(unknownField.data).toBeUndefined();
    expect(unknownField.errors?.[0]?.extensions.fields).toEqual({ role: ['is not a field of this input'] });
  });

  const lengthOfPassword = 'must be longer than or equal to 8 characters';
  it.each<[string, Record<string, unknown>, Record<string, string[]>]>([
    ['a blank name', { name: ' \u00a0 ' }, { name: ['must be a name of 2 to 120 characters', 'must not be blank'] }],
    ['a name of one letter', { name: ' A ' }, { name: ['must be a name of 2 to 120 characters'] }],
    ['a name too long', { name: 'a'.repeat(121) }, { name: ['must be a name of 2 to 120 characters'] }],
    [
      'a phone without area code',
      { phone: '98765-4321' },
      {
        phone: ['must be a Brazilian phone with its area code, or start with + and a country code'],
      },
    ],
    ['a CPF with a wrong check digit', { cpf: '52998224724' }, { cpf: ['must be a valid CPF of 11 digits'] }],
    ['a CPF of one digit repeated', { cpf: '11111111111' }, { cpf: ['must be a valid CPF of 11 digits'] }],
    ['an email that is none', { email: 'maria' }, { email: ['must be an email'] }],
    ['a short password', { password: '1234567' }, { password: [lengthOfPassword] }],
    ['a password too long', { password: 'x'.repeat(201) }, { password: ['must be shorter than or equal to 200 characters'] }],
    ['a birth date to come', { birthDate: '2999-01-01' }, { birthDate: ['must be in the past'] }],
    ['a birth date long ago', { birthDate: '1899-12-31' }, { birthDate: ['must not be before 1900'] }],
    [
      'several at once',
      { cpf: '1', password: 'short', phone: 'x' },
      {
        phone: ['must be a Brazilian phone with its area code, or start with + and a country code'],
        cpf: ['must be a valid CPF of 11 digits'],
        password: [lengthOfPassword],
      },
    ],
  ])('refuses %s, by its field', async (_, changes, fields) => {
    const before = await countUsers();
    const answer = await register(registration(changes));

    expect(answer.data).toBeNull();
    expect(answer.errors).toHaveLength(1);
    expect(answer.errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', fields });
    expect(await countUsers()).toBe(before);
  });

  const noDates = ['1990-02-30', '1990-13-01', '01/02/1990', '1990-02-01T00:00:00Z', 631_152_000];
  it.each(noDates)('refuses the birth date %s', async (birthDate) => {
    const answer = await register(registration({ birthDate }));
    expect(answer.data).toBeUndefined();
    expect(answer.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(Object.keys(answer.errors?.[0]?.extensions.fields ?? {})).toEqual(['birthDate']);
  });

  it('gives everybody of many who register the same phone at once an account of their own', async () => {
    const input = registration();
    const before = await countUsers();
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(input)));
    const ids = answers.map(({ data }) => data.createCustomer.user.id);
    expect(new Set(ids).size).toBe(6);
    expect(await countUsers()).toBe(before + 6);
  });

  it.each<[string, Record<string, unknown>]>([
    ['a rule is broken', { cpf: '52998224724' }],
    ['a field is missing', { cpf: undefined }],
    ['a field is unknown', { nickname: 'Mary' }],
    ['a field has another type', { name: { first: 'Maria' } }],
    ['the birth date is none', { birthDate: 'yesterday' }],
    ['the password itself is wrong', { password: 'S3cret!' }],
    ['the password has another type', { password: ['S3cret!'] }],
  ])('never answers what was typed when %s', async (_, changes) => {
    const input = registration({ password: 'S3cret!S3cret!', email: 'private.address@example.com', ...changes });
    const answer = await register(input);

    expect(answer.errors?.length).toBeGreaterThan(0);
    const text = JSON.stringify(answer);
    for (const typed of ['S3cret!', 'private.address', input.phone.slice(5), 'Maria', 'Mary', 'yesterday', '52998224724']) {
      expect(text).not.toContain(typed);
    }
    if (typeof input.cpf === 'string') expect(text).not.toContain(input.cpf);
  });
});

describe('the profile', () => {
  it('shows an operator theirs', async () => {
    const { id, token } = await anAdmin(server);
    const { data } = await server.graphql(ME, {}, { token });
    expect(data.me).toEqual({
      id,
      role: 'ADMIN',
      name: 'Operator',
      phone: null,
      cpf: null,
      email: `${id}@example.com`,
      birthDate: null,
    });
  });

  it('is refused without a token', async () => {
    const answer = await server.graphql(ME);
    expect(answer.data).toBeNull();
    expect(answer.errors?.[0]).toMatchObject({ path: ['me'], extensions: { code: 'UNAUTHENTICATED' } });
  });

  it('is refused at once when the account is deleted, whatever is remembered of its token', async () => {
    const { id, token } = await aCustomer(server);
    expect((await server.graphql(ME, {}, { token })).data.me).toMatchObject({ id });
    await server.app.db.prisma.user.update({ where: { id }, data: { deletedAt: new Date() } });
    const answer = await server.graphql(ME, {}, { token });
    expect(answer.data).toBeNull();
    expect(answer.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });
});

const MARIA = {
  id: '01890000-0000-7000-8000-000000000001',
  role: 'USER',
  name: 'Maria Aparecida da Silva',
  phone: '+5511987651234',
  cpf: '52998224725',
  email: 'maria@example.com',
  birthDate: new Date('1990-02-28'),
  createdAt: new Date('2026-01-02T03:04:05.000Z'),
};

/** Hands a buyer out to anyone, as an operation of another feature might. */
@Resolver()
class AnybodysResolver {
  @Query(() => User)
  somebody() {
    return MARIA;
  }
}

describe('what others see of a buyer', () => {
  const schema = buildSchemaSync({
    resolvers: [UserResolver, AnybodysResolver],
    scalarsMap: [{ type: Date, scalar: GraphQLDateTime }],
    validate: false,
  });
  const seenBy = async (principal: Principal) => {
    const source = '{ somebody { id role name phone cpf email birthDate createdAt } }';
    const { data, errors } = await graphql({ schema, source, contextValue: { principal } });
    expect(errors).toBeUndefined();
    return JSON.parse(JSON.stringify(data?.somebody)) as unknown;
  };
  const everybodys = { id: MARIA.id, role: 'USER', createdAt: '2026-01-02T03:04:05.000Z' };
  const whole = {
    ...everybodys,
    name: MARIA.name,
    phone: '+5511987651234',
    cpf: '52998224725',
    email: 'maria@example.com',
    birthDate: '1990-02-28',
  };
  const masked = {
    ...everybodys,
    name: 'Maria S.',
    phone: '+55 (11) *****-1234',
    cpf: '***.982.247-**',
    email: null,
    birthDate: null,
  };
  const other = '01890000-0000-7000-8000-000000000002';

  it.each<[string, Principal, object]>([
    ['the public', { role: 'PUBLIC' }, masked],
    ['another buyer', { role: 'USER', id: other }, masked],
    ['a legacy client, even one with the same id', { role: 'CLIENT', id: MARIA.id }, masked],
    ['the buyer', { role: 'USER', id: MARIA.id }, whole],
    ['an operator', { role: 'ADMIN', operatorRole: 'SUPPORT', id: other }, whole],
  ])('%s', async (_, principal, expected) => {
    expect(await seenBy(principal)).toEqual(expected);
  });
});

describe('masking', () => {
  it.each([
    ['+5511987651234', '+55 (11) *****-1234'],
    ['+551132345678', '+55 (11) ****-5678'],
    ['+14155552671', '+*******2671'],
    ['+35312345', '+****2345'],
  ])('turns the phone %s into %s', (phone, masked) => expect(maskPhone(phone)).toBe(masked));

  it.each([
    ['Maria da Silva', 'Maria S.'],
    ['Maria', 'Maria'],
    ['João dos Santos e Souza', 'João S.'],
    ['Ana de', 'Ana'],
    ["Maria D'Ávila", 'Maria Á.'],
    ['ana  clara', 'ana C.'],
    ['E\u0301rica e\u0301vora', 'Érica É.'],
    ['PIX 11999999999 no zap', 'PIX Z.'],
    ['11999999999', '***'],
    ['wa.me/5511999999999', '***'],
    ['rifamelhor.com.br Maria Silva', 'Maria S.'],
    ['Maria www.golpe.example', 'Maria'],
    ['Maria @golpe', 'Maria'],
    ['Maria ｇｏｌｐｅ．ｃｏｍ', 'Maria'],
    ['maria@golpe.example', '***'],
    ['J.R. Silva', 'J S.'],
    ['Maria A. Silva', 'Maria S.'],
    ['zap:(11)9.9999-9999', 'zap'],
    ['１１９９９９９９９ ⑨⑨ ²³ ٣٤ Ⅷ', 'VIII'],
    ['𝐏𝐈𝐗 ＠ｇｏｌｐｅ', 'PIX'],
    ['📞☎️❶ Ana 💰', 'Ana'],
    ['\u202Eseda\u202C\u200B \u0000Si\nlva', 'seda L.'],
    ['\u3164\u115F Ana', 'Ana'],
    [`A${'\u0336'.repeat(50)}na B${'\u0489'.repeat(9)}`, 'A\u0336\u0336na B\u0489\u0489.'],
    ['Aluguemeuapartamento na praia', 'Aluguemeuapart P.'],
    ['RouboEssaRifa Golpe', 'Roubo G.'],
    ['RouboESSA', 'Roubo E.'],
    ['SofáBarato', 'Sofá B.'],
    ['McDonaldRoubou Silva', 'McDonald S.'],
    ['Ana McDonald', 'Ana M.'],
    ['DiAna', 'DiAna'],
    ['JOãO LETíCIA', 'JOãO L.'],
    ['', '***'],
  ])('turns the name "%s" into "%s"', (name, masked) => expect(maskName(name)).toBe(masked));

  it('keeps five digits of a CPF, and all but four of a foreign phone, to itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (base) => {
        const cpf = validCpf(base);
        expect(maskCpf(cpf)).toBe(`***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^\+[1-46-9]\d{7,14}$/), (phone) => {
        expect(maskPhone(phone)).toMatch(/^\+\*+\d{4}$/);
        expect(maskPhone(phone)).toHaveLength(phone.length);
      }),
    );
  });

  it('never lets an email or a birth date through to a stranger', () => {
    fc.assert(
      fc.property(fc.record({ name: fc.string(), email: fc.emailAddress(), birthDate: fc.date() }), (data) => {
        const seen = asSeenBy({ role: 'USER', id: 'another' }, { id: 'one', phone: null, cpf: null, ...data });
        expect(seen).toEqual({ name: maskName(data.name), phone: null, cpf: null, email: null, birthDate: null });
      }),
    );
  });
});

describe('a phone', () => {
  it.each([
    ['11987654321', '+5511987654321'],
    ['(11) 98765-4321', '+5511987654321'],
    ['+55 11 98765-4321', '+5511987654321'],
    ['5511987654321', '+5511987654321'],
    ['1132345678', '+551132345678'],
    ['+55 (11) 3234-5678', '+551132345678'],
    ['55987654321', '+5555987654321'],
    [' 55 55 98765.4321 ', '+5555987654321'],
    ['+1 (415) 555-2671', '+14155552671'],
    ['+11987654321', '+11987654321'],
    ['+351 912 345 678', '+351912345678'],
  ])('typed as %s is %s', (typed, phone) => expect(parsePhone(typed)).toBe(phone));

  it.each([
    '',
    '987654321',
    '10987654321',
    '20987654321',
    '1198765432',
    '119876543210',
    'abc11987654321',
    '1198765432x1',
    '11 98765-4321 ramal 2',
    '+55 00 98765-4321',
    '+5598765432',
    '+0123456789',
    '+1234567',
    '+1234567890123456',
    '++5511987654321',
    '+55+11987654321',
    '1'.repeat(200),
    '１１９８７６５４３２１',
  ])('is not "%s"', (typed) => expect(parsePhone(typed)).toBeUndefined());

  it('is the same, parsed again', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?\d{8,16}$/), (typed) => {
        const phone = parsePhone(typed);
        if (phone !== undefined) expect(parsePhone(phone)).toBe(phone);
      }),
    );
  });
});

describe('a CPF', () => {
  it('is taken plain and punctuated, and with no other check digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 1, max: 99 }), (base, off) => {
        const cpf = validCpf(base);
        fc.pre(!/^(\d)\1+$/.test(cpf));
        expect(parseCpf(cpf)).toBe(cpf);
        expect(parseCpf(cpf.replace(/^(\d{3})(\d{3})(\d{3})/, '$1.$2.$3-'))).toBe(cpf);
        expect(parseCpf(cpf.slice(0, 9) + String((Number(cpf.slice(9)) + off) % 100).padStart(2, '0'))).toBeUndefined();
      }),
    );
  });

  it.each(['', '5299822472', '529982247255', '52998224725a', '00000000000', '99999999999', '５２９９８２２４７２５'])(
    'is not "%s"',
    (typed) => expect(parseCpf(typed)).toBeUndefined(),
  );
});

describe('a name', () => {
  it.each([
    [' Ana ', 'Ana'],
    ['Jose\u0301  da\tSilva', 'José da Silva'],
    ['Li', 'Li'],
    ["D'Ávila", "D'Ávila"],
  ])('typed as "%s" is "%s"', (typed, name) => expect(parsePersonName(typed)).toBe(name));

  it.each(['', ' A ', '12345', '...', 'Ana\u0007', '\u200b\u200b\u200b'])('is not "%s"', (typed) => {
    expect(parsePersonName(typed)).toBeUndefined();
  });
});
