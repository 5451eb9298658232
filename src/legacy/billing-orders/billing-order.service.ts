import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.js';
import { claimIdempotencyKey, idempotentRequest } from '../../platform/idempotency.js';
import { buildStaticCode } from '../../payment-providers/adapters/static-adapter.js';
import { type ProviderSettings, reportsStaticCodes } from '../../payment-providers/adapters/adapter.js';
import { sha256 } from '../../platform/crypto.js';
import type { Transaction } from '../../platform/database/database.js';
import { DomainError, refuse, refuseField, refuseFields } from '../../platform/domain-error.js';
import { isUuid } from '../../platform/uuid.js';
import type { KeyedText } from '../../platform/texts.js';
import { receiverUrl } from '../../webhooks/sending/webhook-url.js';
import * as sql from './billing-order.sql.js';
import type { BillingOrderRow, LedgerEntryRow } from './billing-order.sql.js';
import { BIGINT, type Page, type PageRequest } from '../../platform/page.js';
import type { BillingOrder, BillingOrderStatus } from '../../generated/prisma/client.js';
import { modelPage } from '../../platform/database/model-page.js';
import { findApiClient } from '../clients/api-client.service.js';

interface BillingOrderAsked {
  payerName: string;
  /** Centavos, above zero. */
  amount: bigint;
  externalId: string;
  description: string;
  /** Kept for the client, and not used. */
  extraData: string | null;
  /** Gets the charge's events, besides the client's endpoints. */
  webhookUrl: string | null;
}

/**
 * Makes a charge as a static PIX code of the first active provider that reports such payments. The same input again, also at the
 * same time, answers the same charge; another input with its external id is refused.
 */
export async function createBillingOrder(ctx: Context, asked: BillingOrderAsked): Promise<BillingOrderRow> {
  const clientId = clientOf(ctx);
  const urlProblem = webhookUrlProblem(ctx, asked.webhookUrl);
  if (urlProblem !== undefined) throw refuseFields({ 'meta.webhook_url': [urlProblem] });
  const fingerprint = fingerprintOf(asked);
  const idempotency = idempotentRequest(ctx, 'createBillingOrder', { fingerprint: fingerprint.toString('hex') });
  const provider = (await ctx.providers.all()).find(({ active, adapter }) => active && reportsStaticCodes(adapter.adapter));

  return ctx.db.transaction(async (tx) => {
    const days = ctx.config.billingOrderDays;
    if (provider) await insert(tx, { clientId, asked, fingerprint, provider: provider.settings, days });
    const [order] = await tx.query(sql.selectBillingOrderByExternalId, [clientId, asked.externalId]);
    if (!order) throw refuse('legacy.noStaticCodes');
    if (idempotency) await claimIdempotencyKey(tx, idempotency, { billingOrderId: order.id });
    if (!order.fingerprint.equals(fingerprint)) {
      throw refuseField('external_id', 'legacy.repeatUnchanged');
    }
    return order;
  });
}

export async function findBillingOrder(ctx: Context, hash: string): Promise<BillingOrderRow> {
  const [order] = isUuid(hash) ? await ctx.db.query(sql.selectBillingOrder, [clientOf(ctx), hash]) : [];
  if (!order) throw refuse('legacy.billingOrderNotFound');
  return order;
}

/** For operators. NOT_FOUND when there is no such client. */
export async function listBillingOrders(
  ctx: Context,
  { clientId, status }: { clientId: string; status: BillingOrderStatus },
  page: PageRequest,
): Promise<Page<OperatorsBillingOrder>> {
  await findApiClient(ctx, clientId);
  return modelPage<BillingOrder, OperatorsBillingOrder>(ctx.db.prisma.billingOrder, page, {
    key: [['number', BIGINT]],
    where: { clientId, status },
    nodesOf: (rows) => rows.map(withTxid),
  });
}

export type OperatorsBillingOrder = BillingOrder & { txid: string };

export function withTxid(row: BillingOrder): OperatorsBillingOrder {
  return { ...row, txid: txidOf(row.number) };
}

const txidOf = (number: bigint): string => `BILLINGORDER${number}`;

export function clientOf({ principal }: Context): string {
  if (principal.role !== 'CLIENT') throw refuse('legacy.clientsOnly');
  return principal.id;
}

const NEVER = new Date('9999-12-31T23:59:59Z');

async function insert(
  tx: Transaction,
  order: { clientId: string; asked: BillingOrderAsked; fingerprint: Buffer; provider: ProviderSettings; days: number },
): Promise<void> {
  const { clientId, asked, fingerprint, provider, days } = order;
  const id = uuidv7();
  const { externalId, payerName, description, amount, webhookUrl, extraData } = asked;
  const values = [id, clientId, externalId, fingerprint, payerName, description, amount, webhookUrl, extraData, days];
  const [inserted] = await tx.query(sql.insertBillingOrder, values);
  if (!inserted) return;
  const txid = txidOf(inserted.number);
  const brCode = buildStaticCode(provider, { txid, amountCentavos: amount, description });
  const charge = { txid, billingOrderId: id, providerName: provider.name, amount, brCode, expiresAt: NEVER };
  await tx.prisma.charge.create({ data: { ...charge, dynamic: false, status: 'ACTIVE' } });
}

function fingerprintOf({ payerName, amount, externalId, description, extraData, webhookUrl }: BillingOrderAsked): Buffer {
  return sha256(JSON.stringify([payerName, String(amount), externalId, description, extraData, webhookUrl]));
}

/** What is wrong with the address that a charge names; undefined when it may be called, or there is none. */
export function webhookUrlProblem({ config }: Pick<Context, 'config'>, url: string | null): KeyedText | undefined {
  try {
    if (url !== null) receiverUrl(config, url);
    return undefined;
  } catch (error) {
    const problem = error instanceof DomainError ? error.fields?.url?.[0] : undefined;
    if (!problem) throw error;
    return problem;
  }
}

export async function balanceOf(ctx: Context): Promise<bigint> {
  const client = await ctx.db.prisma.apiClient.findUnique({ where: { id: clientOf(ctx) }, select: { balance: true } });
  return client?.balance ?? 0n;
}

export async function listLedger(ctx: Context, page: PageRequest): Promise<Page<LedgerEntryRow>> {
  return sql.ledger.page(ctx.db, page, [clientOf(ctx)]);
}
