import { type OrderTracking, keptTracking, type OrderDecision, type OrderRequest } from '../quotas/reserve-orders.js';
import type { Context } from '../context.js';
import { NO_PROVIDER, newTxid } from '../payment-providers/adapters/adapter.js';
import { buildStaticCode } from '../payment-providers/adapters/static-adapter.js';
import type { Provider } from '../payment-providers/providers.js';
import { settle } from '../payments/settle.js';
import { isDatabaseUnavailable } from '../platform/database/errors.js';
import { DomainError, refuse, refuseField, textOf } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { adultSince } from '../raffles/adult.js';
import type { RaffleSnapshot } from '../raffles/raffle.snapshot.js';
import { overBuyerLimit, quotasLeft, tooManyUnpaid } from './ask-for-fewer.js';
import { acceptedVersion, incompleteBuyer, refusalOf, underageBuyer } from './order-rules.js';
import {
  idempotencyMismatch,
  idempotentRequest,
  assertSameFingerprint,
  type IdempotentRequest,
  ownKey,
  selectIdempotencyKey,
} from '../platform/idempotency.js';
import { selectOrder, type OrderRow } from './order.sql.js';
import { issueCharge, refuseFailed } from './issue-charge.js';

export interface PlaceOrderOptions {
  raffleId: string;
  quotaQuantity: number;
  userId?: string | null | undefined;
  paymentProviderName?: string | null | undefined;
  referral?: string | null | undefined;
  acceptedRegulationHash?: string | null | undefined;
  tracking?: { [Name in keyof OrderTracking]?: string | null | undefined } | null | undefined;
  buyer?: { name?: string | null | undefined; cpf?: string | null | undefined; phone?: string | null | undefined };
}

/** The first by an old copy. */
const ATTEMPTS_ON_STALE_RAFFLE = 4;

/**
 * `GATEWAY` registers the charge after the commit, never inside a transaction; `STATIC` asks no provider. Idempotent by the
 * idempotency key. When it throws, nothing stays reserved.
 */
export async function placeOrder(ctx: Context, input: PlaceOrderOptions, code: 'GATEWAY' | 'STATIC'): Promise<OrderRow> {
  // The fingerprint of the request must not depend on case.
  const options = {
    ...input,
    raffleId: input.raffleId.toLowerCase(),
    userId: input.userId?.toLowerCase(),
    tracking: keptTracking(input.tracking),
  };
  const idempotency = idempotentRequest(ctx, `createOrder:${code}`, options);
  try {
    return await settleOrChargeNamingOrder(ctx, await reserve(ctx, options, code, idempotency), idempotency);
  } catch (error) {
    // A retry may meet a raffle that has closed or a provider that is gone: the order that was placed is still the answer.
    const order = error instanceof DomainError && error.code !== 'UNAVAILABLE' && (await findRepeated(ctx, idempotency));
    if (!order) throw error;
    return settleOrCharge(ctx, order, idempotency);
  }
}

async function findRepeated({ db }: Context, idempotency: IdempotentRequest | null): Promise<OrderRow | undefined> {
  if (!idempotency) return undefined;
  const [known] = await db.query(selectIdempotencyKey, [idempotency.principal, idempotency.key]);
  if (!known) return undefined;
  assertSameFingerprint(known.fingerprint, idempotency);
  return (await db.query(selectOrder, [known.orderId]))[0];
}

