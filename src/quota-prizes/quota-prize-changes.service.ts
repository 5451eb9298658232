import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { Raffle } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import { refuse, refuseField, refuseProblems, textOf } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import { takeFree } from '../proof/random.js';
import { formatLuckyNumber, parseLuckyNumber } from '../proof/permutation.js';
import { MAX_QUOTA_PRIZES } from '../proof/quota-prize-proof.js';
import { shareWithoutRoom } from '../proof/quota-prizes.js';
import { changeRaffle, raffleAudit, raiseVersion } from '../raffles/change-raffle.js';
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
import type { QuotaPrizeInput } from './quota-prize.input.js';
import { insertQuotaPrizes, selectDefinitions, type QuotaPrizeDefinition, type QuotaPrizeRow } from './quota-prize.sql.js';

/** Before the first sale, all or none. NOT_FOUND; BAD_USER_INPUT by field; CONFLICT. */
export async function createQuotaPrizes(ctx: Context, raffleId: string, prizes: QuotaPrizeInput[]): Promise<{ ids: string[] }> {
  const made = prizes.map((prize) => ({ ...prize, id: uuidv7(), releaseAt: basisPoints(prize.releaseAtPercentage ?? 0) }));
  const salt = newSalt(ctx);
  await changeRaffle(ctx, raffleId, async (tx, raffle, quotas) => {
    const counter = quotas.counterOf(raffle.id);
    await requireDefinable(tx, raffle, counter);
    const before = await tx.query(selectDefinitions, [raffle.id]);
    if (before.length + made.length > Math.min(MAX_QUOTA_PRIZES, raffle.quotaQuantity))
      throw refuse('quotaPrizes.tooMany', { most: MAX_QUOTA_PRIZES, count: before.length });
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
    await raiseVersion(tx, raffle.id);
    const details = { created: added.length, quotaPrizes: list.length };
    await writeAudit(tx, raffleAudit(ctx, 'createQuotaPrizes', raffle.id, details));
  });
  forgetPrizes(ctx, raffleId.toLowerCase());
  return { ids: made.map(({ id }) => id) };
}

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
    await raiseVersion(tx, raffleId);
    const details = { quotaPrizeId: prize.id, quotaPrizes: list.length };
    await writeAudit(tx, raffleAudit(ctx, 'deleteQuotaPrize', raffleId, details));
  });
  forgetPrizes(ctx, raffleId);
  return was;
}

function leftOf(list: readonly QuotaPrizeDefinition[], { quotaQuantity }: Raffle): { sellable: number; quotaPrizes: number } {
  return { sellable: quotaQuantity - list.filter(({ isLocked }) => isLocked).length, quotaPrizes: list.length };
}

function basisPoints(percentage: number): number {
  const points = Math.round(percentage * 100);
  if (!(percentage >= 0 && percentage <= 100) || Math.abs(percentage * 100 - points) > 1e-6)
    throw refuseField('releaseAtPercentage', 'quotaPrizes.percentage', { min: 0, max: 100 });
  return points;
}

function drawNumbers(
  { quotaQuantity }: Raffle,
  before: readonly QuotaPrizeDefinition[],
  made: readonly QuotaPrizeInput[],
): number[] {
  const problems: FieldProblems = {};
  for (const [i, { luckyNumber }] of made.entries())
    if (luckyNumber != null) problems[`prizes.${i}.luckyNumber`] = [textOf('quotaPrizes.numberLeftOut')];
  refuseProblems(problems);
  const taken = before.map(({ number }) => number).sort((one, other) => one - other);
  return made.map(() => takeFree(taken, randomInt(quotaQuantity - taken.length)));
}

function typedNumbers(
  { quotaQuantity }: Raffle,
  before: readonly QuotaPrizeDefinition[],
  made: readonly QuotaPrizeInput[],
): number[] {
  const problems: FieldProblems = {};
  const taken = new Set(before.map(({ number }) => number));
  const like = formatLuckyNumber(0, quotaQuantity);
  const numbers = made.map(({ luckyNumber }, i) => {
    const number = luckyNumber ? parseLuckyNumber(luckyNumber.padStart(like.length, '0'), quotaQuantity) : undefined;
    const field = `prizes.${i}.luckyNumber`;
    if (luckyNumber == null) problems[field] = [textOf('quotaPrizes.numberNeeded')];
    else if (number === undefined) problems[field] = [textOf('luckyNumbers.ofRaffle', { example: like })];
    else if (taken.has(number)) problems[field] = [textOf('quotaPrizes.numberTaken')];
    else taken.add(number);
    return number ?? 0;
  });
  refuseProblems(problems);
  return numbers;
}

/** As locked now, and with all unlocked. */
function requireRoom(list: readonly QuotaPrizeDefinition[], quotas: number): void {
  if (list.every(({ isLocked }) => isLocked) && list.length === quotas) throw refuseField('isLocked', 'quotaPrizes.leavesNone');
  const unlocked = list.map((prize) => ({ ...prize, isLocked: false }));
  const share = shareWithoutRoom(list, quotas, 0) ?? shareWithoutRoom(unlocked, quotas, 0);
  if (share !== null) throw refuseField('releaseAtPercentage', 'quotaPrizes.leavesTooFew', { share: share / 100 });
}
