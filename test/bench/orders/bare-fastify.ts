import Fastify from 'fastify';
import type * as OrderQueueModule from '../../../src/orders/order-queue.js';
import type * as AdultModule from '../../../src/raffles/adult.js';
import type * as StaticAdapterModule from '../../../src/payment-providers/adapters/static-adapter.js';
import type * as TxidModule from '../../../src/payment-providers/adapters/adapter.js';
import type * as DatabaseModule from '../../../src/platform/database/database.js';
import type * as IdempotencyModule from '../../../src/platform/idempotency.js';
import type * as MetricsModule from '../../../src/platform/metrics.js';
import type * as MoneyModule from '../../../src/platform/money.js';
import type * as TracerModule from '../../../src/platform/tracer.js';
import type * as TokensModule from '../../../src/platform/tokens.js';
import type * as SnapshotModule from '../../../src/raffles/raffle.snapshot.js';
import type { Stage } from './stage.js';

/*
 * The queue of orders behind one Fastify route and nothing else: no GraphQL, no validation, no provider to choose. It does what an
 * order needs by the gateway's own functions: the token, the raffle, who is of age, the idempotency key with its fingerprint, the
 * charge. What an order costs here is what these and HTTP cost; the gateway's difference to it is the price of being one. It runs
 * the gateway's own build, so that both are compiled alike.
 */

const { databaseUrl, jwtSecret, provider, dist } = JSON.parse(process.env.BARE_FASTIFY ?? '{}') as BareFastifySettings;

/** What it is started with, as JSON in BARE_FASTIFY. */
export interface BareFastifySettings {
  databaseUrl: string;
  jwtSecret: string;
  provider: Stage['provider'];
  /** URL of the gateway's build, with a slash at its end. */
  dist: string;
}

const built = (module: string): Promise<unknown> => import(new URL(module, dist).href);
const { createOrderQueue } = (await built('orders/order-queue.js')) as typeof OrderQueueModule;
const { adultSince } = (await built('raffles/adult.js')) as typeof AdultModule;
const { buildStaticCode } = (await built('payment-providers/adapters/static-adapter.js')) as typeof StaticAdapterModule;
const { newTxid } = (await built('payment-providers/adapters/adapter.js')) as typeof TxidModule;
const { openDatabase } = (await built('platform/database/database.js')) as typeof DatabaseModule;
const { idempotentRequest } = (await built('platform/idempotency.js')) as typeof IdempotencyModule;
const { createMetrics } = (await built('platform/metrics.js')) as typeof MetricsModule;
const { NO_TRACER } = (await built('platform/tracer.js')) as typeof TracerModule;
const { formatMoney } = (await built('platform/money.js')) as typeof MoneyModule;
const { createTokens } = (await built('platform/tokens.js')) as typeof TokensModule;
const { createRaffleSnapshots } = (await built('raffles/raffle.snapshot.js')) as typeof SnapshotModule;

const db = openDatabase({ url: databaseUrl, poolSize: 10, preparedStatements: true, onError: (error) => console.error(error) });
const raffles = createRaffleSnapshots(db);
const queue = createOrderQueue({ db, metrics: createMetrics(), tracer: NO_TRACER });
const tokens = createTokens(jwtSecret);

const fastify = Fastify({ keepAliveTimeout: 72_000 });
fastify.post<{ Body: { raffleId: string; quotaQuantity: number; referral?: string } }>('/orders', async (request, reply) => {
  const claims = tokens.verify((request.headers.authorization ?? '').slice('Bearer '.length));
  if (!claims) return reply.code(401).send();
  const { raffleId, quotaQuantity, referral = null } = request.body;
  const idempotencyKey = request.headers['idempotency-key'] as string | undefined;
  const caller = { idempotencyKey, principal: { role: 'USER', id: claims.subject } } as const;
  const idempotency = idempotentRequest(caller, 'createOrder:GATEWAY', { raffleId, quotaQuantity, referral });
  const raffle = await raffles.get(raffleId);
  if (!raffle) return reply.code(404).send();

  const totalValue = raffle.quotaPrice * BigInt(quotaQuantity);
  const txid = newTxid('static');
  const brCode = buildStaticCode(provider, { txid, amountCentavos: totalValue, description: raffle.title });
  const { outcome, orderId, createdAt, expiresAt } = await queue.reserve({
    raffleId,
    raffleVersion: raffle.version,
    userId: claims.subject,
    quotaQuantity,
    bonusQuotas: 0,
    discount: 0n,
    priceByQuota: raffle.quotaPrice,
    totalValue,
    paymentProviderName: provider.name,
    charge: { txid, dynamic: false, brCode },
    referral,
    tracking: null,
    regulationVersion: null,
    buyer: { name: null, cpf: null, phone: null },
    adultSince: adultSince(raffle, 'America/Sao_Paulo'),
    idempotency,
    operator: null,
  });
  if (outcome !== 'RESERVED') return reply.code(409).send({ outcome });
  return {
    id: orderId,
    status: 'PENDING',
    quotaQuantity,
    priceByQuota: formatMoney(raffle.quotaPrice),
    totalValue: formatMoney(totalValue),
    paymentMethod: 'PIX',
    paymentProviderName: provider.name,
    referral,
    qrCodeId: txid,
    qrCodeContent: brCode,
    expiresAt,
    createdAt,
  };
});

console.log(`bare Fastify listening on ${await fastify.listen({ host: '127.0.0.1', port: 0 })}`);

process.once('SIGTERM', () => {
  void fastify
    .close()
    .then(() => db.close())
    .then(() => process.exit(0));
});
