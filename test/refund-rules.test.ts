import { expect, it } from 'vitest';
import { checkRefund } from '../src/refunds/refund.service.js';

const HOUR_MS = 3_600_000;
const now = new Date('2026-03-10T12:00:00Z');
const paid = (hoursAgo: number) => ({
  raffleStatus: 'OPEN' as const,
  isFrozen: false,
  isInstant: false,
  isPastItsDates: false,
  paidAt: new Date(now.getTime() - hoursAgo * HOUR_MS),
});
const asBuyer = (order: Parameters<typeof checkRefund>[1]) => () => checkRefund({ role: 'USER', id: 'buyer' }, order, now);
const asOperator = (order: Parameters<typeof checkRefund>[1]) => () =>
  checkRefund({ role: 'ADMIN', operatorRole: 'OWNER', id: 'operator' }, order, now);

it('a buyer may refund for seven times 24 hours and not a moment longer, an operator for longer', () => {
  expect(asBuyer(paid(7 * 24))).not.toThrow();
  expect(asBuyer(paid(7 * 24 + 0.001))).toThrow('within 7 days');
  expect(asOperator(paid(400 * 24))).not.toThrow();
});

it('a buyer may not once the dates of the sale have passed, though nobody has closed it; an operator may', () => {
  const order = { ...paid(1), isPastItsDates: true };
  expect(asBuyer(order)).toThrow('Sales are closed');
  expect(asBuyer({ ...order, raffleStatus: 'CANCELLED' })).not.toThrow();
  expect(asOperator(order)).not.toThrow();
});

it('a buyer may never in a raffle with instant prizes, and gets the same answer whatever became of the raffle and the order', () => {
  const paidAt = new Date(now.getTime() - 30 * 24 * HOUR_MS);
  for (const raffleStatus of ['OPEN', 'SOLD_OUT', 'CLOSED', 'CANCELLED'] as const)
    for (const more of [{}, { isFrozen: true }, { isPastItsDates: true }, { paidAt }])
      expect(asBuyer({ ...paid(1), isInstant: true, raffleStatus, ...more })).toThrow('ends the right to give it back');
  expect(asOperator({ ...paid(1), isInstant: true })).not.toThrow();
});

it('nobody may once the raffle is frozen for its draw', () => {
  for (const raffleStatus of ['CLOSED', 'DRAWN', 'FINISHED'] as const)
    for (const refunding of [asBuyer, asOperator])
      expect(refunding({ ...paid(1), raffleStatus, isFrozen: true })).toThrow('frozen for its draw');
  expect(asOperator({ ...paid(1), raffleStatus: 'CLOSED' })).not.toThrow();
});
