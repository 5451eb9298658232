import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import type { IncomingPayment } from '../src/payments/incoming-payment.js';
import { cancelOrder } from '../src/orders/order.service.js';
import { settlePayment } from '../src/payments/settle.js';
import { startOtherProcess } from './support/other-process.js';
import { forTests } from './support/start.js';
import { aPayment, startTransitionStage } from './support/transition-stage.js';

const stage = forTests(startTransitionStage);

const db = () => stage.app.db.prisma;
const anOrder = async () => stage.anOrder((await stage.aRaffle()).id);
const statusOf = async (id: string) => (await db().order.findUniqueOrThrow({ where: { id: BigInt(id) } })).status;

it('money that another process is just recording for somebody else pays nobody here', async () => {
  const order = await anOrder();
  const payment = aPayment({ txid: order.qrCodeId ?? '' });
  const other = await startOtherProcess(stage.app.config.databaseUrl ?? '');
  try {
    await other.query(
      `INSERT INTO payments (id, provider_name, end_to_end_id, amount, source, paid_at) VALUES ($1, 'static', $2, 100, 'CALLBACK', now())`,
      [uuidv7(), payment.endToEndId],
    );
    expect(await other.commitBehind(() => settlePayment(stage.app, 'static', payment, 'CALLBACK'))).toBe('REPEATED');
  } finally {
    await other.end();
  }
  expect(await statusOf(order.id)).toBe('PENDING');
  expect(await db().payment.count({ where: { endToEndId: payment.endToEndId } })).toBe(1);
});

it("a payment that is nobody's is not given to an order while an operator decides on it", async () => {
  const order = await anOrder();
  const payment = aPayment();
  expect(await settlePayment(stage.app, 'static', payment, 'RECONCILIATION')).toBe('LATE');
  const other = await startOtherProcess(stage.app.config.databaseUrl ?? '');
  try {
    const { rows } = (await other.query('SELECT id FROM payments WHERE end_to_end_id = $1 FOR UPDATE', [payment.endToEndId])) as {
      rows: { id: string }[];
    };
    await other.query("UPDATE late_payments SET status = 'RESOLVED', note = 'given back in cash' WHERE payment_id = $1", [
      rows[0]?.id,
    ]);
    const known = { ...payment, txid: order.qrCodeId ?? '' };
    expect(await other.commitBehind(() => settlePayment(stage.app, 'static', known, 'CALLBACK'))).toBe('REPEATED');
  } finally {
    await other.end();
  }
  expect(await statusOf(order.id)).toBe('PENDING');
  expect(await db().latePayment.findFirst({ where: { payment: { endToEndId: payment.endToEndId } } })).toMatchObject({
    status: 'RESOLVED',
  });
});

async function atOnce(raffleId: string, orderIds: string[], changes: Partial<IncomingPayment>[] = []) {
  const settled = await Promise.allSettled(
    orderIds.map((orderId, i) => {
      const { endToEndId, amountCentavos: amount, paidAt } = aPayment();
      const incoming: IncomingPayment = { source: 'CALLBACK', providerName: 'static', endToEndId, amount, paidAt, ...changes[i] };
      return stage.app.orderSettlement.push({ incoming, orderId, raffleId });
    }),
  );
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
}

it('an order that is paid twice in one batch is paid once', async () => {
  const raffle = await stage.aRaffle();
  const { id } = await stage.anOrder(raffle.id);
  expect(await atOnce(raffle.id, [id, id])).toEqual(['PAID', 'LATE']);
  expect(await db().quotaAllocation.findMany({ where: { raffleId: raffle.id } })).toMatchObject([
    { firstOrdinal: 0, endOrdinal: 1 },
  ]);
});

it('of ended orders that are paid in one batch the first gets the last quotas', async () => {
  const raffle = await stage.aRaffle({ quotaQuantity: 2, maxReservationQuantity: 2 });
  const orders = [await stage.anOrder(raffle.id), await stage.anOrder(raffle.id)];
  for (const { id } of orders) await cancelOrder(stage.buyer, id);
  await stage.pay(await stage.anOrder(raffle.id));
  const ids = orders.map(({ id }) => id);
  expect(await atOnce(raffle.id, ids)).toEqual(['PAID', 'LATE']);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['PAID', 'CANCELLED']);
});

it('a payment that cannot be stored fails alone: those that came with it pay their orders', async () => {
  const raffle = await stage.aRaffle();
  const ids = (await Promise.all([1, 2, 3].map(() => stage.anOrder(raffle.id)))).map(({ id }) => id);
  expect(await atOnce(raffle.id, ids, [{}, { payer: { name: 'a\0b' } }])).toEqual(['PAID', 'failed', 'PAID']);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['PAID', 'PENDING', 'PAID']);
});
