import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Prisma } from '../../src/generated/prisma/client.js';
import { seal, sha256 } from '../../src/platform/crypto.js';
import type { Ask, GraphqlAnswer } from './graphql-client.js';
import type { TestServer } from './start.js';

/** A raffle that sells, made beside the API. Every buyer may reserve all of it. */
export async function anOpenRaffle(
  server: Pick<TestServer, 'app'>,
  overrides: Partial<Prisma.RaffleUncheckedCreateInput> = {},
): Promise<{ id: string }> {
  const id = uuidv7();
  const secret = randomBytes(32);
  const quotaQuantity = overrides.quotaQuantity ?? 1_000;
  await server.app.db.prisma.raffle.create({
    data: {
      id,
      slug: id,
      title: 'Moto zero',
      status: 'OPEN',
      quotaPrice: 100n,
      quotaQuantity,
      maxReservationQuantity: Math.min(20_000, quotaQuantity),
      unprovenShare: 100,
      sealedSecret: seal(server.app.config.encryptionKeys, secret),
      secretHash: sha256(secret),
      counter: { create: { sellable: quotaQuantity } },
      ...overrides,
    },
  });
  return { id };
}

/** The provider that asks nobody; others are added by the tests that need them. */
export async function seedProviders(server: TestServer): Promise<void> {
  await aProvider(server, { name: 'static', adapter: 'static', priority: 10 });
}

/** Another provider's row; of `callbackSecret` and `credentials` the texts, sealed here. */
export async function aProvider(
  server: Pick<TestServer, 'app'>,
  {
    callbackSecret = randomBytes(16).toString('hex'),
    credentials,
    ...row
  }: {
    name: string;
    adapter: string;
    priority?: number;
    active?: boolean;
    baseUrl?: string;
    pixKey?: string;
    callbackSecret?: string;
    credentials?: Record<string, string>;
  },
): Promise<void> {
  const { db, config } = server.app;
  await db.prisma.paymentProvider.create({
    data: {
      priority: 20,
      pixKey: '123e4567-e12b-12d1-a456-426655440000',
      merchantName: 'Rifa Legal',
      merchantCity: 'SAO PAULO',
      ...row,
      sealedCallbackSecret: seal(config.encryptionKeys, Buffer.from(callbackSecret)),
      ...(credentials && { sealedCredentials: seal(config.encryptionKeys, Buffer.from(JSON.stringify(credentials))) }),
    },
  });
  server.app.providers.drop();
}

/** Changes a provider's row beside the API, as if the two seconds had passed after which everybody has noticed. */
export async function changeProvider(
  server: TestServer,
  name: string,
  data: Prisma.PaymentProviderUncheckedUpdateInput,
): Promise<void> {
  await server.app.db.prisma.paymentProvider.update({ where: { name }, data });
  server.app.providers.drop();
}

/** A provider that would report payments of its key's static codes; nobody answers at its address. */
export function aReportingProvider(server: TestServer): Promise<void> {
  return aProvider(server, { name: 'bank', adapter: 'sandbox', priority: 1, baseUrl: 'http://127.0.0.1:9' });
}

export async function countsOf(
  server: TestServer,
  raffleId: string,
): Promise<{ sellable: number; reserved: number; allocated: number }> {
  const { sellable, reserved, allocated } = await server.app.db.prisma.raffleCounter.findUniqueOrThrow({ where: { raffleId } });
  return { sellable, reserved, allocated };
}

export interface OrderAnswer {
  id: string;
  status: string;
  reservation: 'RESERVED' | 'AT_PAYMENT';
  quotaQuantity: number;
  priceByQuota: string;
  totalValue: string;
  paymentProviderName: string;
  referral: string | null;
  qrCodeId: string | null;
  qrCodeContent: string | null;
  expiresAt: string;
  paidAt: string | null;
  luckyNumbers: { nodes: string[]; totalCount: number };
}

export interface Outcome {
  order: OrderAnswer | undefined;
  code: string | undefined;
  message: string | undefined;
  fields: Record<string, string[]> | undefined;
}

const ORDER_FIELDS = `
  id status reservation quotaQuantity priceByQuota totalValue paymentMethod paymentProviderName referral qrCodeId qrCodeContent
  expiresAt paidAt createdAt luckyNumbers(first: 100) { nodes totalCount }`;

/** The operations on orders, each answering the order or why there is none. */
export function salesDesk(ask: Ask) {
  const mutate = async (
    name: string,
    signature: string,
    call: string,
    variables: Record<string, unknown>,
    options: Parameters<Ask>[2],
  ) => {
    const answer = await ask(`mutation (${signature}) { ${name}(${call}) { ${ORDER_FIELDS} } }`, variables, options);
    return outcomeOf(answer, name);
  };
  return {
    buy: (token: string, input: Record<string, unknown>, headers: Record<string, string> = {}) =>
      mutate('createOrder', '$input: CreateOrderInput!', 'input: $input', { input }, { token, headers }),
    buyWithoutGateway: (token: string, input: Record<string, unknown>, headers: Record<string, string> = {}) =>
      mutate(
        'createOrderWithoutPaymentGateway',
        '$input: CreateOrderWithoutPaymentGatewayInput!',
        'input: $input',
        { input },
        { token, headers },
      ),
    pay: (token: string, id: string, note = 'paid in cash') =>
      mutate('payOrder', '$id: ID!, $note: String!', 'id: $id, note: $note', { id, note }, { token }),
    cancel: (token: string, id: string) => mutate('cancelOrder', '$id: ID!', 'id: $id', { id }, { token }),
  };
}

function outcomeOf({ data, errors }: GraphqlAnswer<Record<string, OrderAnswer> | null>, name: string): Outcome {
  const [error] = errors ?? [];
  return { order: data?.[name], code: error?.extensions.code, message: error?.message, fields: error?.extensions.fields };
}

/** Every row of a raffle's sale, to be compared before and after a call that must change nothing. */
export async function salesRecord(server: TestServer, raffleId: string) {
  const { prisma } = server.app.db;
  const ofRaffle = { where: { raffleId }, orderBy: { id: 'asc' } } as const;
  return {
    counter: await prisma.raffleCounter.findUnique({ where: { raffleId } }),
    buyers: await prisma.raffleBuyer.findMany({ where: { raffleId }, orderBy: { userId: 'asc' } }),
    orders: await prisma.order.findMany({ ...ofRaffle, include: { charge: true, allocations: true, payments: true } }),
    idempotencyKeys: await prisma.idempotencyKey.count(),
    // The service's own have no actor: it closes raffles by their dates at any moment.
    auditEntries: await prisma.auditEntry.count({ where: { actorId: { not: null } } }),
  };
}

export async function leftOf(server: TestServer, raffleId: string): Promise<number> {
  const { sellable, reserved, allocated } = await countsOf(server, raffleId);
  return sellable - reserved - allocated;
}

/** As if an order's time had run out so many seconds ago. */
export async function letExpire(server: TestServer, orderId: string, secondsAgo: number): Promise<void> {
  const expiresAt = new Date(Date.now() - secondsAgo * 1_000);
  await server.app.db.prisma.order.update({ where: { id: BigInt(orderId) }, data: { expiresAt } });
}