async function reserve(
  ctx: Context,
  options: PlaceOrderOptions & { tracking: OrderTracking | null },
  code: 'GATEWAY' | 'STATIC',
  idempotency: IdempotentRequest | null,
): Promise<OrderRow> {
  const userId = await buyerOf(ctx, options.userId);
  for (let attempt = 1; attempt <= ATTEMPTS_ON_STALE_RAFFLE; attempt++) {
    // An old copy sells nothing wrong: the database refuses an order of another version, and what it refuses is asked of a fresh one.
    const isOld = attempt === 1;
    const raffle = await findRaffle(ctx, options.raffleId, isOld);
    const today = ctx.calendar.today();
    if (isOld && (!raffle || refusalOf(raffle, options, today))) continue;
    if (!raffle || raffle.status === 'DRAFT')
      throw refuse('raffles.notFound', {}, { fields: { raffleId: [textOf('orders.noRaffle')] } });
    const { bonusQuotas, discount, totalValue } = ctx.prices.of(raffle, options.quotaQuantity);
    const provider = totalValue === 0n ? undefined : await ctx.providers.choose(options.paymentProviderName, code);
    const refusal = refusalOf(raffle, options, today);
    if (refusal) throw refusal;

    const request: OrderRequest = {
      raffleId: raffle.id,
      raffleVersion: raffle.version,
      userId,
      quotaQuantity: options.quotaQuantity + bonusQuotas,
      bonusQuotas,
      priceByQuota: raffle.quotaPrice,
      discount,
      totalValue,
      paymentProviderName: provider?.settings.name ?? NO_PROVIDER,
      charge: provider ? chargeOf(provider, raffle.title, totalValue, code) : null,
      referral: options.referral ?? null,
      tracking: options.tracking,
      regulationVersion: acceptedVersion(raffle, options.acceptedRegulationHash) ?? null,
      buyer: { name: options.buyer?.name ?? null, cpf: options.buyer?.cpf ?? null, phone: options.buyer?.phone ?? null },
      adultSince: adultSince(raffle, ctx.config.businessTimeZone),
      idempotency: idempotency ?? (provider ? null : ownKey(userId)),
      operator: ctx.principal.role === 'ADMIN' ? actorOf(ctx) : null,
    };
    // More than all quotas are as bad as all.
    const share = Math.ceil(Math.min(1, request.quotaQuantity / raffle.quotaQuantity) * 10_000);
    const giveBack = ctx.rateLimits.take(ctx, { kind: 'quotas', amount: share, of: raffle.id });
    const decision = await ctx.orderQueue.reserve(request).catch(async (error: unknown) => {
      giveBack();
      throw error;
    });
    if (decision.outcome !== 'RESERVED') giveBack();
    if (decision.outcome === 'STALE') {
      ctx.raffles.drop(raffle.id);
      continue;
    }
    return orderOf(ctx, request, decision, raffle);
  }
  throw refuse('orders.raffleChanging');
}

async function findRaffle({ raffles }: Context, id: string, mayBeOld: boolean): Promise<RaffleSnapshot | undefined> {
  if (!isUuid(id)) return undefined;
  return mayBeOld ? raffles.getOld(id) : raffles.get(id);
}

async function settleOrCharge(ctx: Context, order: OrderRow, idempotency: IdempotentRequest | null): Promise<OrderRow> {
  refuseFailed(order);
  if (order.status !== 'PENDING') return order;
  if (order.totalValue === 0n) {
    await settle(ctx, {
      source: 'FREE',
      providerName: order.paymentProviderName,
      orderId: order.id,
      amount: 0n,
      paidAt: order.createdAt,
    });
    return (await ctx.db.query(selectOrder, [order.id]))[0] ?? order;
  }
  return order.chargeStatus === 'CREATING' ? issueCharge(ctx, order, idempotency) : order;
}

/** When the database goes away, the error names the order, which exists. */
async function settleOrChargeNamingOrder(
  ctx: Context,
  order: OrderRow,
  idempotency: IdempotentRequest | null,
): Promise<OrderRow> {
  try {
    return await settleOrCharge(ctx, order, idempotency);
  } catch (error) {
    const isUnavailable = error instanceof DomainError ? error.code === 'UNAVAILABLE' : isDatabaseUnavailable(error);
    if (!isUnavailable) throw error;
    ctx.log.warn({ err: error, event: 'orders.placing.unfinished', orderId: order.id }, 'an order was placed, but not finished');
    throw refuse('orders.codeNotReady', { id: order.id });
  }
}

