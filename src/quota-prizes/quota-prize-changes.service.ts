import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { Raffle } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import { badField, badFields, DomainError } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import { actorOf } from '../platform/principal.js';
import { takeFree } from '../proof/random.js';
import { formatLuckyNumber, parseLuckyNumber } from '../proof/permutation.js';
import { MAX_QUOTA_PRIZES } from '../proof/quota-prize-proof.js';
import { lackOfRoom } from '../proof/quota-prizes.js';
import { changeRaffle } from '../raffles/change-raffle.js';
import {
  findPrize,
  forgetPrizes,
  listUnderLock,
  newSalt,
  prizeIn,
  publish,
  readPrize,
  requireDefinable,
} from './quota-prize-definitions.js';
import { insertQuotaPrizes, selectDefinitions, type QuotaPrizeDefinition, type QuotaPrizeRow } from './quota-prize.sql.js';

/** What an operator decides of a quota prize. */
export interface NewQuotaPrize {
  /** As printed, zeros in front may be left out; none where the service draws it. */
  luckyNumber?: string | null;
  prize: string;
  releaseAtPercentage?: number | null;
  isLocked?: boolean | null;
}

/**
 * Adds quota prizes to a raffle before its first sale, all or none; audited. Answers their ids, in order. NOT_FOUND; BAD_USER_INPUT by
 * field; CONFLICT once the raffle was sold, or where it may have no more.
 */
export async function createQuotaPrizes(ctx: Context, raffleId: string, prizes: NewQuotaPrize[]): Promise<{ ids: string[] }> {
  const made = prizes.map((prize) => ({ ...prize, id: uuidv7(), releaseAt: basisPoints(prize.releaseAtPercentage ?? 0) }));
  const salt = newSalt(ctx);
  await changeRaffle(ctx, raffleId, async (tx, raffle, quotas) => {
    const counter = quotas.counterOf(raffle.id);
    await requireDefinable(tx, raffle, counter);
    const before = await tx.query(selectDefinitions, [raffle.id]);
    if (before.length + made.length > Math.min(MAX_QUOTA_PRIZES, raffle.quotaQuantity)) {
      const most = `The raffle may have ${MAX_QUOTA_PRIZES} quota prizes, and no more than its quotas;`;
      throw new DomainError('CONFLICT', `${most} it has ${before.length}.`);
    }
    const numbers = raffle.automaticQuotaPrizeDistribution
      ? drawNumbers(raffle, before, made)
      : typedNumbers(raffle, before, made);
    const last = before.at(-1)?.position ?? 0;
    const added = made.map(({ id, prize, releaseAt, isLocked }, i): QuotaPrizeDefinition => {
      const locked = isLocked ?? false;
      const common = { id, position: last + 1 + i, number: numbers[i]!, prize, releaseAt };
      return { ...common, beginsLocked: locked, isLocked: locked };
    });
    const list = [...before, ...added];
    requireRoom(list, raffle.quotaQuantity);

    await tx.query(insertQuotaPrizes, [
      raffle.id,
      added.map(({ id }) => id),
      added.map(({ position }) => position),
      numbers,
      added.map(({ prize }) => prize),
      added.map(({ releaseAt }) => releaseAt),
      added.map(({ isLocked }) => isLocked),
      raffle.automaticQuotaPrizeDistribution,
    ]);
    await publish(tx, raffle, list, salt);
    await quotas.changeQuotaPrizes(raffle.id, leftOf(list, raffle));
    await tx.prisma.raffle.update({ where: { id: raffle.id }, data: { version: { increment: 1 } } });
    const details = { created: added.length, quotaPrizes: list.length };
    await writeAudit(tx, {
      by: actorOf(ctx),
      action: 'createQuotaPrizes',
      subjectType: 'raffle',
      subjectId: raffle.id,
      details,
    });
  });
  forgetPrizes(ctx, raffleId.toLowerCase());
  return { ids: made.map(({ id }) => id) };
}

