import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAwardedBox, setStanding } from '../src/awarded-boxes/awarded-box.service.js';
import { boxIdOf, openAwardedBox } from '../src/awarded-boxes/held-box.service.js';
import { createCombo } from '../src/awarded-boxes/combo.service.js';
import { openDispute, releaseDispute } from '../src/disputes/dispute.service.js';
import type { BoxStanding, RaffleStatus } from '../src/generated/prisma/client.js';
import {
  cancelBillingOrder,
  cancelOwnBillingOrder,
  expireBillingOrders,
} from '../src/legacy/billing-orders/billing-order-ending.service.js';
import { createBillingOrder } from '../src/legacy/billing-orders/billing-order.service.js';
import { expireOrders } from '../src/orders/order-expiry.js';
import { cancelOrder, payOrder } from '../src/orders/order.service.js';
import type { OrderRow } from '../src/orders/order.sql.js';
import { placeOrder } from '../src/orders/place-order.js';
import type { ReceivedPayment } from '../src/payment-providers/adapters/adapter.js';
import { settlePayment } from '../src/payments/settle.js';
import { deleteRaffle, updateRaffle } from '../src/raffles/raffle-change.service.js';
import { createRaffle } from '../src/raffles/raffle.service.js';
import { refundCancelledRaffles } from '../src/refunds/cancelled-raffles.js';
import {
  confirmRefund,
  refundLatePayment,
  refundPixPayment,
  resolveLatePayment,
  retryRefund,
} from '../src/refunds/late-and-manual-refund.service.js';
import { refundOrder } from '../src/refunds/refund.service.js';
import {
  createEndpointOf,
  deleteEndpointOf,
  restoreEndpointOf,
  rotateSecretOf,
  updateEndpointOf,
} from '../src/webhooks/api/webhook-endpoint.service.js';
import { disableGoneEndpoint } from '../src/webhooks/delivery/endpoint-closing.js';
import { decideAll } from './support/rounds.js';
import { expectEventsAsDescribed, writtenBy } from './support/event-contract.js';
import { WebhookEventType } from '../src/webhooks/webhook-event.type.js';
import { differingFigures } from './support/differing-figures.js';
import { aPayment, startTransitionStage, type Traces, type TransitionStage } from './support/transition-stage.js';

let stage: TransitionStage;
beforeAll(async () => {
  stage = await startTransitionStage();
});
afterAll(async () => {
  const differing = stage && (await differingFigures(stage));
  await stage?.stop();
  expect(differing).toEqual([]);
});
beforeEach(async () => {
  await stage.behaveAtBank({});
  await stage.forgetOpenRefunds();
});
let checkedUpTo = '00000000-0000-0000-0000-000000000000';
// Whatever moved: metrics are counted with it.
afterEach(async () => {
  const where = { id: { gt: checkedUpTo } };
  const made = await stage.app.db.prisma.raffle.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } });
  for (const { id } of made) {
    expect(await differingFigures(stage, id)).toEqual([]);
    checkedUpTo = id;
  }
});

/*
 * Every transition of every state machine: what it leaves in the outbox and in the audit log, and nothing else. `drive` brings the
 * subject to where it begins and answers the act and the state it is to end in. Whoever adds a transition adds its row; one without
 * an event says so with an empty list.
 */
interface Transition extends Traces {
  name: string;
  drive(): Promise<{ act(): Promise<unknown>; state(): Promise<unknown>; ends: string }>;
}

const orderOf = (id: string) =>
  stage.app.db.prisma.order.findUniqueOrThrow({ where: { id: BigInt(id) }, include: { charge: true } });
const statusOf = async (id: string) => (await orderOf(id)).status;
const paymentOf = (endToEndId: string) =>
  stage.app.db.prisma.payment.findUniqueOrThrow({
    where: { endToEndId },
    include: { refunds: { orderBy: { createdAt: 'asc' } }, latePayment: true },
  });

const order = (ends: string, drive: () => Promise<{ id: string; act(): Promise<unknown> }>) => async () => {
  const { id, act } = await drive();
  return { act, ends, state: () => statusOf(id) };
};

const anOrder = async (provider?: 'static' | 'sandbox') => stage.anOrder((await stage.aRaffle()).id, provider);
const aPaidOrder = async () => {
  const placed = await anOrder();
  return { placed, payment: await stage.pay(placed) };
};
const anEndedOrder = async (how: 'CANCELLED' | 'EXPIRED') => {
  const placed = await anOrder();
  if (how === 'CANCELLED') await cancelOrder(stage.buyer, placed.id);
  else await expire(placed);
  return placed;
};
async function expire({ id }: OrderRow): Promise<void> {
  await stage.app.db.prisma.order.update({ where: { id: BigInt(id) }, data: { expiresAt: new Date(Date.now() - 600_000) } });
  await expireOrders(stage.app);
}