async function buyerOf(ctx: Context, userId: string | null | undefined): Promise<string> {
  const { principal } = ctx;
  if (principal.role === 'USER') {
    if (userId != null && userId !== principal.id) throw refuse('orders.forYourselfOnly');
    return principal.id;
  }
  if (userId == null) throw refuseField('userId', 'orders.userIdRequired');
  const user = isUuid(userId) ? await ctx.loaders.user.load(userId) : undefined;
  if (user?.role !== 'USER' || user.deletedAt) throw refuseField('userId', 'orders.notACustomer');
  if (user.blockedAt) throw refuseField('userId', 'orders.customerBlocked');
  return user.id;
}

function chargeOf(
  provider: Provider,
  description: string,
  amountCentavos: bigint,
  code: 'GATEWAY' | 'STATIC',
): OrderRequest['charge'] {
  const dynamic = code === 'GATEWAY' && provider.adapter.adapter !== 'static';
  const txid = newTxid(dynamic ? provider.adapter.adapter : 'static');
  if (dynamic) return { txid, dynamic, brCode: null };
  return { txid, dynamic, brCode: buildStaticCode(provider.settings, { txid, amountCentavos, description }) };
}

async function orderOf(ctx: Context, request: OrderRequest, decision: OrderDecision, raffle: RaffleSnapshot): Promise<OrderRow> {
  const { outcome, orderId } = decision;
  if ((outcome === 'RESERVED' || outcome === 'AT_PAYMENT') && orderId !== null && decision.expiresAt) {
    const { charge, buyer } = request;
    return {
      id: orderId,
      raffleId: request.raffleId,
      userId: request.userId,
      status: 'PENDING',
      reservation: outcome,
      quotaQuantity: request.quotaQuantity,
      bonusQuotas: request.bonusQuotas,
      priceByQuota: request.priceByQuota,
      discount: request.discount,
      totalValue: request.totalValue,
      paymentProviderName: request.paymentProviderName,
      referral: request.referral,
      tracking: request.tracking,
      regulationVersion: request.regulationVersion,
      buyerName: buyer.name,
      buyerCpf: buyer.cpf,
      buyerPhone: buyer.phone,
      createdAt: decision.createdAt,
      expiresAt: decision.expiresAt,
      paidAt: null,
      endedAt: null,
      qrCodeId: charge?.txid ?? null,
      qrCodeContent: charge?.brCode ?? null,
      chargeStatus: charge && (charge.brCode ? 'ACTIVE' : 'CREATING'),
      isDynamic: charge?.dynamic ?? false,
      providerReference: null,
      readAt: decision.createdAt,
    };
  }
  switch (outcome) {
    case 'REPEATED': {
      const [order] = await ctx.db.query(selectOrder, [orderId]);
      if (!order) throw refuse('orders.notFound');
      return order;
    }
    case 'MISMATCH':
      throw idempotencyMismatch();
    case 'NO_BUYER':
      throw refuse('users.accountGone');
    case 'BLOCKED':
      throw request.operator ? refuseField('userId', 'orders.customerBlocked') : refuse('orders.personBlocked');
    case 'BUYER_DATA':
      throw incompleteBuyer(decision.missing);
    case 'UNDERAGE':
      throw underageBuyer();
    case 'SOLD_OUT':
      if (decision.available) throw quotasLeft(ctx, raffle, decision.available);
      throw refuse(request.totalValue === 0n ? 'orders.noneLeftForNow' : 'orders.noneLeft');
    case 'BUYER_LIMIT':
      throw await overBuyerLimit(ctx, raffle, request.userId);
    case 'ANTI_SPAM':
      throw await tooManyUnpaid(ctx, raffle, request.userId);
    default:
      throw refuse('orders.notOpen');
  }
}
