import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { userLogin, requestLoginCode } from '../../src/auth/login.service.js';
import {
  endAllSessions,
  endUserSessions,
  logOut,
  mySessions,
  openSession,
  refreshSession,
} from '../../src/auth/session.service.js';
import type { Context } from '../../src/context.js';
import { createWinner, drawInclusion, drawProof, findWinner, winnersOfRaffle } from '../../src/draws/draw.service.js';
import { signRound } from '../../src/development/beacon/sign-round.js';
import { compressedProof } from '../../src/draws/proof.route.js';
import { processDraws } from '../../src/draws/draw-worker.js';
import { createAwardedBox, deleteAwardedBox, setStanding } from '../../src/awarded-boxes/awarded-box.service.js';
import { boxIdOf, openAwardedBox } from '../../src/awarded-boxes/held-box.service.js';
import { boxesOfProof } from '../../src/awarded-boxes/raffle-boxes.js';
import { closeAwardedBoxes, writeCloseWins } from '../../src/awarded-boxes/close-boxes.js';
import { createCombo, deleteCombo, updateCombo, toggle } from '../../src/awarded-boxes/combo.service.js';
import { deleteFile, uploadPictures, sweepFiles } from '../../src/files/file.service.js';
import { createBillingOrder } from '../../src/legacy/billing-orders/billing-order.service.js';
import { backlogs, orderFigures } from '../../src/metrics/backlogs.js';
import { findOwner } from '../../src/lucky-numbers/lucky-number.service.js';
import { expireOrders } from '../../src/orders/order-expiry.js';
import { cancelOrder, findOrder, payOrder } from '../../src/orders/order.service.js';
import { placeOrder } from '../../src/orders/place-order.js';
import { processCallbacks } from '../../src/payments/callback-inbox.js';
import { settlePayment } from '../../src/payments/settle.js';
import { actorOf } from '../../src/platform/principal.js';
import { DomainError } from '../../src/platform/domain-error.js';
import { createFakePercentage } from '../../src/metrics/sell-bar.service.js';
import { badges, findSalesMetrics, generalMetrics, markWinnersSeen } from '../../src/metrics/sales.service.js';
import { createBackoff } from '../../src/platform/backoff.js';
import { createPromotion, deletePromotion, updatePromotion } from '../../src/promotions/promotion.service.js';
import { deleteRaffle, updateRaffle } from '../../src/raffles/raffle-change.service.js';
import { createQuotaPrizes, deleteQuotaPrize, setQuotaPrizeLock } from '../../src/quota-prizes/quota-prize.service.js';
import { checkAllBooks, takeTurnAtBooks } from '../../src/reconciliation/books/check-books.js';
import { reconcileNow } from '../../src/reconciliation/reconcile.js';
import { openWork } from '../../src/reconciliation/open-work.js';
import { reportReconciliation } from '../../src/reconciliation/reconciliation.service.js';
import { moveRafflesByDate } from '../../src/raffles/raffle-dates.js';
import { refundCancelledRaffles } from '../../src/refunds/cancelled-raffles.js';
import {
  confirmRefund,
  refundLatePayment,
  refundPixPayment,
  resolveLatePayment,
  retryRefund,
} from '../../src/refunds/operator-refund.service.js';
import { findReferrer, payOutCommission } from '../../src/referrals/referrer.service.js';
import { refundOrder } from '../../src/refunds/refund.service.js';
import { deleteUser, personalDataOf } from '../../src/personal-data/personal-data.service.js';
import { createCustomer } from '../../src/users/customer.service.js';
import { blockUser, createUser, unblockUser, updateUser } from '../../src/users/user-admin.service.js';
import { findUserByPhone } from '../../src/users/user.service.js';
import { createFaq, deleteFaq, updateFaq } from '../../src/site/faq.service.js';
import { createNotification, deleteNotification, updateNotification } from '../../src/site/notification.service.js';
import { findSettings, updateSettings } from '../../src/site/settings.service.js';
import { redeliverDelivery, sendTestEvent } from '../../src/webhooks/api/webhook-delivery.service.js';
import { endDeliveries } from '../../src/webhooks/delivery/endpoint-closing.js';
import { forgetSecrets } from '../../src/webhooks/outbox.js';
import { applyRetention } from '../../src/workers.js';
import { validCpf } from './cpf.js';
import type { MillionOrders } from './million-orders.js';
import { aPicture } from './pictures.js';
import { withoutTriggers } from './without-triggers.js';
import { aPayment, type TransitionStage } from './transition-stage.js';

