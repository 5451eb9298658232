import type { Context } from '../context.js';
import type { LatePaymentStatus, Prisma } from '../generated/prisma/client.js';
import { decodeCursor, encodeCursor, INSTANT, pageOf, UUID, type Page, type PageRequest } from '../platform/page.js';
import { notFound } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import type { LatePayment, PixPayment } from './pix-payment.type.js';

type PaymentRow = Prisma.PaymentGetPayload<object>;

/** Payments, latest first: all for an operator, or those for the caller's own orders. */
export async function listPayments(ctx: Context, args: PageRequest, whose: 'ALL' | 'MINE'): Promise<Page<PixPayment>> {
  const owner: Prisma.PaymentWhereInput = whose === 'ALL' ? {} : { order: { userId: callerId(ctx) } };
  const key = args.after == null ? undefined : decodeCursor(args.after, [INSTANT, UUID]);
  const rows = await ctx.db.prisma.payment.findMany({
    where: { AND: [owner, key ? before('paidAt', key) : {}] },
    orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
    take: args.first + 1,
  });
  return pageOf(
    rows.map(pixPaymentOf),
    args,
    ({ paidAt, id }) => encodeCursor(paidAt.toISOString(), id),
    () => ctx.db.prisma.payment.count({ where: owner }),
  );
}

/** One payment: any for an operator, else one for an own order. NOT_FOUND otherwise. */
export async function findPayment(ctx: Context, id: string): Promise<PixPayment> {
  const owner: Prisma.PaymentWhereInput = ctx.principal.role === 'ADMIN' ? {} : { order: { userId: callerId(ctx) } };
  const row = isUuid(id) ? await ctx.db.prisma.payment.findFirst({ where: { AND: [{ id }, owner] } }) : null;
  if (!row) throw notFound('payment');
  return pixPaymentOf(row);
}

/** Late payments, latest first. */
export async function listLatePayments(
  ctx: Context,
  args: PageRequest & { status?: LatePaymentStatus | null | undefined },
): Promise<Page<LatePayment>> {
  const chosen: Prisma.LatePaymentWhereInput = args.status == null ? {} : { status: args.status };
  const key = args.after == null ? undefined : decodeCursor(args.after, [INSTANT, UUID]);
  const rows = await ctx.db.prisma.latePayment.findMany({
    where: { AND: [chosen, key ? before('createdAt', key) : {}] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: args.first + 1,
  });
  return pageOf(
    rows,
    args,
    ({ createdAt, id }) => encodeCursor(createdAt.toISOString(), id),
    () => ctx.db.prisma.latePayment.count({ where: chosen }),
  );
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

/** What comes behind a cursor of an instant and an id, latest first. */
function before(name: 'paidAt' | 'createdAt', [instant = '', id = '']: string[]) {
  return { OR: [{ [name]: { lt: new Date(instant) } }, { [name]: new Date(instant), id: { lt: id } }] };
}
