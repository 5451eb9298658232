import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import type * as TokenOwnersModule from '../../../src/auth/token-owners.js';
import type * as PermutationModule from '../../../src/lucky-numbers/permutations.js';
import type * as PrintedNumbersModule from '../../../src/proof/permutation.js';
import type * as DatabaseModule from '../../../src/platform/database/database.js';
import type * as LogModule from '../../../src/platform/log.js';
import type * as MetricsModule from '../../../src/platform/metrics.js';
import type * as MoneyModule from '../../../src/platform/money.js';
import type * as TracerModule from '../../../src/platform/tracer.js';
import type * as PageModule from '../../../src/platform/page.js';
import type * as CacheModule from '../../../src/platform/read-through-cache.js';
import type * as TokensModule from '../../../src/platform/tokens.js';
import {
  ALL_ORDERS_SQL,
  MY_ORDERS_AND_BLOCKS_SQL,
  MY_ORDERS_SQL,
  ORDERS_OF_RAFFLE_SQL,
  RAFFLE_PAGE_SQL,
  type BoughtOrderRow,
  type MyOrderRow,
  type OrderRow,
  type RafflePageRow,
  type RestOrderRow,
} from './bare-statements.js';
import { NUMBERS_OF_AN_ORDER, PAGE_SIZE } from './reads.js';

/*
 * What a read costs at the least: a route of Fastify and one prepared statement of pg, which is sent with every request. Rows are
 * flat, the tree is built here. Tokens are checked as the gateway checks them, by its own modules; of the rest it has what
 * cannot be had otherwise: how money, cursors and lucky numbers are written. The raffle's page has a second route, which keeps the
 * answer as long as the gateway keeps its snapshots.
 */

/** What it is started with, as JSON in BARE_READS. */
export interface BareReadsSettings {
  databaseUrl: string;
  jwtSecret: string;
  raffleId: string;
  /** In base64. */
  raffleSecret: string;
  quotaQuantity: number;
  /** URL of the gateway's build, with a slash at its end. */
  dist: string;
}

const settings = JSON.parse(process.env.BARE_READS ?? '{}') as BareReadsSettings;
const built = (module: string): Promise<unknown> => import(new URL(module, settings.dist).href);
const { createTokenOwners } = (await built('auth/token-owners.js')) as typeof TokenOwnersModule;
const permutations = (await built('lucky-numbers/permutations.js')) as typeof PermutationModule;
const { formatLuckyNumber } = (await built('proof/permutation.js')) as typeof PrintedNumbersModule;
const { openDatabase } = (await built('platform/database/database.js')) as typeof DatabaseModule;
const { createLog } = (await built('platform/log.js')) as typeof LogModule;
const { createMetrics } = (await built('platform/metrics.js')) as typeof MetricsModule;
const { NO_TRACER } = (await built('platform/tracer.js')) as typeof TracerModule;
const { formatMoney } = (await built('platform/money.js')) as typeof MoneyModule;
const { BIGINT, encodeCursor, decodeCursor, INSTANT } = (await built('platform/page.js')) as typeof PageModule;
const { createReadThroughCache } = (await built('platform/read-through-cache.js')) as typeof CacheModule;
const { createTokens } = (await built('platform/tokens.js')) as typeof TokensModule;

const onError = (error: Error): void => console.error(error);
const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: 10 }).on('error', onError);
// For the owners of tokens only.
const db = openDatabase({ url: settings.databaseUrl, poolSize: 2, preparedStatements: true, onError });
const tokens = createTokens(settings.jwtSecret);
const owners = createTokenOwners({ db, log: createLog({ logLevel: 'warn' }), metrics: createMetrics(), tracer: NO_TRACER });
const { quotaQuantity } = settings;
const key = permutations.derivePermutationKey(Buffer.from(settings.raffleSecret, 'base64'), settings.raffleId);
const permutation = permutations.createPermutation(key, quotaQuantity);

/** Whom the request's token speaks for; throws for anyone else. */
async function subjectOf(request: FastifyRequest, kind: 'USER' | 'ADMIN'): Promise<string> {
  const claims = tokens.verify((request.headers.authorization ?? '').slice('Bearer '.length));
  if (claims?.kind !== kind) throw Object.assign(new Error('no token'), { statusCode: 401 });
  await owners.check(claims);
  return claims.subject;
}

async function rowsOf<Row extends object>(name: string, text: string, value: string): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values: [value] })).rows;
}

const money = (centavos: string): string => formatMoney(BigInt(centavos));

