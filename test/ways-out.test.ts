import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDispute, releaseDispute } from '../src/disputes/dispute.service.js';
import { features } from '../src/features.js';
import * as enums from '../src/generated/prisma/enums.js';
import type {
  BillingOrderStatus,
  CallbackOutcome,
  ChargeStatus,
  CommissionEntryType,
  DisputeStatus,
  LatePaymentReason,
  LatePaymentStatus,
  OrderStatus,
  RefundStatus,
  WebhookDeliveryStatus,
  WonPrizeState,
} from '../src/generated/prisma/client.js';
import { logEventsOf } from '../src/log-events.js';
import { createBillingOrder } from '../src/legacy/billing-orders/billing-order.service.js';
import { cancelBillingOrder, expireBillingOrders } from '../src/legacy/billing-orders/billing-order-ending.service.js';
import { expireOrders } from '../src/orders/order-expiry.js';
import { cancelOrder, payOrder } from '../src/orders/order.service.js';
import type { OrderRow } from '../src/orders/order.sql.js';
import { placeOrder } from '../src/orders/place-order.js';
import { processCallbacks } from '../src/payments/callback-inbox.js';
import { updateRaffle } from '../src/raffles/raffle-change.service.js';
import { checkCharges } from '../src/reconciliation/charge-checks.js';
import { countChanges } from '../src/referrals/count-changes.js';
import { payOutCommission } from '../src/referrals/referrer.service.js';
import { refundCancelledRaffles } from '../src/refunds/cancelled-raffles.js';
import {
  confirmRefund,
  refundLatePayment,
  refundPixPayment,
  resolveLatePayment,
  resolveReturnedTwice,
} from '../src/refunds/late-and-manual-refund.service.js';
import { recordBankReturn } from '../src/refunds/recorded-return.js';
import { refundOrder } from '../src/refunds/refund.service.js';
import { settlePayment } from '../src/payments/settle.js';
import { deleteEndpointOf } from '../src/webhooks/api/webhook-endpoint.service.js';
import { redeliverDelivery } from '../src/webhooks/api/webhook-delivery.service.js';
import { lapsePrizes } from '../src/won-prizes/lapse-prizes.js';
import { contactPrizeWinner, deliverPrize, denyPrize, reopenWonPrize } from '../src/won-prizes/won-prize.service.js';
import { applyRetention } from '../src/workers.js';
import { aCustomer } from './support/actors.js';
import { changeProvider } from './support/sales.js';
import { forTests, type TestServer } from './support/start.js';
import { aPayment, startTransitionStage } from './support/transition-stage.js';
import { anEndpoint } from './support/webhook-inbox.js';
import { withoutTriggers } from './support/without-triggers.js';
import { aWonPrize } from './support/won-prizes.js';

/*
 * For each state of everything that money or prizes wait in: who gets it out when everything else has failed. Each way is taken while the
 * bank does not answer, no callback comes and no other worker runs. A value that an enum gets needs a row here.
 */

type Who = 'buyer' | 'operator' | 'service';

interface Way {
  who: Who;
  /** The mutation, or the worker. */
  by: string;
  /** Where it matters how the state was reached. */
  when?: string;
  ends: string;
  /** Brings a record into the state. `act` is the way out. */
  drive(): Promise<{ act(): Promise<unknown>; state(): Promise<string | null | undefined> }>;
}

/** Why nobody needs to get it out. */
type Final = string;
type Rows<State extends string> = Record<State, readonly [Way, ...Way[]] | Final>;

const stage = forTests(startTransitionStage);
const server = {
  get app() {
    return stage.app;
  },
} as TestServer;
const db = () => stage.app.db.prisma;
const bankAt = (baseUrl: string) => changeProvider(server, 'sandbox', { baseUrl });
const bankIsGone = () => bankAt('http://127.0.0.1:9');

