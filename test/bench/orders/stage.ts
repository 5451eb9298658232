import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { openDatabase } from '../../../src/platform/database/database.js';
import { seal, sha256 } from '../../../src/platform/crypto.js';
import { createTokens } from '../../../src/platform/tokens.js';
import { gatewayEnv } from '../gateway-env.js';

const BUYERS = 1_000;

/** What every contender sells: one open raffle, the largest there may be, to the same buyers. */
export interface Stage {
  raffleId: string;
  quotaPriceCentavos: bigint;
  /** Quotas of each order. */
  quotaQuantity: number;
  /** Their ids count up, so that SQL can make one from a number: see buyerIdSql. */
  buyers: { id: string; token: string }[];
  provider: { name: string; pixKey: string; merchantName: string; merchantCity: string };
  /** Environment of a gateway in production that serves it. */
  gatewayEnv: Record<string, string>;
}

const provider = {
  name: 'static',
  pixKey: '123e4567-e12b-12d1-a456-426655440000',
  merchantName: 'Rifa Legal',
  merchantCity: 'SAO PAULO',
};

/** Writes the raffle, its provider and its buyers. */
export async function setStage(databaseUrl: string): Promise<Stage> {
  const { env, jwtSecret, encryptionKey } = gatewayEnv(databaseUrl);
  const raffleId = uuidv7();
  const quotaPriceCentavos = 199n;
  const secret = randomBytes(32);

  const db = openDatabase({ url: databaseUrl, poolSize: 2, preparedStatements: false, onError: (error) => console.error(error) });
  try {
    await db.prisma.paymentProvider.create({
      data: { ...provider, adapter: 'static', priority: 10, sealedCallbackSecret: seal([encryptionKey], randomBytes(16)) },
    });
    await db.prisma.raffle.create({
      data: {
        id: raffleId,
        slug: 'bench',
        title: 'Moto zero',
        status: 'OPEN',
        quotaPrice: quotaPriceCentavos,
        quotaQuantity: 10_000_000,
        maxReservationQuantity: 20_000,
        // Nothing expires while it is measured.
        reservationTimeLimit: 60,
        sealedSecret: seal([encryptionKey], secret),
        secretHash: sha256(secret),
        counter: { create: { sellable: 10_000_000 } },
      },
    });
    await db.pool.query(`
      INSERT INTO users (id, role, name, phone)
      SELECT ${buyerIdSql('n::text')}, 'USER', 'Maria da Silva', '+55119' || 80000000 + n FROM generate_series(1, ${BUYERS}) n`);
    // Of the users only: told that orders is empty, the planner would believe it until autovacuum comes by.
    await db.pool.query('VACUUM ANALYZE users');
  } finally {
    await db.close();
  }

  const tokens = createTokens(jwtSecret);
  const buyers = Array.from({ length: BUYERS }, (_, i) => {
    const id = `00000000-0000-7000-8000-${String(i + 1).padStart(12, '0')}`;
    return { id, token: tokens.issue('USER', id).accessToken };
  });
  return {
    raffleId,
    quotaPriceCentavos,
    quotaQuantity: 2,
    buyers,
    provider,
    gatewayEnv: env,
  };
}

/** SQL for the id of the buyer with a number, 1 to 1,000, given as text. */
export function buyerIdSql(number: string): string {
  return `('00000000-0000-7000-8000-' || lpad(${number}, 12, '0'))::uuid`;
}
