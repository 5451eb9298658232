import type { Context } from '../context.js';
import type { LatePaymentStatus, Prisma } from '../generated/prisma/client.js';
import { INSTANT, UUID, type Page, type PageRequest } from '../platform/page.js';
import { modelPage } from '../platform/database/model-page.js';
import { refuse } from '../platform/domain-error.js';
import { asSeenBy } from '../platform/masking.js';
import { isUuid } from '../platform/uuid.js';
import { latePaymentsFound, paymentsOfBuyer } from './pix-payment.sql.js';
import type { LatePayment, PixPayment } from './pix-payment.type.js';

type PaymentRow = Prisma.PaymentGetPayload<object>;

export function listPayments({ db }: Context, page: PageRequest): Promise<Page<PixPayment>> {
  return modelPage<PaymentRow, PixPayment>(db.prisma.payment, page, {
    key: [
      ['paidAt', INSTANT],
      ['id', UUID],
    ],
    nodesOf: (rows) => rows.map(pixPaymentOf),
  });
}

export async function listMyPayments(ctx: Context, page: PageRequest): Promise<Page<PixPayment>> {
  return paymentsOfBuyer.page(ctx.db, page, [callerId(ctx)]);
}

/** Any for an operator, else one for an own order. NOT_FOUND. */
export async function findPayment(ctx: Context, id: string): Promise<PixPayment> {
  const owner: Prisma.PaymentWhereInput = ctx.principal.role === 'ADMIN' ? {} : { order: { userId: callerId(ctx) } };
  const row = isUuid(id) ? await ctx.db.prisma.payment.findFirst({ where: { AND: [{ id }, owner] } }) : null;
  if (!row) throw refuse('payments.notFound');
  return pixPaymentOf(row);
}

export function listLatePayments(
  { db }: Context,
  args: PageRequest & { status?: LatePaymentStatus | null; endToEndId?: string | null; txid?: string | null },
): Promise<Page<LatePayment>> {
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

/** NOT_FOUND. */
export async function findLatePayment(ctx: Context, id: string): Promise<LatePayment> {
  const row = isUuid(id) ? await ctx.db.prisma.latePayment.findUnique({ where: { id } }) : null;
  if (!row) throw refuse('payments.lateNotFound');
  return row;
}

export function pixPaymentOf({ orderId, ...row }: PaymentRow): PixPayment {
  return { ...row, orderId: orderId === null ? null : String(orderId) };
}

function callerId({ principal }: Context): string {
  if (principal.role === 'PUBLIC') throw refuse('users.notFound');
  return principal.id;
}

/** A buyer sees it masked: the account may be another person's. */
export function payerSeenBy(ctx: Context, { id, payerName, payerCpf }: PixPayment): Pick<PixPayment, 'payerName' | 'payerCpf'> {
  const payer = { id, name: payerName ?? '', cpf: payerCpf, phone: null, email: null, birthDate: null };
  const { name, cpf } = asSeenBy(ctx.principal, payer);
  return { payerName: name || null, payerCpf: cpf };
}
