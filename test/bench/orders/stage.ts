import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { seal, sha256 } from '../../../src/platform/crypto.js';
import { openDatabase, type Database } from '../../../src/platform/database/database.js';
import { createTokens } from '../../../src/platform/tokens.js';
import { buyerId, BUYERS, fillRaffle, INSERT_BUYERS, provider, QUOTA_PRICE } from '../fill.js';
import { gatewayEnv } from '../gateway-env.js';

const QUOTAS = 10_000_000;

/** What a raffle may ask of an order beyond its quotas being there. */
export type Rule = 'fields' | 'limit' | 'anti-spam' | 'promotions';

/** As many as a raffle may have; the first applies to the orders of a bench. */
const promotionsOf = (quotaPrice: bigint) => ({
  enablePromotions: true,
  cumulative: true,
  promotionRows: {
    create: Array.from({ length: 20 }, (_, i) => ({
      id: uuidv7(),
      kind: i % 2 === 0 ? ('EXACT' as const) : ('FROM' as const),
      quotaQuantity: 2 * (i + 1),
      price: (quotaPrice * BigInt(i % 2 === 0 ? 2 * (i + 1) : 1) * BigInt(95 - i)) / 100n,
      bonusQuotas: i,
    })),
  },
});

/** Of what a raffle asks or gives, as its columns; none of the orders of a bench is refused. */
const RULES = {
  fields: () => ({ reservationFields: ['NAME', 'CPF', 'BIRTH_DATE'] }),
  limit: () => ({ maxBuyerQuantity: 50_000 }),
  'anti-spam': () => ({ enableAntiSpam: true, antiSpamMaxQuota: 10_000, antiSpamTimeout: 60 }),
  promotions: () => promotionsOf(QUOTA_PRICE),
};

export const ALL_RULES: readonly Rule[] = ['fields', 'limit', 'anti-spam', 'promotions'];

/** What every contender sells: one open raffle, the largest there may be, to the same buyers. */
export interface Stage {
  raffleId: string;
  quotaPriceCentavos: bigint;
  quotaQuantity: number;
  /** Their ids count up, so that SQL can make one from a number: see buyerIdSql. */
  buyers: { id: string; token: string }[];
  provider: typeof provider;
  /** Environment of a gateway in production that serves it. */
  gatewayEnv: Record<string, string>;
  encryptionKey: Buffer;
}

/**
 * Writes the provider, the buyers and a raffle. SELLING: with every rule, as many earlier orders as half a week brings and the
 * idempotency keys that they came with. NEW: without any of these.
 */
export async function setStage(databaseUrl: string, state: 'SELLING' | 'NEW'): Promise<Stage> {
  const { env, jwtSecret, encryptionKey } = gatewayEnv(databaseUrl);
  const db = openDatabase({ url: databaseUrl, poolSize: 2, preparedStatements: false, onError: (error) => console.error(error) });
  let raffleId: string;
  try {
    await db.prisma.paymentProvider.create({
      data: { ...provider, adapter: 'static', priority: 10, sealedCallbackSecret: seal([encryptionKey], randomBytes(16)) },
    });
    raffleId = await addRaffle(db, encryptionKey, state === 'SELLING' ? ALL_RULES : []);
    if (state === 'NEW') await db.pool.query(INSERT_BUYERS);
    else {
      await fillRaffle(databaseUrl, raffleId);
      await db.pool.query(`
        INSERT INTO idempotency_keys (principal, key, fingerprint, order_id, created_at)
        SELECT 'USER:' || user_id, gen_random_uuid(), sha256(id::text::bytea), id, created_at FROM orders`);
      await db.pool.query('VACUUM ANALYZE idempotency_keys');
    }
    // Of the users only: told that orders is empty, the planner would believe it until autovacuum comes by.
    await db.pool.query('VACUUM ANALYZE users');
  } finally {
    await db.close();
  }

  const tokens = createTokens(jwtSecret);
  const buyers = Array.from({ length: BUYERS }, (_, i) => {
    const id = buyerId(i + 1);
    return { id, token: tokens.issue('USER', id).accessToken };
  });
  return { raffleId, quotaPriceCentavos: QUOTA_PRICE, quotaQuantity: 2, buyers, provider, gatewayEnv: env, encryptionKey };
}

/** Adds an open raffle without orders that has these rules, and answers its id. */
export async function addRaffle(
  { prisma }: Pick<Database, 'prisma'>,
  encryptionKey: Buffer,
  rules: readonly Rule[],
): Promise<string> {
  const id = uuidv7();
  const secret = randomBytes(32);
  const ruled = Object.assign({}, ...rules.map((rule) => RULES[rule]())) as object;
  await prisma.raffle.create({
    data: {
      id,
      slug: `bench-${id}`,
      title: 'Moto zero',
      status: 'OPEN',
      quotaPrice: QUOTA_PRICE,
      quotaQuantity: QUOTAS,
      maxReservationQuantity: 20_000,
      reservationTimeLimit: 60,
      sealedSecret: seal([encryptionKey], secret),
      secretHash: sha256(secret),
      counter: { create: { sellable: QUOTAS } },
      ...ruled,
    },
  });
  return id;
}