/** Something that the service does, as often as its statements are to be seen. */
export interface Act {
  name: string;
  act(): Promise<unknown>;
}

const OPERATORS = { clientId: null, by: null };
const AWARDED_BOX = { title: 'Moto', quantity: 2, prize: 100n, mode: 'ALEATORIO' as const };
const COMBO = { quantityTitles: 2, quantityBoxes: 2 };
const NOTIFICATION = { title: 'Aviso', body: 'Sorteio hoje' };
const FAQ = { question: 'Como pago?', answer: 'Com PIX.', position: 1 };
const PROMOTION = { kind: 'FROM' as const, quotaQuantity: 2, price: 1n, bonusQuotas: 1 };
const CHARGE = { payerName: 'Ana', amount: 100n, description: 'Rifa', extraData: null, webhookUrl: null };

/** What people do to orders and money in the huge raffle, one at a time: each holds its counter's lock by itself. */
export async function everyActOfPeople(stage: TransitionStage, of: MillionOrders): Promise<Act[]> {
  const { app, admin } = stage;
  const { huge, unsold, small } = of.raffles;
  const heavyBuyer = await contextOf(stage, 'USER', of.heavyBuyer.token);
  const client = await contextOf(stage, 'CLIENT', of.client.token);
  let serial = 0;
  let fileId = '';
  let promotionId = '';
  let awardedBoxId = '';
  let notificationId = '';
  let faqId = '';
  let comboId = '';
  const prized = (await stage.aRaffle({ enableQuotaPrizes: true, quotaQuantity: 10 })).id;
  const numbers = Array.from({ length: 9 }, (_, n) => ({ luckyNumber: String(n), prize: 'R$ 50' }));
  let quotaPrizeIds: string[] = [];
  let refreshToken = '';
  const phone = '+5511977776666';

  const place = (provider: 'static' | 'sandbox', context = heavyBuyer) => {
    const asked = { raffleId: huge, quotaQuantity: 1, paymentProviderName: provider, referral: of.buyer.id };
    serial += 1;
    return placeOrder(Object.assign(Object.create(context) as Context, { idempotencyKey: `key-${serial}` }), asked, 'GATEWAY');
  };
  const placedAndPaid = async () => {
    const order = await place('static');
    return { order, payment: await stage.pay(order) };
  };
  const idOf = async (rows: string): Promise<string> =>
    (await app.db.pool.query<{ id: string }>(`-- looked up\n SELECT id::text FROM ${rows} LIMIT 1`)).rows[0]?.id ?? '';
  const aLatePayment = () => idOf(`late_payments WHERE status = 'PENDING'`);
  const aRefund = (status: string) => idOf(`refunds WHERE status = '${status}'`);

  return [
    { name: 'order by a static code', act: () => place('static') },
    { name: 'order through a provider', act: () => place('sandbox') },
    { name: 'pay', act: async () => stage.pay(await place('static')) },
    { name: 'pay too much', act: async () => stage.pay(await place('static'), 1_000n) },
    { name: 'pay at the bank', act: async () => stage.payAtBank(await place('sandbox')) },
    { name: 'pay by hand', act: async () => payOrder(admin, (await place('static')).id, 'in cash') },
    { name: 'pay what is nobody’s', act: () => settlePayment(app, 'static', aPayment(), 'CALLBACK') },
    { name: 'cancel', act: async () => cancelOrder(heavyBuyer, (await place('sandbox')).id) },
    { name: 'refund whole', act: async () => refundOrder(heavyBuyer, (await placedAndPaid()).order.id, {}) },
    { name: 'refund a part', act: async () => refundOrder(admin, (await placedAndPaid()).order.id, { amount: 30n }) },
    { name: 'take back by the bank', act: async () => stage.takeBack((await placedAndPaid()).payment) },
    { name: 'refund a late payment', act: async () => refundLatePayment(admin, await aLatePayment()) },
    { name: 'resolve a late payment', act: async () => resolveLatePayment(admin, await aLatePayment(), 'a gift') },
    { name: 'confirm a refund', act: async () => confirmRefund(admin, await aRefund('BY_HAND'), 'by a transfer') },
    { name: 'ask for a refund again', act: async () => retryRefund(admin, await aRefund('FAILED')) },
    {
      name: 'refund a legacy charge',
      act: async () => refundPixPayment(admin, await idOf('payments WHERE billing_order_id IS NOT NULL'), null),
    },
    { name: 'pay a legacy charge', act: () => settlePayment(app, 'sandbox', aPayment({ txid: 'BILLINGORDER1' }), 'CALLBACK') },
    { name: 'make a legacy charge', act: () => createBillingOrder(client, { ...CHARGE, externalId: 'a new one' }) },
    { name: 'repeat a legacy charge', act: () => createBillingOrder(client, { ...CHARGE, externalId: 'a new one' }) },
    {
      name: 'add an awarded box',
      act: async () => void (awardedBoxId = (await createAwardedBox(admin, { raffleId: unsold, ...AWARDED_BOX })).id),
    },
    { name: 'lock an awarded box before the sale', act: () => setStanding(admin, awardedBoxId, 'LOCKED') },
    { name: 'add a combo', act: async () => void (comboId = (await createCombo(admin, { raffleId: unsold, ...COMBO })).id) },
    { name: 'change a combo', act: () => updateCombo(admin, comboId, { quantityBoxes: 3 }) },
    { name: 'let combos add up', act: () => toggle(admin, { raffleId: unsold, name: 'acumulativeCombo' }) },
    { name: 'delete a combo', act: () => deleteCombo(admin, comboId) },
    { name: 'delete an awarded box', act: () => deleteAwardedBox(admin, awardedBoxId) },
    { name: 'show all sales', act: () => generalMetrics(admin) },
    { name: 'watch a sale', act: () => findSalesMetrics(admin, huge) },
    { name: 'show badges', act: () => badges(admin) },
    { name: 'see what was won', act: () => markWinnersSeen(admin) },
    { name: 'display a percentage', act: () => createFakePercentage(admin, { raffleId: huge, percentage: 10 }) },
    { name: 'lock an awarded box', act: () => setStanding(admin, of.awardedBoxId, 'LOCKED') },
    { name: 'unlock an awarded box', act: () => setStanding(admin, of.awardedBoxId, 'UNLOCKED') },
    {
      name: 'open a box',
      act: () => openAwardedBox(heavyBuyer, boxIdOf({ orderId: of.boxedOrderId, boxIndex: 1 })),
    },
    {
      name: 'open it again',
      act: () => openAwardedBox(heavyBuyer, boxIdOf({ orderId: of.boxedOrderId, boxIndex: 1 })),
    },
    // It may hold a prize, and then it is refused.
    { name: 'refund an order with an opened box', act: () => refundOrder(admin, of.boxedOrderId, {}).catch(orConflict) },
    {
      name: 'close the boxes',
      async act() {
        const wins = await closeAwardedBoxes(app, huge, new Uint8Array(32));
        await app.db.transaction((tx) => writeCloseWins(tx, huge, wins));
      },
    },
    { name: 'tell of the boxes', act: () => boxesOfProof(app, huge) },
    { name: 'add a promotion', act: async () => void (promotionId = (await createPromotion(admin, huge, PROMOTION)).id) },
    { name: 'change the settings', act: () => updateSettings(admin, { siteName: 'Rifas da Ana' }) },
    { name: 'read the settings', act: async () => findSettings(admin) },
    { name: 'tell visitors something', act: async () => (notificationId = (await createNotification(admin, NOTIFICATION)).id) },
    { name: 'tell visitors something else', act: () => updateNotification(admin, notificationId, { body: 'Amanhã' }) },
    { name: 'tell visitors no more', act: () => deleteNotification(admin, notificationId) },
    { name: 'answer a question', act: async () => (faqId = (await createFaq(admin, FAQ)).id) },
    { name: 'move a question', act: () => updateFaq(admin, faqId, { position: 100 }) },
    { name: 'take a question away', act: () => deleteFaq(admin, faqId) },
    { name: 'change a promotion', act: () => updatePromotion(admin, promotionId, { ...PROMOTION, bonusQuotas: 2 }) },
    { name: 'end a promotion', act: () => deletePromotion(admin, promotionId) },
    {
      name: 'add quota prizes',
      act: async () => void (quotaPrizeIds = (await createQuotaPrizes(admin, prized, numbers)).ids),
    },
    { name: 'delete a quota prize', act: () => deleteQuotaPrize(admin, quotaPrizeIds[0]!) },
    { name: 'withhold a quota prize from the beginning', act: () => setQuotaPrizeLock(admin, quotaPrizeIds[1]!, true) },
    { name: 'sell it after all', act: () => setQuotaPrizeLock(admin, quotaPrizeIds[1]!, false) },
    {
      name: 'win quota prizes',
      async act() {
        for (let n = 0; n < 5; n++) await stage.pay(await stage.anOrder(prized));
      },
    },
    {
      name: 'lock a quota prize',
      act: async () => setQuotaPrizeLock(admin, await idOf(`quota_prizes WHERE raffle_id = '${huge}' AND won_at IS NULL`), true),
    },
    {
      name: 'unlock a quota prize',
      act: async () => setQuotaPrizeLock(admin, await idOf(`quota_prizes WHERE raffle_id = '${huge}' AND is_locked`), false),
    },
    {
      name: 'pay commissions out',
      act: () => payOutCommission(admin, { userId: of.heavyBuyer.id, amount: 1n, reference: 'E2E' }),
    },
    {
      name: 'upload a picture',
      act: async () => void (fileId = (await uploadPictures(admin, [await aPicture(100, 100).png().toBuffer()]))[0]?.id ?? ''),
    },
    { name: 'delete a picture', act: () => deleteFile(admin, fileId) },
    { name: 'read a referrer', act: () => findReferrer(admin, of.heavyBuyer.id) },
    {
      name: 'make a user',
      act: () => createUser(admin, { role: 'USER', name: 'Rui Costa', phone: '+5511977776655', cpf: validCpf(7) }),
    },
    { name: 'change a user', act: () => updateUser(admin, of.buyer.id, { name: 'Rui C.', email: 'rui@example.com' }) },
    { name: 'block a user', act: () => blockUser(admin, of.buyer.id, 'fraud') },
    { name: 'unblock a user', act: () => unblockUser(admin, of.buyer.id) },
    {
      name: 'dismiss an operator',
      act: async () => deleteUser(admin, await idOf(`users WHERE role = 'ADMIN' AND id <> '${actorOf(admin)?.id}'`)),
    },
    { name: 'end the sessions of a user', act: () => endUserSessions(admin, of.buyer.id) },
    { name: 'find a user by phone', act: () => findUserByPhone(admin, '+5521910000001') },
    {
      name: 'export personal data',
      act: async () => {
        for await (const _text of await personalDataOf(admin, of.heavyBuyer.id)) continue;
      },
    },
    {
      name: 'delete a buyer',
      act: () =>
        deleteUser(admin, of.heavyBuyer.id).catch((error: unknown) => error instanceof DomainError || Promise.reject(error)),
    },
    { name: 'read an order', act: () => findOrder(admin, of.paidOrderId) },
    { name: 'find the owner of a number', act: () => findOwner(admin, huge, '1') },
    { name: 'change a raffle', act: () => updateRaffle(admin, huge, { title: 'Moto azul' }) },
    { name: 'change what is frozen', act: () => updateRaffle(admin, unsold, { quotaPrice: 300n }) },
    { name: 'delete a raffle', act: () => deleteRaffle(admin, unsold) },
    {
      name: 'call a raffle off',
      async act() {
        const { amount } = await app.refundTotalOf(small);
        return updateRaffle(admin, small, { status: 'CANCELLED', confirmRefundTotal: amount });
      },
    },
    {
      name: 'sign up',
      act: () =>
        createCustomer(admin, {
          name: 'Ana Lima',
          phone,
          cpf: validCpf(1),
          email: 'a@example.com',
          password: 'uma-senha-boa',
        }),
    },
    {
      name: 'log in',
      async act() {
        const user = await app.db.prisma.user.findUniqueOrThrow({ where: { id: of.heavyBuyer.id } });
        ({ refreshToken } = await app.db.transaction((tx) => openSession(heavyBuyer, tx, user)));
      },
    },
    { name: 'refresh a session', act: () => refreshSession(heavyBuyer, refreshToken) },
    { name: 'refresh it again', act: () => refreshSession(heavyBuyer, refreshToken) },
    { name: 'list sessions', act: () => mySessions(heavyBuyer) },
    { name: 'log out', act: () => logOut(heavyBuyer, refreshToken) },
    {
      name: 'log out by an access token',
      act: () =>
        logOut(
          Object.assign(Object.create(heavyBuyer) as Context, { token: { ...heavyBuyer.token!, sessionId: uuidv7() } }),
          null,
        ),
    },
    { name: 'end all sessions', act: () => endAllSessions(heavyBuyer) },
    { name: 'ask for a code', act: () => requestLoginCode(heavyBuyer, phone) },
    {
      name: 'try a wrong code',
      act: () => userLogin(heavyBuyer, { phone, code: 'none' }).catch((error: DomainError) => error),
    },
    { name: 'send a test event', act: async () => sendTestEvent(admin, String(of.endpoint), 'order.paid') },
    {
      name: 'send a webhook again',
      act: async () => redeliverDelivery(app, OPERATORS, await idOf(`webhook_deliveries WHERE endpoint_id = ${of.endpoint}`)),
    },
  ];
}