const orders: Transition[] = [
  {
    name: 'PENDING -> PAID by its payment',
    drive: order('PAID', async () => {
      const placed = await anOrder();
      return { id: placed.id, act: () => stage.pay(placed) };
    }),
    events: ['order.paid', 'payment.received'],
    audit: [],
  },
  {
    name: 'PENDING -> PAID by more than its total, of which the rest is late',
    drive: order('PAID', async () => {
      const placed = await anOrder();
      return { id: placed.id, act: () => stage.pay(placed, placed.totalValue + 1n) };
    }),
    events: ['order.paid', 'payment.late', 'payment.received'],
    audit: [],
  },
  {
    name: 'PENDING -> PAID by an operator',
    drive: order('PAID', async () => {
      const { id } = await anOrder();
      return { id, act: () => payOrder(stage.admin, id, 'in cash') };
    }),
    events: ['order.paid', 'payment.received'],
    audit: ['payOrder'],
  },
  {
    name: 'new -> PAID because it costs nothing',
    drive: async () => {
      const raffle = await stage.aRaffle({ quotaPrice: 0n, freeCampaign: true });
      const made: { id?: string } = {};
      const act = async () => Object.assign(made, await stage.anOrder(raffle.id));
      return { act, ends: 'PAID', state: () => statusOf(made.id ?? '') };
    },
    events: ['order.paid', 'payment.received'],
    audit: [],
  },
  ...(['buyer', 'admin'] as const).map((who): Transition => ({
    name: `PENDING -> CANCELLED by its ${who}`,
    drive: order('CANCELLED', async () => {
      const { id } = await anOrder('sandbox');
      return { id, act: () => cancelOrder(stage[who], id) };
    }),
    events: ['order.cancelled'],
    audit: ['cancelOrder'],
  })),
  {
    name: 'PENDING -> CANCELLED by an operator although its provider cannot be asked',
    drive: order('CANCELLED', async () => {
      const { id } = await anOrder('sandbox');
      await stage.behaveAtBank({ failRequests: 8 });
      return { id, act: () => cancelOrder(stage.admin, id, true) };
    }),
    events: ['order.cancelled'],
    audit: ['cancelOrder'],
  },
  {
    name: 'PENDING -> EXPIRED after hours of a provider that cannot be asked',
    drive: order('EXPIRED', async () => {
      const { id } = await anOrder('sandbox');
      await stage.app.db.prisma.order.update({
        where: { id: BigInt(id) },
        data: { expiresAt: new Date(Date.now() - 7 * 3_600_000) },
      });
      await stage.behaveAtBank({ failRequests: 8 });
      return { id, act: () => expireOrders(stage.app) };
    }),
    events: ['order.expired'],
    audit: [],
  },
  {
    name: 'PENDING -> CANCELLED with its raffle',
    drive: order('CANCELLED', async () => {
      const raffle = await stage.aRaffle();
      const { id } = await stage.anOrder(raffle.id, 'sandbox');
      return { id, act: () => updateRaffle(stage.admin, raffle.id, { status: 'CANCELLED' }) };
    }),
    events: ['order.cancelled'],
    audit: ['updateRaffle'],
  },
  {
    name: 'PENDING -> CANCELLED because it was AT_PAYMENT and others had paid for its quotas',
    drive: order('CANCELLED', async () => {
      const raffle = await stage.aRaffle({ quotaQuantity: 1 });
      const [first, second] = [await stage.anOrder(raffle.id), await stage.anOrder(raffle.id)];
      await stage.pay(first);
      return { id: second.id, act: () => stage.pay(second) };
    }),
    events: ['order.cancelled', 'payment.late', 'payment.received'],
    audit: [],
  },
  {
    name: 'RESERVED -> AT_PAYMENT because its quotas were needed for an order that was paid',
    drive: async () => {
      const raffle = await stage.aRaffle({ quotaQuantity: 1 });
      const [first, second] = [await stage.anOrder(raffle.id), await stage.anOrder(raffle.id)];
      await stage.app.db.prisma.order.update({ where: { id: BigInt(first.id) }, data: { unproven: true } });
      await stage.app.db.prisma.raffleCounter.update({ where: { raffleId: raffle.id }, data: { unproven: 1 } });
      return { act: () => stage.pay(second), ends: 'AT_PAYMENT', state: async () => (await orderOf(first.id)).reservation };
    },
    events: ['order.paid', 'order.unreserved', 'payment.received'],
    audit: [],
  },
  {
    name: 'PENDING -> CANCELLED because its provider gave no code',
    drive: async () => {
      const raffle = await stage.aRaffle();
      const asked = { raffleId: raffle.id, quotaQuantity: 1, paymentProviderName: 'away' };
      return {
        act: () =>
          expect(placeOrder(stage.buyer, asked, 'GATEWAY')).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE' }),
        ends: 'CANCELLED FAILED',
        async state() {
          const only = await stage.app.db.prisma.order.findFirstOrThrow({
            where: { raffleId: raffle.id },
            include: { charge: true },
          });
          return `${only.status} ${only.charge?.status}`;
        },
      };
    },
    events: ['order.cancelled'],
    audit: [],
  },
  {
    name: 'PENDING -> EXPIRED',
    drive: order('EXPIRED', async () => {
      const placed = await anOrder();
      return { id: placed.id, act: () => expire(placed) };
    }),
    events: ['order.expired'],
    audit: [],
  },
  ...(['CANCELLED', 'EXPIRED'] as const).map((how): Transition => ({
    name: `${how} -> PAID by money that comes late while quotas are left`,
    drive: order('PAID', async () => {
      const placed = await anEndedOrder(how);
      return { id: placed.id, act: () => stage.pay(placed) };
    }),
    events: ['order.paid', 'payment.received'],
    audit: [],
  })),
  ...(['buyer', 'admin'] as const).map((who): Transition => ({
    name: `PAID -> REFUNDED by its ${who}`,
    drive: order('REFUNDED', async () => {
      const { placed } = await aPaidOrder();
      return { id: placed.id, act: () => refundOrder(stage[who], placed.id, {}) };
    }),
    events: ['order.refunded'],
    audit: ['refundOrder'],
  })),
  {
    name: 'PAID -> PAID with a part refunded',
    drive: order('PAID', async () => {
      const { placed } = await aPaidOrder();
      return { id: placed.id, act: () => refundOrder(stage.admin, placed.id, { amount: 30n }) };
    }),
    events: [],
    audit: ['refundOrder'],
  },
  {
    name: 'PAID -> REFUNDED because its raffle was called off',
    drive: order('REFUNDED', async () => {
      const { placed } = await aPaidOrder();
      await updateRaffle(stage.admin, placed.raffleId, { status: 'CANCELLED', confirmRefundTotal: 100n });
      return { id: placed.id, act: () => refundCancelledRaffles(stage.app) };
    }),
    events: ['order.refunded'],
    audit: ['refundOrder'],
  },
  {
    name: 'PAID -> REFUNDED because the banks took its money back',
    drive: order('REFUNDED', async () => {
      const { placed, payment } = await aPaidOrder();
      return { id: placed.id, act: () => stage.takeBack(payment) };
    }),
    events: ['order.refunded', 'refund.updated'],
    audit: ['orderVoidedByBankReturn'],
  },
  {
    name: 'PAID -> REFUNDED because its money was returned on the pages of the provider',
    drive: order('REFUNDED', async () => {
      const { placed, payment } = await aPaidOrder();
      return { id: placed.id, act: () => stage.giveBack(payment) };
    }),
    events: ['order.refunded', 'refund.updated'],
    audit: ['orderVoidedByBankReturn'],
  },
  {
    name: 'PAID -> PAID, to be decided, because the banks took a part back',
    drive: order('PAID', async () => {
      const { placed, payment } = await aPaidOrder();
      return { id: placed.id, act: () => stage.takeBack(payment, 40n) };
    }),
    events: ['refund.updated'],
    audit: ['bankReturnNeedsDecision'],
  },
];

