import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { AwardedBox, BoxMode, Raffle } from '../generated/prisma/client.js';
import type { Transaction } from '../platform/database/database.js';
import { badFields, DomainError, notFound } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import { formatMoney } from '../platform/money.js';
import { isUuid } from '../platform/uuid.js';
import { toHundredths } from '../platform/hundredths.js';
import { changeBoxes, unitsIn } from './publish-boxes.js';

const MAX_AWARDED_BOXES = 100;
/** Eight bytes of memory each, and three microseconds when a process first sells the raffle. */
const MAX_HIDDEN_UNITS = 1_000_000;
const ALL_BASIS_POINTS = 10_000;

/** What an operator decides of an awarded box; the prize in centavos, shares in percent. */
export interface AwardedBoxTerms {
  raffleId: string;
  title: string;
  quantity: number;
  prize: bigint;
  mode: BoxMode;
  percentage?: number | null;
  isLocked?: boolean | null;
  releaseAtPercentage?: number | null;
}

/**
 * Adds one to a raffle that has not sold; audited. BAD_USER_INPUT by field, `quantityTitles` being what does not fit the raffle's size;
 * NOT_FOUND and CONFLICT by field too.
 */
export async function createAwardedBox(ctx: Context, terms: AwardedBoxTerms): Promise<AwardedBox> {
  // Not in the transaction, which may run again.
  const id = uuidv7();
  const raffleId = terms.raffleId.toLowerCase();
  const standing = terms.isLocked ? 'LOCKED' : 'UNLOCKED';
  const row = {
    title: terms.title.trim(),
    quantity: terms.quantity,
    prize: terms.prize,
    mode: terms.mode,
    percentage: terms.percentage == null ? null : toHundredths(terms.percentage),
    releaseAt: toHundredths(terms.releaseAtPercentage ?? 0),
    isLocked: terms.isLocked ?? false,
  };
  try {
    return await changeBoxes(ctx, raffleId, 'awardedBoxes', async (tx, raffle) => {
      const others = await tx.prisma.awardedBox.findMany({ where: { raffleId }, orderBy: { position: 'asc' } });
      refuse(problemsOf(row, raffle, others));
      if (others.length >= MAX_AWARDED_BOXES) throw tooMany();
      const position = (others.at(-1)?.position ?? -1) + 1;
      const changed = await tx.prisma.awardedBox.create({ data: { id, raffleId, position, standing, ...row } });
      return { changed, action: 'createAwardedBox', details: detailsOf(changed) };
    });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND')
      throw new DomainError('NOT_FOUND', error.message, { raffleId: ['is the id of no raffle'] });
    throw error;
  }
}

/** Takes one away from a raffle that has not sold, and answers what it was; audited. NOT_FOUND; CONFLICT once an order holds a quota. */
export async function deleteAwardedBox(ctx: Context, id: string): Promise<AwardedBox> {
  const { raffleId } = await findAwardedBox(ctx, id);
  return changeBoxes(ctx, raffleId, 'awardedBoxes', async (tx) => {
    await requireStillThere(tx, id);
    const changed = await tx.prisma.awardedBox.delete({ where: { id } });
    return { changed, action: 'deleteAwardedBox', details: detailsOf(changed) };
  });
}

/** NOT_FOUND for an id that names none. */
export async function findAwardedBox({ db }: Pick<Context, 'db'>, id: string): Promise<AwardedBox> {
  const box = isUuid(id) ? await db.prisma.awardedBox.findUnique({ where: { id } }) : null;
  if (!box) throw notFound('awarded box');
  return box;
}

/** Somebody may have deleted it before the lock was had. */
export async function requireStillThere(tx: Transaction, id: string): Promise<AwardedBox> {
  const box = await tx.prisma.awardedBox.findUnique({ where: { id } });
  if (!box) throw notFound('awarded box');
  return box;
}

type NewRow = Pick<AwardedBox, 'quantity' | 'prize' | 'mode' | 'percentage'>;

function problemsOf(row: NewRow, { quotaQuantity }: Raffle, others: readonly AwardedBox[]): FieldProblems {
  const problems: FieldProblems = {};
  const say = (field: string, problem: string): void => void (problems[field] ??= []).push(problem);
  const { quantity, prize, mode, percentage } = row;
  if (prize === 0n) say('prize', 'must be more than 0');

  const left = quotaQuantity - unitsIn(others);
  if (quantity > left) {
    const others = left < quotaQuantity ? ' that its other boxes leave' : '';
    say(
      'quantityTitles',
      `must not be fewer than the units: the raffle has ${quotaQuantity} quotas, and ${left}${others || ' at most'}`,
    );
  }
  const hidden = unitsIn(others.filter((other) => other.mode === 'ALEATORIO'));
  if (mode === 'ALEATORIO' && hidden + quantity > MAX_HIDDEN_UNITS)
    say('quantity', `must be at most ${MAX_HIDDEN_UNITS - hidden}: a raffle has at most ${MAX_HIDDEN_UNITS} units of ALEATORIO`);

  if (mode === 'ALEATORIO' && percentage !== null) say('percentage', 'must be left out where mode is ALEATORIO');
  if (mode === 'PORCENTAGEM' && percentage === null) say('percentage', 'is required where mode is PORCENTAGEM');
  const taken = others.reduce((sum, other) => sum + (other.percentage ?? 0), 0);
  if (taken + (percentage ?? 0) > ALL_BASIS_POINTS)
    say('percentage', `must be at most ${(ALL_BASIS_POINTS - taken) / 100}, so that those of a raffle are at most 100`);
  return problems;
}

function refuse(problems: FieldProblems): void {
  if (Object.keys(problems).length > 0) throw badFields(problems);
}

function tooMany(): DomainError {
  const problem = `are at most ${MAX_AWARDED_BOXES} in a raffle: delete one first`;
  return new DomainError('CONFLICT', `Awarded boxes ${problem}.`, { awardedBoxes: [problem] });
}

function detailsOf({ id, title, quantity, prize, mode, percentage, releaseAt, isLocked }: AwardedBox) {
  return { awardedBoxId: id, title, quantity, prize: formatMoney(prize), mode, percentage, releaseAt, isLocked };
}