/** A draw of the huge raffle, after all else: nobody sells or refunds it any more. */
export async function everyActOfADraw(stage: TransitionStage, of: MillionOrders): Promise<Act[]> {
  const { app, admin } = stage;
  const { huge } = of.raffles;
  Object.assign(app.beacon, { roundOf: async (round: number) => signRound(round) });
  const stand = () => withoutTriggers({ app }, `UPDATE draws SET due_at = now() WHERE raffle_id = '${huge}'`);
  return [
    {
      name: 'freeze a raffle',
      act: async () => {
        await updateRaffle(admin, huge, { status: 'CLOSED' });
        return createWinner(admin, huge, { force: true });
      },
    },
    { name: 'open a frozen raffle again', act: () => updateRaffle(admin, huge, { status: 'OPEN' }).catch(orConflict) },
    { name: 'show that an order takes part', act: () => drawInclusion(admin, of.paidOrderId) },
    {
      name: 'draw',
      act: async () => {
        await stand();
        await processDraws(app, createBackoff({ firstMs: 0, longestMs: 0 }));
        await processDraws(app, createBackoff({ firstMs: 0, longestMs: 0 }));
      },
    },
    {
      name: 'show the draw',
      act: async () => {
        const { manifestHash } = (await drawProof(admin, huge, { withManifest: true })) ?? {};
        if (!manifestHash || (await compressedProof(app, huge)) === undefined) throw new Error('the raffle is not drawn');
        await winnersOfRaffle(app, huge);
      },
    },
    { name: 'show a winner', act: () => findWinner(admin, '1') },
  ];
}

