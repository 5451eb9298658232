import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDispute, releaseDispute } from '../src/disputes/dispute.service.js';
import { settle, settlePayment } from '../src/payments/settle.js';
import { DomainError } from '../src/platform/domain-error.js';
import { updateRaffle } from '../src/raffles/raffle-change.service.js';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import { refundCancelledRaffles } from '../src/refunds/cancelled-raffles.js';
import { refundOrder } from '../src/refunds/refund.service.js';
import { deliverPrize, denyPrize } from '../src/won-prizes/won-prize.service.js';
import { startLaxBank } from './support/lax-bank.js';
import { moneyBalance } from './support/money-balance.js';
import { aProvider } from './support/sales.js';
import { seededRandom } from './support/second-gateway.js';
import { forTests } from './support/start.js';
import { startTransitionStage } from './support/transition-stage.js';

const PAID = 1_000n;

const stage = forTests(startTransitionStage);
const bank = forTests(startLaxBank);
const db = () => stage.app.db.prisma;
beforeAll(() =>
  aProvider(stage, {
    name: 'lax',
    adapter: 'bacen',
    baseUrl: bank.url,
    credentials: { clientId: 'a', clientSecret: 'b' },
  }),
);
afterAll(async () => {
  expect((await moneyBalance(stage.app.db)).problems).toEqual([]);
  expect((await reportReconciliation(stage.app)).disagreements).toEqual([]);
});

