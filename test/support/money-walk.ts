import { openDispute, releaseDispute } from '../../src/disputes/dispute.service.js';
import { expireOrders } from '../../src/orders/order-expiry.js';
import { cancelOrder, payOrder } from '../../src/orders/order.service.js';
import { placeOrder } from '../../src/orders/place-order.js';
import { ProviderError } from '../../src/payment-providers/client/provider-error.js';
import { settlePayment } from '../../src/payments/settle.js';
import { DomainError } from '../../src/platform/domain-error.js';
import { updateRaffle } from '../../src/raffles/raffle-change.service.js';
import { checkCharges } from '../../src/reconciliation/charge-checks.js';
import { scanReceived } from '../../src/reconciliation/received-scan.js';
import { checkAllBooks } from '../../src/reconciliation/books/check-books.js';
import { reportReconciliation } from '../../src/reconciliation/reconciliation.service.js';
import { refundCancelledRaffles } from '../../src/refunds/cancelled-raffles.js';
import {
  confirmRefund,
  refundLatePayment,
  resolveLatePayment,
  retryRefund,
} from '../../src/refunds/late-and-manual-refund.service.js';
import { recordBankReturn } from '../../src/refunds/recorded-return.js';
import { refundOrder } from '../../src/refunds/refund.service.js';
import { differingFigures } from './differing-figures.js';
import { moneyBalance, moneyAtBank, statementsAtBank, type MoneyBalance } from './money-balance.js';
import { startFlakyDatabase, type FlakyDatabase } from './flaky-database.js';
import { askSandbox } from './sandbox.js';
import { seededRandom } from './second-gateway.js';
import { startTransitionStage, type TransitionStage } from './transition-stage.js';
import { boxFaults, giveBoxes, openSomeBox, switchSomeBox } from './walked-boxes.js';

const PRICE = 1_000n;
/** Steps between two looks at every rule of the books. */
const BOOKS_EVERY = 100;

export interface Walked {
  steps: number;
  done: Record<string, number>;
  refused: Record<string, number>;
  balance: MoneyBalance;
}

/**
 * Goes at random through everything that moves money, at a bank that refuses, fails and forgets to say what a payment is for, with
 * callbacks lost, late and repeated and replies to COMMIT lost. After each step what was received must be what is held for paid
 * orders, late and undecided, or gone; at the end operators who do what the report asks for must come to an empty report.
 */
export async function walkMoney({ seed, steps }: { seed: number; steps: number }): Promise<Walked> {
  let flaky: FlakyDatabase | undefined;
  const stage = await startTransitionStage(async (databaseUrl) => (flaky = await startFlakyDatabase(databaseUrl)).url);
  try {
    if (!flaky) throw new Error('no way to the database');
    return await walk(stage, flaky, seed, steps);
  } finally {
    await stage.stop();
    await flaky?.stop();
  }
}