beforeEach(async () => {
  await stage.behaveAtBank({});
  await stage.forgetOpenRefunds();
});
afterEach(async () => {
  await db().paymentProvider.updateMany({ where: { name: 'renamed' }, data: { name: 'sandbox' } });
  await bankAt(stage.bankUrl);
});
/** The provider was removed: nothing of its name can be asked. */
const forgetProvider = async () => {
  await db().paymentProvider.update({ where: { name: 'sandbox' }, data: { name: 'renamed' } });
  stage.app.providers.drop();
};

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
const DAYS = 24;
const anOrder = async (at: 'static' | 'sandbox' = 'sandbox') => stage.anOrder((await stage.aRaffle()).id, at);
const orderOf = (id: string) => db().order.findUniqueOrThrow({ where: { id: BigInt(id) }, include: { charge: true } });
const orderState = (id: string) => async () => (await orderOf(id)).status;
const paymentOf = (order: OrderRow) => db().payment.findFirstOrThrow({ where: { orderId: BigInt(order.id) } });

const unpaid =
  (act: (order: OrderRow) => Promise<unknown>): Way['drive'] =>
  async () => {
    const order = await anOrder();
    return { act: () => act(order), state: orderState(order.id) };
  };
const ended = (id: string, hours: number) => db().order.update({ where: { id: BigInt(id) }, data: { expiresAt: ago(hours) } });

const orders: Rows<OrderStatus> = {
  PENDING: [
    { who: 'operator', by: 'payOrder', ends: 'PAID', drive: unpaid(({ id }) => payOrder(stage.admin, id, 'in cash')) },
    { who: 'operator', by: 'cancelOrder', ends: 'CANCELLED', drive: unpaid(({ id }) => cancelOrder(stage.admin, id, true)) },
    {
      who: 'service',
      by: 'orders.expiry',
      when: 'six hours after its time, at a provider that does not answer',
      ends: 'EXPIRED',
      drive: unpaid(async ({ id }) => {
        await ended(id, 7);
        await expireOrders(stage.app);
      }),
    },
    {
      who: 'service',
      by: 'orders.expiry',
      when: 'at a provider that was removed',
      ends: 'EXPIRED',
      drive: unpaid(async ({ id }) => {
        await ended(id, 7);
        await forgetProvider();
        await expireOrders(stage.app);
      }),
    },
  ],
  PAID: [
    {
      who: 'operator',
      by: 'refundOrder',
      ends: 'REFUNDED',
      async drive() {
        const order = await anOrder();
        await stage.payAtBank(order);
        return { act: () => refundOrder(stage.admin, order.id, {}), state: orderState(order.id) };
      },
    },
    {
      who: 'buyer',
      by: 'refundOrder',
      when: 'within seven days',
      ends: 'REFUNDED',
      async drive() {
        const order = await anOrder();
        await stage.payAtBank(order);
        return { act: () => refundOrder(stage.buyer, order.id, {}), state: orderState(order.id) };
      },
    },
    {
      who: 'operator',
      by: 'updateRaffle',
      when: 'all of a raffle that is called off',
      ends: 'REFUNDED',
      async drive() {
        const order = await anOrder();
        await stage.payAtBank(order);
        const act = async () => {
          await updateRaffle(stage.admin, order.raffleId, { status: 'CANCELLED', confirmRefundTotal: 100n });
          await refundCancelledRaffles(stage.app);
        };
        return { act, state: orderState(order.id) };
      },
    },
  ],
  CANCELLED: 'It holds no quotas and no money. Money that still comes is settled, and is late money if it buys nothing.',
  EXPIRED: 'It holds no quotas and no money. Money that still comes is settled, and is late money if it buys nothing.',
  REFUNDED: 'Its numbers are out of the draw, and its money has a refund, which has its own ways.',
};

/** Of an order that ended thirty-one days ago and whose charge nobody could take back. */
const outlives =
  (status: ChargeStatus, act: (txid: string) => Promise<unknown>): Way['drive'] =>
  async () => {
    const { id, qrCodeId } = await anOrder();
    const txid = qrCodeId ?? '';
    await db().charge.update({ where: { txid }, data: { status } });
    await bankIsGone();
    await cancelOrder(stage.admin, id, true);
    await ended(id, 31 * DAYS);
    await db().charge.update({ where: { txid }, data: { nextCheckAt: ago(31 * DAYS) } });
    return { act: () => act(txid), state: async () => (await orderOf(id)).charge?.status };
  };
