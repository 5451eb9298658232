import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import type { AwardedBox, BoxStanding, Raffle } from '../generated/prisma/client.js';
import type { Transaction } from '../platform/database/database.js';
import { DomainError, refuse, refuseProblems, textOf } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import type { KeyedText } from '../platform/texts.js';
import { formatMoney, toHundredths } from '../platform/money.js';
import { isUuid } from '../platform/uuid.js';
import { changeBoxes, unitsIn, publish } from './publish-boxes.js';
import { writeAudit } from '../platform/audit.js';
import { canBeBought } from '../prizes/prize-log.js';
import { changeRaffle, raffleAudit, raiseVersion, requireNotFrozen } from '../raffles/change-raffle.js';
import { maskName, seesWhole } from '../platform/masking.js';
import type { Page, PageRequest } from '../platform/page.js';
import { isShownToCaller } from '../raffles/raffle-access.js';
import { awardedBoxes, awardedBoxesOfRaffle, type AwardedBoxRow, boxWinners, type BoxWinnerRow } from './held-box.sql.js';
import type { AwardedBoxesArgs, CreateAwardedBoxInput } from './awarded-box.input.js';
import type { AwardedBoxWinner } from './awarded-box.type.js';

const MAX_AWARDED_BOXES = 100;
/** Eight bytes of memory and three microseconds each, when a process first sells the raffle. */
const MAX_HIDDEN_UNITS = 1_000_000;
const ALL_BASIS_POINTS = 10_000;

/** `quantityTitles` stands for the raffle's size. NOT_FOUND, CONFLICT and BAD_USER_INPUT by field. */
export async function createAwardedBox(ctx: Context, terms: CreateAwardedBoxInput): Promise<AwardedBox> {
  // Outside the transaction, which may run again.
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
      refuseProblems(problemsOf(row, raffle, others));
      if (others.length >= MAX_AWARDED_BOXES) throw tooMany();
      const position = (others.at(-1)?.position ?? -1) + 1;
      const changed = await tx.prisma.awardedBox.create({ data: { id, raffleId, position, standing, ...row } });
      return { changed, action: 'createAwardedBox', details: detailsOf(changed) };
    });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND')
      throw refuse('raffles.notFound', {}, { fields: { raffleId: [textOf('awardedBoxes.noRaffle')] } });
    throw error;
  }
}

export async function deleteAwardedBox(ctx: Context, id: string): Promise<AwardedBox> {
  const { raffleId } = await findAwardedBox(ctx.db, id);
  return changeBoxes(ctx, raffleId, 'awardedBoxes', async (tx) => {
    await findAwardedBox(tx, id);
    const changed = await tx.prisma.awardedBox.delete({ where: { id } });
    return { changed, action: 'deleteAwardedBox', details: detailsOf(changed) };
  });
}

/** Also under the lock: it may have been deleted before. */
async function findAwardedBox({ prisma }: Pick<Transaction, 'prisma'>, id: string): Promise<AwardedBox> {
  const box = isUuid(id) ? await prisma.awardedBox.findUnique({ where: { id } }) : null;
  if (!box) throw refuse('awardedBoxes.notFound');
  return box;
}

type NewRow = Pick<AwardedBox, 'quantity' | 'prize' | 'mode' | 'percentage'>;

function problemsOf(row: NewRow, { quotaQuantity }: Raffle, others: readonly AwardedBox[]): FieldProblems {
  const problems: FieldProblems = {};
  const say = (field: string, problem: KeyedText): void => void (problems[field] ??= []).push(problem);
  const { quantity, prize, mode, percentage } = row;
  if (prize === 0n) say('prize', textOf('platform.moreThan', { min: 0 }));

  const left = quotaQuantity - unitsIn(others);
  if (quantity > left) {
    const key = left < quotaQuantity ? 'awardedBoxes.unitsBesideOthers' : 'awardedBoxes.unitsInRaffle';
    say('quantityTitles', textOf(key, { quotas: quotaQuantity, left }));
  }
  const hidden = unitsIn(others.filter((other) => other.mode === 'ALEATORIO'));
  if (mode === 'ALEATORIO' && hidden + quantity > MAX_HIDDEN_UNITS)
    say('quantity', textOf('awardedBoxes.mostUnits', { max: MAX_HIDDEN_UNITS - hidden, most: MAX_HIDDEN_UNITS }));

  if (mode === 'ALEATORIO' && percentage !== null) say('percentage', textOf('awardedBoxes.leftOut'));
  if (mode === 'PORCENTAGEM' && percentage === null) say('percentage', textOf('awardedBoxes.neededForPercentage'));
  const taken = others.reduce((sum, other) => sum + (other.percentage ?? 0), 0);
  if (taken + (percentage ?? 0) > ALL_BASIS_POINTS)
    say('percentage', textOf('awardedBoxes.mostHundred', { max: (ALL_BASIS_POINTS - taken) / 100 }));
  return problems;
}