/** Deletes one before the first sale and answers what it was; audited. NOT_FOUND, or CONFLICT once the raffle was sold. */
export async function deleteQuotaPrize(ctx: Context, id: string): Promise<QuotaPrizeRow> {
  const place = await findPrize(ctx, id);
  const { raffleId } = place;
  const was = await readPrize(ctx, place);
  const known = await ctx.db.query(selectDefinitions, [raffleId]);
  const salt = newSalt(ctx);
  await changeRaffle(ctx, raffleId, async (tx, raffle, quotas) => {
    await requireDefinable(tx, raffle, quotas.counterOf(raffleId));
    const before = await listUnderLock(tx, quotas.counterOf(raffleId), known);
    const prize = prizeIn(before, id);
    const list = before.filter((one) => one !== prize);
    await tx.prisma.quotaPrize.delete({ where: { id: prize.id } });
    await publish(tx, raffle, list, salt);
    await quotas.changeQuotaPrizes(raffleId, leftOf(list, raffle));
    await tx.prisma.raffle.update({ where: { id: raffleId }, data: { version: { increment: 1 } } });
    const details = { quotaPrizeId: prize.id, quotaPrizes: list.length };
    await writeAudit(tx, {
      by: actorOf(ctx),
      action: 'deleteQuotaPrize',
      subjectType: 'raffle',
      subjectId: raffleId,
      details,
    });
  });
  forgetPrizes(ctx, raffleId);
  return was;
}

/** How many quotas of a raffle are for sale beside its list. */
function leftOf(list: readonly QuotaPrizeDefinition[], { quotaQuantity }: Raffle): { sellable: number; quotaPrizes: number } {
  return { sellable: quotaQuantity - list.filter(({ isLocked }) => isLocked).length, quotaPrizes: list.length };
}

/** Hundredths of a percent. BAD_USER_INPUT for more decimals, or what is no share. */
function basisPoints(percentage: number): number {
  const points = Math.round(percentage * 100);
  if (!(percentage >= 0 && percentage <= 100) || Math.abs(percentage * 100 - points) > 1e-6)
    throw badField('releaseAtPercentage', 'must be from 0 to 100, with at most two decimals');
  return points;
}

/** Numbers that nobody has chosen, each of those that are free as likely as another. */
function drawNumbers(
  { quotaQuantity }: Raffle,
  before: readonly QuotaPrizeDefinition[],
  made: readonly NewQuotaPrize[],
): number[] {
  const problems: FieldProblems = {};
  for (const [i, { luckyNumber }] of made.entries())
    if (luckyNumber != null) problems[`prizes.${i}.luckyNumber`] = ['must be left out: the service draws it'];
  if (Object.keys(problems).length > 0) throw badFields(problems);
  const taken = before.map(({ number }) => number).sort((one, other) => one - other);
  return made.map(() => takeFree(taken, randomInt(quotaQuantity - taken.length)));
}

/** The numbers that an operator chose. BAD_USER_INPUT by field: missing, none of the raffle's, or one that has a prize. */
function typedNumbers(
  { quotaQuantity }: Raffle,
  before: readonly QuotaPrizeDefinition[],
  made: readonly NewQuotaPrize[],
): number[] {
  const problems: FieldProblems = {};
  const taken = new Set(before.map(({ number }) => number));
  const like = formatLuckyNumber(0, quotaQuantity);
  const numbers = made.map(({ luckyNumber }, i) => {
    const number = luckyNumber ? parseLuckyNumber(luckyNumber.padStart(like.length, '0'), quotaQuantity) : undefined;
    const field = `prizes.${i}.luckyNumber`;
    if (luckyNumber == null) problems[field] = ['is required, unless automaticQuotaPrizeDistribution is true'];
    else if (number === undefined) problems[field] = [`must be a number of this raffle, written like ${like}`];
    else if (taken.has(number)) problems[field] = ['has a prize already'];
    else taken.add(number);
    return number ?? 0;
  });
  if (Object.keys(problems).length > 0) throw badFields(problems);
  return numbers;
}

/** BAD_USER_INPUT where nothing would be left for sale, or too little from a share on, now or once all are unlocked. */
function requireRoom(list: readonly QuotaPrizeDefinition[], quotas: number): void {
  if (list.every(({ isLocked }) => isLocked) && list.length === quotas)
    throw badField('isLocked', 'must leave a quota for sale: not every number can be withheld');
  const unlocked = list.map((prize) => ({ ...prize, isLocked: false }));
  const share = lackOfRoom(list, quotas, 0) ?? lackOfRoom(unlocked, quotas, 0);
  if (share !== null)
    throw badField('releaseAtPercentage', `of ${share / 100} leaves fewer quotas for sale than prizes that wait for them`);
}
