import { randomBytes } from 'node:crypto';
import type { App, Context } from '../context.js';
import type { Raffle } from '../generated/prisma/client.js';
import { seal, unseal } from '../platform/crypto.js';
import type { Transaction } from '../platform/database/database.js';
import { DomainError, notFound } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import { formatLuckyNumber, type Permutation } from '../proof/permutation.js';
import { quotaPrizesHash, type ProofOfQuotaPrizes } from '../proof/quota-prize-proof.js';
import { prizesStand } from '../prizes/prize-log.js';
import type { Counter } from '../quotas/counter.sql.js';
import { requireNotFrozen } from '../raffles/change-raffle.js';
import {
  selectDefinitions,
  selectSalt,
  type QuotaPrizeDefinition,
  type QuotaPrizeRow,
  type ReadDefinition,
} from './quota-prize.sql.js';

const SALT_BYTES = 32;

/** What a raffle's list is hashed with, and as it is stored. */
export interface Salt {
  salt: Buffer;
  sealed: Buffer<ArrayBuffer>;
}

/** For each change of the list another, drawn before its transaction, which may run again. */
export function newSalt({ config }: Pick<App, 'config'>): Salt {
  const salt = randomBytes(SALT_BYTES);
  return { salt, sealed: seal(config.encryptionKeys, salt) };
}

/** Throws CONFLICT where quota prizes cannot be made or deleted: the raffle has none, was sold or is over. */
export async function requireDefinable(tx: Transaction, raffle: Raffle, counter: Counter): Promise<void> {
  if (!raffle.enableQuotaPrizes) {
    const problem = 'is false: the raffle has no quota prizes';
    throw new DomainError('CONFLICT', `enableQuotaPrizes ${problem}.`, { enableQuotaPrizes: [problem] });
  }
  if (await prizesStand(tx, counter))
    throw new DomainError(
      'CONFLICT',
      'Quota prizes stand since the first sale: from then on they can be locked and unlocked only.',
    );
  requireUnderWay(raffle);
}

/** Throws CONFLICT for a raffle whose numbers are not given any more. */
export function requireUnderWay(raffle: Raffle): void {
  requireNotFrozen(raffle);
  if (['CANCELLED', 'DRAWN', 'FINISHED'].includes(raffle.status))
    throw new DomainError('CONFLICT', `The raffle is ${raffle.status}: its quota prizes stay as they are.`);
}

/** Publishes what the list is now, before the first sale. */
export async function publish(
  tx: Transaction,
  { id, quotaQuantity }: Raffle,
  list: QuotaPrizeDefinition[],
  salt: Salt,
): Promise<void> {
  const hash = list.length === 0 ? null : Buffer.from(quotaPrizesHash(proofOf(list, quotaQuantity, salt.salt)), 'hex');
  const stored = { sealedQuotaPrizesSalt: salt.sealed, quotaPrizesHash: hash };
  await tx.prisma.raffleCommitment.upsert({ where: { raffleId: id }, create: { raffleId: id, ...stored }, update: stored });
}

/** What the proof of a raffle's draw tells of its quota prizes, by its permutation at last; undefined for one that has none. */
export async function quotaPrizesOfProof(
  { db, config }: Pick<App, 'db' | 'config'>,
  raffleId: string,
  permutation: Permutation,
): Promise<ProofOfQuotaPrizes | undefined> {
  const [raffle] = await db.query(selectSalt, [raffleId]);
  if (!raffle) return undefined;
  const list = await db.query(selectDefinitions, [raffleId]);
  const told = proofOf(list, raffle.size, unseal(config.encryptionKeys, raffle.sealedSalt));
  return { ...told, places: [...permutation.ordinalsOf(list.map(({ number }) => number))] };
}

function proofOf(list: readonly QuotaPrizeDefinition[], size: number, salt: Buffer): Omit<ProofOfQuotaPrizes, 'places'> {
  return {
    salt: salt.toString('hex'),
    prizes: list.map(({ id, number, prize, releaseAt, beginsLocked }) => {
      return { id, number: formatLuckyNumber(number, size), prize, releaseAt, isLocked: beginsLocked };
    }),
  };
}

/** Where a prize stands: its raffle, and its place in the list of it. */
interface PrizeInList {
  raffleId: string;
  position: number;
}

/** NOT_FOUND for no prize. */
export async function findPrize({ db }: Context, id: string): Promise<PrizeInList> {
  const select = { raffleId: true, position: true } as const;
  const prize = isUuid(id) ? await db.prisma.quotaPrize.findUnique({ where: { id }, select }) : null;
  if (!prize) throw notFound('quota prize');
  return prize;
}

/** A raffle's list, which was read before it was locked, and is read again where it was changed meanwhile. It may be long. */
export async function listUnderLock(
  tx: Transaction,
  { raffleId, quotaPrizeChanges }: Counter,
  before: ReadDefinition[],
): Promise<QuotaPrizeDefinition[]> {
  return before[0]?.changes === quotaPrizeChanges ? before : tx.query(selectDefinitions, [raffleId]);
}

/** A prize of the list. NOT_FOUND when it was deleted before the lock was had. */
export function prizeIn(list: readonly QuotaPrizeDefinition[], id: string): QuotaPrizeDefinition {
  const found = list.find((prize) => prize.id === id.toLowerCase());
  if (!found) throw notFound('quota prize');
  return found;
}

/** A prize as it stands, read anew. */
export async function readPrize(ctx: Context, { raffleId, position }: PrizeInList): Promise<QuotaPrizeRow> {
  forgetPrizes(ctx, raffleId);
  const [row] = await ctx.loaders.quotaPrizesOfRaffle.load({ ownerId: raffleId, after: [String(position - 1)], count: 1 });
  if (!row) throw notFound('quota prize');
  return row;
}

/** A request may change a raffle and read it after. */
export function forgetPrizes({ loaders }: Context, raffleId: string): void {
  loaders.quotaPrizesOfRaffle.clearAll();
  loaders.quotaPrizeCounts.clear(raffleId);
  loaders.commitments.clear(raffleId);
}
