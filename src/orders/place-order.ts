import type { Context } from '../context.js';
import { NO_PROVIDER } from '../payment-providers/adapters/adapter.js';
import { buildStaticCode } from '../payment-providers/adapters/static-adapter.js';
import { newTxid } from '../payment-providers/adapters/txid.js';
import type { Provider } from '../payment-providers/providers.js';
import { settle } from '../payments/settle.js';
import { isDatabaseUnavailable } from '../platform/database/unavailable.js';
import { badField, DomainError, notFound } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import type { RaffleSnapshot } from '../raffles/raffle.snapshot.js';
import type { OrderAsked } from './order-asked.js';
import { adultSince, checkSale, incompleteBuyer, underageBuyer } from './order-rules.js';
import {
  idempotencyMismatch,
  idempotentRequest,
  assertSameFingerprint,
  type IdempotentRequest,
} from '../platform/idempotency.js';
import { selectIdempotencyKey } from '../platform/idempotency.sql.js';
import { keptTracking, type OrderTracking } from '../quotas/order-tracking.js';
import type { OrderDecision, OrderRequest } from '../quotas/reserve-orders.js';
import { selectOrder, type OrderRow } from './order.sql.js';
import { issueCharge, refuseFailed } from './issue-charge.js';

const ATTEMPTS_ON_STALE_RAFFLE = 3;

/**
 * Reserves quotas and answers the order with its PIX code. `GATEWAY` registers the charge at the provider, after the
 * order is committed and never inside a transaction; `STATIC` writes a static code of the provider's key, asking nobody.
 * Repeated with the same idempotency key it answers the same order.
 *
 * NOT_FOUND, SOLD_OUT, CONFLICT (not open, the buyer's limit), RATE_LIMITED (too much unpaid), BAD_USER_INPUT,
 * IDEMPOTENCY_MISMATCH, PAYMENT_PROVIDER_UNAVAILABLE: nothing stays reserved after any of them.
 */
export async function placeOrder(ctx: Context, input: OrderAsked, code: 'GATEWAY' | 'STATIC'): Promise<OrderRow> {
  // A UUID is the same in capitals; what is kept by it must not be kept twice.
  const asked = {
    ...input,
    raffleId: input.raffleId.toLowerCase(),
    userId: input.userId?.toLowerCase(),
    tracking: keptTracking(input.tracking),
  };
  const idempotency = idempotentRequest(ctx, `createOrder:${code}`, asked);
  try {
    return await finish(ctx, await reserve(ctx, asked, code, idempotency), idempotency);
  } catch (error) {
    // Since the key was first sent the raffle may have closed, or the provider be gone: what was sold is still the answer.
    const order = error instanceof DomainError && error.code !== 'UNAVAILABLE' && (await findRepeated(ctx, idempotency));
    if (!order) throw error;
    return complete(ctx, order, idempotency);
  }
}

/** The order that this key and body made before, if they did. IDEMPOTENCY_MISMATCH when the key was sent with another body. */
async function findRepeated({ db }: Context, idempotency: IdempotentRequest | null): Promise<OrderRow | undefined> {
  if (!idempotency) return undefined;
  const [known] = await db.query(selectIdempotencyKey, [idempotency.principal, idempotency.key]);
  if (!known) return undefined;
  assertSameFingerprint(known.fingerprint, idempotency);
  return (await db.query(selectOrder, [known.orderId]))[0];
}

async function reserve(
  ctx: Context,
  asked: OrderAsked & { tracking: OrderTracking | null },
  code: 'GATEWAY' | 'STATIC',
  idempotency: IdempotentRequest | null,
): Promise<OrderRow> {
  const userId = await buyerOf(ctx, asked.userId);
  for (let attempt = 1; attempt <= ATTEMPTS_ON_STALE_RAFFLE; attempt++) {
    const raffle = isUuid(asked.raffleId) ? await ctx.raffles.get(asked.raffleId) : undefined;
    if (!raffle || raffle.status === 'DRAFT')
      throw new DomainError('NOT_FOUND', 'There is no such raffle.', { raffleId: ['is no raffle'] });
    const { bonusQuotas, discount, totalValue } = ctx.prices.of(raffle, asked.quotaQuantity);
    // Nobody has to be paid for what costs nothing.
    const provider = totalValue === 0n ? undefined : await ctx.providers.choose(asked.paymentProviderName, code);
    checkSale(raffle, asked.quotaQuantity);

    const request: OrderRequest = {
      raffleId: raffle.id,
      raffleVersion: raffle.version,
      userId,
      quotaQuantity: asked.quotaQuantity + bonusQuotas,
      bonusQuotas,
      priceByQuota: raffle.quotaPrice,
      discount,
      totalValue,
      paymentProviderName: provider?.settings.name ?? NO_PROVIDER,
      charge: provider ? chargeOf(provider, raffle.title, totalValue, code) : null,
      referral: asked.referral ?? null,
      tracking: asked.tracking,
      buyer: { name: asked.buyer?.name ?? null, cpf: asked.buyer?.cpf ?? null, phone: asked.buyer?.phone ?? null },
      adultSince: adultSince(raffle, ctx.config.businessTimeZone),
      idempotency,
      operator: ctx.principal.role === 'ADMIN' ? actorOf(ctx) : null,
    };
    const decision = await ctx.orderQueue.reserve(request);
    if (decision.outcome === 'STALE') {
      ctx.raffles.drop(raffle.id);
      continue;
    }
    return orderOf(ctx, request, decision, raffle);
  }
  throw new DomainError('UNAVAILABLE', 'The raffle is being changed right now: try again in a moment.');
}