const nobodyAnswers = async () => {
  const provider = await stage.app.providers.find('sandbox');
  await checkCharges(stage.app, provider!);
};
const nobodyIsAsked = async () => {
  await forgetProvider();
  await applyRetention(stage.app);
};
const givenUp = (status: ChargeStatus): readonly [Way, Way] => [
  {
    who: 'service',
    by: 'reconciliation.checks',
    when: 'of an ended order, after thirty days without an answer',
    ends: 'CANCELLED',
    drive: outlives(status, nobodyAnswers),
  },
  {
    who: 'service',
    by: 'retention.purge',
    when: 'of an ended order, thirty days after its provider was removed',
    ends: 'CANCELLED',
    drive: outlives(status, nobodyIsAsked),
  },
];

const charges: Rows<ChargeStatus> = {
  CREATING: givenUp('CREATING'),
  ACTIVE: givenUp('ACTIVE'),
  PAID: 'Its money is a payment.',
  CANCELLED: 'Nobody can pay it. Where a provider still takes money for it, that is settled as late money.',
  FAILED: 'The provider refused it, and its order was cancelled.',
};

/** Of an order that was paid twice, the second time at the bank. */
async function lateMoney() {
  const order = await anOrder();
  await stage.pay(order);
  await stage.payAtBank(order);
  const { id } = await db().latePayment.findFirstOrThrow({ where: { payment: { orderId: BigInt(order.id) } } });
  return { id, late: () => db().latePayment.findUniqueOrThrow({ where: { id } }) };
}
const evidence = () => ({ evidence: `E12345678202611241200${randomBytes(6).toString('hex').slice(0, 11)}` });
/** The provider has not answered for longer than an hour. */
const confirmStuck = async (id: string) => {
  await db().refund.update({ where: { id }, data: { createdAt: ago(2) } });
  await confirmRefund(stage.admin, id, 'by a PIX of our own', evidence());
};

const latePayments: Rows<LatePaymentStatus> = {
  PENDING: [
    {
      who: 'operator',
      by: 'resolveLatePayment',
      ends: 'RESOLVED',
      async drive() {
        const { id, late } = await lateMoney();
        return {
          act: () => resolveLatePayment(stage.admin, id, 'by a PIX of our own'),
          state: async () => (await late()).status,
        };
      },
    },
    {
      who: 'operator',
      by: 'refundLatePayment',
      ends: 'REFUNDING',
      async drive() {
        const { id, late } = await lateMoney();
        return { act: () => refundLatePayment(stage.admin, id), state: async () => (await late()).status };
      },
    },
  ],
  REFUNDING: [
    {
      who: 'operator',
      by: 'confirmRefund',
      ends: 'REFUNDED',
      async drive() {
        const { id, late } = await lateMoney();
        await refundLatePayment(stage.admin, id);
        const refund = await db().refund.findFirstOrThrow({ where: { latePaymentId: id } });
        return { act: () => confirmStuck(refund.id), state: async () => (await late()).status };
      },
    },
  ],
  REFUNDED: 'The money was returned.',
  RESOLVED: 'An operator said what became of the money.',
};

/** A payment has no state of its own: it paid its order, or it is late for one of these reasons. */
const late = (reason: LatePaymentReason): readonly [Way] => [
  {
    who: 'operator',
    by: 'resolveLatePayment',
    ends: 'RESOLVED',
    async drive() {
      const { id, late: row } = await lateMoney();
      await db().latePayment.update({ where: { id }, data: { reason } });
      const state = async () => ((await row()).status === 'PENDING' ? (await row()).reason : (await row()).status);
      return { act: () => resolveLatePayment(stage.admin, id, 'by a PIX of our own'), state };
    },
  },
];
const payments = Object.fromEntries(
  Object.values(enums.LatePaymentReason).map((reason) => [reason, late(reason)]),
) as unknown as Rows<LatePaymentReason>;