/** One round of everything that recurs. */
export function everyWorker(stage: TransitionStage, of: MillionOrders): Act[] {
  const { app } = stage;
  return [
    { name: 'raffles.dates', act: () => moveRafflesByDate(app) },
    { name: 'orders.expiry', act: () => expireOrders(app) },
    { name: 'payments.inbox', act: () => processCallbacks(app) },
    {
      name: 'refunds.raffles',
      async act() {
        await app.db.pool.query(
          `-- as if nothing of it were done\n UPDATE raffles SET refunded_up_to = 0 WHERE id = '${of.raffles.calledOff}'`,
        );
        await refundCancelledRaffles(app);
      },
    },
    { name: 'refunds.processing', act: () => stage.askForRefunds() },
    { name: 'reconciliation', act: () => reconcileNow(app) },
    { name: 'figures of open work', act: () => openWork(app).read() },
    { name: 'figures of backlogs', act: () => backlogs(app).read() },
    { name: 'figures of orders', act: () => orderFigures(app).read() },
    { name: 'reconciliation.books', act: () => takeTurnAtBooks(app) },
    { name: 'all books', act: () => checkAllBooks(app) },
    { name: 'the report on the books', act: () => reportReconciliation(app) },
    { name: 'draws.processing', act: () => processDraws(app, createBackoff({ firstMs: 0, longestMs: 0 })) },
    { name: 'retention.purge', act: () => applyRetention(app) },
    { name: 'files.sweep', act: () => sweepFiles(app) },
    {
      name: 'webhooks.deliveries',
      async act() {
        app.deliveries.start();
        // The receivers refuse: each delivery is claimed, tried and put off.
        await sleep(3_000);
        await app.deliveries.stop();
      },
    },
    { name: 'webhooks.secrets', act: () => forgetSecrets(app) },
    { name: 'the end of an endpoint', act: () => endDeliveries(app, of.endpoint, 'deleted') },
  ];
}

function contextOf({ app }: TransitionStage, kind: 'USER' | 'CLIENT', token: string): Promise<Context> {
  const request = { requestId: 'test', clientAddress: '127.0.0.1', authorization: `Bearer ${token}`, longLived: true };
  return app.contextFor({ ...request, accepts: [kind] });
}

/** Its statements are what counts, and they ran. */
function orConflict(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'CONFLICT')) throw error;
}