async function walk(stage: TransitionStage, flaky: FlakyDatabase, seed: number, steps: number): Promise<Walked> {
  const { app, admin, buyer, bankUrl } = stage;
  const db = app.db.prisma;
  const below = seededRandom(seed);
  const random = (): number => below(1_000_000) / 1_000_000;
  const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const chance = (share: number): boolean => random() < share;
  /** Some row of those that are, and of the newest more often. */
  const recent = <Row>(rows: Row[]): Row | undefined => rows[Math.floor(random() ** 2 * rows.length)];

  const raffles: string[] = [];
  const codes: { txid: string; code: string; total: bigint }[] = [];
  const paidAtBank: string[] = [];
  const callbacks: string[] = [];

  const provider = async () => {
    const found = await app.providers.find('sandbox');
    if (!found) throw new Error('no provider');
    return found;
  };
  const tell = (endToEndId: string): void => {
    const copies = oneOf([0, 0, 1, 1, 1, 2]) ?? 1;
    for (let copy = 0; copy < copies; copy += 1) callbacks.push(endToEndId);
  };
  const hear = async (): Promise<void> => {
    const at = Math.floor(random() * callbacks.length);
    const [endToEndId] = callbacks.splice(at, 1);
    if (!endToEndId) return;
    const payment = await (await provider()).adapter.consultPayment(endToEndId);
    if (payment) await settlePayment(app, 'sandbox', payment, 'CALLBACK');
  };
  const atBank = async (path: string, body: object): Promise<string | undefined> => {
    const { status, body: answer } = await askSandbox(bankUrl, 'POST', path, body);
    return status === 200 ? (answer as { endToEndId?: string }).endToEndId : undefined;
  };
  const anOrderRow = async (status: 'PENDING' | 'PAID' | 'CANCELLED' | 'EXPIRED') =>
    recent(await db.order.findMany({ where: { status }, orderBy: { id: 'desc' }, take: 30, select: { id: true } }));
  const aRefundRow = async (status: 'FAILED' | 'BY_HAND') =>
    recent(await db.refund.findMany({ where: { status }, orderBy: { createdAt: 'desc' }, take: 20 }));
  const reais = (centavos: bigint): string => `${centavos / 100n}.${String(centavos % 100n).padStart(2, '0')}`;
  const letRefundsCome = () =>
    app.db.pool.query(`UPDATE refunds SET next_attempt_at = date_trunc('milliseconds', now()) WHERE next_attempt_at > now()`);
  const check = async (): Promise<void> => {
    await app.db.pool.query('UPDATE charges SET next_check_at = now() WHERE next_check_at > now()');
    await checkCharges(app, await provider());
  };
  const expire = async (id: bigint): Promise<void> => {
    const expiresAt = new Date(Date.now() - (chance(0.2) ? 7 * 3_600_000 : 130_000));
    await db.order.update({ where: { id }, data: { expiresAt } });
    await expireOrders(app);
  };
  const callOff = async (raffleId: string): Promise<void> => {
    const { orders, amount } = await app.refundTotalOf(raffleId);
    const confirmRefundTotal = orders > 0 ? { confirmRefundTotal: amount } : {};
    await updateRaffle(admin, raffleId, { status: 'CANCELLED', ...confirmRefundTotal });
    raffles.splice(raffles.indexOf(raffleId), 1);
  };

  const acts: [weight: number, name: string, act: () => Promise<unknown>][] = [
    [
      3,
      'open a raffle',
      async () => {
        const unprovenShare = oneOf([0, 20, 100]) ?? 0;
        const { id } = await stage.aRaffle({ quotaPrice: PRICE, quotaQuantity: oneOf([5, 40, 200]) ?? 5, unprovenShare });
        if (chance(0.5)) await giveBoxes(stage, id);
        raffles.push(id);
      },
    ],
    [6, 'open a box', () => openSomeBox(stage, oneOf)],
    [2, 'lock or unlock a prize', () => switchSomeBox(stage, oneOf)],
    [
      22,
      'order',
      async () => {
        const raffleId = oneOf(raffles);
        if (!raffleId) return;
        const asked = { raffleId, quotaQuantity: 1 + Math.floor(random() * 3), paymentProviderName: 'sandbox' };
        const order = await placeOrder(buyer, asked, chance(0.5) ? 'GATEWAY' : 'STATIC');
        if (order.qrCodeId && order.qrCodeContent)
          codes.push({ txid: order.qrCodeId, code: order.qrCodeContent, total: order.totalValue });
      },
    ],
    [
      22,
      'pay',
      async () => {
        const charge = codes.at(-1 - Math.floor(random() ** 2 * Math.min(codes.length, 30)));
        if (!charge) return;
        const valor = oneOf([undefined, undefined, undefined, charge.total - 1n, charge.total + 350n]);
        const body = { pixCopiaECola: charge.code, ...(valor !== undefined && { valor: reais(valor) }) };
        const endToEndId = await atBank('/sandbox/pay', body);
        if (!endToEndId) return;
        paidAtBank.push(endToEndId);
        tell(endToEndId);
      },
    ],
    [20, 'hear a callback', hear],
    [
      4,
      'cancel an order',
      async () => {
        const order = await anOrderRow('PENDING');
        if (order) await cancelOrder(chance(0.5) ? admin : buyer, String(order.id), false);
      },
    ],
    [
      1,
      'cancel an order by force',
      async () => {
        const order = await anOrderRow('PENDING');
        if (order) await cancelOrder(admin, String(order.id), true);
      },
    ],
    [
      4,
      'let an order expire',
      async () => {
        const order = await anOrderRow('PENDING');
        if (order) await expire(order.id);
      },
    ],
    [
      3,
      'pay an order by hand',
      async () => {
        const order = await anOrderRow(oneOf(['PENDING', 'EXPIRED', 'CANCELLED'] as const) ?? 'PENDING');
        if (order) await payOrder(admin, String(order.id), 'in cash');
      },
    ],
    [
      5,
      'refund an order',
      async () => {
        const order = await anOrderRow('PAID');
        if (order) await refundOrder(chance(0.5) ? admin : buyer, String(order.id), {});
      },
    ],
    [
      5,
      'refund a part',
      async () => {
        const order = await anOrderRow('PAID');
        if (order) await refundOrder(admin, String(order.id), { amount: BigInt(1 + Math.floor(random() * 1_000)) });
      },
    ],
    [
      5,
      'refund a late payment',
      async () => {
        const late = recent(
          await db.latePayment.findMany({ where: { status: 'PENDING' }, orderBy: { createdAt: 'desc' }, take: 20 }),
        );
        if (late) await refundLatePayment(admin, late.id);
      },
    ],
    [
      1,
      'resolve a late payment',
      async () => {
        const late = recent(
          await db.latePayment.findMany({ where: { status: 'PENDING' }, orderBy: { createdAt: 'desc' }, take: 20 }),
        );
        if (late) await resolveLatePayment(admin, late.id, 'kept');
      },
    ],
    [
      4,
      'ask for a refund again',
      async () => {
        const refund = await aRefundRow('FAILED');
        if (refund) await retryRefund(admin, refund.id);
      },
    ],
    [
      4,
      'confirm a refund',
      async () => {
        const refund = await aRefundRow(oneOf(['FAILED', 'BY_HAND'] as const) ?? 'FAILED');
        if (refund) await confirmRefund(admin, refund.id, 'by a transfer');
      },
    ],
    [
      5,
      'take or give back at the bank',
      async () => {
        const endToEndId = paidAtBank.at(-1 - Math.floor(random() ** 2 * Math.min(paidAtBank.length, 50)));
        if (!endToEndId) return;
        const valor = oneOf([undefined, '0.01', '3.50']);
        const path = chance(0.5) ? '/sandbox/take-back' : '/sandbox/give-back';
        await atBank(path, { endToEndId, ...(valor && { valor }) });
        tell(endToEndId);
      },
    ],
    [
      3,
      'record what a bank took',
      async () => {
        const byHand = { where: { endToEndId: null }, orderBy: { id: 'desc' }, take: 20 } as const;
        const payment = recent(await db.payment.findMany(byHand));
        const amount = oneOf([1n, 350n, payment?.amount ?? 1n]) ?? 1n;
        const returned = { amount, returnId: `D${below(1_000)}`, note: 'a letter' };
        if (payment) await recordBankReturn(admin, payment.id, returned);
      },
    ],
    [
      3,
      'dispute at the bank, or end it',
      async () => {
        const endToEndId = paidAtBank.at(-1 - Math.floor(random() ** 2 * Math.min(paidAtBank.length, 50)));
        if (!endToEndId) return;
        if (chance(0.4)) await atBank('/sandbox/end-dispute', { endToEndId, returned: chance(0.5) });
        else await atBank('/sandbox/dispute', { endToEndId, ...(chance(0.3) && { valor: '3.50' }) });
        tell(endToEndId);
      },
    ],
    [
      2,
      'dispute a payment',
      async () => {
        const payment = recent(await db.payment.findMany({ orderBy: { id: 'desc' }, take: 30, select: { id: true } }));
        if (payment) await openDispute(admin, payment.id, 'a letter');
      },
    ],
    [
      2,
      'release a dispute',
      async () => {
        const dispute = recent(await db.dispute.findMany({ where: { status: 'OPEN' }, orderBy: { id: 'desc' }, take: 30 }));
        if (dispute) await releaseDispute(admin, dispute.id, 'withdrawn');
      },
    ],
    [
      3,
      'change the bank',
      () =>
        stage.behaveAtBank({
          refuseRefunds: chance(0.3),
          omitTxids: chance(0.3),
          refundDelayMs: chance(0.3) ? 50 : 0,
          failRequests: chance(0.2) ? 3 : 0,
          loseAnswers: chance(0.2) ? 1 : 0,
        }),
    ],
    [
      10,
      'ask for refunds',
      async () => {
        await letRefundsCome();
        await stage.askForRefunds();
      },
    ],
    [4, 'ask about charges', check],
    [1, 'read the list', async () => scanReceived(app, await provider(), undefined, true)],
    [
      1,
      'call a raffle off',
      async () => {
        const raffleId = oneOf(raffles);
        if (raffleId) await callOff(raffleId);
      },
    ],
    [3, 'refund raffles', () => refundCancelledRaffles(app)],
  ];
  /** Of the acts that write whatever the reply to their COMMIT is. */
  const SHAKEN = 0.1;
  const total = acts.reduce((sum, [weight]) => sum + weight, 0);
  const pick = () => {
    let left = random() * total;
    for (const act of acts) if ((left -= act[0]) < 0) return act;
    throw new Error('no act');
  };

  const walked: Walked = { steps: 0, done: {}, refused: {}, balance: await moneyBalance(app.db) };
  let history: string[] = [];
  const holds = async (): Promise<void> => {
    walked.balance = await moneyBalance(app.db);
    if (walked.balance.problems.length > 0)
      throw new Error(`seed ${seed}, step ${walked.steps}: ${walked.balance.problems.join('; ')}\n${history.join('\n')}`);
  };
  const booksAgree = async (): Promise<void> => {
    const { disagreements } = await reportReconciliation(app);
    if (disagreements.length > 0)
      throw new Error(`seed ${seed}, step ${walked.steps}: ${JSON.stringify(disagreements)}\n${history.join('\n')}`);
  };
  const attempt = async (name: string, act: () => Promise<unknown>): Promise<void> => {
    const isShaken = name !== 'open a raffle' && chance(SHAKEN);
    history = [...history.slice(-20), isShaken ? `${name}, the reply to COMMIT lost` : name];
    if (isShaken) void flaky.loseReplyTo('COMMIT');
    try {
      await act();
      walked.done[name] = (walked.done[name] ?? 0) + 1;
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof ProviderError)) throw error;
      walked.refused[name] = (walked.refused[name] ?? 0) + 1;
    } finally {
      flaky.loseNone();
    }
  };

  for (; walked.steps < steps; walked.steps += 1) {
    const [, name, act] = pick();
    await attempt(name, act);
    await holds();
    if (walked.steps % BOOKS_EVERY === 0) await booksAgree();
  }

  // The shaking ends, and operators do what the report asks for.
  await stage.behaveAtBank({});
  for (const endToEndId of paidAtBank) await atBank('/sandbox/end-dispute', { endToEndId, returned: false });
  for (let round = 0; ; round += 1) {
    if (round === 40) throw new Error(`seed ${seed}: something is left that nobody can end: ${JSON.stringify(await open())}`);
    while (callbacks.length > 0) await attempt('hear a callback', hear);
    const pending = await db.order.findMany({ where: { status: 'PENDING' }, select: { id: true } });
    for (const { id } of pending) await attempt('let an order expire', () => expire(id));
    await attempt('read the list', async () => scanReceived(app, await provider(), undefined, true));
    await attempt('ask about charges', check);
    await attempt('refund raffles', () => refundCancelledRaffles(app));
    await letRefundsCome();
    await attempt('ask for refunds', () => stage.askForRefunds());
    const left = await open();
    if (Object.values(left).every((ids) => ids.length === 0)) break;
    for (const id of left.disputes) await attempt('release a dispute', () => releaseDispute(admin, id, 'withdrawn'));
    for (const id of left.failed) await attempt('ask for a refund again', () => retryRefund(admin, id));
    for (const id of left.byHand) await attempt('confirm a refund', () => confirmRefund(admin, id, 'by a transfer'));
    for (const id of left.late) {
      await attempt('refund a late payment', () => refundLatePayment(admin, id));
      if ((await db.latePayment.findUnique({ where: { id } }))?.status === 'PENDING')
        await attempt('resolve a late payment', () => resolveLatePayment(admin, id, 'nothing is left of it'));
    }
    await holds();
  }
  // Not only what was marked on the way.
  await checkAllBooks(app);
  await booksAgree();
  const faults = [...(await boxFaults(stage)), ...(await differingFigures(stage))];
  if (faults.length > 0) throw new Error(`seed ${seed}: ${faults.slice(0, 5).join('; ')}`);
  const differences = [...(await moneyAtBank(app, bankUrl)), ...(await statementsAtBank(admin))];
  if (differences.length > 0) throw new Error(`seed ${seed}: the bank says otherwise: ${differences.slice(0, 5).join('; ')}`);
  return walked;

  async function open() {
    const report = await reportReconciliation(app);
    const unfinished = await db.refund.findMany({ where: { status: { in: ['PENDING', 'PROCESSING'] } }, select: { id: true } });
    const pending = await db.order.findMany({ where: { status: 'PENDING' }, select: { id: true } });
    return {
      disputes: report.openDisputes.ids,
      failed: report.failedRefunds.ids,
      byHand: report.refundsByHand.ids,
      late: report.latePayments.ids,
      setAside: report.setAsideEntries.examples.map(({ id }) => id),
      unfinished: unfinished.map(({ id }) => id),
      orders: pending.map(({ id }) => String(id)),
    };
  }
}
