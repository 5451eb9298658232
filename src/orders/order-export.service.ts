import type { Context } from '../context.js';
import type { OrderStatus } from '../generated/prisma/enums.js';
import { writeAudit } from '../platform/audit.js';
import { pacedPages } from '../platform/database/paced-pages.js';
import { refuse } from '../platform/domain-error.js';
import { actorOf, type Principal } from '../platform/principal.js';
import { selectionOfTree } from '../platform/selection.js';
import { isUuid } from '../platform/uuid.js';
import { orderPageShape, type ReadOrder } from './order-page.js';
import { listOrdersOfRaffle } from './order-list.service.js';
import { businessTime } from '../platform/business-day.js';
import { csvTexts, punctuated, reais } from '../platform/csv.js';
import { asSeenBy } from '../platform/masking.js';
import { TRACKING_NAMES } from '../quotas/reserve-orders.js';

/** Making the text of a page blocks the process for some milliseconds. */
const PAGE = 250;

const SHAPE = orderPageShape(
  selectionOfTree({
    status: true,
    reservation: true,
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
    user: { name: true, phone: true, cpf: true },
  }),
);

/** Audited before the first read, because personal data leaves the service. NOT_FOUND. */
export async function exportOrders(
  ctx: Context,
  { raffleId, status }: { raffleId: string; status: OrderStatus | null },
): Promise<AsyncGenerator<ReadOrder[], void>> {
  if (!isUuid(raffleId) || !(await ctx.raffles.read(raffleId.toLowerCase()))) throw refuse('raffles.notFound');
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
  const pages = pacedPages(
    (last: Awaited<ReturnType<typeof listOrdersOfRaffle>> | undefined) =>
      listOrdersOfRaffle(ctx, { raffleId, status, first: PAGE, after: last?.pageInfo.endCursor, shape: SHAPE }),
    (page) => page.pageInfo.hasNextPage,
  );
  for await (const { nodes } of pages) yield nodes;
}

interface Reader {
  viewer: Principal;
  timeZone: string;
}

const COLUMNS: Record<string, (order: ReadOrder, reader: Reader) => string> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  reservation: ({ reservation }) => reservation,
  createdAt: ({ createdAt }, { timeZone }) => businessTime(timeZone, createdAt),
  paidAt: ({ paidAt }, { timeZone }) => (paidAt ? businessTime(timeZone, paidAt) : ''),
  buyerName: ({ user }, { viewer }) => (user ? asSeenBy(viewer, user).name : ''),
  buyerPhone: ({ user }, { viewer }) => (user && asSeenBy(viewer, user).phone) ?? '',
  buyerCpf: ({ user }, { viewer }) => punctuated((user && asSeenBy(viewer, user).cpf) ?? ''),
  quotaQuantity: ({ quotaQuantity }) => String(quotaQuantity),
  bonusQuotas: ({ bonusQuotas }) => String(bonusQuotas),
  luckyNumbers: ({ paidAt, quotaQuantity }) => String(paidAt ? quotaQuantity : 0),
  priceByQuota: ({ priceByQuota }) => reais(priceByQuota),
  discount: ({ discount }) => reais(discount),
  totalValue: ({ totalValue }) => reais(totalValue),
  paymentMethod: () => 'PIX',
  paymentProviderName: ({ paymentProviderName }) => paymentProviderName,
  referral: ({ referral }) => referral ?? '',
  ...Object.fromEntries(TRACKING_NAMES.map((name) => [name, ({ tracking }: ReadOrder) => tracking?.[name] ?? ''])),
};

/** One text for each page. */
export function csvOf(pages: AsyncIterable<ReadOrder[]>, reader: Reader): AsyncGenerator<string, void> {
  const columns = Object.entries(COLUMNS).map(([name, cell]) => [name, (order: ReadOrder) => cell(order, reader)] as const);
  return csvTexts(Object.fromEntries(columns), pages);
}