async function aRefund(at: 'static' | 'sandbox') {
  const order = await anOrder(at);
  await (at === 'static' ? stage.pay(order) : stage.payAtBank(order));
  await refundOrder(stage.admin, order.id, {});
  const { id } = await db().refund.findFirstOrThrow({ where: { payment: { orderId: BigInt(order.id) } } });
  return { id, state: async () => (await db().refund.findUniqueOrThrow({ where: { id } })).status };
}
const confirmed = (
  at: 'static' | 'sandbox',
  prepare: () => Promise<unknown>,
  confirm: (id: string) => Promise<unknown>,
): readonly [Way] => [
  {
    who: 'operator',
    by: 'confirmRefund',
    ends: 'RETURNED',
    async drive() {
      const { id, state } = await aRefund(at);
      await prepare();
      return { act: () => confirm(id), state };
    },
  },
];
const confirmByHand = (id: string) => confirmRefund(stage.admin, id, 'by a PIX of our own');
const askBank = async (behaviour: object) => {
  await stage.behaveAtBank(behaviour);
  await stage.askForRefunds();
};

const refunds: Rows<RefundStatus> = {
  PENDING: confirmed('sandbox', async () => undefined, confirmStuck),
  PROCESSING: confirmed('sandbox', () => askBank({ refundDelayMs: 600_000 }), confirmStuck),
  BY_HAND: confirmed('static', () => stage.askForRefunds(), confirmByHand),
  FAILED: confirmed('sandbox', () => askBank({ refuseRefunds: true }), confirmStuck),
  RETURNED: 'The money was returned. What went out twice has a row below.',
};

const doubleReturns: Rows<'OPEN' | 'RESOLVED'> = {
  OPEN: [
    {
      who: 'operator',
      by: 'resolveReturnedTwice',
      ends: 'RESOLVED',
      async drive() {
        const { id } = await aRefund('sandbox');
        // The bank makes it, and its answer is lost.
        await askBank({ loseAnswers: 8 });
        await stage.behaveAtBank({});
        await confirmStuck(id);
        const row = () => db().refund.findUniqueOrThrow({ where: { id } });
        const state = async () => {
          const { returnedTwiceAt, twiceResolvedAt } = await row();
          return twiceResolvedAt ? 'RESOLVED' : returnedTwiceAt && 'OPEN';
        };
        return { act: () => resolveReturnedTwice(stage.admin, id, 'the payer sent it back'), state };
      },
    },
  ],
  RESOLVED: 'An operator said what became of the second sum.',
};

const disputed =
  (open: (order: OrderRow) => Promise<unknown>): Way['drive'] =>
  async () => {
    const order = await anOrder('static');
    await stage.pay(order);
    await open(order);
    const { id: paymentId } = await paymentOf(order);
    const row = () => db().dispute.findFirstOrThrow({ where: { paymentId } });
    const { id } = await row();
    return { act: () => releaseDispute(stage.admin, id, 'the bank wrote a letter'), state: async () => (await row()).status };
  };

const nothing = async () => undefined;
/** The bank says by letter that it took a disputed payment, and its provider has said nothing for a day. */
const takenInSilence =
  (prepare: (order: OrderRow, paymentId: string) => Promise<unknown>): Way['drive'] =>
  async () => {
    const order = await anOrder();
    await stage.payAtBank(order);
    const { id } = await paymentOf(order);
    await prepare(order, id);
    // The money that came last.
    const { id: paymentId, amount } = await db().payment.findFirstOrThrow({
      where: { orderId: BigInt(order.id) },
      orderBy: { id: 'desc' },
    });
    await openDispute(stage.admin, paymentId, 'a letter');
    await db().dispute.updateMany({ where: { paymentId }, data: { openedAt: ago(25), heardAt: ago(25) } });
    const returnId = `D12345678202611241200${randomBytes(6).toString('hex').slice(0, 11)}`;
    return {
      act: () => recordBankReturn(stage.admin, paymentId, { amount, returnId, note: 'the second letter' }),
      state: async () => (await db().dispute.findFirstOrThrow({ where: { paymentId } })).status,
    };
  };
const drawn = (status: 'CLOSED' | 'DRAWN') => (order: OrderRow) =>
  db().raffle.update({ where: { id: order.raffleId }, data: { status, frozenAt: new Date() } });

