import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Prisma } from '../../../src/generated/prisma/client.js';
import { seal, sha256 } from '../../../src/platform/crypto.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import { createTokens } from '../../../src/platform/tokens.js';
import { gatewayEnv } from '../gateway-env.js';
import { buyerId, BUYERS, fillRaffle, ORDERS, provider, QUOTA_PRICE } from '../fill.js';

/** Of all buyers, those who ask for their orders. */
const ASKING_BUYERS = 1_000;
export const QUOTAS = 1_000_000;
const DAY_MS = 24 * 3600 * 1000;

export interface ReadStage {
  databaseUrl: string;
  raffle: { id: string; slug: string; secret: Buffer };
  /** Different ones, each with 25 orders. */
  buyers: { id: string; token: string }[];
  adminToken: string;
  jwtSecret: string;
  /** Four of five orders are newer. */
  deepOrder: { id: string; createdAt: Date };
  /** Environment of a gateway in production that serves it. */
  gatewayEnv: Record<string, string>;
}

export async function setReadStage(databaseUrl: string): Promise<ReadStage> {
  const { env, jwtSecret, encryptionKey } = gatewayEnv(databaseUrl);
  const raffle = { id: uuidv7(), slug: 'moto-zero-de-natal', secret: randomBytes(32) };
  const adminId = uuidv7();
  let deepOrder: ReadStage['deepOrder'];
  const db = openDatabase({ url: databaseUrl, poolSize: 1, preparedStatements: false, onError: (error) => console.error(error) });
  try {
    await db.prisma.paymentProvider.create({
      data: { ...provider, adapter: 'static', priority: 10, sealedCallbackSecret: seal([encryptionKey], randomBytes(16)) },
    });
    await db.prisma.user.create({
      data: { id: adminId, role: 'ADMIN', operatorRole: 'OWNER', name: 'Ana Lima', email: 'ana@bench.example' },
    });
    const sealedSecret = seal([encryptionKey], raffle.secret);
    await db.prisma.raffle.create({
      data: { ...raffleFields(), id: raffle.id, slug: raffle.slug, sealedSecret, secretHash: sha256(raffle.secret) },
    });
    await fillRaffle(databaseUrl, raffle.id);
    const deep = await db.prisma.order.findUniqueOrThrow({
      where: { id: BigInt(ORDERS / 5) },
      select: { id: true, createdAt: true },
    });
    deepOrder = { id: String(deep.id), createdAt: deep.createdAt };
  } finally {
    await db.close();
  }

  const tokens = createTokens(jwtSecret);
  const buyers = Array.from({ length: ASKING_BUYERS }, (_, i) => {
    const id = buyerId(1 + i * Math.floor(BUYERS / ASKING_BUYERS));
    return { id, token: tokens.issue('USER', id).accessToken };
  });
  return {
    databaseUrl,
    raffle,
    buyers,
    adminToken: tokens.issue('ADMIN', adminId).accessToken,
    jwtSecret,
    deepOrder,
    gatewayEnv: env,
  };
}

/** What operators fill in, at lengths that they do. */
function raffleFields() {
  const paragraph =
    'Concorra a uma moto zero quilômetro e a mais quatro prêmios. A apuração é pela Loteria Federal, e quem ganha recebe em casa, '
    + 'com documentação paga, em até trinta dias depois do sorteio. Cada cota dá direito a um número da sorte.\n';
  return {
    title: 'Moto zero de Natal',
    subtitle: 'Cinco prêmios, um sorteio',
    description: paragraph.repeat(Math.ceil(10_000 / paragraph.length)).slice(0, 10_000),
    status: 'OPEN',
    statusText: 'Últimas cotas',
    photoUrl: 'https://images.bench.example/raffles/moto-zero-de-natal/1200x800.webp',
    endsAt: new Date(Date.now() + 30 * DAY_MS),
    drawAt: new Date(Date.now() + 31 * DAY_MS),
    quotaPrice: QUOTA_PRICE,
    quotaQuantity: QUOTAS,
    maxReservationQuantity: 20_000,
    maxBuyerQuantity: 50_000,
    fastSelectionCards: [5, 10, 25, 50, 100, 250],
    popularSelectionCard: 25,
    whatsapp: '+5511987654321',
    category: { create: { id: uuidv7(), name: 'Motos' } },
    counter: { create: { sellable: QUOTAS } },
    prizes: {
      createMany: {
        data: ['Moto zero', 'Celular', 'Televisão', 'Bicicleta', 'Vale-compras de 500 reais'].map((title, index) => ({
          position: index + 1,
          title,
          description: `${title}, nova, com nota fiscal e garantia de fábrica.`,
        })),
      },
    },
  } satisfies Partial<Prisma.RaffleCreateInput>;
}
