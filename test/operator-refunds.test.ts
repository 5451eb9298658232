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

  it('is sent back once, however often that is asked for', async () => {
    const { id } = await aLatePayment();
    await Promise.all([1, 2, 3].map(() => refundLatePayment(stage.admin, id)));
    expect(await db().refund.findMany({ where: { latePaymentId: id } })).toMatchObject([{ amount: 50n }]);
  });
});
