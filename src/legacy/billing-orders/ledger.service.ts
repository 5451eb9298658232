import type { Context } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/page.js';
import { clientOf } from './billing-order.service.js';
import { countLedger, selectBalance, selectLedgerPage, type LedgerEntryRow } from './ledger.sql.js';

/** The caller's balance in centavos: the sum of its extract. */
export async function balanceOf(ctx: Context): Promise<bigint> {
  const [client] = await ctx.db.query(selectBalance, [clientOf(ctx)]);
  return client?.balance ?? 0n;
}

/** The caller's extract, newest first. BAD_USER_INPUT on a cursor that is none. */
export async function listLedger(ctx: Context, options: PageRequest): Promise<Page<LedgerEntryRow>> {
  const clientId = clientOf(ctx);
  const below = options.after == null ? null : decodeCursor(options.after, [/^\d{1,18}$/])[0];
  const rows = await ctx.db.query(selectLedgerPage, [clientId, below, options.first + 1]);
  return pageOf(
    rows,
    options,
    ({ id }) => encodeCursor(id),
    async () => {
      const [counted] = await ctx.db.query(countLedger, [clientId]);
      return Number(counted?.count ?? 0);
    },
  );
}
