import type { Context } from '../context.js';
import { WonPrizeKind, WonPrizeState } from '../generated/prisma/enums.js';
import type { Prisma } from '../generated/prisma/client.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import { businessTime } from '../platform/business-day.js';
import type { Transaction } from '../platform/database/database.js';
import type { Sql } from '../platform/database/statement.js';
import { refuse, refuseField, refuseFields, textOf } from '../platform/domain-error.js';
import type { Page, PageRequest, TwoWayPageRequest } from '../platform/page.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import type { WonPrizeRow } from '../prizes/won-prize.sql.js';
import { requireRaffle } from '../raffles/raffle-access.js';
import { findUser } from '../users/user.service.js';
import { writeEvents } from '../webhooks/outbox.js';
import { wonPrizeEvent } from '../prizes/won-prize-events.js';
import type { WithheldPrize } from './won-prize.type.js';
import type { DeliverPrizeInput, WonPrizeFilterInput } from './won-prize.input.js';
import {
  lockPaymentsOfPrize,
  lockWonPrize,
  selectMoneyOfOrders,
  selectOwed,
  selectOwedOfRaffle,
  selectWonPrize,
  wonPrizes,
  wonPrizesOfWinner,
  type MoneyOfOrder,
  type Owed,
} from './register.sql.js';

type Filter = Omit<WonPrizeFilterInput, 'raffleId'> & { raffleId?: string | null };

/** BAD_USER_INPUT for an empty span, NOT_FOUND for an unknown raffle. */
export async function listWonPrizes(
  ctx: Context,
  { filter, ...page }: TwoWayPageRequest & { filter?: Filter | null },
  db: Sql = ctx.db,
): Promise<Page<WonPrizeRow>> {
  const { raffleId, kind, state, from, to } = filter ?? {};
  if (from && to && from >= to) throw refuseFields({ to: [textOf('platform.afterFrom')] });
  if (raffleId != null) await requireRaffle(ctx, raffleId);
  const asked = [kind ? [kind] : Object.values(WonPrizeKind), state ? [state] : Object.values(WonPrizeState)];
  const span = { from: from?.toISOString() ?? '-infinity', to: to?.toISOString() ?? 'infinity' };
  return raffleId == null
    ? wonPrizes.all.page(db, page, asked, { span })
    : wonPrizes.raffle.page(db, page, [...asked, raffleId], { span });
}

/** A prize in a closed box is not in the list: its buyer would know before opening it. NOT_FOUND: no such raffle. */
export async function listMyWonPrizes(ctx: Context, { raffleId, ...page }: PageRequest & { raffleId?: string | null }) {
  const { principal, db } = ctx;
  if (principal.role !== 'USER') throw refuse('users.notFound');
  if (raffleId != null) await requireRaffle(ctx, raffleId);
  return wonPrizesOfWinner.page(db, page, [principal.id, raffleId ?? null]);
}

/** NOT_FOUND. */
export async function listWonPrizesOf(ctx: Context, userId: string, page: PageRequest): Promise<Page<WonPrizeRow>> {
  const { id } = await findUser(ctx, userId);
  return wonPrizesOfWinner.page(ctx.db, page, [id, null]);
}

/** NOT_FOUND, also for a buyer whose box is closed. */
export async function findWonPrize(ctx: Context, id: string): Promise<WonPrizeRow> {
  const [prize] = isUuid(id) ? await ctx.db.query(selectWonPrize, [id]) : [];
  return shownTo(ctx, prize);
}

function shownTo({ principal }: Context, prize: WonPrizeRow | undefined): WonPrizeRow {
  const isSeen =
    principal.role === 'ADMIN' || (principal.role === 'USER' && prize?.userId === principal.id && prize.shownAt !== null);
  if (!prize || !isSeen) throw refuse('wonPrizes.wonNotFound');
  return prize;
}

export async function owedPrizes(ctx: Context, raffleId: string | null | undefined): Promise<Owed> {
  if (raffleId != null) await requireRaffle(ctx, raffleId);
  const [owed] = raffleId == null ? await ctx.db.query(selectOwed) : await ctx.db.query(selectOwedOfRaffle, [raffleId]);
  return owed ?? { count: 0, valued: 0, value: 0n };
}

