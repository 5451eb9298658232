import { getIntrospectionQuery, parse, print } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../src/platform/passwords.js';
import { SUBTREE_LEAVES } from '../src/proof/frontier.js';
import { aCustomer } from './support/actors.js';
import { manyBlocks } from './support/book-publishers.js';
import { validCpf } from './support/cpf.js';
import { dearestOperations, repeat, type DearOperation } from './support/dearest-operations.js';
import { eventually } from './support/eventually.js';
import { jsonHeaders } from './support/graphql-client.js';
import { fillWithLargestRows, textOf, type LargestRows } from './support/largest-rows.js';
import { someQuotaPrizes } from './support/quota-prizes.js';
import { anOpenRaffle } from './support/sales.js';
import { startSecondGateway, type SecondGateway } from './support/second-gateway.js';
import { forTests, startTestServer } from './support/start.js';

/** CPU of the process, all of its threads: however busy the machine is, waiting counts for nothing. On a machine of the reference's speed. */
const MOST_MS = 250;
/** What is asked for the first time is not compiled yet. */
const TRIES = 10;
/** Their rows are a provider's answer. */
const OF_A_PROVIDER = ['billingQrCode', 'gatewayWebhooks'];
const PASSWORD = 'uma senha boa';
/** A proof needs all leaves of two subtrees but one. */
const BOOK_LEAVES = 3 * SUBTREE_LEAVES - 1;

const server = forTests(startTestServer);
let gateway: SecondGateway;
let rows: LargestRows;
let operations: DearOperation[];

beforeAll(async () => {
  rows = await fillWithLargestRows(server);
  // A process of its own, so that what asks is not counted with what answers.
  gateway = await startSecondGateway(server);
  const {
    raffleId,
    orderId,
    userId,
    clientId,
    paymentId,
    winnerId,
    providerName: name,
    notificationId,
    faqId,
    exportId,
    bulkActId,
  } = rows;
  const ids: Record<string, string> = {
    raffle: raffleId,
    order: orderId,
    pixPayment: paymentId,
    apiClient: clientId,
    winner: winnerId,
    notification: notificationId,
    faq: faqId,
    export: exportId,
    bulkAct: bulkActId,
  };
  const sold = await aLongBook();
  // What is done for the first time is not compiled yet.
  referenceMs();
  operations = dearestOperations((root) => {
    if (OF_A_PROVIDER.includes(root)) return undefined;
    if (root.startsWith('book')) return { ...sold, from: root === 'bookLeaves' ? 0 : 1_023, to: BOOK_LEAVES };
    return {
      raffleId,
      orderId,
      userId,
      clientId,
      paymentId,
      bulkActId,
      number: '1',
      text: 'Maria da Silva',
      token: server.app.orderLinks.tokenOf(orderId),
      name,
      quotaQuantity: 20_000,
      ...(root in ids && { id: ids[root] }),
    };
  });
}, 120_000);
afterAll(() => gateway?.stop());

/** A raffle of which many blocks are published, and the order that has them all. */
async function aLongBook(): Promise<{ raffleId: string; orderId: string }> {
  const { id: raffleId } = await anOpenRaffle(server, { quotaQuantity: 10_000 });
  const orderId = await manyBlocks(server, raffleId, BOOK_LEAVES, { count: 1 });
  await eventually(() => server.app.db.prisma.bookHead.findFirst({ where: { raffleId, size: BOOK_LEAVES } }));
  return { raffleId, orderId };
}

/** What `referenceMs` is on the machine where the bound was set. */
const REFERENCE_MS = 30;

/** Neighbours on the same cores, and other machines, make all CPU time longer: work that is always the same tells how much. */
function referenceMs(): number {
  const before = process.cpuUsage();
  for (let i = 0; i < 300; i++) print(parse(getIntrospectionQuery()));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const asOnReference = (ms: number): number => (ms < MOST_MS ? ms : (ms * REFERENCE_MS) / Math.max(REFERENCE_MS, referenceMs()));

interface Asked {
  query: string;
  variables?: Record<string, unknown>;
  token?: string | undefined;
}

/** What answering takes the process, and how the answer begins. */
async function answering({ query, variables, token = rows.tokens.ADMIN }: Asked) {
  const before = await gateway.cpuMs();
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: jsonHeaders({ token }),
    body: JSON.stringify({ query, variables }),
  });
  const answer = Buffer.from(await response.arrayBuffer());
  return { ms: asOnReference((await gateway.cpuMs()) - before), begin: answer.toString('utf8', 0, 300) };
}

/** The least that answering takes in a few tries, which end once it is little enough. */
async function leastOf(ask: (tried: number) => Asked | Promise<Asked>) {
  let least = await answering(await ask(0));
  for (let tried = 1; tried < TRIES && least.ms >= MOST_MS; tried++) {
    const again = await answering(await ask(tried));
    if (again.ms < least.ms) least = again;
  }
  return least;
}

