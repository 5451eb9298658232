import type { Context } from '../context.js';
import { OrderStatus } from '../generated/prisma/enums.js';
import { writeAudit } from '../platform/audit.js';
import { pacedPages } from '../platform/database/paced-pages.js';
import { refuse } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { csvHeader } from '../platform/csv.js';
import { EXPORTED_COLUMNS, selectExportedOrders, type ExportedPage } from './order-export.sql.js';

/** Lines of a page, which Postgres makes: a longer one holds up a sale beside it for more than some milliseconds. */
const PAGE = 500;

/** Audited before the first read, because personal data leaves the service. NOT_FOUND. */
export async function exportOrders(
  ctx: Context,
  { raffleId, status }: { raffleId: string; status: OrderStatus | null },
): Promise<AsyncGenerator<string, void>> {
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
  return textsOf(ctx, raffleId, status);
}

async function* textsOf(ctx: Context, raffleId: string, status: OrderStatus | null): AsyncGenerator<string, void> {
  const { businessTimeZone } = ctx.config;
  const statuses = status ? [status] : Object.values(OrderStatus);
  const reader = ctx.db.reader();
  const pages = pacedPages(
    async (last: ExportedPage | undefined) => {
      const behind = last ? [last.lastCreatedAt, last.lastId] : ['infinity', 0];
      const [page] = await reader.query(selectExportedOrders, [raffleId, statuses, ...behind, PAGE, businessTimeZone]);
      return page!;
    },
    ({ count }) => count === PAGE,
  );
  yield csvHeader(EXPORTED_COLUMNS);
  for await (const { text } of pages) if (text !== null) yield text;
}
