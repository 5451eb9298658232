import { beforeEach, expect, it } from 'vitest';
import { expireOrders } from '../src/orders/order-expiry.js';
import { settlePayment } from '../src/payments/settle.js';
import { resolveLatePayment } from '../src/refunds/late-and-manual-refund.service.js';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import { aCustomer } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { scanNow } from './support/reconciliation.js';
import { refundNow } from './support/refunds.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, letExpire } from './support/sales.js';
import { forTests } from './support/start.js';

const banked = forTests(() => startBankedServer(['other']));
beforeEach(() => banked.behave({ callbackCopies: 0, omitTxids: true }));

async function anOrderPaidUnsaid(valor?: string) {
  const raffle = await anOpenRaffle(banked.server);
  const buyer = await aCustomer(banked.server);
  const { order } = await banked.desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 2 });
  if (!order) throw new Error('no order');
  const { endToEndId } = await banked.payAtBank(order.qrCodeContent, valor);
  await scanNow(banked.server);
  expect(await lateOf(endToEndId)).toMatchObject({ reason: 'UNKNOWN_REFERENCE', status: 'PENDING', amount: 200n });
  return { raffle, order, endToEndId };
}

const db = () => banked.server.app.db.prisma;
const lateOf = async (endToEndId: string) =>
  (await db().payment.findUniqueOrThrow({ where: { endToEndId }, include: { latePayment: true } })).latePayment;
const expire = async (orderId: string) => {
  await letExpire(banked.server, orderId, 121);
  await expireOrders(banked.server.app);
};
const statusOf = async (orderId: string) => (await db().order.findUniqueOrThrow({ where: { id: BigInt(orderId) } })).status;

it('a payment kept as nobody’s pays the order whose charge turns out to have received it', async () => {
  const { raffle, order, endToEndId } = await anOrderPaidUnsaid();
  await expire(order.id);
  expect(await statusOf(order.id)).toBe('PAID');
  expect(await lateOf(endToEndId)).toBeNull();
  const payments = await db().payment.findMany({ where: { orderId: BigInt(order.id) } });
  expect(payments).toMatchObject([{ endToEndId, txid: order.qrCodeId, amount: 200n }]);
  expect(
    await db().auditEntry.findMany({ where: { subjectId: payments[0]?.id }, select: { action: true, details: true } }),
  ).toEqual([{ action: 'attachPayment', details: { orderId: order.id } }]);
  expect(await brokenInvariants(banked.server, raffle.id)).toEqual([]);
  expect((await reportReconciliation(banked.server.app)).disagreements).toEqual([]);
});

it('is left as it is when an operator has decided on it', async () => {
  const { order, endToEndId } = await anOrderPaidUnsaid();
  const late = await lateOf(endToEndId);
  const admin = await banked.server.app.contextFor({
    requestId: 'test',
    clientAddress: '127.0.0.1',
    authorization: `Bearer ${banked.admin.token}`,
    longLived: true,
  });
  await resolveLatePayment(admin, late?.id ?? '', 'returned in cash');
  await expire(order.id);
  expect(await statusOf(order.id)).toBe('EXPIRED');
  expect(await lateOf(endToEndId)).toMatchObject({ status: 'RESOLVED', reason: 'UNKNOWN_REFERENCE' });
});

it('is left as it is when the bank refused to send it back: that is for an operator to go on with', async () => {
  const { order, endToEndId } = await anOrderPaidUnsaid();
  const late = await lateOf(endToEndId);
  await banked.behave({ callbackCopies: 0, omitTxids: true, refuseRefunds: true });
  const refund = 'mutation ($id: ID!) { refundLatePayment(id: $id) { status } }';
  expect((await banked.server.graphql(refund, { id: late?.id }, banked.admin)).errors).toBeUndefined();
  await expect
    .poll(async () => {
      await refundNow(banked.server);
      return (await lateOf(endToEndId))?.status;
    })
    .toBe('PENDING');
  const payment = { endToEndId, txid: order.qrCodeId ?? '', amountCentavos: 200n, paidAt: new Date(), refunds: [] };
  expect(await settlePayment(banked.server.app, 'sandbox', payment, 'CALLBACK')).toBe('REPEATED');
  expect(await lateOf(endToEndId)).toMatchObject({ reason: 'UNKNOWN_REFERENCE', status: 'PENDING' });
  expect(await statusOf(order.id)).toBe('PENDING');
});

it('is left as it is when the amount that its charge is said to have received is another', async () => {
  const { order, endToEndId } = await anOrderPaidUnsaid();
  const payment = { endToEndId, txid: order.qrCodeId ?? '', amountCentavos: 300n, paidAt: new Date(), refunds: [] };
  expect(await settlePayment(banked.server.app, 'sandbox', payment, 'CALLBACK')).toBe('REPEATED');
  expect(await lateOf(endToEndId)).toMatchObject({ reason: 'UNKNOWN_REFERENCE', status: 'PENDING', amount: 200n });
  expect(await statusOf(order.id)).toBe('PENDING');
});

it('says why it is late when its order has ended meanwhile and its quotas are gone', async () => {
  const { raffle, order, endToEndId } = await anOrderPaidUnsaid();
  await db().order.update({ where: { id: BigInt(order.id) }, data: { status: 'CANCELLED' } });
  await db().raffle.update({ where: { id: raffle.id }, data: { status: 'CLOSED' } });
  const payment = { endToEndId, txid: order.qrCodeId ?? '', amountCentavos: 200n, paidAt: new Date(), refunds: [] };
  expect(await settlePayment(banked.server.app, 'sandbox', payment, 'CALLBACK')).toBe('LATE');
  expect(await lateOf(endToEndId)).toMatchObject({ status: 'PENDING', reason: 'ORDER_ENDED' });
});

it('is not believed to be for a charge that another provider made', async () => {
  const { order, endToEndId } = await anOrderPaidUnsaid();
  const payment = { endToEndId, txid: order.qrCodeId ?? '', amountCentavos: 200n, paidAt: new Date(), refunds: [] };
  expect(await settlePayment(banked.server.app, 'other', payment, 'CALLBACK')).toBe('REPEATED');
  const stranger = { ...payment, endToEndId: `E${'0'.repeat(31)}` };
  expect(await settlePayment(banked.server.app, 'other', stranger, 'CALLBACK')).toBe('LATE');
  expect(await lateOf(stranger.endToEndId)).toMatchObject({ reason: 'UNKNOWN_REFERENCE' });
  expect(await statusOf(order.id)).toBe('PENDING');
});
