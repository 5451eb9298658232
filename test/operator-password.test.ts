import { describe, expect, it } from 'vitest';
import { problemOfOperatorPassword } from '../src/platform/operator-password.js';
import { v7 as uuidv7 } from 'uuid';
import { renderText } from '../src/platform/texts.js';
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
    'q1w2e3r4t5y6',
    'a1b2c3d4e5f6',
    'zaq12wsxcde3',
    'poiuytgfdsa9',
    'zse4rfvgy7uj',
    '!QAZ2wsx#EDC',
    '147258369147',
    '159357159357',
    '0102030405060',
    'aabbccddeeff',
    'SenhaForte@123',
    'S3nh4F0rt3!!',
    '321etrofahnes',
    'Vendedor@12345',
    'vitoria1234567',
    'lula13lula13lula',
    'neymar10neymar',
    'Carolina050590',
    'JoaoSilva1985',
    'palmeirasnaotemmundial',
    'amor da minha vida',
    'eu te amo demais',
    'senha senha senha',
    'correct horse',
    'a password of theirs',
    'uma-senha-boa',
    'letmeinplease',
  ])('is not %s', (password) => expect(keyOf(password)).toBe('platform.commonPassword'));

  it.each([
    'correct horse battery',
    'cavalo bateria grampo',
    'casa azul porta grande',
    'kxqzjwpvbtnh',
    '9f3c1a7be204',
    'Tq7!vR2#mLx9',
    'xkcd-vermelho-trombone',
    'ꙮꙮ três pratos de trigo',
  ])('may be %s', (password) => expect(keyOf(password)).toBeUndefined());

  it('has 12 to 200 characters', () => {
    expect(keyOf('Tq7!vR2#mLx')).toBe('platform.operatorPasswordLength');
    expect(keyOf('     correct     ')).toBe('platform.operatorPasswordLength');
    expect(keyOf('   Tq7!vR2#mLx   ')).toBe('platform.operatorPasswordLength');
    expect(keyOf('Tq7!vR2#mLx9'.repeat(17))).toBe('platform.operatorPasswordLength');
    expect(keyOf(`Tq7!vR2#mLx9${'k9'.repeat(94)}`)).toBeUndefined();
  });

  it.each([
    ['Beatriz@Lima1', 'person', 'has your name or e-mail address', 'tem o seu nome ou e-mail'],
    ['lula13lula13lula', 'repeats', 'repeats itself', 'se repete'],
    [
      'SenhaForte@123',
      'common',
      'is made of common words, dates or rows of keys',
      'é feita de palavras comuns, datas ou teclas vizinhas',
    ],
  ])('%s is refused with the reason, and how to mend it', (password, why, en, pt) => {
    const problem = problemOfOperatorPassword(password, PERSON)!;
    expect(problem.params).toEqual({ why });
    expect(renderText(problem, 'en')).toBe(
      `is easy to guess, because it ${en}: use four words that have nothing to do with each other`,
    );
    expect(renderText(problem, 'pt-BR')).toBe(
      `é fácil de adivinhar, porque ${pt}: use quatro palavras que não têm nada a ver uma com a outra`,
    );
  });

  it('is judged in a moment, however long it is', () => {
    keyOf('Tq7!vR2#mLx9');
    const startedAt = performance.now();
    keyOf('vQk2mZp9rTa8sLd3fGh7jKl1zXc4vBn6mQw5eRt0yUi2oPa8sDf6gHj4kLz2xCv9'.repeat(3).slice(0, 200));
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

describe('everywhere that sets one', () => {
  const server = forTests(startTestServer);
  const CREATE = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }';
  const UPDATE = 'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { id } }';
  const CHANGE = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { accessToken } }';
  const GOOD = 'cavalo bateria grampo';

  it.each([
    ['Tq7!vR2#mLx', 'must have 12 to 200 characters, not counting spaces at its ends'],
    ['short', 'must have 12 to 200 characters, not counting spaces at its ends'],
    [
      'password1234',
      'is easy to guess, because it is made of common words, dates or rows of keys: use four words that have nothing to do with each other',
    ],
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
