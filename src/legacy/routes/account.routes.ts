import type { FastifyInstance } from 'fastify';
import { balanceOf, listLedger } from '../billing-orders/ledger.service.js';
import type { LedgerEntryRow } from '../billing-orders/ledger.sql.js';
import { pageQuery, type PageQuery } from './legacy-bodies.js';
import { callContext } from './legacy-caller.js';
import { legacyPage } from './legacy-page.js';

/** `GET /client/api/balance` and `GET /client/api/extracts`. Amounts are whole centavos. */
export function accountRoutes(calls: FastifyInstance): void {
  calls.get('/client/api/balance', async (request) => ({
    available_value: Number(await balanceOf(callContext(request))),
    currency: 'BRL',
  }));

  calls.get<{ Querystring: PageQuery }>('/client/api/extracts', { schema: { querystring: pageQuery } }, async (request) =>
    legacyPage(request.query, (page) => listLedger(callContext(request), page), ledgerEntry),
  );
}

function ledgerEntry({ id, type, amount, balance, externalId, billingOrderId, createdAt }: LedgerEntryRow) {
  return {
    id: Number(id),
    type,
    amount: Number(amount),
    balance: Number(balance),
    external_id: externalId,
    hash: billingOrderId,
    created_at: createdAt,
  };
}