/** A charge has no event of its own: its order's tells of it. */
const charges: Transition[] = (
  [
    ['CREATING -> ACTIVE', 'ACTIVE', async () => undefined, []],
    ['ACTIVE -> PAID', 'PAID', (placed) => stage.payAtBank(placed), ['order.paid', 'payment.received']],
    ['ACTIVE -> CANCELLED', 'CANCELLED', (placed) => expire(placed), ['order.expired']],
  ] as [string, string, (placed: OrderRow) => Promise<unknown>, string[]][]
).map(([name, ends, move, events]) => ({
  name,
  async drive() {
    const raffle = await stage.aRaffle();
    let placed = name.startsWith('CREATING') ? undefined : await stage.anOrder(raffle.id, 'sandbox');
    return {
      async act() {
        placed ??= await stage.anOrder(raffle.id, 'sandbox');
        await move(placed);
      },
      ends,
      state: async () => (await orderOf(placed?.id ?? '')).charge?.status,
    };
  },
  events,
  audit: [],
}));

/** Money that pays nothing: of nobody's reference, or a second payment for an order, at the bank. */
async function aLatePayment(at: 'static' | 'sandbox'): Promise<{ id: string; endToEndId: string }> {
  const nobodys = aPayment({ txid: randomBytes(12).toString('hex') });
  if (at === 'static') await settlePayment(stage.app, 'static', nobodys, 'CALLBACK');
  const { endToEndId } = at === 'static' ? nobodys : await paidTwice();
  const { latePayment } = await paymentOf(endToEndId);
  return { id: latePayment?.id ?? '', endToEndId };
}

async function paidTwice() {
  const placed = await anOrder('sandbox');
  await stage.pay(placed);
  return stage.payAtBank(placed);
}

const late =
  (at: 'static' | 'sandbox', ends: string, prepare: (id: string, endToEndId: string) => Promise<() => Promise<unknown>>) =>
  async () => {
    const { id, endToEndId } = await aLatePayment(at);
    return { act: await prepare(id, endToEndId), ends, state: async () => (await paymentOf(endToEndId)).latePayment?.status };
  };