/** Brings an order to where its creation ends: paid when it costs nothing, with the provider's code when it has one to give. */
async function complete(ctx: Context, order: OrderRow, idempotency: IdempotentRequest | null): Promise<OrderRow> {
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

/** The same for an order that was placed just now: when the database goes away under it, the caller is told that it is there. */
async function finish(ctx: Context, order: OrderRow, idempotency: IdempotentRequest | null): Promise<OrderRow> {
  try {
    return await complete(ctx, order, idempotency);
  } catch (error) {
    const isUnavailable = error instanceof DomainError ? error.code === 'UNAVAILABLE' : isDatabaseUnavailable(error);
    if (!isUnavailable) throw error;
    ctx.log.warn({ err: error, event: 'orders.placing.unfinished', orderId: order.id }, 'an order was placed, but not finished');
    throw new DomainError(
      'UNAVAILABLE',
      `Order ${order.id} is reserved, but its code cannot be told just now: ask again with the same Idempotency-Key, or for the order.`,
    );
  }
}

async function buyerOf(ctx: Context, userId: string | null | undefined): Promise<string> {
  const { principal } = ctx;
  if (principal.role === 'USER') {
    if (userId != null && userId !== principal.id)
      throw new DomainError('FORBIDDEN', 'You can order for yourself only: leave userId out.');
    return principal.id;
  }
  if (userId == null) throw badField('userId', 'is required when an operator orders for a customer');
  const user = isUuid(userId) ? await ctx.loaders.user.load(userId) : undefined;
  if (user?.role !== 'USER' || user.deletedAt) throw badField('userId', 'is not a customer');
  if (user.blockedAt) throw badField('userId', 'is blocked');
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

/** The order a decision stands for, or the refusal it is. */
async function orderOf(ctx: Context, request: OrderRequest, decision: OrderDecision, raffle: RaffleSnapshot): Promise<OrderRow> {
  const { outcome, orderId } = decision;
  if (outcome === 'RESERVED' && orderId !== null && decision.expiresAt) {
    const { charge, buyer } = request;
    return {
      id: orderId,
      raffleId: request.raffleId,
      userId: request.userId,
      status: 'PENDING',
      quotaQuantity: request.quotaQuantity,
      bonusQuotas: request.bonusQuotas,
      priceByQuota: request.priceByQuota,
      discount: request.discount,
      totalValue: request.totalValue,
      paymentProviderName: request.paymentProviderName,
      referral: request.referral,
      tracking: request.tracking,
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
      if (!order) throw notFound('order');
      return order;
    }
    case 'MISMATCH':
      throw idempotencyMismatch();
    case 'NO_BUYER':
      throw new DomainError('UNAUTHENTICATED', 'This account no longer exists.');
    case 'BUYER_DATA':
      throw incompleteBuyer(decision.missing);
    case 'UNDERAGE':
      throw underageBuyer();
    case 'SOLD_OUT':
      throw new DomainError(
        'SOLD_OUT',
        decision.available
          ? `Only ${decision.available} quotas are left: ask for fewer.`
          : 'No quotas are left. Some may return when unpaid orders expire.',
      );
    case 'BUYER_LIMIT':
      throw new DomainError('CONFLICT', `A buyer may hold at most ${raffle.maxBuyerQuantity} quotas of this raffle.`);
    case 'ANTI_SPAM':
      throw new DomainError('RATE_LIMITED', 'You have too many unpaid quotas of this raffle: pay or cancel them first.');
    default:
      throw new DomainError('CONFLICT', 'The raffle is not open for sale.');
  }
}
