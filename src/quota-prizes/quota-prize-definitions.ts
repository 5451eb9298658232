import { randomBytes } from 'node:crypto';
import type { App, Context } from '../context.js';
import type { Raffle } from '../generated/prisma/client.js';
import { seal, unseal } from '../platform/crypto.js';
import type { Transaction } from '../platform/database/database.js';
import { refuse, textOf } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import { formatLuckyNumber } from '../proof/permutation.js';
import { quotaPrizesHash, type QuotaPrizeList } from '../proof/quota-prize-list.js';
import { prizesStand } from '../prizes/prize-log.js';
import type { Counter } from '../quotas/counter.sql.js';
import type { LockedQuotas } from '../quotas/locked-quotas.js';
import { requireNotFrozen } from '../raffles/change-raffle.js';
import {
  selectDefinitions,
  selectSalt,
  type QuotaPrizeDefinition,
  type QuotaPrizeRow,
  type ReadDefinition,
} from './quota-prize.sql.js';

const SALT_BYTES = 32;

export interface Salt {
  salt: Buffer;
  sealed: Buffer<ArrayBuffer>;
}

/** New for each change of the list. Made outside the transaction, which may run again. */
export function newSalt({ config }: Pick<App, 'config'>): Salt {
  const salt = randomBytes(SALT_BYTES);
  return { salt, sealed: seal(config.encryptionKeys, salt) };
}

export async function requireDefinable(raffle: Raffle, quotas: LockedQuotas): Promise<void> {
  if (!raffle.enableQuotaPrizes) {
    const problem = textOf('quotaPrizes.off');
    throw refuse('quotaPrizes.enabling', { problem }, { fields: { enableQuotaPrizes: [problem] } });
  }
  if (await prizesStand(quotas, raffle.id)) throw refuse('quotaPrizes.afterFirstSale');
  requireUnderWay(raffle);
}

export function requireUnderWay(raffle: Raffle): void {
  requireNotFrozen(raffle);
  if (['CANCELLED', 'DRAWN', 'FINISHED'].includes(raffle.status))
    throw refuse('quotaPrizes.raffleStatus', { status: raffle.status });
}

export async function publish(
  tx: Transaction,
  { id, quotaQuantity }: Raffle,
  list: QuotaPrizeDefinition[],
  salt: Salt,
): Promise<void> {
  const hash = list.length === 0 ? null : Buffer.from(quotaPrizesHash(listOf(list, quotaQuantity, salt.salt)), 'hex');
  const stored = { sealedQuotaPrizesSalt: salt.sealed, quotaPrizesHash: hash };
  await tx.prisma.raffleCommitment.upsert({ where: { raffleId: id }, create: { raffleId: id, ...stored }, update: stored });
}

/** What the published hash is of; undefined where there is none. It has the salt: only for raffles that are drawn. */
export async function publishedList(
  { db, config }: Pick<App, 'db' | 'config'>,
  raffleId: string,
): Promise<QuotaPrizeList | undefined> {
  const [raffle] = await db.query(selectSalt, [raffleId]);
  if (!raffle) return undefined;
  return listOf(await db.query(selectDefinitions, [raffleId]), raffle.size, unseal(config.encryptionKeys, raffle.sealedSalt));
}

function listOf(list: readonly QuotaPrizeDefinition[], size: number, salt: Buffer): QuotaPrizeList {
  return {
    salt: salt.toString('hex'),
    prizes: list.map(({ id, number, prize, releaseAt, beginsLocked }) => {
      return { id, number: formatLuckyNumber(number, size), prize, releaseAt, isLocked: beginsLocked };
    }),
  };
}

interface PrizeInList {
  raffleId: string;
  position: number;
}

export async function findPrize({ db }: Context, id: string): Promise<PrizeInList> {
  const select = { raffleId: true, position: true } as const;
  const prize = isUuid(id) ? await db.prisma.quotaPrize.findUnique({ where: { id }, select }) : null;
  if (!prize) throw refuse('quotaPrizes.notFound');
  return prize;
}

/** A raffle's list, read before the lock because it may be long, and read again if it changed in between. */
export async function listUnderLock(
  tx: Transaction,
  { raffleId, quotaPrizeChanges }: Counter,
  before: ReadDefinition[],
): Promise<QuotaPrizeDefinition[]> {
  return before[0]?.changes === quotaPrizeChanges ? before : tx.query(selectDefinitions, [raffleId]);
}

/** It may have been deleted before the lock. */
export function prizeIn(list: readonly QuotaPrizeDefinition[], id: string): QuotaPrizeDefinition {
  const found = list.find((prize) => prize.id === id.toLowerCase());
  if (!found) throw refuse('quotaPrizes.notFound');
  return found;
}

export async function readPrize(ctx: Context, { raffleId, position }: PrizeInList): Promise<QuotaPrizeRow> {
  forgetPrizes(ctx, raffleId);
  const [row] = await ctx.loaders.quotaPrizesOfRaffle.load({ ownerId: raffleId, after: [String(position - 1)], count: 1 });
  if (!row) throw refuse('quotaPrizes.notFound');
  return row;
}

export function forgetPrizes({ loaders }: Context, raffleId: string): void {
  loaders.quotaPrizesOfRaffle.clearAll();
  loaders.quotaPrizeCounts.clear(raffleId);
  loaders.commitments.clear(raffleId);
}