const latePayments: Transition[] = [
  {
    name: 'new -> PENDING',
    async drive() {
      const payment = aPayment({ txid: randomBytes(12).toString('hex') });
      const state = async () => (await paymentOf(payment.endToEndId)).latePayment?.status;
      return { act: () => settlePayment(stage.app, 'static', payment, 'CALLBACK'), ends: 'PENDING', state };
    },
    events: ['payment.late', 'payment.received'],
    audit: [],
  },
  {
    name: 'PENDING -> REFUNDING',
    drive: late('sandbox', 'REFUNDING', async (id) => () => refundLatePayment(stage.admin, id)),
    events: [],
    audit: ['refundLatePayment'],
  },
  {
    name: 'REFUNDING -> REFUNDED, its refund returned',
    drive: late('sandbox', 'REFUNDED', async (id) => {
      await refundLatePayment(stage.admin, id);
      return () => stage.askForRefunds();
    }),
    events: ['refund.updated'],
    audit: [],
  },
  {
    name: 'REFUNDING -> PENDING, its refund refused',
    drive: late('sandbox', 'PENDING', async (id) => {
      await refundLatePayment(stage.admin, id);
      await stage.behaveAtBank({ refuseRefunds: true });
      return () => stage.askForRefunds();
    }),
    events: ['refund.updated'],
    audit: [],
  },
  {
    name: 'PENDING -> REFUNDED, returned by hand after a refusal',
    drive: late('sandbox', 'REFUNDED', async (id, endToEndId) => {
      await refundLatePayment(stage.admin, id);
      await stage.behaveAtBank({ refuseRefunds: true });
      await stage.askForRefunds();
      const [refused] = (await paymentOf(endToEndId)).refunds;
      return () => confirmRefund(stage.admin, refused?.id ?? '', 'by a transfer');
    }),
    events: ['refund.updated'],
    audit: ['confirmRefund'],
  },
  {
    name: 'PENDING -> RESOLVED',
    drive: late('static', 'RESOLVED', async (id) => () => resolveLatePayment(stage.admin, id, 'a gift')),
    events: [],
    audit: ['resolveLatePayment'],
  },
  {
    name: 'PENDING -> REFUNDED because the banks took it back',
    drive: late('static', 'REFUNDED', async (_id, endToEndId) => () => stage.takeBack(aPayment({ endToEndId }))),
    events: ['refund.updated'],
    audit: [],
  },
];

/** The refund of an order that was paid at `sandbox`, or of one whose provider cannot return money. */
const refund = (at: 'static' | 'sandbox', ends: string, prepare: (id: string) => Promise<() => Promise<unknown>>) => async () => {
  const placed = await anOrder(at);
  const { endToEndId } = at === 'static' ? await stage.pay(placed) : await stage.payAtBank(placed);
  await refundOrder(stage.admin, placed.id, {});
  const [asked] = (await paymentOf(endToEndId)).refunds;
  const act = await prepare(asked?.id ?? '');
  return { act, ends, state: async () => (await paymentOf(endToEndId)).refunds.map(({ status }) => status).join(' ') };
};
const refused = async (id: string) => {
  await stage.behaveAtBank({ refuseRefunds: true });
  await stage.askForRefunds();
  await stage.behaveAtBank({});
  return id;
};

const refunds: Transition[] = [
  {
    name: 'PENDING -> RETURNED',
    drive: refund('sandbox', 'RETURNED', async () => () => stage.askForRefunds()),
    events: ['refund.updated'],
    audit: [],
  },
  {
    name: 'PROCESSING -> RETURNED',
    drive: refund('sandbox', 'RETURNED', async () => {
      await stage.behaveAtBank({ refundDelayMs: 50 });
      await stage.askForRefunds();
      await sleep(200);
      return () => stage.askForRefunds();
    }),
    events: ['refund.updated'],
    audit: [],
  },
  {
    name: 'PENDING -> PROCESSING, told once however often it is asked',
    drive: refund('sandbox', 'PROCESSING', async () => {
      await stage.behaveAtBank({ refundDelayMs: 60_000 });
      return () => stage.askForRefunds().then(() => stage.askForRefunds());
    }),
    events: ['refund.updated'],
    audit: [],
  },
  {
    name: 'PENDING -> PENDING while its provider is away',
    drive: refund('sandbox', 'PENDING', async () => {
      // More than a call and its retries, fewer than open the circuit.
      await stage.behaveAtBank({ failRequests: 8 });
      return () => stage.askForRefunds();
    }),
    events: [],
    audit: [],
  },
  {
    name: 'PROCESSING -> PROCESSING while its provider is away',
    drive: refund('sandbox', 'PROCESSING', async () => {
      await stage.behaveAtBank({ refundDelayMs: 60_000 });
      await stage.askForRefunds();
      await stage.behaveAtBank({ failRequests: 8, refundDelayMs: 60_000 });
      return () => stage.askForRefunds();
    }),
    events: [],
    audit: [],
  },
  {
    name: 'PENDING -> FAILED',
    drive: refund('sandbox', 'FAILED', async () => {
      await stage.behaveAtBank({ refuseRefunds: true });
      return () => stage.askForRefunds();
    }),
    events: ['refund.updated'],
    audit: [],
  },
  {
    name: 'PENDING -> BY_HAND where the provider has no refunds',
    drive: refund('static', 'BY_HAND', async () => () => stage.askForRefunds()),
    events: ['refund.updated'],
    audit: [],
  },
  {
    name: 'BY_HAND -> RETURNED by an operator',
    drive: refund('static', 'RETURNED', async (id) => {
      await stage.askForRefunds();
      return () => confirmRefund(stage.admin, id, 'by a transfer');
    }),
    events: ['refund.updated'],
    audit: ['confirmRefund'],
  },
  {
    name: 'BY_HAND -> RETURNED because the provider reports it',
    drive: refund('static', 'RETURNED', async (id) => {
      await stage.askForRefunds();
      const { payment, amount } = await stage.app.db.prisma.refund.findUniqueOrThrow({
        where: { id },
        include: { payment: true },
      });
      return () => stage.giveBack(aPayment({ endToEndId: payment.endToEndId ?? '' }), amount);
    }),
    events: ['refund.updated'],
    audit: [],
  },
  {
    name: 'FAILED -> RETURNED by an operator',
    drive: refund('sandbox', 'RETURNED', async (id) => {
      await refused(id);
      return () => confirmRefund(stage.admin, id, 'by a transfer');
    }),
    events: ['refund.updated'],
    audit: ['confirmRefund'],
  },
  {
    name: 'PENDING -> RETURNED by an operator where no provider made it',
    drive: refund(
      'sandbox',
      'RETURNED',
      async (id) => () => confirmRefund(stage.admin, id, 'by a transfer', { evidence: 'a receipt' }),
    ),
    events: ['refund.updated'],
    audit: ['confirmRefund'],
  },
  {
    name: 'FAILED -> asked for again',
    drive: refund('sandbox', 'FAILED PENDING', async (id) => {
      await refused(id);
      return () => retryRefund(stage.admin, id);
    }),
    events: [],
    audit: ['retryRefund'],
  },
];

