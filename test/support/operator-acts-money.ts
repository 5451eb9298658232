import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { settlePayment } from '../../src/payments/settle-payment.js';
import { aCustomer } from './actors.js';
import { aLegacyClient, chargeBody } from './legacy-client.js';
import type { ActStage, OperatorAct } from './operator-acts.js';
import { anUnpaidOrder } from './order-rows.js';
import { STATIC_PROVIDER } from './provider-desk.js';
import { anOpenRaffle } from './sales.js';
import { aPayment } from './transition-stage.js';

const NOTE = { note: 'as agreed by phone' };
const AT_BANK = { providerName: 'sandbox' };

const anOrderTo = async ({ server, buyer }: ActStage) => ({
  input: { raffleId: (await anOpenRaffle(server)).id, quotaQuantity: 1, userId: buyer.id, paymentProviderName: 'static' },
});
const pending = async ({ server }: ActStage) => anUnpaidOrder(server, (await anOpenRaffle(server)).id, 1);
const anOrder = async (stage: ActStage) => ({ id: String((await pending(stage)).id) });

/** An order whose money is here, as its provider reported it. */
const aPaidOne = async (stage: ActStage) => {
  const { id, txid } = await pending(stage);
  await settlePayment(stage.server.app, 'static', aPayment({ txid }), 'CALLBACK');
  return { id: String(id) };
};

/** A refund that its provider did not make; `status` says what came of it. */
const aRefund = async (stage: ActStage, status: 'BY_HAND' | 'FAILED') => {
  const order = await aPaidOne(stage);
  const { prisma } = stage.server.app.db;
  const payment = await prisma.payment.findFirstOrThrow({ where: { orderId: BigInt(order.id) } });
  const asked = { initiator: 'OPERATOR', amount: payment.amount, status } as const;
  const { id } = await prisma.refund.create({
    data: { id: randomUUID().replaceAll('-', ''), paymentId: payment.id, ...asked },
  });
  return { id };
};

/** Money that nobody knows the order of. */
const aLatePayment = async ({ server }: ActStage) => {
  const { endToEndId } = aPayment();
  await settlePayment(server.app, 'static', aPayment({ endToEndId }), 'CALLBACK');
  const { id } = await server.app.db.prisma.latePayment.findFirstOrThrow({ where: { payment: { endToEndId } } });
  return { id };
};

/** What paid a legacy client's charge. */
const aLegacyPayment = async ({ server }: ActStage) => {
  const client = await aLegacyClient(server);
  const { reference: txid, amount } = (await client.charge(chargeBody())).body;
  const { endToEndId } = aPayment();
  await settlePayment(server.app, 'sandbox', aPayment({ txid, endToEndId, amountCentavos: BigInt(amount) }), 'CALLBACK');
  const { id } = await server.app.db.prisma.payment.findFirstOrThrow({ where: { endToEndId } });
  return { id };
};

const aCallbackAddress = async ({ server }: ActStage) => ({
  input: { ...AT_BANK, url: `${server.url}/v1/payments/callbacks/sandbox` },
});

/** Orders, what is paid and what goes back. */
export const moneyActs: Record<string, OperatorAct> = {
  createOrder: anOrderTo,
  createOrderWithoutPaymentGateway: anOrderTo,
  payOrder: async (stage) => ({ ...(await anOrder(stage)), ...NOTE }),
  cancelOrder: anOrder,
  refundOrder: aPaidOne,
  refundLatePayment: aLatePayment,
  resolveLatePayment: async (stage) => ({ ...(await aLatePayment(stage)), ...NOTE }),
  refundPixPayment: aLegacyPayment,
  confirmRefund: async (stage) => ({ ...(await aRefund(stage, 'BY_HAND')), ...NOTE }),
  retryRefund: (stage) => aRefund(stage, 'FAILED'),
  resolveUnsettledEntry: async ({ server }) => {
    const entry = { id: uuidv7(), providerName: 'sandbox', reference: randomUUID(), problem: 'another amount' };
    await server.app.db.prisma.unsettledEntry.create({ data: entry });
    return { id: entry.id, ...NOTE };
  },
  payOutCommission: async ({ server }) => {
    const { id: userId } = await aCustomer(server);
    await server.app.db.prisma.referrer.create({ data: { userId, accrued: 100n, balance: 100n } });
    return { input: { userId, amount: '0.50', reference: 'E2E' } };
  },
  upsertPaymentProvider: async () => ({ input: { ...STATIC_PROVIDER, name: `provider-${randomUUID().slice(0, 8)}` } }),
  createGatewayAccessToken: async () => AT_BANK,
  generateBillingQrCode: async () => ({ input: { ...AT_BANK, amount: '1.00', description: 'Rifa' } }),
  registerGatewayWebhook: aCallbackAddress,
  deleteGatewayWebhook: async (stage) => ({
    ...AT_BANK,
    id: (await stage.done('registerGatewayWebhook', await aCallbackAddress(stage))).id,
  }),
};
