import type { Context } from '../context.js';
import type { OrderStatus } from '../generated/prisma/enums.js';
import { writeAudit } from '../platform/audit.js';
import { prefetchPages } from '../platform/database/prefetch-pages.js';
import { notFound } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { selectionOfTree } from '../platform/selection.js';
import { isUuid } from '../platform/uuid.js';
import { orderPageShape, type ReadOrder } from './order-page.js';
import { listOrdersOfRaffle } from './order-list.service.js';

/** Made into text in some milliseconds, which others wait for; the database is away for about as long. */
const PAGE = 250;

const SHAPE = orderPageShape(
  selectionOfTree({
    status: true,
    createdAt: true,
    paidAt: true,
    quotaQuantity: true,
    bonusQuotas: true,
    priceByQuota: true,
    discount: true,
    totalValue: true,
    paymentProviderName: true,
    referral: true,
    tracking: true,
    luckyNumbers: true,
    user: { name: true, phone: true, cpf: true },
  }),
);

/**
 * All orders of a raffle, newest first, page by page as they are asked for: each page is what the list of orders has at that moment, so
 * that orders placed meanwhile are not among them. Audited before anything is read, for it takes everybody's personal data out.
 * NOT_FOUND: no such raffle.
 */
export async function exportOrders(
  ctx: Context,
  { raffleId, status }: { raffleId: string; status: OrderStatus | null },
): Promise<AsyncGenerator<ReadOrder[], void>> {
  if (!isUuid(raffleId) || !(await ctx.raffles.read(raffleId.toLowerCase()))) throw notFound('raffle');
  await ctx.db.transaction((tx) =>
    writeAudit(tx, {
      by: actorOf(ctx),
      action: 'exportOrders',
      subjectType: 'raffle',
      subjectId: raffleId,
      details: { status },
    }),
  );
  return pagesOf(ctx, raffleId, status);
}

async function* pagesOf(ctx: Context, raffleId: string, status: OrderStatus | null): AsyncGenerator<ReadOrder[], void> {
  const pages = prefetchPages(
    (last: Awaited<ReturnType<typeof listOrdersOfRaffle>> | undefined) =>
      listOrdersOfRaffle(ctx, { raffleId, status, first: PAGE, after: last?.pageInfo.endCursor, shape: SHAPE }),
    (page) => page.pageInfo.hasNextPage,
  );
  for await (const { nodes } of pages) yield nodes;
}