const billingOrderOf = (externalId: string) =>
  stage.app.db.prisma.billingOrder.findFirstOrThrow({
    where: { clientId: stage.clientId, externalId },
  });

const pastItsTime = (id: string) =>
  stage.app.db.prisma.billingOrder.update({ where: { id }, data: { expirationAt: new Date(Date.now() - 1_000) } });
type PrepareBillingOrder = (pay: () => Promise<string>, id: string) => Promise<() => Promise<unknown>>;
const billingOrder = (ends: string, prepare: PrepareBillingOrder) => async () => {
  const externalId = randomBytes(8).toString('hex');
  const asked = { payerName: 'Maria', amount: 100n, externalId, description: 'Pedido', extraData: null, webhookUrl: null };
  const { txid, id } = await createBillingOrder(stage.client, asked);
  const { providerName } = await stage.app.db.prisma.charge.findUniqueOrThrow({ where: { txid } });
  const pay = async () => {
    const payment = aPayment({ txid, paidAt: new Date(Date.now() - 60_000) });
    await settlePayment(stage.app, providerName, payment, 'CALLBACK');
    return payment.endToEndId;
  };
  return { act: await prepare(pay, id), ends, state: async () => (await billingOrderOf(externalId)).status };
};
/** Of a payment whose provider says what becomes of the banks' return of it, or of one that an operator disputes. */
const dispute =
  (ends: string, prepare: (payment: ReceivedPayment, paymentId: string) => Promise<() => Promise<unknown>>) => async () => {
    const { payment } = await aPaidOrder();
    const { id: paymentId } = await paymentOf(payment.endToEndId);
    const found = () => stage.app.db.prisma.dispute.findFirst({ where: { paymentId } });
    return { act: await prepare(payment, paymentId), ends, state: async () => (await found())?.status };
  };

const disputes: Transition[] = [
  {
    name: 'new -> OPEN by the provider, told once however often it says so',
    drive: dispute('OPEN', async (payment) => async () => {
      const claimed = await stage.dispute(payment);
      await stage.report(payment, claimed);
    }),
    events: ['payment.disputed'],
    audit: [],
  },
  {
    name: 'new -> OPEN by an operator',
    drive: dispute('OPEN', async (_payment, id) => () => openDispute(stage.admin, id, 'a letter')),
    events: ['payment.disputed'],
    audit: ['openDispute'],
  },
  {
    name: 'OPEN -> RELEASED by the provider',
    drive: dispute('RELEASED', async (payment) => {
      const claimed = await stage.dispute(payment);
      return () => stage.report(payment, { ...claimed, status: 'NOT_DONE' });
    }),
    events: ['payment.dispute_ended'],
    audit: [],
  },
  {
    name: 'OPEN -> RELEASED by an operator',
    drive: dispute('RELEASED', async (_payment, paymentId) => {
      const { id } = await openDispute(stage.admin, paymentId, 'a letter');
      return () => releaseDispute(stage.admin, id, 'withdrawn');
    }),
    events: ['payment.dispute_ended'],
    audit: ['releaseDispute'],
  },
  {
    name: 'RELEASED -> OPEN by the provider',
    drive: dispute('OPEN', async (payment) => {
      const claimed = await stage.dispute(payment);
      await stage.report(payment, { ...claimed, status: 'NOT_DONE' });
      return () => stage.report(payment, claimed);
    }),
    events: ['payment.disputed'],
    audit: [],
  },
  ...(['provider', 'operator'] as const).map((who): Transition => ({
    name: `OPEN -> RETURNED, of the ${who}, with the order`,
    drive: dispute('RETURNED', async (payment, id) => {
      const claimed = who === 'provider' ? await stage.dispute(payment) : await openDispute(stage.admin, id, 'a letter');
      if (!('refundId' in claimed)) return () => stage.takeBack(payment);
      return () => stage.report(payment, { ...claimed, status: 'RETURNED' });
    }),
    events: ['order.refunded', 'payment.dispute_ended', 'refund.updated'],
    audit: ['orderVoidedByBankReturn'],
  })),
];