function rafflePage([page]: RafflePageRow[]): object | undefined {
  if (!page) return undefined;
  const { categoryId, categoryName, sellable, reserved, allocated, ...raffle } = page;
  return {
    ...raffle,
    quotaPrice: money(raffle.quotaPrice),
    category: categoryId && { id: categoryId, name: categoryName },
    sellBar: {
      total: sellable,
      paid: allocated,
      reserved,
      available: sellable - reserved - allocated,
      percentage: Math.floor((allocated * 10_000) / sellable) / 100,
    },
  };
}

function orderOf<Row extends OrderRow>({ raffleId, raffleTitle, raffleSlug, ...order }: Row) {
  return {
    ...order,
    priceByQuota: money(order.priceByQuota),
    totalValue: money(order.totalValue),
    raffle: { id: raffleId, title: raffleTitle, slug: raffleSlug },
  };
}

function myOrder(row: MyOrderRow): object {
  const { firstOrdinal, endOrdinal, ...order } = orderOf(row);
  const count = Math.min((endOrdinal ?? 0) - (firstOrdinal ?? 0), NUMBERS_OF_AN_ORDER);
  const numbers = permutation.numbersOf(firstOrdinal ?? 0, count);
  return {
    ...order,
    luckyNumbers: { nodes: Array.from(numbers, (number) => formatLuckyNumber(number, quotaQuantity)) },
  };
}

function boughtOrder(row: BoughtOrderRow): object {
  const { userId, userName, ...order } = orderOf(row);
  return { ...order, user: { id: userId, name: userName } };
}

function restOrder(row: RestOrderRow): object {
  const { userId, userName, phone, cpf, ...order } = orderOf(row);
  const user = { id: userId, name: userName, phone, cpf };
  return { ...order, id: Number(order.id), discount: money(order.discount), paymentMethod: 'PIX', user };
}

function pageOf<Row extends OrderRow>(rows: Row[], answer: (row: Row) => object) {
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    nodes: page.map(answer),
    pageInfo: {
      hasNextPage: rows.length > PAGE_SIZE,
      endCursor: last ? encodeCursor(last.createdAt.toISOString(), last.id) : null,
    },
  };
}

const fastify = Fastify({ keepAliveTimeout: 72_000 });

async function pageAnswer(slug: string): Promise<object> {
  return { data: { raffle: rafflePage(await rowsOf('raffle_page', RAFFLE_PAGE_SQL, slug)) } };
}

fastify.get<{ Params: { slug: string } }>('/raffles/:slug', (request) => pageAnswer(request.params.slug));

const keptPages = createReadThroughCache({
  maxAgeMs: 100,
  maxKeys: 1_000,
  load: async (slug) => JSON.stringify(await pageAnswer(slug)),
});

fastify.get<{ Params: { slug: string } }>('/raffles/:slug/kept', async (request, reply) =>
  reply.type('application/json; charset=utf-8').send(await keptPages.get(request.params.slug)),
);

fastify.get('/my-orders', async (request) => {
  const rows = await rowsOf<MyOrderRow>('my_orders_and_blocks', MY_ORDERS_AND_BLOCKS_SQL, await subjectOf(request, 'USER'));
  return { data: { myOrders: pageOf(rows, myOrder) } };
});

fastify.get('/my-orders/without-numbers', async (request) => {
  const rows = await rowsOf<OrderRow>('my_orders', MY_ORDERS_SQL, await subjectOf(request, 'USER'));
  return { data: { myOrders: pageOf(rows, orderOf) } };
});

fastify.get<{ Params: { raffleId: string } }>('/raffles/:raffleId/orders', async (request) => {
  await subjectOf(request, 'ADMIN');
  const rows = await rowsOf<BoughtOrderRow>('orders_of_raffle', ORDERS_OF_RAFFLE_SQL, request.params.raffleId);
  return { data: { ordersByRaffle: pageOf(rows, boughtOrder) } };
});

fastify.get<{ Querystring: { after?: string } }>('/orders', async (request) => {
  await subjectOf(request, 'ADMIN');
  const { after } = request.query;
  const [, below = BIGINT.greatest] = decodeCursor({ first: PAGE_SIZE, after }, [INSTANT, BIGINT]) ?? [];
  const rows = await rowsOf<RestOrderRow>('all_orders', ALL_ORDERS_SQL, below);
  const { nodes, pageInfo } = pageOf(rows, restOrder);
  const [first] = rows;
  const startCursor = first ? encodeCursor(first.createdAt.toISOString(), first.id) : null;
  return { data: nodes, pageInfo: { ...pageInfo, hasPreviousPage: after !== undefined, startCursor } };
});

console.log(`bare reads listening on ${await fastify.listen({ host: '127.0.0.1', port: 0 })}`);

process.once('SIGTERM', () => {
  owners.stop();
  void Promise.all([fastify.close(), pool.end(), db.close()]).then(() => process.exit(0));
});
