import { beforeEach, describe, expect, it } from 'vitest';
import { placeOrder } from '../src/orders/place-order.js';
import type { ReceivedPayment } from '../src/payment-providers/adapters/adapter.js';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import { checkAllBooks } from '../src/reconciliation/books/check-books.js';
import { countChanges } from '../src/referrals/count-changes.js';
import { confirmRefund, retryRefund } from '../src/refunds/late-and-manual-refund.service.js';
import { refundOrder } from '../src/refunds/refund.service.js';
import { aCustomer } from './support/actors.js';
import { forTests } from './support/start.js';
import { startTransitionStage } from './support/transition-stage.js';

const stage = forTests(startTransitionStage);
beforeEach(async () => {
  await stage.behaveAtBank({});
  await stage.forgetOpenRefunds();
});

/** R$ 10.00, of which 3.33 % are the referrer's. */
async function aReferredPayment() {
  const referrer = await aCustomer(stage);
  const raffle = await stage.aRaffle({ quotaPrice: 1_000n, affiliate: true, commissionBasisPoints: 333 });
  const options = { raffleId: raffle.id, quotaQuantity: 1, paymentProviderName: 'sandbox', referral: referrer.id };
  const order = await placeOrder(stage.buyer, options, 'GATEWAY');
  const payment: ReceivedPayment = await stage.payAtBank(order);
  const row = async () => {
    await countChanges(stage.app);
    return stage.app.db.prisma.referrer.findUniqueOrThrow({ where: { userId: referrer.id } });
  };
  const refund = (amount?: bigint) => refundOrder(stage.admin, order.id, { amount });
  const failed = async () =>
    (await stage.app.db.prisma.refund.findFirstOrThrow({ where: { payment: { orderId: BigInt(order.id) }, status: 'FAILED' } }))
      .id;
  return { row, refund, failed, payment, order };
}

const reconciled = async () => {
  await checkAllBooks(stage.app);
  return (await reportReconciliation(stage.app)).disagreements;
};

describe('a commission', () => {
  it('is given back when the refund fails, and taken again when it is asked for again', async () => {
    const { row, refund, failed } = await aReferredPayment();
    await stage.behaveAtBank({ refuseRefunds: true });
    await refund(500n);
    expect(await row()).toMatchObject({ orders: 1, accrued: 33n, reversed: 16n, balance: 17n });
    await stage.askForRefunds();
    expect(await row()).toMatchObject({ orders: 1, accrued: 33n, reversed: 0n, balance: 33n });
    await stage.behaveAtBank({});
    await retryRefund(stage.admin, await failed());
    await stage.askForRefunds();
    expect(await row()).toMatchObject({ reversed: 16n, balance: 17n });
    expect(await reconciled()).toEqual([]);
  });

  it('is taken with a refund that failed and was then made by hand', async () => {
    const { row, refund, failed } = await aReferredPayment();
    await stage.behaveAtBank({ refuseRefunds: true });
    await refund(500n);
    await stage.askForRefunds();
    await confirmRefund(stage.admin, await failed(), 'by a transfer');
    expect(await row()).toMatchObject({ reversed: 16n, balance: 17n });
    expect(await reconciled()).toEqual([]);
  });

  it('of an order that is out of the draw does not come back when its refund fails', async () => {
    const { row, refund } = await aReferredPayment();
    await stage.behaveAtBank({ refuseRefunds: true });
    await refund();
    await stage.askForRefunds();
    expect(await row()).toMatchObject({ orders: 0, accrued: 33n, reversed: 33n, balance: 0n });
    expect(await reconciled()).toEqual([]);
  });

  it('is of what the bank left, and nothing once it took all', async () => {
    const { row, refund, payment } = await aReferredPayment();
    await stage.takeBack(payment, 300n);
    expect(await row()).toMatchObject({ reversed: 10n, balance: 23n });
    await refund(200n);
    expect(await row()).toMatchObject({ reversed: 16n, balance: 17n });
    await stage.takeBack(payment, 500n);
    expect(await row()).toMatchObject({ orders: 0, reversed: 33n, balance: 0n });
    expect(await reconciled()).toEqual([]);
  });

  it('that somebody else changed is found by the books', async () => {
    const { order } = await aReferredPayment();
    const change = (by: number) =>
      stage.app.db.pool.query(`UPDATE commission_entries SET amount = amount + $2 WHERE order_id = $1`, [order.id, by]);
    await change(1);
    expect(await reconciled()).toMatchObject([
      {
        rule: 'ORDER_COMMISSION',
        count: 1,
        examples: [{ id: order.id, detail: 'the commission is 0.34, by the rate of the order it is 0.33' }],
      },
    ]);
    await change(-1);
    expect(await reconciled()).toEqual([]);
  });
});
