import { beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { askedBy, keysIn, numbersOfTitles } from '../src/search/asked.js';
import { selectPeopleByWords, selectRafflesByWords } from '../src/search/search.sql.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { restClient } from './support/rest-contract.js';
import { anOpenRaffle } from './support/sales.js';
import { shopForTests } from './support/shop.js';

const { server, admin, desk } = shopForTests();

const SEARCH = `query ($text: String!, $raffleId: ID) {
  search(text: $text, raffleId: $raffleId) { kind id title subtitle match } }`;

interface Hit {
  kind: string;
  id: string;
  title: string;
  subtitle: string | null;
  match: string;
}

async function find(text: string, { raffleId = null, token = admin.token }: { raffleId?: string | null; token?: string } = {}) {
  const { data, errors } = await server.graphql(SEARCH, { text, raffleId }, { token });
  return { hits: (data?.search ?? []) as Hit[], ...errors?.[0]?.extensions };
}

const idsOf = async (text: string): Promise<string[]> => (await find(text)).hits.map(({ id }) => id);

let joao: Awaited<ReturnType<typeof aCustomer>>;
let raffle: { id: string };
let orderId: string;
let numbers: string[];

beforeAll(async () => {
  joao = await aCustomer(server, { name: 'João Batista D’Ávila', email: 'joao@example.com' });
  raffle = await anOpenRaffle(server, { title: 'Caminhão dos Sonhos', slug: 'caminhao-2026', quotaQuantity: 1_000 });
  const { order } = await desk.buy(joao.token, { raffleId: raffle.id, quotaQuantity: 3 });
  orderId = order?.id ?? '';
  await desk.pay(admin.token, orderId);
  const asked = '{ luckyNumbersByOrder(orderId: "%") { nodes } }'.replace('%', orderId);
  numbers = (await server.graphql(asked, {}, { token: admin.token })).data?.luckyNumbersByOrder.nodes;
});

describe('what a text may be', () => {
  it.each<[string, object]>([
    ['(11) 98765-4321', { phone: '+5511987654321' }],
    ['529.982.247-25', { cpf: '52998224725', reference: '529.982.247-25' }],
    [' Ana@Example.com ', { email: 'ana@example.com' }],
    ['#123', { orderId: '123', number: '123', title: "'123':*" }],
    ['000678', { orderId: '678', number: '000678', reference: '000678', title: "'000678':*" }],
    ['mar sil', { name: "'mar':* & 'sil':*", title: "'mar':* & 'sil':*" }],
    ["'); DROP TABLE users; --", { name: "'DROP':* & 'TABLE':* & 'users':*", title: "'DROP':* & 'TABLE':* & 'users':*" }],
    ['E00000000202610051200eeeeeeeeeee', { reference: 'E00000000202610051200eeeeeeeeeee' }],
    ['pay2m:1234', { reference: 'pay2m:1234', name: "'pay2m':* & '1234':*", title: "'pay2m':* & '1234':*" }],
    ['a', {}],
    ['😀', {}],
  ])('%s', (text, asked) => expect(askedBy(text)).toEqual(asked));
});

describe('what parts of a text may be', () => {
  it.each<[string, object[]]>([
    ['moto 526', [{ number: '526', title: "'moto':*" }]],
    ['nº 526 da Moto', [{ number: '526', title: "'Moto':*" }]],
    [
      '#526, moto 0 km',
      [
        { number: '526', title: "'moto':* & 'km':*" },
        { number: '0', title: "'526':* & 'moto':* & 'km':*" },
      ],
    ],
    ['a 1 b 2 c 3 dd 4', ['2', '3', '4'].map((number) => expect.objectContaining({ number }))],
    ['526', []],
    ['número 526', []],
    ['zebra 10 10', [{ number: '10', title: "'zebra':* & '10':*" }]],
    ['moto', []],
    ['moto 123456789', []],
  ])('a number of a title: %s', (text, numbers) => expect(numbersOfTitles(text)).toEqual(numbers));

  it.each<[string, object[]]>([
    ['recusada 550', [{ orderId: '550', number: '550' }]],
    [
      'R$ 550 nº7',
      [
        { orderId: '550', number: '550' },
        { orderId: '7', number: '7' },
      ],
    ],
    ['Maria (11) 98765-4321', [{ phone: '+5511987654321' }]],
    ['de ana@example.com, ontem', [{ email: 'ana@example.com' }]],
    ['CPF: 529.982.247-25', [{ cpf: '52998224725', reference: '529.982.247-25' }]],
    ['pix E00000000202610051200eeeeeeeeeee', [{ reference: 'E00000000202610051200eeeeeeeeeee' }]],
    ['550', []],
    ['(11) 98765-4321', []],
    ['maria da silva', []],
    ['1a 2b 3c 4d', [{}, {}, {}]],
  ])('keys: %s', (text, keys) => expect(keysIn(text)).toEqual(keys));
});

describe('an operator finds', () => {
  it('a person by parts of the name in any order, with accents or without', async () => {
    for (const text of ['João', 'joao', 'JOÃO BATISTA', 'bat joa', 'ávila', 'd’avila joao', 'Joa\u0303o'])
      expect([text, await idsOf(text)]).toEqual([text, [joao.id]]);
    for (const text of ['oao', 'joao silva', 'batistas']) expect([text, await idsOf(text)]).toEqual([text, []]);
    const { hits } = await find('joao');
    expect(hits).toEqual([{ kind: 'PERSON', id: joao.id, title: 'João Batista D’Ávila', subtitle: joao.phone, match: 'NAME' }]);
  });

  it('a person by phone, CPF and e-mail address, in any form', async () => {
    const cpf = joao.cpf.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
    const found = async (text: string) => (await find(text)).hits.find(({ id }) => id === joao.id);
    expect(await found(joao.phone)).toMatchObject({ match: 'PHONE', subtitle: joao.phone });
    expect(await found(joao.phone.slice(3))).toMatchObject({ match: 'PHONE' });
    expect(await found(cpf)).toMatchObject({ match: 'CPF', subtitle: joao.cpf });
    expect(await found(' JOAO@example.com')).toMatchObject({ match: 'EMAIL', subtitle: 'joao@example.com' });
  });

  it('an order by its id, with or without a sign', async () => {
    const order = {
      kind: 'ORDER',
      id: orderId,
      title: orderId,
      subtitle: 'João Batista D’Ávila · Caminhão dos Sonhos',
      match: 'ID',
    };
    for (const text of [orderId, `#${orderId}`]) expect((await find(text)).hits).toContainEqual(order);
  });

  it('an order by the txid of its charge and the end-to-end id of its payment, and the payment', async () => {
    const { txid } = await server.app.db.prisma.charge.findFirstOrThrow({ where: { orderId: BigInt(orderId) } });
    expect((await find(txid)).hits).toMatchObject([{ kind: 'ORDER', id: orderId, match: 'TXID' }]);
    const endToEndId = 'E00000000202610051200aaaaaaaaaaa';
    const payment = {
      id: uuidv7(),
      providerName: 'static',
      endToEndId,
      amount: 300n,
      source: 'CALLBACK',
      paidAt: new Date(),
    } as const;
    await server.app.db.prisma.payment.create({ data: { ...payment, orderId: BigInt(orderId), payerName: 'Carlos Dias' } });
    expect((await find(` ${endToEndId} `)).hits).toMatchObject([
      { kind: 'ORDER', id: orderId, match: 'END_TO_END_ID' },
      { kind: 'PAYMENT', id: payment.id, title: endToEndId, subtitle: 'Carlos Dias' },
    ]);
  });

  it('who owns a lucky number, in one raffle or in all that sell', async () => {
    const [number = ''] = numbers;
    const owner = {
      kind: 'LUCKY_NUMBER',
      id: orderId,
      title: number,
      subtitle: 'João Batista D’Ávila · Caminhão dos Sonhos',
      match: 'NUMBER',
    };
    expect((await find(number)).hits).toContainEqual(owner);
    expect((await find(String(Number(number)))).hits).toContainEqual(owner);
    expect((await find(number, { raffleId: raffle.id })).hits).toContainEqual(owner);
    const other = await anOpenRaffle(server, { quotaQuantity: 10 });
    expect((await find(number, { raffleId: other.id })).hits).not.toContainEqual(owner);
    const draft = await anOpenRaffle(server, { status: 'CANCELLED' });
    expect(await find(number, { raffleId: draft.id })).toMatchObject({ hits: expect.not.arrayContaining([owner]) });
    expect(await find(number, { raffleId: uuidv7() })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a number by words of the title of its raffle beside it, in the newest of several raffles first', async () => {
    const [number = ''] = numbers;
    const numbersIn = async (text: string) => (await find(text)).hits.filter(({ kind }) => kind === 'LUCKY_NUMBER');
    const owner = { id: orderId, title: number, subtitle: 'João Batista D’Ávila · Caminhão dos Sonhos' };
    for (const text of [`caminhao ${number}`, `${Number(number)} do Caminhão`, `nº ${number} sonhos cam`, `cam 2026 #${number}`])
      expect([text, await numbersIn(text)]).toMatchObject([text, [owner]]);
    const newer = await anOpenRaffle(server, { title: 'Camafeu', quotaQuantity: 3 });
    const { order } = await desk.buy(joao.token, { raffleId: newer.id, quotaQuantity: 3 });
    await desk.pay(admin.token, order?.id ?? '');
    expect((await numbersIn('cam 2'))[0]).toMatchObject({ id: order?.id, title: '2' });
    // More drafts of the same words than raffles that are looked at.
    for (let i = 0; i < 20; i += 1) await anOpenRaffle(server, { title: 'Camafeu', status: 'DRAFT' });
    expect((await numbersIn('camafeu 2'))[0]).toMatchObject({ id: order?.id, title: '2' });
    expect((await find(`sonhos ${number}`, { raffleId: newer.id })).hits).not.toContainEqual(expect.objectContaining(owner));
  });

  it('an owner once, also by two numbers that are the same', async () => {
    const zebra = await anOpenRaffle(server, { title: 'Zebra 2 002', quotaQuantity: 3 });
    const { order } = await desk.buy(joao.token, { raffleId: zebra.id, quotaQuantity: 3 });
    await desk.pay(admin.token, order?.id ?? '');
    for (const text of ['zebra 2 2', 'zebra 2 002'])
      expect([text, (await idsOf(text)).filter((id) => id === order?.id)]).toEqual([text, [order?.id]]);
  });

  it('what a number, a phone or another key finds alone, where the words beside it find nothing', async () => {
    const alone = (await find(orderId)).hits.filter(({ kind }) => kind !== 'RAFFLE');
    expect(alone).toContainEqual(expect.objectContaining({ kind: 'ORDER', id: orderId }));
    expect((await find(`recusada ${orderId}`)).hits).toEqual(alone);
    for (const text of [`Zé ${joao.phone.slice(3)}`, `telefone ${joao.phone}, de manhã`, 'recibo para joao@example.com'])
      expect([text, await idsOf(text)]).toEqual([text, [joao.id]]);
    // What all words find is not mixed with what some of them find.
    expect(await idsOf(`caminhao 2026`)).toEqual([raffle.id]);
  });

  it('a raffle by words of its title and its slug, but none that was deleted', async () => {
    for (const text of ['caminhao', 'Sonhos', 'cam 2026'])
      expect((await find(text)).hits).toEqual([
        { kind: 'RAFFLE', id: raffle.id, title: 'Caminhão dos Sonhos', subtitle: 'caminhao-2026', match: 'NAME' },
      ]);
    await anOpenRaffle(server, { title: 'Iate', deletedAt: new Date() });
    expect(await idsOf('iate')).toEqual([]);
  });

  it('an operator, with the name of the kind', async () => {
    const operator = await anAdmin(server, 'SUPPORT');
    await server.app.db.prisma.user.update({ where: { id: operator.id }, data: { name: 'Zuleica Atendente' } });
    expect((await find('zuleica')).hits).toMatchObject([
      { kind: 'OPERATOR', id: operator.id, subtitle: `${operator.id}@example.com` },
    ]);
  });

  it('at most twenty, of which people of one name are eight', async () => {
    for (let n = 0; n < 12; n++) await aCustomer(server, { name: `Wagner ${'abcdefghijkl'[n]!.repeat(3)}` });
    expect((await find('wagner')).hits).toHaveLength(8);
    expect(await idsOf('wagner lll')).toHaveLength(1);
  });
});

it('nobody is found by what was deleted, or by what another account took over', async () => {
  const gone = await aCustomer(server, { name: 'Ximena Quaresma', email: 'ximena@example.com' });
  expect(await idsOf('ximena')).toEqual([gone.id]);
  const { errors } = await server.graphql(`mutation { deleteUser(id: "${gone.id}") { id } }`, {}, { token: admin.token });
  expect(errors).toBeUndefined();
  for (const text of ['ximena', 'quaresma', 'Anônimo', gone.phone, gone.cpf, 'ximena@example.com'])
    expect([text, await idsOf(text)]).toEqual([text, []]);
  // Rows that are marked as deleted with all of their data, as no operation leaves them.
  const kept = await aCustomer(server, { name: 'Ximena Kept', email: 'kept@example.com' });
  await server.app.db.prisma.user.update({ where: { id: kept.id }, data: { deletedAt: new Date() } });
  for (const text of ['ximena kept', kept.phone, kept.cpf, 'kept@example.com'])
    expect([text, await idsOf(text)]).toEqual([text, []]);
});

it('words are looked up in their indexes, also where a connection planned that on empty tables', async () => {
  for (const [index, { text }] of [
    ['users_by_words', selectPeopleByWords],
    ['raffles_by_words', selectRafflesByWords],
  ] as const) {
    const { rows } = await server.app.db.pool.query(
      `EXPLAIN ${text.replaceAll('$1', "'joao:*'").replaceAll('$2', '8').replaceAll('$3', 'true')}`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(`Bitmap Index Scan on ${index}`);
  }
});

it('operators of every role may search, buyers and visitors may not', async () => {
  for (const role of ['OWNER', 'FINANCE', 'MANAGER', 'SUPPORT'] as const) {
    const { token } = await anAdmin(server, role);
    expect((await find('joao', { token })).hits).toHaveLength(1);
  }
  expect(await find('joao', { token: joao.token })).toMatchObject({ code: 'FORBIDDEN', hits: [] });
  const { errors } = await server.graphql(SEARCH, { text: 'joao' }, {});
  expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
});

it('refuses an empty text and one that is too long, and answers over REST', async () => {
  for (const text of ['', '   ', 'a'.repeat(201)])
    expect(await find(text)).toMatchObject({ code: 'BAD_USER_INPUT', fields: { text: expect.anything() } });
  const { status, body } = await restClient(server)('GET /v1/search', { token: admin.token, query: 'text=joao%20bat' });
  expect([status, body]).toMatchObject([200, [{ id: joao.id }]]);
});
