import type { FastifyInstance } from 'fastify';
import { cancelOwnBillingOrder } from '../billing-orders/billing-order-ending.service.js';
import {
  createBillingOrder,
  findBillingOrder,
  webhookUrlProblem,
  balanceOf,
  listLedger,
} from '../billing-orders/billing-order.service.js';
import { billingOrderRecord } from '../billing-orders/billing-order-events.js';
import type { Context } from '../../context.js';
import { DomainError, refuseFields } from '../../platform/domain-error.js';
import { billingOrderBody, type BillingOrderBody, noBody, pageQuery, type PageQuery, legacyPage } from './legacy-bodies.js';
import { callContext } from './legacy-caller.js';
import type { LedgerEntryRow } from '../billing-orders/billing-order.sql.js';

const URL_FIELD = 'meta.webhook_url';

export function billingOrderRoutes(calls: FastifyInstance): void {
  calls.post<{ Body: BillingOrderBody }>(
    '/cashin/api/billing_order',
    // Attached, so that one answer names a bad address and the other problems.
    { schema: { body: billingOrderBody }, attachValidation: true },
    async (request) => {
      const context = callContext(request);
      refuseProblems(context, request.body, request.validationError);
      return billingOrderRecord(await createBillingOrder(context, asked(request.body)));
    },
  );

  calls.get<{ Params: { hash: string } }>('/cashin/api/billing_order/:hash', async (request) =>
    billingOrderRecord(await findBillingOrder(callContext(request), request.params.hash)),
  );

  calls.delete<{ Params: { hash: string } }>('/cashin/api/billing_order/:hash', { schema: { body: noBody } }, async (request) =>
    billingOrderRecord(await cancelOwnBillingOrder(callContext(request), request.params.hash)),
  );
}

function refuseProblems(context: Context, body: BillingOrderBody, refusal: Error | undefined): void {
  const fields = refusal instanceof DomainError ? refusal.fields : {};
  if (refusal && !fields) throw refusal;
  const url: unknown = body.meta?.webhook_url;
  const problem = typeof url === 'string' && !fields?.[URL_FIELD] ? webhookUrlProblem(context, url) : undefined;
  if (problem !== undefined) throw refuseFields({ ...fields, [URL_FIELD]: [problem] });
  if (refusal) throw refusal;
}

function asked({ payer_name: payerName, amount, external_id: externalId, description, meta }: BillingOrderBody) {
  return {
    payerName,
    amount: BigInt(amount),
    externalId,
    description,
    extraData: meta?.extra_data ?? null,
    webhookUrl: meta?.webhook_url ?? null,
  };
}

/** Amounts are whole centavos. */
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