const disputes: Rows<DisputeStatus> = {
  OPEN: [
    {
      who: 'operator',
      by: 'releaseDispute',
      when: 'that an operator opened',
      ends: 'RELEASED',
      drive: disputed(async (order) => openDispute(stage.admin, (await paymentOf(order)).id, 'a letter')),
    },
    {
      who: 'operator',
      by: 'releaseDispute',
      when: 'that a provider opened, which has said nothing for a day',
      ends: 'RELEASED',
      drive: disputed(async (order) => {
        const { id: paymentId, endToEndId, amount, paidAt } = await paymentOf(order);
        await stage.dispute({ endToEndId: endToEndId ?? '', amountCentavos: amount, paidAt, refunds: [] });
        await db().dispute.updateMany({ where: { paymentId }, data: { heardAt: ago(25) } });
      }),
    },
    ...(
      [
        ['before the freeze', nothing],
        ['after the freeze', drawn('CLOSED')],
        ['after the draw', drawn('DRAWN')],
        ['of late money', (order) => stage.pay(order)],
        [
          'whose refund the provider was making',
          async (order) => {
            await refundOrder(stage.admin, order.id, {});
            await askBank({ refundDelayMs: 600_000 });
          },
        ],
      ] satisfies [string, Parameters<typeof takenInSilence>[0]][]
    ).map(([when, prepare]): Way => ({
      who: 'operator',
      by: 'recordBankReturn',
      when: `${when}, of money that the bank took, at a provider that has said nothing for a day`,
      ends: 'RETURNED',
      drive: takenInSilence(prepare),
    })),
  ],
  RELEASED: 'The money stays, and what waited for it went on.',
  RETURNED: 'The bank took the money.',
};

const aCallback = async (data: { receivedAt: Date; processedAt?: Date; outcome?: CallbackOutcome }) => {
  const id = uuidv7();
  const body = JSON.stringify({ pix: [{ endToEndId: `E${id.replaceAll('-', '')}` }] });
  await db().paymentCallback.create({ data: { id, providerName: 'sandbox', body, nextAttemptAt: new Date(0), ...data } });
  const row = () => db().paymentCallback.findUnique({ where: { id } });
  return {
    state: async () => {
      const found = await row();
      return found ? ((found.processedAt && found.outcome) ?? 'NOT_PROCESSED') : 'DELETED';
    },
  };
};

const callbacks: Rows<CallbackOutcome | 'NOT_PROCESSED'> = {
  NOT_PROCESSED: [
    {
      who: 'service',
      by: 'payments.inbox',
      when: 'after thirty days in which its provider could not be asked',
      ends: 'ORPHAN',
      drive: async () => ({ ...(await aCallback({ receivedAt: ago(31 * DAYS) })), act: () => processCallbacks(stage.app) }),
    },
    {
      who: 'service',
      by: 'payments.inbox',
      when: 'of a provider that was removed',
      ends: 'ORPHAN',
      async drive() {
        const callback = await aCallback({ receivedAt: new Date() });
        return { ...callback, act: () => forgetProvider().then(() => processCallbacks(stage.app)) };
      },
    },
  ],
  ORPHAN: [
    {
      who: 'service',
      by: 'retention.purge',
      when: 'after ninety days',
      ends: 'DELETED',
      async drive() {
        const callback = await aCallback({ receivedAt: ago(91 * DAYS), processedAt: ago(91 * DAYS), outcome: 'ORPHAN' });
        return { ...callback, act: () => applyRetention(stage.app) };
      },
    },
  ],
  SETTLED: 'Its money is a payment.',
  NOTHING_DUE: 'The provider knows of no money for it.',
};

/** By the last entry of a referrer whose only order was paid so long ago that nothing is pending. */
async function aCommission() {
  const referrer = await aCustomer(server);
  const raffle = await stage.aRaffle({ quotaPrice: 1_000n, affiliate: true, commissionBasisPoints: 333 });
  const asked = { raffleId: raffle.id, quotaQuantity: 1, paymentProviderName: 'sandbox', referral: referrer.id };
  const order = await placeOrder(stage.buyer, asked, 'GATEWAY');
  await stage.payAtBank(order);
  await countChanges(stage.app);
  await stage.app.db.pool.query('UPDATE pending_commissions SET hour = hour - make_interval(days => 30)');
  const state = async () =>
    (await db().commissionEntry.findFirst({ where: { referrerId: referrer.id }, orderBy: { id: 'desc' } }))?.type;
  return { referrer, order, state };
}

