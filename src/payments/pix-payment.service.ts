import type { Context } from '../context.js';
import type { LatePaymentStatus, Prisma } from '../generated/prisma/client.js';
import { decodeCursor, encodeCursor, INSTANT, pageOf, UUID, type Page, type PageRequest } from '../platform/page.js';
import { notFound } from '../platform/domain-error.js';
import { asSeenBy } from '../platform/masking.js';
import { isUuid } from '../platform/uuid.js';
import {
  countLatePaymentsFound,
  countPaymentsOfBuyer,
  selectLatePaymentsFound,
  selectPaymentsOfBuyer,
} from './pix-payment.sql.js';
import type { LatePayment, MoneyStep, PixPayment } from './pix-payment.type.js';

type PaymentRow = Prisma.PaymentGetPayload<object>;

/** All payments, latest first. */
export async function listPayments(ctx: Context, args: PageRequest): Promise<Page<PixPayment>> {
  const key = keyOf(args);
  const rows = await ctx.db.prisma.payment.findMany({
    where: key ? behind('paidAt', key) : {},
    orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
    take: args.first + 1,
  });
  return pageOf(rows.map(pixPaymentOf), args, cursorOf, () => ctx.db.prisma.payment.count());
}

/** Payments for the caller's own orders, latest first. */
export async function listMyPayments(ctx: Context, args: PageRequest): Promise<Page<PixPayment>> {
  const userId = callerId(ctx);
  const [instant, id] = keyOf(args) ?? [];
  const rows = await ctx.db.query(selectPaymentsOfBuyer, [userId, instant ?? null, id ?? null, args.first + 1]);
  return pageOf(rows, args, cursorOf, async () => {
    const [counted] = await ctx.db.query(countPaymentsOfBuyer, [userId]);
    return Number(counted?.count ?? 0);
  });
}

/** One payment: any for an operator, else one for an own order. NOT_FOUND otherwise. */
export async function findPayment(ctx: Context, id: string): Promise<PixPayment> {
  const owner: Prisma.PaymentWhereInput = ctx.principal.role === 'ADMIN' ? {} : { order: { userId: callerId(ctx) } };
  const row = isUuid(id) ? await ctx.db.prisma.payment.findFirst({ where: { AND: [{ id }, owner] } }) : null;
  if (!row) throw notFound('payment');
  return pixPaymentOf(row);
}

/** Which late payments: every condition that is given must hold. */
export interface LatePaymentFilter {
  status?: LatePaymentStatus | null | undefined;
  /** Of the whole payment. */
  endToEndId?: string | null | undefined;
  txid?: string | null | undefined;
}

/** Late payments, latest first. */
export async function listLatePayments(ctx: Context, args: PageRequest & LatePaymentFilter): Promise<Page<LatePayment>> {
  if (args.endToEndId != null || args.txid != null) return findLatePayments(ctx, args);
  const chosen: Prisma.LatePaymentWhereInput = args.status == null ? {} : { status: args.status };
  const key = keyOf(args);
  const rows = await ctx.db.prisma.latePayment.findMany({
    where: { AND: [chosen, key ? behind('createdAt', key) : {}] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: args.first + 1,
  });
  return pageOf(rows, args, latePaymentCursor, () => ctx.db.prisma.latePayment.count({ where: chosen }));
}

async function findLatePayments({ db }: Context, args: PageRequest & LatePaymentFilter): Promise<Page<LatePayment>> {
  const found = [args.endToEndId?.trim() ?? null, args.txid?.trim() ?? null, args.status ?? null];
  const place = keyOf(args) ?? ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  const rows = await db.query(selectLatePaymentsFound, [...found, ...place, args.first + 1]);
  return pageOf(rows, args, latePaymentCursor, async () => (await db.query(countLatePaymentsFound, found))[0]?.count ?? 0);
}

/** One late payment. NOT_FOUND. */
export async function findLatePayment(ctx: Context, id: string): Promise<LatePayment> {
  const row = isUuid(id) ? await ctx.db.prisma.latePayment.findUnique({ where: { id } }) : null;
  if (!row) throw notFound('late payment');
  return row;
}

/** A payment's row as it is answered. */
export function pixPaymentOf({ orderId, ...row }: PaymentRow): PixPayment {
  return { ...row, orderId: orderId === null ? null : String(orderId) };
}

function callerId({ principal }: Context): string {
  if (principal.role === 'PUBLIC') throw notFound('user');
  return principal.id;
}

function cursorOf({ paidAt, id }: PixPayment): string {
  return encodeCursor(paidAt.toISOString(), id);
}

function latePaymentCursor({ createdAt, id }: LatePayment): string {
  return encodeCursor(createdAt.toISOString(), id);
}

/** The instant and id that a cursor stands for. */
function keyOf({ after }: PageRequest): string[] | undefined {
  return after == null ? undefined : decodeCursor(after, [INSTANT, UUID]);
}

/** What comes behind a cursor, latest first. Written so that the first condition alone bounds the index scan; Postgres gets nothing from an OR. */
function behind(name: 'paidAt' | 'createdAt', [instant = '', id = '']: string[]) {
  const time = new Date(instant);
  return { [name]: { lte: time }, OR: [{ [name]: { lt: time } }, { id: { lt: id } }] };
}

/** What may be done with a late payment as it stands. One that no bank moved can only be resolved. */
export async function stepsOf(
  { loaders, principal }: Context,
  late: LatePayment & { paymentId: string },
): Promise<`${MoneyStep}`[]> {
  if (principal.role !== 'ADMIN' || late.status !== 'PENDING') return [];
  const payment = await loaders.payment.load(late.paymentId);
  return payment?.endToEndId == null ? ['RESOLVE_LATE_PAYMENT'] : ['REFUND_LATE_PAYMENT', 'RESOLVE_LATE_PAYMENT'];
}

/** Who paid, as the caller may see it: a buyer's account may be paid from another's. */
export function payerSeenBy(ctx: Context, { id, payerName, payerCpf }: PixPayment): Pick<PixPayment, 'payerName' | 'payerCpf'> {
  const payer = { id, name: payerName ?? '', cpf: payerCpf, phone: null, email: null, birthDate: null };
  const { name, cpf } = asSeenBy(ctx.principal, payer);
  return { payerName: name || null, payerCpf: cpf };
}
