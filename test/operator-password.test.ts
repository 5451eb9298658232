import { describe, expect, it } from 'vitest';
import { problemOfOperatorPassword } from '../src/platform/operator-password.js';
import { v7 as uuidv7 } from 'uuid';
import { hashPassword } from '../src/platform/passwords.js';
import { anAdmin } from './support/actors.js';
import { forTests, startTestServer } from './support/start.js';

const PERSON = ['Ana Beatriz Lima', 'ana.lima@rifasdalima.com.br'];
const keyOf = (password: string) => problemOfOperatorPassword(password, PERSON)?.key;

describe('the password of an operator', () => {
  it.each([
    'password1234',
    'Password1234!',
    'P@ssw0rd2024!',
    'passwordpassword',
    'senha12345678',
    'S3nh@2025!!!',
    'minhasenha123',
    'admin-development',
    'adminadmin12',
    'administrador1',
    'Mudar@123456',
    'bemvindo12345',
    '123456789012',
    '210987654321',
    '1q2w3e4r5t6y',
    '1qaz2wsx3edc',
    'qwertyuiop[]',
    'qwerty123456',
    'abcdefghijkl',
    'zyxwvutsrqpo',
    'aaaaaaaaaaaa',
    '121212121212',
    'abcabcabcabc',
    '01/01/1990 01',
    'Flamengo2024!',
    'corinthians12',
    'iloveyou1234',
    'deusefiel123',
    'jesuscristo1',
    'rifas-da-sorte',
    'analima-2024!',
    'rifasdalima12',
    'Beatriz@Lima1',
  ])('is not %s', (password) => expect(keyOf(password)).toBe('platform.commonPassword'));

  it.each([
    'correct horse',
    'cavalo bateria grampo',
    'a password of theirs',
    'uma-senha-boa',
    'Tq7!vR2#mLx9',
    'xkcd-vermelho-trombone',
    'ꙮꙮ três pratos de trigo',
  ])('may be %s', (password) => expect(keyOf(password)).toBeUndefined());

  it('has 12 to 200 characters', () => {
    expect(keyOf('Tq7!vR2#mLx')).toBe('platform.length');
    expect(keyOf('Tq7!vR2#mLx9'.repeat(17))).toBe('platform.length');
    expect(keyOf(`Tq7!vR2#mLx9${'k9'.repeat(94)}`)).toBeUndefined();
  });
});

describe('everywhere that sets one', () => {
  const server = forTests(startTestServer);
  const CREATE = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }';
  const UPDATE = 'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { id } }';
  const CHANGE = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { accessToken } }';
  const GOOD = 'cavalo bateria grampo';

  it.each([
    ['Tq7!vR2#mLx', 'must have 12 to 200 characters'],
    ['password1234', 'is easy to guess: take words or characters that nobody expects'],
  ])('%s is refused, by createUser, updateUser and changePassword', async (bad, problem) => {
    const owner = await anAdmin(server);
    await server.app.db.prisma.user.update({ where: { id: owner.id }, data: { passwordHash: await hashPassword(GOOD) } });
    const { tokenVersion } = await server.app.db.prisma.user.findUniqueOrThrow({ where: { id: owner.id } });
    const { accessToken: token } = server.app.tokens.issue('ADMIN', owner.id, tokenVersion);
    const before = await server.app.db.prisma.user.findMany({ orderBy: { id: 'asc' } });
    const input = { role: 'ADMIN', operatorRole: 'SUPPORT', name: 'Bia Souza', email: `${uuidv7()}@example.com`, password: bad };
    const asked: [string, string, object][] = [
      ['password', CREATE, { input }],
      ['password', UPDATE, { id: owner.id, input: { password: bad } }],
      ['newPassword', CHANGE, { input: { currentPassword: GOOD, newPassword: bad } }],
    ];
    for (const [field, document, variables] of asked) {
      const [error] = (await server.graphql(document, { ...variables }, { token })).errors ?? [];
      expect(error?.extensions).toEqual({ code: 'BAD_USER_INPUT', fields: { [field]: [problem] } });
    }
    expect(await server.app.db.prisma.user.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
  });

  it('names and addresses of the operator are refused too', async () => {
    const { token } = await anAdmin(server);
    const input = { role: 'ADMIN', operatorRole: 'SUPPORT', name: 'Zuleica Prado', email: 'zuleica@example.com' };
    const create = (password: string) => server.graphql(CREATE, { input: { ...input, password } }, { token });
    expect((await create('zuleica-prado-77')).errors?.[0]?.extensions.fields).toHaveProperty('password');
    expect((await create(GOOD)).errors).toBeUndefined();
  });
});