const commissions: Rows<CommissionEntryType> = {
  ACCRUED: [
    {
      who: 'operator',
      by: 'payOutCommission',
      ends: 'PAID_OUT',
      async drive() {
        const { referrer, state } = await aCommission();
        const payout = { userId: referrer.id, amount: 33n, reference: uuidv7() };
        return { act: () => payOutCommission(stage.admin, payout), state };
      },
    },
    {
      who: 'operator',
      by: 'refundOrder',
      when: 'of an order whose money goes back',
      ends: 'REVERSED',
      async drive() {
        const { order, state } = await aCommission();
        return { act: () => refundOrder(stage.admin, order.id, {}), state };
      },
    },
  ],
  PAID_OUT: 'The payout was made outside the service. What is reversed after it is set off against the next commissions.',
  REVERSED: 'The order has none of its money left.',
  RESTORED: 'It counts as ACCRUED: the refund had failed, and the money stayed.',
};

const aPrize = async () => {
  const { id } = await aWonPrize(server, (await stage.aRaffle()).id);
  return { id, state: async () => (await db().wonPrize.findUniqueOrThrow({ where: { id } })).state };
};
const prize =
  (prepare: (id: string) => Promise<unknown>, act: (id: string) => Promise<unknown>): Way['drive'] =>
  async () => {
    const { id, state } = await aPrize();
    await prepare(id);
    return { act: () => act(id), state };
  };
const termEnds = (id: string) =>
  withoutTriggers(server, `UPDATE won_prizes SET lapses_at = now() - interval '1 second' WHERE id = '${id}'`);
const lapse = async (id: string) => {
  await termEnds(id);
  await lapsePrizes(stage.app);
};
const contact = (id: string) => contactPrizeWinner(stage.admin, id);
const deliver = (id: string) => deliverPrize(stage.admin, id, { note: 'a receipt' });
const reopen = (id: string) => reopenWonPrize(stage.admin, id, 'entered by mistake');
/** Of an order whose money a bank took after the freeze. */
const unpaidPrize =
  (prepare: (id: string) => Promise<unknown>, act: (id: string) => Promise<unknown>): Way['drive'] =>
  async () => {
    const order = await anOrder('static');
    const payment = await stage.pay(order);
    await db().raffle.update({ where: { id: order.raffleId }, data: { status: 'CLOSED', frozenAt: new Date() } });
    await stage.takeBack(payment);
    const { userId } = await orderOf(order.id);
    const { id } = await aWonPrize(server, order.raffleId, { orderId: BigInt(order.id), userId });
    await prepare(id);
    return { act: () => act(id), state: async () => (await db().wonPrize.findUniqueOrThrow({ where: { id } })).state };
  };
const deny = (id: string) => denyPrize(stage.admin, id, 'the bank took the money');

const prizes: Rows<WonPrizeState> = {
  WON: [
    { who: 'operator', by: 'deliverPrize', ends: 'DELIVERED', drive: prize(nothing, deliver) },
    {
      who: 'operator',
      by: 'denyPrize',
      when: 'whose money a bank took after the freeze',
      ends: 'DENIED',
      drive: unpaidPrize(nothing, deny),
    },
    { who: 'service', by: 'won_prizes.lapsing', when: 'that nobody claims', ends: 'LAPSED', drive: prize(nothing, lapse) },
  ],
  CONTACTED: [
    { who: 'operator', by: 'deliverPrize', ends: 'DELIVERED', drive: prize(contact, deliver) },
    { who: 'service', by: 'won_prizes.lapsing', when: 'that nobody claims', ends: 'LAPSED', drive: prize(contact, lapse) },
  ],
  DELIVERED: [{ who: 'operator', by: 'reopenWonPrize', when: 'by mistake', ends: 'WON', drive: prize(deliver, reopen) }],
  LAPSED: [{ who: 'operator', by: 'reopenWonPrize', when: 'whose winner appears', ends: 'WON', drive: prize(lapse, reopen) }],
  DENIED: [{ who: 'operator', by: 'reopenWonPrize', when: 'by mistake', ends: 'WON', drive: unpaidPrize(deny, reopen) }],
  RETURNED_TO_CLOSE: 'The bank took what paid for it, and the draw gives it to somebody else.',
};

