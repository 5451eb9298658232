import type { Context } from '../context.js';
import type { LatePaymentStatus, Prisma } from '../generated/prisma/client.js';
import { INSTANT, UUID, type Page, type PageRequest } from '../platform/page.js';
import { modelPage } from '../platform/database/model-page.js';
import { refuse } from '../platform/domain-error.js';
import { asSeenBy } from '../platform/masking.js';
import { isUuid } from '../platform/uuid.js';
import { latePaymentsFound, paymentsOfBuyer } from './pix-payment.sql.js';
import type { LatePayment, MoneyStep, PixPayment } from './pix-payment.type.js';

type PaymentRow = Prisma.PaymentGetPayload<object>;

/** All payments, latest first. */
export function listPayments({ db }: Context, page: PageRequest): Promise<Page<PixPayment>> {
  return modelPage<PaymentRow, PixPayment>(db.prisma.payment, page, {
    key: [
      ['paidAt', INSTANT],
      ['id', UUID],
    ],
    nodesOf: (rows) => rows.map(pixPaymentOf),
  });
}

/** Payments for the caller's own orders, latest first. */
export async function listMyPayments(ctx: Context, page: PageRequest): Promise<Page<PixPayment>> {
  return paymentsOfBuyer.page(ctx.db, page, [callerId(ctx)]);
}

/** One payment: any for an operator, else one for an own order. NOT_FOUND otherwise. */
export async function findPayment(ctx: Context, id: string): Promise<PixPayment> {
  const owner: Prisma.PaymentWhereInput = ctx.principal.role === 'ADMIN' ? {} : { order: { userId: callerId(ctx) } };
  const row = isUuid(id) ? await ctx.db.prisma.payment.findFirst({ where: { AND: [{ id }, owner] } }) : null;
  if (!row) throw refuse('payments.notFound');
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
export function listLatePayments({ db }: Context, args: PageRequest & LatePaymentFilter): Promise<Page<LatePayment>> {
  const { status = null, endToEndId = null, txid = null, ...page } = args;
  if (endToEndId !== null || txid !== null) {
    return latePaymentsFound.page(db, page, [endToEndId?.trim() ?? null, txid?.trim() ?? null, status]);
  }
  const where: Prisma.LatePaymentWhereInput = status === null ? {} : { status };
  return modelPage<LatePayment>(db.prisma.latePayment, page, {
    key: [
      ['createdAt', INSTANT],
      ['id', UUID],
    ],
    where,
  });
}

/** One late payment. NOT_FOUND. */
export async function findLatePayment(ctx: Context, id: string): Promise<LatePayment> {
  const row = isUuid(id) ? await ctx.db.prisma.latePayment.findUnique({ where: { id } }) : null;
  if (!row) throw refuse('payments.lateNotFound');
  return row;
}

/** A payment's row as it is answered. */
export function pixPaymentOf({ orderId, ...row }: PaymentRow): PixPayment {
  return { ...row, orderId: orderId === null ? null : String(orderId) };
}

function callerId({ principal }: Context): string {
  if (principal.role === 'PUBLIC') throw refuse('users.notFound');
  return principal.id;
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