function tooMany(): DomainError {
  const problem = textOf('awardedBoxes.tooMany', { max: MAX_AWARDED_BOXES });
  return refuse('awardedBoxes.boxes', { problem }, { fields: { awardedBoxes: [problem] } });
}

function detailsOf({ id, title, quantity, prize, mode, percentage, releaseAt, isLocked }: AwardedBox) {
  return { awardedBoxId: id, title, quantity, prize: formatMoney(prize), mode, percentage, releaseAt, isLocked };
}

/**
 * Until the raffle can be bought this changes what is published. Later a locked box goes to the close, one way: a leaf of the book.
 * NOT_FOUND; CONFLICT.
 */
export async function setStanding(ctx: Context, id: string, standing: BoxStanding): Promise<AwardedBox> {
  const { raffleId } = await findAwardedBox(ctx.db, id);
  return changeRaffle(ctx, raffleId, async (tx, raffle, quotas) => {
    const box = await findAwardedBox(tx, id);
    requireNotFrozen(raffle);
    if (raffle.status === 'CANCELLED') throw refuse('awardedBoxes.raffleCancelled');
    if (box.standing === standing) return box;
    const counter = quotas.counterOf(raffleId);
    const isOnSale = await canBeBought(quotas, raffle);
    if (isOnSale && standing === 'UNLOCKED') throw refuse('prizes.oneWay');
    const data = isOnSale ? { standing } : { standing, isLocked: standing === 'LOCKED' };
    const changed = await tx.prisma.awardedBox.update({ where: { id }, data });
    if (isOnSale) await quotas.sendToClose(raffleId, id);
    else {
      await publish(tx, raffleId);
      await raiseVersion(tx, raffleId);
    }
    const action = standing === 'LOCKED' ? 'lockAwardedBox' : 'unlockAwardedBox';
    const details = { awardedBoxId: id, title: box.title, ordinal: counter.allocated };
    await writeAudit(tx, raffleAudit(ctx, action, raffleId, details));
    return changed;
  });
}

export async function listAwardedBoxes(ctx: Context, { raffleId, ...page }: AwardedBoxesArgs): Promise<Page<AwardedBoxRow>> {
  return raffleId == null ? awardedBoxes.page(ctx.db, page) : listBoxesOfRaffle(ctx, raffleId, page);
}

export async function listBoxesOfRaffle(ctx: Context, raffleId: string, page: PageRequest): Promise<Page<AwardedBoxRow>> {
  const isShown = await isShownToCaller(ctx, raffleId, ({ showAwardedBoxes }) => showAwardedBoxes);
  return awardedBoxesOfRaffle.page(ctx.db, page, [raffleId], { isEmpty: !isShown });
}

/** Winners whose box is open, latest first. Closed boxes are secret, for operators too. */
export async function listBoxWinners(ctx: Context, raffleId: string, page: PageRequest): Promise<Page<AwardedBoxWinner>> {
  const isShown = await isShownToCaller(ctx, raffleId, ({ showAwardedBoxesWinners }) => showAwardedBoxesWinners);
  const nodesOf = (rows: BoxWinnerRow[]): AwardedBoxWinner[] => rows.map((row) => asSeen(ctx, row));
  return boxWinners.page(ctx.db, page, [raffleId], { isEmpty: !isShown, nodesOf });
}

function asSeen({ principal }: Context, { box, winner, openedAt }: BoxWinnerRow): AwardedBoxWinner {
  return {
    name: seesWhole(principal, winner.id) ? winner.name : maskName(winner.name),
    title: box.title,
    prize: BigInt(box.prize),
    openedAt,
  };
}