type Change = Prisma.WonPrizeUncheckedUpdateInput;
type PrizeEvent = 'prize.delivered' | 'prize.denied';

/** Runs `decide` with the locked prize; undefined changes nothing. */
async function changePrize(
  ctx: Context,
  id: string,
  decide: (tx: Transaction, prize: WonPrizeRow) => Promise<{ data: Change; audit: AuditEntry; event?: PrizeEvent } | undefined>,
  { dependsOnMoney = false } = {},
): Promise<WonPrizeRow> {
  return ctx.db.transaction(async (tx) => {
    if (dependsOnMoney && isUuid(id)) await tx.query(lockPaymentsOfPrize, [id]);
    const [locked] = isUuid(id) ? await tx.query(lockWonPrize, [id]) : [];
    const prize = shownTo(ctx, locked);
    if (prize.state === 'RETURNED_TO_CLOSE') throw refuse('wonPrizes.returned');
    const change = await decide(tx, prize);
    if (!change) return prize;
    await tx.prisma.wonPrize.update({ where: { id: prize.id }, data: change.data });
    await writeAudit(tx, change.audit);
    const [changed] = await tx.query(selectWonPrize, [prize.id]);
    if (change.event) await writeEvents(ctx, tx, [wonPrizeEvent(change.event, changed!)]);
    return changed!;
  });
}

function auditOf(ctx: Context, action: string, { id, state }: WonPrizeRow, details: AuditEntry['details'] = {}): AuditEntry {
  return { by: actorOf(ctx), action, subjectType: 'wonPrize', subjectId: id, details: { stateBefore: state, ...details } };
}

/** CONFLICT also once it is denied, for who wants to deliver it. */
function refuseEnded(ctx: Context, prize: WonPrizeRow): void {
  refuseLapsed(ctx, prize);
  if (prize.state === 'DENIED') throw refuse('wonPrizes.denied');
}

function refuseLapsed({ config }: Context, { state, lapsedAt }: WonPrizeRow): void {
  if (state !== 'LAPSED' || !lapsedAt) return;
  throw refuse('wonPrizes.lapsed', { day: businessTime(config.businessTimeZone, lapsedAt).slice(0, 10) });
}

/** The winner asks for the prize: it does not lapse any more. Idempotent. */
export function claimWonPrize(ctx: Context, id: string): Promise<WonPrizeRow> {
  return changePrize(ctx, id, async (_tx, prize) => {
    refuseEnded(ctx, prize);
    if (prize.claimedAt) return undefined;
    return { data: { claimedAt: new Date() }, audit: auditOf(ctx, 'claimWonPrize', prize) };
  });
}

/** Idempotent. */
export function contactPrizeWinner(ctx: Context, id: string): Promise<WonPrizeRow> {
  return changePrize(ctx, id, async (_tx, prize) => {
    refuseEnded(ctx, prize);
    if (prize.state === 'DELIVERED') throw refuse('wonPrizes.deliveredAlready');
    if (prize.state === 'CONTACTED') return undefined;
    return { data: { state: 'CONTACTED', contactedAt: new Date() }, audit: auditOf(ctx, 'contactPrizeWinner', prize) };
  });
}

/**
 * Idempotent with the same receipt. BAD_USER_INPUT without one; CONFLICT while the money of its order is disputed, and after the bank
 * took some of it, unless `despiteReturn`.
 */
