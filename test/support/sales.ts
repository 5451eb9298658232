import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Prisma } from '../../src/generated/prisma/client.js';
import { seal, sha256 } from '../../src/platform/crypto.js';
import type { TestServer } from './start.js';

/** A raffle that sells, made beside the API. */
export async function anOpenRaffle(
  server: TestServer,
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
  await server.app.db.prisma.paymentProvider.create({
    data: {
      name: 'static',
      adapter: 'static',
      priority: 10,
      pixKey: '123e4567-e12b-12d1-a456-426655440000',
      merchantName: 'Rifa Legal',
      merchantCity: 'SAO PAULO',
      sealedCallbackSecret: seal(server.app.config.encryptionKeys, randomBytes(16)),
    },
  });
}

/** A raffle's counter row. */
export async function countsOf(server: TestServer, raffleId: string): Promise<{ sellable: number; reserved: number; allocated: number }> {
  const { sellable, reserved, allocated } = await server.app.db.prisma.raffleCounter.findUniqueOrThrow({ where: { raffleId } });
  return { sellable, reserved, allocated };
}