/** A paid order that has won the draw of its raffle, and what may befall it. */
async function aWalk() {
  const raffle = await stage.aRaffle({ quotaPrice: PAID });
  const order = await stage.anOrder(raffle.id);
  const { endToEndId, paidAt } = bank.receives(PAID);
  await settle(stage.app, { source: 'CALLBACK', providerName: 'lax', orderId: order.id, endToEndId, amount: PAID, paidAt });
  const { id: paymentId } = await db().payment.findUniqueOrThrow({ where: { endToEndId } });

  const hear = async () => {
    const provider = await stage.app.providers.find('lax');
    const payment = await provider?.adapter.consultPayment(endToEndId);
    if (payment) await settlePayment(stage.app, 'lax', payment, 'RECONCILIATION');
  };
  const row = () => db().raffle.findUniqueOrThrow({ where: { id: raffle.id } });
  const isDisputed = async () => (await db().dispute.count({ where: { paymentId, status: 'OPEN' } })) > 0;
  const orderStatus = async () => (await db().order.findUniqueOrThrow({ where: { id: BigInt(order.id) } })).status;
  const prize = () => db().wonPrize.findFirst({ where: { raffleId: raffle.id } });

  async function send(): Promise<void> {
    const [wasDisputed, before] = [await isDisputed(), bank.out(endToEndId, 'byUs')];
    await stage.askForRefunds();
    if (wasDisputed) expect(bank.out(endToEndId, 'byUs'), 'a refund went out of disputed money').toBe(before);
  }
  async function deliver(): Promise<void> {
    const won = await prize();
    if (!won || won.state === 'DELIVERED') return;
    const wasDisputed = await isDisputed();
    await deliverPrize(stage.admin, won.id, { note: 'handed over' });
    expect(wasDisputed, 'a prize of disputed money was delivered').toBe(false);
    if ((await orderStatus()) === 'PAID')
      expect(bank.out(endToEndId, 'byBanks'), 'a prize of returned money was delivered').toBe(0n);
  }
  async function callOff(): Promise<void> {
    const { orders, amount } = await stage.app.refundTotalOf(raffle.id);
    await updateRaffle(stage.admin, raffle.id, { status: 'CANCELLED', ...(orders > 0 && { confirmRefundTotal: amount }) });
    await refundCancelledRaffles(stage.app);
  }
  async function draw(): Promise<void> {
    if ((await row()).status !== 'OPEN' || (await orderStatus()) !== 'PAID') return;
    await db().raffle.update({ where: { id: raffle.id }, data: { status: 'CLOSED', frozenAt: new Date() } });
    const now = new Date();
    const won = { id: uuidv7(), raffleId: raffle.id, kind: 'DRAW', unit: 1, title: 'Um carro', number: 0 } as const;
    const winner = {
      orderId: BigInt(order.id),
      userId: order.userId,
      wonAt: now,
      shownAt: now,
      lapsesAt: new Date(now.getTime() + 86_400_000),
    };
    await db().wonPrize.create({ data: { ...won, ...winner } });
  }
  const steps = {
    'the banks dispute it': async () => {
      bank.startsReturn(endToEndId, 'MED_FRAUDE');
      await hear();
    },
    'the banks let it be': async () => {
      bank.endsReturns(endToEndId, 'NAO_REALIZADO');
      await hear();
    },
    'the banks take it': async () => {
      bank.startsReturn(endToEndId, 'MED_FRAUDE');
      bank.endsReturns(endToEndId, 'DEVOLVIDO');
      await hear();
    },
    'somebody gives it back on the pages of the provider': async () => {
      bank.startsReturn(endToEndId, 'ORIGINAL');
      bank.endsReturns(endToEndId, 'DEVOLVIDO');
      await hear();
    },
    'an operator disputes it': () => openDispute(stage.admin, paymentId, 'a letter'),
    'an operator releases it': async () => {
      for (const { id } of await db().dispute.findMany({ where: { paymentId, status: 'OPEN' } }))
        await releaseDispute(stage.admin, id, 'withdrawn');
    },
    'a refund is asked for': () => refundOrder(stage.admin, order.id, {}),
    'refunds are sent': send,
    'the raffle is called off': callOff,
    'the raffle is frozen, and it wins': draw,
    'the prize is delivered': deliver,
  };
  return {
    steps,
    async go(name: keyof typeof steps): Promise<void> {
      try {
        await steps[name]();
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
      }
      expect(bank.out(endToEndId), 'more went out than came').toBeLessThanOrEqual(PAID);
    },
    /** Everybody does what there is to do: nothing may stay open. */
    async end(): Promise<void> {
      await steps['the banks let it be']();
      await steps['an operator releases it']();
      await stage.askForRefunds();
      const { id, state } = (await prize()) ?? {};
      if (id && (state === 'WON' || state === 'CONTACTED'))
        await deliver().catch(async (error: unknown) => {
          if (!(error instanceof DomainError)) throw error;
          await denyPrize(stage.admin, id, 'its money went back');
        });
      expect(await db().refund.count({ where: { paymentId, status: { notIn: ['RETURNED', 'FAILED'] } } })).toBe(0);
      expect(await isDisputed()).toBe(false);
      expect(bank.out(endToEndId)).toBeLessThanOrEqual(PAID);
      const returned = await db().refund.findMany({ where: { paymentId, status: 'RETURNED' } });
      expect(
        returned.reduce((sum, { amount }) => sum + amount, 0n),
        'we say something else than the bank',
      ).toBe(bank.out(endToEndId));
      if ((await orderStatus()) === 'REFUNDED') expect(bank.out(endToEndId), 'a refunded order kept its money').toBe(PAID);
    },
  };
}

type Step = keyof Awaited<ReturnType<typeof aWalk>>['steps'];

async function follow(names: readonly Step[]): Promise<void> {
  const walk = await aWalk();
  try {
    for (const name of names) await walk.go(name);
    await walk.end();
  } catch (error) {
    throw new Error(`${names.join(', then ')}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

it('no order of three steps that begins with a dispute, or has one in the midst, sends money twice or a prize for it', async () => {
  const { steps } = await aWalk();
  const names = Object.keys(steps) as Step[];
  for (const before of names)
    for (const after of names) {
      const walks: Step[][] = [
        ['the banks dispute it', before, after],
        ['an operator disputes it', before, after],
        [before, 'the banks dispute it', after],
      ];
      for (const walk of walks) if (new Set(walk).size === walk.length) await follow(walk);
    }
}, 120_000);

it('nor does any of these longer ones', async () => {
  const below = seededRandom(28);
  const names = Object.keys((await aWalk()).steps) as Step[];
  for (let walk = 0; walk < 80; walk += 1)
    await follow(Array.from({ length: 8 }, () => names[below(names.length)] ?? 'refunds are sent'));
}, 120_000);
