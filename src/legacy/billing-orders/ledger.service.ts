import type { Context } from '../../context.js';
import type { Page, PageRequest } from '../../platform/page.js';
import { clientOf } from './billing-order.service.js';
import { ledger, type LedgerEntryRow } from './ledger.sql.js';

/** The caller's balance in centavos: the sum of its extract. */
export async function balanceOf(ctx: Context): Promise<bigint> {
  const client = await ctx.db.prisma.apiClient.findUnique({ where: { id: clientOf(ctx) }, select: { balance: true } });
  return client?.balance ?? 0n;
}

/** The caller's extract, newest first. BAD_USER_INPUT on a cursor that is none. */
export async function listLedger(ctx: Context, page: PageRequest): Promise<Page<LedgerEntryRow>> {
  return ledger.page(ctx.db, page, [clientOf(ctx)]);
}