export function deliverPrize(ctx: Context, id: string, { note, fileId, despiteReturn }: DeliverPrizeInput): Promise<WonPrizeRow> {
  const receipt = { receiptNote: note?.trim() || null, receiptFileId: fileId?.toLowerCase() ?? null };
  if (receipt.receiptNote === null && receipt.receiptFileId === null) throw refuseField('note', 'wonPrizes.receiptNeeded');
  const deliver = async (tx: Transaction, prize: WonPrizeRow) => {
    refuseEnded(ctx, prize);
    if (prize.state === 'DELIVERED') {
      if (prize.receiptNote === receipt.receiptNote && prize.receiptFileId === receipt.receiptFileId) return undefined;
      throw refuse('wonPrizes.delivered');
    }
    const { isDisputed, isReturned } = await moneyOf(tx, prize);
    if (isDisputed) throw refuse('disputes.prizeWithheld');
    if (isReturned && !despiteReturn) throw refuse('wonPrizes.moneyReturned');
    await requirePicture(tx, receipt.receiptFileId);
    const deliveredAt = new Date();
    // Who received it has claimed it: it cannot lapse when the delivery is taken back.
    const data: Change = { state: 'DELIVERED', deliveredAt, claimedAt: prize.claimedAt ?? deliveredAt, ...receipt };
    const details = { note: receipt.receiptNote, fileId: receipt.receiptFileId, ...(isReturned && { despiteReturn: true }) };
    return { data, audit: auditOf(ctx, 'deliverPrize', prize, details), event: 'prize.delivered' as const };
  };
  return changePrize(ctx, id, deliver, { dependsOnMoney: true });
}

/** Its money is disputed no more and went back after the draw: whoever won has paid nothing. Idempotent. CONFLICT otherwise. */
export function denyPrize(ctx: Context, id: string, reason: string): Promise<WonPrizeRow> {
  const trimmed = checkedReason(reason);
  const deny = async (tx: Transaction, prize: WonPrizeRow) => {
    refuseLapsed(ctx, prize);
    if (prize.state === 'DENIED') return undefined;
    if (prize.state === 'DELIVERED') throw refuse('wonPrizes.deliveredAlready');
    const { isDisputed, isReturned } = await moneyOf(tx, prize);
    if (isDisputed || !isReturned) throw refuse('wonPrizes.moneyKept');
    const data: Change = { state: 'DENIED', deniedAt: new Date() };
    return { data, audit: auditOf(ctx, 'denyPrize', prize, { reason: trimmed }), event: 'prize.denied' as const };
  };
  return changePrize(ctx, id, deny, { dependsOnMoney: true });
}

async function moneyOf(sql: Sql, { orderId }: WonPrizeRow): Promise<MoneyOfOrder> {
  const [money] = await sql.query(selectMoneyOfOrders, [[orderId]]);
  if (!money) throw new Error(`order ${orderId} is gone`);
  return money;
}

/** Why a prize is not delivered now. */
export async function withheldBecause({ loaders }: Context, { orderId, state }: WonPrizeRow): Promise<`${WithheldPrize}` | null> {
  if (state !== 'WON' && state !== 'CONTACTED') return null;
  const money = await loaders.moneyOfOrder.load(orderId);
  if (money?.isDisputed) return 'DISPUTED';
  return money?.isReturned ? 'MONEY_RETURNED' : null;
}

async function requirePicture(tx: Transaction, id: string | null): Promise<void> {
  if (id === null) return;
  const file = isUuid(id) ? await tx.prisma.uploadedFile.findUnique({ where: { id }, select: { id: true } }) : null;
  if (!file) throw refuseField('fileId', 'wonPrizes.noSuchPicture');
}

/** Takes back what was entered by mistake; the audit log keeps it. One that lapsed counts as claimed. Idempotent. */
export function reopenWonPrize(ctx: Context, id: string, reason: string): Promise<WonPrizeRow> {
  const trimmed = checkedReason(reason);
  return changePrize(ctx, id, async (_tx, prize) => {
    const { state, claimedAt, receiptNote, receiptFileId } = prize;
    if (state === 'WON') return undefined;
    const cleared = {
      contactedAt: null,
      deliveredAt: null,
      receiptNote: null,
      receiptFileId: null,
      lapsedAt: null,
      deniedAt: null,
    };
    const data: Change = { state: 'WON', ...cleared, claimedAt: state === 'LAPSED' ? new Date() : claimedAt };
    const details = { reason: trimmed, note: receiptNote, fileId: receiptFileId };
    return { data, audit: auditOf(ctx, 'reopenWonPrize', prize, details) };
  });
}

function checkedReason(reason: string): string {
  const trimmed = reason.trim();
  if (!trimmed || trimmed.length > 500) throw refuseField('reason', 'wonPrizes.reason');
  return trimmed;
}