/** One to the operators, one to the client. */
const both = (type: string): string[] => [type, type];

const billingOrders: Transition[] = [
  {
    name: 'PENDING -> PAID',
    drive: billingOrder('PAID', async (pay) => pay),
    events: [...both('billing_order.paid'), 'payment.received'],
    audit: [],
  },
  {
    name: 'PAID -> PROCESSING by an operator who refunds it',
    drive: billingOrder('PROCESSING', async (pay) => {
      const { id } = await paymentOf(await pay());
      return () => refundPixPayment(stage.admin, id, null);
    }),
    events: both('billing_order.processing'),
    audit: ['refundPixPayment'],
  },
  {
    name: 'PROCESSING -> REFUNDED once an operator returned it by hand',
    drive: billingOrder('REFUNDED', async (pay) => {
      const payment = await paymentOf(await pay());
      await refundPixPayment(stage.admin, payment.id, null);
      await stage.app.db.prisma.refund.updateMany({
        where: { paymentId: payment.id },
        data: { status: 'BY_HAND', nextAttemptAt: null },
      });
      const [refund] = (await paymentOf(payment.endToEndId ?? '')).refunds;
      return () => confirmRefund(stage.admin, refund?.id ?? '', 'by a transfer');
    }),
    events: [...both('billing_order.refunded'), 'refund.updated'],
    audit: ['confirmRefund'],
  },
  {
    name: 'PENDING -> CANCELLED by its client',
    drive: billingOrder('CANCELLED', async (_pay, id) => () => cancelOwnBillingOrder(stage.client, id)),
    events: both('billing_order.cancelled'),
    audit: ['cancelBillingOrder'],
  },
  {
    name: 'PENDING -> CANCELLED by an operator',
    drive: billingOrder('CANCELLED', async (_pay, id) => () => cancelBillingOrder(stage.admin, id)),
    events: both('billing_order.cancelled'),
    audit: ['cancelBillingOrder'],
  },
  {
    name: 'PENDING -> CANCELLED because its time is over',
    drive: billingOrder('CANCELLED', async (_pay, id) => {
      await pastItsTime(id);
      return () => expireBillingOrders(stage.app);
    }),
    events: both('billing_order.cancelled'),
    audit: [],
  },
  {
    name: 'CANCELLED -> PAID by a payment made in its time and reported later',
    drive: billingOrder('PAID', async (pay, id) => {
      await pastItsTime(id);
      await expireBillingOrders(stage.app);
      return pay;
    }),
    events: [...both('billing_order.paid'), 'payment.received'],
    audit: [],
  },
  {
    name: 'PAID -> REFUNDED because the banks took its money back',
    drive: billingOrder('REFUNDED', async (pay) => {
      const endToEndId = await pay();
      return () => stage.takeBack(aPayment({ endToEndId }));
    }),
    events: [...both('billing_order.refunded'), 'refund.updated'],
    audit: [],
  },
];

const owner = () => ({ clientId: null, by: null });
const anEndpoint = () =>
  createEndpointOf(stage.app, owner(), { url: 'http://127.0.0.1:9/more', type: null, events: ['order.paid'] });
const endpoint = (ends: string, prepare: (id: number) => Promise<() => Promise<unknown>>) => async () => {
  const { id } = (await anEndpoint()).endpoint;
  const state = async () => {
    const row = await stage.app.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
    return row.deletedAt ? 'deleted' : row.disabledAt ? 'disabled' : 'enabled';
  };
  return { act: await prepare(id), ends, state };
};

const endpoints: Transition[] = [
  {
    name: 'new -> enabled',
    drive: async () => ({ act: anEndpoint, ends: 'made', state: async () => 'made' }),
    events: [],
    audit: ['createWebhookEndpoint'],
  },
  {
    name: 'enabled -> enabled elsewhere',
    drive: endpoint('enabled', async (id) => () => updateEndpointOf(stage.app, owner(), id, { url: 'http://127.0.0.1:9/moved' })),
    events: [],
    audit: ['updateWebhookEndpoint'],
  },
  {
    name: 'enabled -> enabled with another secret',
    drive: endpoint('enabled', async (id) => () => rotateSecretOf(stage.app, owner(), id)),
    events: [],
    audit: ['rotateWebhookEndpointSecret'],
  },
  {
    name: 'enabled -> disabled by an answer of 410',
    drive: endpoint('disabled', async (id) => () => disableGoneEndpoint(stage.app, id)),
    events: [],
    audit: ['disableWebhookEndpoint'],
  },
  {
    name: 'disabled -> enabled',
    drive: endpoint('enabled', async (id) => {
      await disableGoneEndpoint(stage.app, id);
      return () => restoreEndpointOf(stage.app, owner(), id);
    }),
    events: [],
    audit: ['restoreWebhookEndpoint'],
  },
  {
    name: 'enabled -> deleted',
    drive: endpoint('deleted', async (id) => () => deleteEndpointOf(stage.app, owner(), id)),
    events: [],
    audit: ['deleteWebhookEndpoint'],
  },
  {
    name: 'deleted -> enabled',
    drive: endpoint('enabled', async (id) => {
      await deleteEndpointOf(stage.app, owner(), id);
      return () => restoreEndpointOf(stage.app, owner(), id);
    }),
    events: [],
    audit: ['restoreWebhookEndpoint'],
  },
];