const operators = () => ({ clientId: null, by: null });
/** Of an event to an endpoint where nobody listens. */
async function aDelivery(more: object = {}) {
  const { id: endpointId } = await anEndpoint(server, 'http://127.0.0.1:9/nobody');
  await stage.pay(await anOrder('static'));
  const { id } = await db().webhookDelivery.findFirstOrThrow({ where: { endpointId } });
  await db().webhookDelivery.update({ where: { id }, data: more });
  return { id, endpointId, state: async () => (await db().webhookDelivery.findUniqueOrThrow({ where: { id } })).status };
}

const deliveries: Rows<WebhookDeliveryStatus> = {
  PENDING: [
    {
      who: 'service',
      by: 'webhooks.deliveries',
      when: 'after its tenth attempt',
      ends: 'DEAD',
      async drive() {
        const { state } = await aDelivery({ attempts: 9, nextAttemptAt: new Date() });
        const act = async () => {
          stage.app.deliveries.start();
          try {
            await expect.poll(state, { timeout: 10_000 }).toBe('DEAD');
          } finally {
            await stage.app.deliveries.stop();
          }
        };
        return { act, state };
      },
    },
    {
      who: 'operator',
      by: 'deleteWebhookEndpoint',
      ends: 'DEAD',
      async drive() {
        const { endpointId, state } = await aDelivery();
        return { act: () => deleteEndpointOf(stage.app, operators(), endpointId), state };
      },
    },
  ],
  DEAD: [
    {
      who: 'operator',
      by: 'redeliverWebhook',
      ends: 'PENDING',
      async drive() {
        const { id, state } = await aDelivery({ status: 'DEAD', nextAttemptAt: null });
        return { act: () => redeliverDelivery(stage.app, operators(), id), state };
      },
    },
  ],
  DELIVERED: 'The receiver has it.',
};

const billingOrder =
  (
    prepare: (pay: () => Promise<string>, id: string) => Promise<unknown>,
    act: (id: string, paid: { payment: string }) => Promise<unknown>,
  ): Way['drive'] =>
  async () => {
    const asked = { payerName: 'Maria', amount: 100n, description: 'Pedido', extraData: null, webhookUrl: null };
    const { id, txid } = await createBillingOrder(stage.client, { ...asked, externalId: randomBytes(8).toString('hex') });
    const { providerName } = await db().charge.findUniqueOrThrow({ where: { txid } });
    const paid = { payment: '' };
    const pay = async () => {
      const payment = aPayment({ txid });
      await settlePayment(stage.app, providerName, payment, 'CALLBACK');
      const { id: paymentId } = await db().payment.findUniqueOrThrow({ where: { endToEndId: payment.endToEndId } });
      return (paid.payment = paymentId);
    };
    await prepare(pay, id);
    return {
      act: () => act(id, paid),
      state: async () => (await db().billingOrder.findUniqueOrThrow({ where: { id } })).status,
    };
  };

const billingOrders: Rows<BillingOrderStatus> = {
  PENDING: [
    {
      who: 'operator',
      by: 'cancelBillingOrder',
      ends: 'CANCELLED',
      drive: billingOrder(nothing, (id) => cancelBillingOrder(stage.admin, id)),
    },
    {
      who: 'service',
      by: 'billing_orders.expiry',
      when: 'after its time',
      ends: 'CANCELLED',
      drive: billingOrder(nothing, async (id) => {
        await db().billingOrder.update({ where: { id }, data: { expirationAt: ago(1) } });
        await expireBillingOrders(stage.app);
      }),
    },
  ],
  PAID: [
    {
      who: 'operator',
      by: 'refundPixPayment',
      ends: 'PROCESSING',
      drive: billingOrder(
        (pay) => pay(),
        (_, { payment }) => refundPixPayment(stage.admin, payment, null),
      ),
    },
  ],
  PROCESSING: [
    {
      who: 'operator',
      by: 'confirmRefund',
      ends: 'REFUNDED',
      drive: billingOrder(
        async (pay) => refundPixPayment(stage.admin, await pay(), null),
        async (_, { payment }) => {
          const { id } = await db().refund.findFirstOrThrow({ where: { paymentId: payment } });
          await confirmStuck(id);
        },
      ),
    },
  ],
  CANCELLED: 'It was not paid. Money that still comes is late money.',
  REFUNDED: 'Its money was returned, and its client was debited.',
};

