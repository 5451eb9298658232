import type { Context } from '../context.js';
import { OrderStatus } from '../generated/prisma/enums.js';
import { refuse, refuseField, refuseFields, textOf } from '../platform/domain-error.js';
import type { Page, PageRequest, TwoWayPageRequest } from '../platform/page.js';
import type { Selection } from '../platform/selection.js';
import { isUuid, storedId } from '../platform/uuid.js';
import { requireRaffle } from '../raffles/raffle-access.js';
import { pageOfRaffles } from '../raffles/raffle.service.js';
import type { ReadRaffle } from '../raffles/raffle-row.js';
import { changedPerson, personProblems } from '../users/person.js';
import { findBuyerIds } from '../users/user.service.js';
import type { OrderFilterInput } from './order.input.js';
import { ordersOf, type OrderPageShape, type ReadOrder } from './order-page.js';
import * as sql from './order-page.sql.js';

type ListRequest = TwoWayPageRequest & { status?: OrderStatus | null | undefined; shape: OrderPageShape };

export async function listOrders(
  ctx: Context,
  options: ListRequest & { filter?: OrderFilterInput | null },
): Promise<Page<ReadOrder>> {
  const { filter } = options;
  if (!filter) return pageOfScope(ctx, 'all', options, { from: '-infinity', to: 'infinity' });
  const { from, to, raffleId = null } = filter;
  refuseUnfit(ctx, filter);
  if (raffleId !== null) await requireRaffle(ctx, raffleId);
  const span = { from: from?.toISOString() ?? '-infinity', to: to?.toISOString() ?? 'infinity' };
  const userIds = await buyersOf(ctx, filter);
  const ids = await idsOf(ctx, filter);
  const conditions = { ...span, raffleId, userIds };
  if (userIds?.length === 0 || ids?.length === 0) return pageOfScope(ctx, 'found', options, { ...conditions, ids: [] });
  if (ids) return pageOfScope(ctx, 'found', options, { ...conditions, ids });
  // A buyer may have thousands, of which only that list reads no more than its page.
  const isAllOfOne = userIds?.length === 1 && raffleId === null && !from && !to;
  if (userIds) return pageOfScope(ctx, isAllOfOne ? 'user' : 'buyer', options, conditions);
  return pageOfScope(ctx, raffleId === null ? 'all' : 'raffle', options, conditions);
}

export async function listOrdersOfRaffle(ctx: Context, options: ListRequest & { raffleId: string }): Promise<Page<ReadOrder>> {
  const { raffleId } = options;
  await requireRaffle(ctx, raffleId);
  return pageOfScope(ctx, 'raffle', options, { from: '-infinity', to: 'infinity', raffleId });
}

export async function listMyOrders(ctx: Context, options: ListRequest & { raffleId?: string | null }): Promise<Page<ReadOrder>> {
  if (ctx.principal.role === 'PUBLIC') throw refuse('users.notFound');
  const { raffleId = null } = options;
  if (raffleId !== null) await requireRaffle(ctx, raffleId);
  const conditions = { from: '-infinity', to: 'infinity', raffleId, userIds: [ctx.principal.id] };
  return pageOfScope(ctx, raffleId === null ? 'user' : 'buyer', options, conditions);
}

export async function listMyRaffles(ctx: Context, page: PageRequest, selection: Selection): Promise<Page<ReadRaffle>> {
  if (ctx.principal.role === 'PUBLIC') throw refuse('users.notFound');
  return pageOfRaffles(ctx, page, { where: { orders: { some: { userId: ctx.principal.id } } }, selection });
}

async function pageOfScope(
  ctx: Context,
  scope: sql.OrderScope,
  options: ListRequest & { filter?: OrderFilterInput | null },
  conditions: sql.OrderConditions,
): Promise<Page<ReadOrder>> {
  const { shape, status, filter } = options;
  const statuses = Object.values(OrderStatus).filter((one) =>
    [status ?? one, filter?.status ?? one].every((asked) => asked === one),
  );
  return sql.orderLists[scope].page(ctx.db, options, sql.orderListValues(scope, statuses, conditions), {
    span: conditions,
    wanted: shape.columns,
    nodesOf: (rows) => ordersOf(rows, shape),
  });
}

function refuseUnfit({ config }: Context, { phone, cpf, from, to }: OrderFilterInput): void {
  const problems = personProblems({ phone, cpf }, config.businessTimeZone);
  if (from && to && from >= to) problems.to = [textOf('platform.afterFrom')];
  if (Object.keys(problems).length > 0) throw refuseFields(problems);
}

/** The account, and the buyers with this phone and CPF: null when nothing is given. */
async function buyersOf(ctx: Context, { userId, phone, cpf }: OrderFilterInput): Promise<string[] | null> {
  const id = userId == null ? undefined : storedId(userId);
  if (id !== undefined && !isUuid(id)) throw refuseField('userId', 'graphql.uuid');
  if (phone == null && cpf == null) return id === undefined ? null : [id];
  const found = await findBuyerIds(ctx, changedPerson({ phone, cpf }));
  return id === undefined ? found : found.filter((one) => one === id);
}

async function idsOf({ db: { prisma } }: Context, { txid, endToEndId }: OrderFilterInput): Promise<string[] | undefined> {
  const select = { orderId: true } as const;
  const [charged, found] = await Promise.all([
    txid == null ? null : prisma.charge.findUnique({ where: { txid: txid.trim() }, select }),
    endToEndId == null ? null : prisma.payment.findUnique({ where: { endToEndId: endToEndId.trim() }, select }),
  ]);
  const idsIn = (row: { orderId: bigint | null } | null): string[] => (row?.orderId == null ? [] : [String(row.orderId)]);
  const ofTxid = txid == null ? undefined : idsIn(charged);
  if (endToEndId == null) return ofTxid;
  const ofPayment = idsIn(found);
  return ofTxid ? ofPayment.filter((id) => ofTxid.includes(id)) : ofPayment;
}