const anAwardedBox = async (raffleId: string) =>
  createAwardedBox(stage.admin, { raffleId, title: 'R$ 5', quantity: 1, prize: 500n, mode: 'ALEATORIO' });
const awardedBox = (begins: BoxStanding, ends: BoxStanding, isSold: boolean) => async () => {
  const raffle = await stage.aRaffle({ status: isSold ? 'OPEN' : 'DRAFT' });
  const { id } = await anAwardedBox(raffle.id);
  if (begins === 'LOCKED') await setStanding(stage.admin, id, begins);
  if (isSold) await stage.anOrder(raffle.id);
  const state = async () => (await stage.app.db.prisma.awardedBox.findUniqueOrThrow({ where: { id } })).standing;
  return { act: () => setStanding(stage.admin, id, ends), ends, state };
};

const awardedBoxes: Transition[] = [false, true].flatMap((isSold): Transition[] => [
  {
    name: `UNLOCKED -> LOCKED ${isSold ? 'in the sale' : 'before it'}`,
    drive: awardedBox('UNLOCKED', 'LOCKED', isSold),
    events: [],
    audit: ['lockAwardedBox'],
  },
  {
    name: `LOCKED -> LOCKED ${isSold ? 'in the sale' : 'before it'}`,
    drive: awardedBox('LOCKED', 'LOCKED', isSold),
    events: [],
    audit: [],
  },
]);
awardedBoxes.push({
  name: 'LOCKED -> UNLOCKED before the sale',
  drive: awardedBox('LOCKED', 'UNLOCKED', false),
  events: [],
  audit: ['unlockAwardedBox'],
});

const heldBox = (ends: string, act: (placed: OrderRow) => Promise<unknown>) => async () => {
  const raffle = await stage.aRaffle();
  await createCombo(stage.admin, { raffleId: raffle.id, quantityTitles: 1, quantityBoxes: 1 });
  const placed = await stage.anOrder(raffle.id);
  await stage.pay(placed);
  await decideAll(stage.app);
  const state = async () => {
    const row = await stage.app.db.prisma.orderBoxes.findUniqueOrThrow({ where: { orderId: BigInt(placed.id) } });
    return row.void ? 'VOID' : row.openedCount > 0 ? 'OPENED' : 'UNOPENED';
  };
  return { act: () => act(placed), ends, state };
};

const heldBoxes: Transition[] = [
  {
    name: 'UNOPENED -> OPENED by its buyer',
    drive: heldBox('OPENED', ({ id }) => openAwardedBox(stage.buyer, boxIdOf({ orderId: id, boxIndex: 0 }))),
    events: [],
    audit: [],
  },
  {
    name: 'UNOPENED -> VOID by a refund',
    drive: heldBox('VOID', ({ id }) => refundOrder(stage.admin, id, {})),
    events: ['order.refunded'],
    audit: ['refundOrder'],
  },
];

describe.each([
  ['an awarded box', awardedBoxes],
  ['a box', heldBoxes],
  ['an order', orders],
  ['a charge', charges],
  ['a late payment', latePayments],
  ['a refund', refunds],
  ['a dispute', disputes],
  ['a billing order', billingOrders],
  ['a webhook endpoint', endpoints],
])('%s', (_machine, transitions) => {
  it.each(transitions.map((transition) => [transition.name, transition] as const))(
    '%s',
    async (_name, { drive, events, audit }) => {
      const { act, state, ends } = await drive();
      expect({ ...(await stage.tracesOf(act)), state: await state() }).toEqual({ events, audit, state: ends });
    },
  );
});

