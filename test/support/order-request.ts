import { randomBytes } from 'node:crypto';
import type { OrderRequest } from '../../src/quotas/reserve-orders.js';

/** An order of two quotas of R$ 1.00 as the service puts it into the queue. */
export const anOrderRequest = (raffleId: string, userId: string, overrides: Partial<OrderRequest> = {}): OrderRequest => ({
  raffleId,
  raffleVersion: 1,
  userId,
  quotaQuantity: 2,
  bonusQuotas: 0,
  discount: 0n,
  priceByQuota: 100n,
  totalValue: 200n,
  paymentProviderName: 'static',
  charge: { txid: randomBytes(12).toString('hex'), dynamic: false, brCode: 'code' },
  referral: null,
  regulationVersion: null,
  tracking: null,
  buyer: { name: null, cpf: null, phone: null },
  adultSince: null,
  idempotency: null,
  operator: null,
  ...overrides,
});
