import { beforeEach, describe, expect, it } from 'vitest';
import {
  confirmRefund,
  refundLatePayment,
  resolveLatePayment,
  retryRefund,
} from '../src/refunds/late-and-manual-refund.service.js';
import { refundOrder } from '../src/refunds/refund.service.js';
import { startTransitionStage } from './support/transition-stage.js';
import { forTests } from './support/start.js';

const stage = forTests(startTransitionStage);
beforeEach(async () => {
  await stage.behaveAtBank({});
  await stage.forgetOpenRefunds();
});

const db = () => stage.app.db.prisma;
const CONFLICT = { code: 'CONFLICT' };

describe('a refund that its provider is still making', () => {
  it('is not asked for again, and not confirmed once the provider has accepted it', async () => {
    const order = await stage.anOrder((await stage.aRaffle()).id, 'sandbox');
    await stage.payAtBank(order);
    await refundOrder(stage.admin, order.id, {});
    const refund = () => db().refund.findFirstOrThrow({ where: { payment: { orderId: BigInt(order.id) } } });
    const { id } = await refund();
    const isLeftAlone = async (status: string) => {
      await expect(retryRefund(stage.admin, id)).rejects.toMatchObject(CONFLICT);
      expect(await refund()).toMatchObject({ id, status, confirmedAt: null });
    };
    await isLeftAlone('PENDING');
    await stage.behaveAtBank({ refundDelayMs: 60_000 });
    await stage.askForRefunds();
    await isLeftAlone('PROCESSING');
    await expect(confirmRefund(stage.admin, id, 'by a transfer', { evidence: 'a receipt' })).rejects.toMatchObject(CONFLICT);
  });
});

describe('a late payment', () => {
  const aLatePayment = async () => {
    const order = await stage.anOrder((await stage.aRaffle()).id);
    await stage.pay(order, 150n);
    return db().latePayment.findFirstOrThrow({ where: { payment: { orderId: BigInt(order.id) } } });
  };

  it('that is sent back is not resolved too', async () => {
    const { id } = await aLatePayment();
    await refundLatePayment(stage.admin, id);
    await expect(resolveLatePayment(stage.admin, id, 'kept')).rejects.toMatchObject(CONFLICT);
    expect(await db().latePayment.findUnique({ where: { id } })).toMatchObject({ status: 'REFUNDING', note: null });
  });

  it('that was sent back is neither resolved nor sent back again', async () => {
    const { id, paymentId } = await aLatePayment();
    await refundLatePayment(stage.admin, id);
    await db().refund.updateMany({ where: { latePaymentId: id }, data: { status: 'RETURNED', nextAttemptAt: null } });
    await db().latePayment.update({ where: { id }, data: { status: 'REFUNDED' } });
    await expect(resolveLatePayment(stage.admin, id, 'kept')).rejects.toMatchObject({
      ...CONFLICT,
      message: 'The late payment is refunded: it cannot be resolved by hand.',
    });
    await refundLatePayment(stage.admin, id);
    expect(await db().refund.count({ where: { paymentId } })).toBe(1);
    expect(await db().latePayment.findUnique({ where: { id } })).toMatchObject({ status: 'REFUNDED', note: null });
  });

  it.each([
    ['no', ''],
    ['blank', ' \n\t'],
    ['501', 'x'.repeat(501)],
  ])('is not resolved with %s characters of a note, and is with 500', async (_, note) => {
    const { id } = await aLatePayment();
    await expect(resolveLatePayment(stage.admin, id, note)).rejects.toMatchObject({ fields: { note: [{}] } });
    expect(await db().latePayment.findUnique({ where: { id } })).toMatchObject({ status: 'PENDING', note: null });
    await resolveLatePayment(stage.admin, id, ` ${'x'.repeat(500)} `);
    expect(await db().latePayment.findUnique({ where: { id } })).toMatchObject({ note: 'x'.repeat(500) });
  });

  it('is sent back once, however often that is asked for', async () => {
    const { id } = await aLatePayment();
    await Promise.all([1, 2, 3].map(() => refundLatePayment(stage.admin, id)));
    expect(await db().refund.findMany({ where: { latePaymentId: id } })).toMatchObject([{ amount: 50n }]);
  });
});