describe('a raffle', () => {
  const MOVES: Record<RaffleStatus, RaffleStatus[]> = {
    DRAFT: ['SOON', 'OPEN', 'CANCELLED'],
    SOON: ['DRAFT', 'OPEN', 'CANCELLED'],
    OPEN: ['CLOSED', 'CANCELLED'],
    SOLD_OUT: ['CANCELLED'],
    CLOSED: ['OPEN', 'CANCELLED'],
    DRAWN: ['FINISHED'],
    FINISHED: [],
    CANCELLED: [],
  };
  const STATUSES = Object.keys(MOVES) as RaffleStatus[];
  const statusNow = async (id: string) => (await stage.app.db.prisma.raffle.findUniqueOrThrow({ where: { id } })).status;

  it.each(STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const)))('%s -> %s', async (from, to) => {
    const { id } = await stage.aRaffle({ status: from, frozenAt: from === 'DRAWN' || from === 'FINISHED' ? new Date() : null });
    const isMove = MOVES[from].includes(to);
    const act = async () => {
      const moving = updateRaffle(stage.admin, id, { status: to });
      if (isMove || from === to) await moving;
      else await expect(moving).rejects.toMatchObject({ code: 'CONFLICT' });
    };
    expect(await stage.tracesOf(act)).toEqual({ events: [], audit: isMove ? ['updateRaffle'] : [] });
    expect(await statusNow(id)).toBe(isMove ? to : from);
  });

  it('OPEN -> SOLD_OUT with its last quota, as its order tells', async () => {
    const { id } = await stage.aRaffle({ quotaQuantity: 1 });
    const placed = await stage.anOrder(id);
    expect(await stage.tracesOf(() => stage.pay(placed))).toEqual({ events: ['order.paid', 'payment.received'], audit: [] });
    expect(await statusNow(id)).toBe('SOLD_OUT');
  });

  it('new -> DRAFT -> deleted, each in the audit log with who did it and what it was', async () => {
    const made: { id?: string } = {};
    const input = { title: 'Moto', quotaPrice: 100n, quotaQuantity: 10 };
    expect(await stage.tracesOf(async () => Object.assign(made, await createRaffle(stage.admin, input)))).toEqual({
      events: [],
      audit: ['createRaffle'],
    });
    const id = made.id ?? '';
    await updateRaffle(stage.admin, id, { quotaPrice: 250n, title: 'Carro' });
    expect(await stage.tracesOf(() => deleteRaffle(stage.admin, id))).toEqual({ events: [], audit: ['deleteRaffle'] });
    const entries = await stage.app.db.prisma.auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
    const { principal } = stage.admin;
    expect(entries.map(({ actorId }) => actorId)).toEqual(entries.map(() => ('id' in principal ? principal.id : null)));
    expect(entries[1]).toMatchObject({
      action: 'updateRaffle',
      subjectType: 'raffle',
      details: { titleBefore: 'Moto', title: 'Carro', quotaPriceBefore: '1.00', quotaPrice: '2.50' },
    });
  });
});

describe('what joins the payment of an order', () => {
  it('is handed the orders within its transaction, once their blocks are written, and undoes it when it fails', async () => {
    const { app } = stage;
    const raffle = await stage.aRaffle();
    const placed = await Promise.all([stage.anOrder(raffle.id), stage.anOrder(raffle.id)]);
    const seen: [string, number | undefined][] = [];
    let isFailing = true;
    app.quotaHooks.push({
      async allocated(tx, paid) {
        const blocks = await tx.prisma.quotaAllocation.findMany({ where: { raffleId: raffle.id } });
        const firstOf = (id: string) => blocks.find(({ orderId }) => orderId === BigInt(id))?.firstOrdinal;
        seen.push(...paid.map(({ order: { id } }): [string, number | undefined] => [id, firstOf(id)]));
        if (isFailing) throw new Error('no prize today');
      },
      voided: async () => undefined,
    });
    try {
      const [first, second] = placed;
      const failing = () => expect(stage.pay(first)).rejects.toThrow('no prize today');
      expect(await stage.tracesOf(failing)).toEqual({ events: [], audit: [] });
      expect(await statusOf(first.id)).toBe('PENDING');

      isFailing = false;
      seen.length = 0;
      await Promise.all([stage.pay(first), stage.pay(second)]);
      expect(seen.map(([id]) => id).toSorted()).toEqual([first.id, second.id].toSorted());
      expect(seen.map(([, firstOrdinal]) => firstOrdinal)).toEqual([0, 1]);
    } finally {
      app.quotaHooks.pop();
    }
  });
});

describe('what receivers are told of all this', () => {
  it('is as described, and of every kind', () => expectEventsAsDescribed(stage, writtenBy('transitions')));

  it('says what of an order was refunded, by whom and why, in however many parts it went', async () => {
    const { placed, payment } = await aPaidOrder();
    await refundOrder(stage.admin, placed.id, { reason: 'a scratch', amount: 40n });
    await stage.takeBack(payment, 25n);
    await refundOrder(stage.buyer, placed.id, { reason: null });
    const events = await stage.app.db.prisma.webhookEvent.findMany({ where: { type: 'order.refunded' } });
    const told = events.map(({ body }) => JSON.parse(body).data).find(({ orderId }) => orderId === placed.id);
    const rows = (await paymentOf(payment.endToEndId ?? '')).refunds;
    expect(told).toEqual({
      orderId: placed.id,
      raffleId: placed.raffleId,
      userId: placed.userId,
      reservation: 'RESERVED',
      quotaQuantity: 1,
      totalValue: '1.00',
      tracking: null,
      refundedAmount: '1.00',
      refunds: [
        { amount: '0.40', initiator: 'OPERATOR', reason: 'a scratch', status: 'PENDING' },
        { amount: '0.25', initiator: 'BANK', reason: 'taken back by the bank (MED)', status: 'RETURNED' },
        { amount: '0.35', initiator: 'BUYER', reason: null, status: 'PENDING' },
      ].map((refund, i) => ({ refundId: rows[i]?.id, createdAt: rows[i]?.createdAt.toISOString(), ...refund })),
    });
  });

  it('is offered of no kind that nothing writes', () => {
    expect((['transitions', 'draws', 'loginCodes', 'own'] as const).flatMap(writtenBy).toSorted()).toEqual(
      Object.values(WebhookEventType).toSorted(),
    );
  });
});