const MACHINES: readonly { of: string; states: readonly string[]; rows: Rows<string> }[] = [
  { of: 'order', states: Object.values(enums.OrderStatus), rows: orders },
  { of: 'charge', states: Object.values(enums.ChargeStatus), rows: charges },
  { of: 'payment', states: Object.values(enums.LatePaymentReason), rows: payments },
  { of: 'late payment', states: Object.values(enums.LatePaymentStatus), rows: latePayments },
  { of: 'refund', states: Object.values(enums.RefundStatus), rows: refunds },
  { of: 'refund that went out twice', states: ['OPEN', 'RESOLVED'], rows: doubleReturns },
  { of: 'dispute', states: Object.values(enums.DisputeStatus), rows: disputes },
  { of: 'callback', states: [...Object.values(enums.CallbackOutcome), 'NOT_PROCESSED'], rows: callbacks },
  { of: 'commission', states: Object.values(enums.CommissionEntryType), rows: commissions },
  { of: 'prize', states: Object.values(enums.WonPrizeState), rows: prizes },
  { of: 'delivery', states: Object.values(enums.WebhookDeliveryStatus), rows: deliveries },
  { of: 'billing order', states: Object.values(enums.BillingOrderStatus), rows: billingOrders },
];

const waysOf = (rows: Rows<string>) =>
  Object.entries(rows).flatMap(([begins, ways]) => (typeof ways === 'string' ? [] : ways.map((way) => ({ begins, ...way }))));
const nameOf = ({ begins, when, who, by, ends }: Way & { begins: string }) =>
  `${begins}${when ? ` (${when})` : ''} -> ${ends}: the ${who}, by ${by}`;

describe.each(MACHINES)('a $of', ({ states, rows }) => {
  it('has a way out of each state, or a reason why it is final', () => {
    expect(Object.keys(rows).toSorted()).toEqual([...states].toSorted());
    for (const row of Object.values(rows)) if (typeof row === 'string') expect(row).toMatch(/\w{3,} .*\.$/);
  });

  it.each(waysOf(rows).map((way) => [nameOf(way), way] as const))('%s', async (_, { begins, ends, drive }) => {
    const { act, state } = await drive();
    expect(await state()).toBe(begins);
    await bankIsGone();
    await act();
    expect(await state()).toBe(ends);
  });
});

describe('the ways', () => {
  const schema = buildSchema(readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8'));
  const mutations = schema.getMutationType()?.getFields() ?? {};
  const ROLES: Record<Exclude<Who, 'service'>, RegExp> = { buyer: /Roles:.*USER/, operator: /Roles:.*ADMIN/ };

  it.each(MACHINES.flatMap(({ of, rows }) => waysOf(rows).map((way) => [`${of} ${nameOf(way)}`, way] as const)))(
    'of %s: exist, for who takes them',
    (_, { who, by }) => {
      if (who === 'service') expect(Object.keys(logEventsOf(features))).toContain(`${by}.failed`);
      else expect(mutations[by]?.description).toMatch(ROLES[who]);
    },
  );
});

describe('nobody gives up too early', () => {
  it.each<[string, OrderStatus, number]>([
    ['a charge of an order that ended twenty-nine days ago', 'CANCELLED', 29],
    ['the charge of an order that may still be paid', 'PENDING', 31],
  ])('%s', async (_, status, days) => {
    const { id, qrCodeId } = await anOrder();
    await bankIsGone();
    if (status === 'CANCELLED') await cancelOrder(stage.admin, id, true);
    await ended(id, days * DAYS);
    const due = () => db().charge.update({ where: { txid: qrCodeId ?? '' }, data: { nextCheckAt: ago(31 * DAYS) } });
    await due();
    await nobodyAnswers();
    await due();
    await nobodyIsAsked();
    expect((await orderOf(id)).charge).toMatchObject({ status: 'ACTIVE', nextCheckAt: expect.any(Date) });
  });

  it('nor a callback of twenty-nine days', async () => {
    const { state } = await aCallback({ receivedAt: ago(29 * DAYS) });
    await bankIsGone();
    await processCallbacks(stage.app);
    expect(await state()).toBe('NOT_PROCESSED');
  });
});
