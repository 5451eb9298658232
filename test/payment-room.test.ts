import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPaymentRoom, roomOf } from '../src/quotas/room.js';

/** A sale with unproven reservations of these sizes, the newest first, and others' reservations. */
const aSale = fc
  .record({
    sellable: fc.integer({ min: 1, max: 1_000 }),
    allocated: fc.nat(1_000),
    others: fc.nat(300),
    sizes: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 30 }),
    unprovenShare: fc.nat(100),
  })
  .map(({ sellable, allocated, others, sizes, unprovenShare }) => {
    const paid = Math.min(allocated, sellable);
    const proven = Math.min(others, sellable - paid);
    let unproven = 0;
    const displaceable = sizes.flatMap((quotaQuantity, i) => {
      if (proven + unproven + quotaQuantity > sellable - paid) return [];
      unproven += quotaQuantity;
      return { id: String(i), quotaQuantity };
    });
    return {
      sale: { sellable, allocated: paid, returned: 0, reserved: proven + unproven, unproven, unprovenShare },
      displaceable,
      proven,
    };
  });

const payments = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 20 });
const pending = (quotaQuantity: number) => ({ quotaQuantity, status: 'PENDING' as const });

describe('the room for payments', () => {
  it('has place for all that nobody paid, whatever strangers reserved', () => {
    fc.assert(
      fc.property(aSale, payments, ({ sale, displaceable }, asked) => {
        const strangersOnly = { ...sale, reserved: sale.unproven };
        const room = createPaymentRoom(strangersOnly, displaceable);
        let left = sale.sellable - sale.allocated;
        for (const quantity of asked) {
          expect(room.fits(pending(quantity))).toBe(quantity <= left);
          if (quantity > left) continue;
          room.take(pending(quantity));
          left -= quantity;
        }
      }),
    );
  });

  it('sells nothing twice, and lets only so many strangers give way as a payment needs', () => {
    fc.assert(
      fc.property(aSale, payments, ({ sale, displaceable, proven }, asked) => {
        const room = createPaymentRoom(sale, displaceable);
        let [unpaid, unproven] = [sale.sellable - sale.allocated, sale.unproven];
        for (const quantity of asked) {
          if (!room.fits(pending(quantity))) continue;
          const before = unpaid - proven - unproven;
          const gone = room.take(pending(quantity));
          const freed = gone.reduce((sum, order) => sum + order.quotaQuantity, 0);
          unpaid -= quantity;
          const last = gone.at(-1)?.quotaQuantity ?? 0;
          if (last > 0) {
            expect(before + freed - last).toBeLessThan(quantity);
            expect(unproven - freed + last).toBeGreaterThan(Math.floor((unpaid * sale.unprovenShare) / 100));
          }
          unproven -= freed;
          expect(proven + unproven).toBeLessThanOrEqual(unpaid);
        }
      }),
    );
  });

  it('never takes a reservation for an order that had ended', () => {
    fc.assert(
      fc.property(aSale, fc.integer({ min: 1, max: 60 }), ({ sale, displaceable }, quotaQuantity) => {
        const order = { quotaQuantity, status: 'EXPIRED' as const };
        const room = createPaymentRoom(sale, displaceable);
        expect(room.fits(order)).toBe(quotaQuantity <= roomOf(sale).free);
        if (room.fits(order)) expect(room.take(order)).toEqual([]);
      }),
    );
  });
});