describe('an operation that fills the limit takes less than a quarter of a second of CPU', () => {
  it('whichever field it is filled with', { timeout: 300_000 }, async () => {
    expect(operations.length).toBeGreaterThan(250);
    const refused: string[] = [];
    const tooDear: string[] = [];
    for (const { name, root, query } of operations) {
      const token = root.startsWith('my') && root !== 'mySecondFactor' ? rows.tokens.USER : rows.tokens.ADMIN;
      const { ms, begin } = await leastOf(() => ({ query, token }));
      if (!begin.startsWith('{"data"')) refused.push(`${name}: ${begin}`);
      if (ms >= MOST_MS) tooDear.push(`${name}: ${ms} ms`);
    }
    expect(refused).toEqual([]);
    expect(tooDear).toEqual([]);
  });

  it('pictures of codes that nobody has asked for', async () => {
    const query = operations.find(({ name }) => name.endsWith(' Order.qrCodeImage'))?.query ?? '';
    const { ms, begin } = await leastOf(async (tried) => {
      await server.app.db.pool.query(`UPDATE charges SET br_code = left(br_code, -4) || lpad($1, 4, '0')`, [tried]);
      return { query };
    });
    expect(begin).toContain('data:image/png;base64,');
    expect(ms).toBeLessThan(MOST_MS);
  });

  const raffleInput = (n: number) => ({
    title: textOf(120),
    subtitle: textOf(160),
    description: textOf(5_000 - n),
    quotaPrice: '1.00',
    quotaQuantity: 10_000_000,
    status: 'OPEN',
    confirmNobodyCanPay: true,
    fastSelectionCards: Array.from({ length: 12 }, (_, i) => i + 1),
    prizes: Array.from({ length: 20 }, () => ({ title: textOf(120), description: textOf(1_500) })),
  });
  let customers = 0;
  async function aRaffleOfQuotaPrizes(count: number) {
    const flags = { enableQuotaPrizes: true, automaticQuotaPrizeDistribution: true };
    const raffle = await anOpenRaffle(server, { quotaQuantity: 1_000_000, ...flags });
    await someQuotaPrizes(
      server,
      raffle.id,
      Array.from({ length: count }, (_, n) => n * 97),
      { prize: textOf(120), drawn: true },
    );
    return raffle;
  }
  it.each<[string, () => Asked | Promise<Asked>]>([
    [
      'logins',
      async () => {
        const { id, phone } = await aCustomer(server);
        await server.app.db.prisma.user.update({ where: { id }, data: { passwordHash: await hashPassword(PASSWORD) } });
        const login = `userLogin(input: {phone: "${phone}", password: "${PASSWORD}"}) { accessToken }`;
        return { query: `mutation { ${repeat(8, (n) => `m${n}: ${login}`)} }` };
      },
    ],
    [
      'refreshes',
      async () => {
        const { id, phone } = await aCustomer(server);
        await server.app.db.prisma.user.update({ where: { id }, data: { passwordHash: await hashPassword(PASSWORD) } });
        const login = `mutation { userLogin(input: {phone: "${phone}", password: "${PASSWORD}"}) { refreshToken } }`;
        const { refreshToken } = (await server.graphql(login)).data.userLogin;
        const refresh = `refreshSession(refreshToken: "${refreshToken}") { accessToken refreshToken user { name } }`;
        return { query: `mutation { ${repeat(8, (n) => `m${n}: ${refresh}`)} }` };
      },
    ],
    [
      'codes',
      async () => {
        const { phone } = await aCustomer(server);
        return { query: `mutation { ${repeat(8, (n) => `m${n}: requestLoginCode(phone: "${phone}") { expiresAt }`)} }` };
      },
    ],
    [
      'registrations',
      () => {
        const input = (n: number) =>
          `{name: "Ana Lima", phone: "1198${1_000_000 + n}", cpf: "${validCpf(300_000_000 + n)}", password: "${PASSWORD}"}`;
        return {
          query: `mutation { ${repeat(8, (n) => `m${n}: createCustomer(input: ${input(++customers)}) { accessToken }`)} }`,
        };
      },
    ],
    [
      'orders',
      () => ({
        query: `mutation ($input: CreateOrderWithoutPaymentGatewayInput!) {
          ${repeat(6, (n) => `m${n}: createOrderWithoutPaymentGateway(input: $input) { qrCodeImage raffle { title } user { name } }`)} }`,
        variables: { input: { raffleId: rows.raffleId, quotaQuantity: 20_000, referral: textOf(2_000) } },
        token: rows.tokens.USER,
      }),
    ],
    [
      'new raffles',
      () => ({
        query: `mutation ($input: CreateRaffleInput!) { ${repeat(6, (n) => `m${n}: createRaffle(input: $input) { description prizes { description } }`)} }`,
        variables: { input: raffleInput(0) },
      }),
    ],
    [
      'changes of a raffle',
      async () => {
        const { id } = await server.app.db.prisma.raffle.findFirstOrThrow({
          where: { orders: { none: {} }, quotaPrizes: { none: {} }, status: 'OPEN' },
        });
        return {
          query: `mutation ($id: ID!, $even: UpdateRaffleInput!, $odd: UpdateRaffleInput!) { ${repeat(
            6,
            (n) => `m${n}: updateRaffle(id: $id, input: ${n % 2 ? '$odd' : '$even'}) { description prizes { description } }`,
          )} }`,
          variables: { id, even: raffleInput(1), odd: raffleInput(2) },
        };
      },
    ],
    [
      'new quota prizes',
      async () => {
        const { id } = await aRaffleOfQuotaPrizes(8_000);
        const input = { prizes: Array.from({ length: 1_000 }, () => ({ prize: 'R$ 50', releaseAtPercentage: 50 })) };
        return {
          query: `mutation ($id: ID!, $input: CreateQuotaPrizesInput!) { ${repeat(2, (n) => `m${n}: createQuotaPrizes(raffleId: $id, input: $input) { ids }`)} }`,
          variables: { id, input },
        };
      },
    ],
    [
      'locks of quota prizes',
      async () => {
        const { id: raffleId } = await aRaffleOfQuotaPrizes(10_000);
        const prizes = await server.app.db.prisma.quotaPrize.findMany({ where: { raffleId }, select: { id: true }, take: 2 });
        return {
          query: `mutation { ${repeat(2, (n) => `m${n}: lockQuotaPrize(id: "${prizes[n]?.id}") { standing prize }`)} }`,
        };
      },
    ],
  ])('%s', async (_, ask) => {
    const { ms, begin } = await leastOf(ask);
    expect(begin).toMatch(/^\{"data":\{"m0":\{/);
    expect(ms).toBeLessThan(MOST_MS);
  });

  const CREATE_RAFFLE = 'mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { id } }';
  const raffleWith = (input: object) => ({
    query: CREATE_RAFFLE,
    variables: { input: { title: 'x', quotaPrice: '1', quotaQuantity: 1, ...input } },
  });
  it.each<[string, Asked]>([
    ['a list of numbers', raffleWith({ fastSelectionCards: Array.from({ length: 15_000 }, (_, i) => i) })],
    ['a list of objects', raffleWith({ prizes: Array.from({ length: 6_500 }, () => ({ title: 'x' })) })],
    ['a list of addresses', raffleWith({ galleryUrls: Array.from({ length: 5_000 }, () => 'https://a.b/x') })],
    ['a list of choices', raffleWith({ reservationFields: Array.from({ length: 12_000 }, () => 'NAME') })],
    ['a long text', raffleWith({ slug: 'a-'.repeat(45_000), title: '\u0301'.repeat(1_000) })],
    ['fields that are none', raffleWith(Object.fromEntries(Array.from({ length: 7_000 }, (_, i) => [`x${i}`, i])))],
    ['variables that are none', { query: '{ __typename }', variables: { x: Array.from({ length: 30_000 }, () => []) } }],
    ['names that are almost fields', { query: `{ raffle(slug: "x") { ${repeat(300, (n) => `quotaQuantit${n}`)} } }` }],
    ['one field over and over', { query: `{ orders { nodes { ${repeat(240, () => 'raffle { id }')} } } }` }],
    [
      'fragments that spread each other',
      {
        query: `{ orders { nodes { ...f0 } } } ${repeat(60, (n) => `fragment f${n} on Order { raffle { id } user { id } ${n < 59 ? `...f${n + 1}` : ''} }`)}`,
      },
    ],
    [
      'a literal list',
      {
        query: `mutation { createRaffle(input: {title: "x", quotaPrice: "1", quotaQuantity: 1, fastSelectionCards: [${repeat(940, String)}]}) { id } }`,
      },
    ],
    ['a long comment', { query: `{ __typename } #${'x'.repeat(95_000)}` }],
    ['introspection', { query: getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true, oneOf: true }) }],
    ['descriptions of the schema', { query: `{ __schema { types { fields { ${repeat(77, (n) => `d${n}: description`)} } } } }` }],
  ])('of %s, valid or not', async (_, asked) => {
    const { ms, begin } = await leastOf(() => asked);
    expect(begin).not.toContain('body is too large');
    expect(ms).toBeLessThan(MOST_MS);
  });
});
