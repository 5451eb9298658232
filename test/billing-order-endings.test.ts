import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  cancelBillingOrder,
  cancelOwnBillingOrder,
  expireBillingOrders,
} from '../src/legacy/billing-orders/billing-order-ending.service.js';
import { createBillingOrder, findBillingOrder, listBillingOrders } from '../src/legacy/billing-orders/billing-order.service.js';
import { billingOrderRecord } from '../src/legacy/billing-orders/billing-order-events.js';
import type { ReceivedPayment } from '../src/payment-providers/adapters/adapter.js';
import { settlePayment } from '../src/payments/settle.js';
import { checkAllBooks } from '../src/reconciliation/books/check-books.js';
import { reconcileNow } from '../src/reconciliation/reconcile.js';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import {
  confirmRefund,
  refundLatePayment,
  refundPixPayment,
  retryRefund,
} from '../src/refunds/late-and-manual-refund.service.js';
import { explainStatements } from './support/explained-statements.js';
import { aLegacyClient, chargeBody, refused } from './support/legacy-client.js';
import { askSandbox } from './support/sandbox.js';
import { aReportingProvider, changeProvider } from './support/sales.js';
import { forTests, startTestServer, type TestServer } from './support/start.js';
import { aPayment, startTransitionStage } from './support/transition-stage.js';

const stage = forTests(startTransitionStage);
// Charges are made at the first provider that reports static codes.
beforeAll(() => changeProvider({ app: stage.app } as TestServer, 'away', { active: false }));
beforeEach(async () => {
  await stage.behaveAtBank({});
  await stage.forgetOpenRefunds();
});
const db = () => stage.app.db.prisma;

const aCharge = () =>
  createBillingOrder(stage.client, {
    payerName: 'Maria',
    amount: 1_250n,
    externalId: randomUUID(),
    description: 'Pedido',
    extraData: null,
    webhookUrl: null,
  });
type Charge = Awaited<ReturnType<typeof aCharge>>;

const statusOf = async ({ id }: Charge) => billingOrderRecord(await findBillingOrder(stage.client, id)).status;
const balance = async () => (await db().apiClient.findUniqueOrThrow({ where: { id: stage.clientId } })).balance;
const endsAt = (id: string, time: number) =>
  db().billingOrder.update({ where: { id }, data: { expirationAt: new Date(Date.now() + time) } });

async function paid({ txid }: Charge, changes: Partial<ReceivedPayment> = {}) {
  const payment = aPayment({ txid, amountCentavos: 1_250n, ...changes });
  await settlePayment(stage.app, 'sandbox', payment, 'CALLBACK');
  return db().payment.findUniqueOrThrow({ where: { endToEndId: payment.endToEndId }, include: { latePayment: true } });
}

async function paidAtBank(charge: Charge) {
  const { body } = await askSandbox(stage.bankUrl, 'POST', '/sandbox/pay', { pixCopiaECola: charge.brCode });
  return paid(charge, { endToEndId: String(body.endToEndId) });
}

const booksAgree = async () => expect((await reportReconciliation(stage.app)).disagreements).toEqual([]);
const MINUTE = 60_000;

describe('an unpaid charge of a legacy client', () => {
  it('expires when its time is over, and not before; its code is then no open charge', async () => {
    const [over, still] = [await aCharge(), await aCharge()];
    await endsAt(over.id, -1_000);
    await endsAt(still.id, MINUTE);
    await expireBillingOrders(stage.app);
    expect([await statusOf(over), await statusOf(still)]).toEqual([3, 0]);
    expect(await db().billingOrder.findUnique({ where: { id: over.id } })).toMatchObject({ cancelledAt: null });
    const charges = await db().charge.findMany({
      where: { billingOrderId: { in: [over.id, still.id] } },
      orderBy: { status: 'asc' },
    });
    expect(charges.map(({ status, billingOrderId }) => [status, billingOrderId])).toEqual([
      ['ACTIVE', still.id],
      ['CANCELLED', over.id],
    ]);
    await booksAgree();
  });

  it('of before charges expired can be paid as long from now on as a new one', async () => {
    const old = await aCharge();
    await db().billingOrder.update({
      where: { id: old.id },
      data: { expirationAt: null, createdAt: new Date(Date.now() - 400 * 86_400_000) },
    });
    await expireBillingOrders(stage.app);
    expect(await statusOf(old)).toBe(0);
    const { expirationAt } = await db().billingOrder.findUniqueOrThrow({ where: { id: old.id } });
    expect(Math.abs((expirationAt?.getTime() ?? 0) - Date.now() - 30 * 86_400_000)).toBeLessThan(MINUTE);
  });

  it('that is being paid at that moment is paid', async () => {
    const charge = await aCharge();
    await endsAt(charge.id, -1_000);
    await stage.app.db.transaction(async (tx) => {
      await tx.prisma.$queryRaw`SELECT FROM billing_orders WHERE id = ${charge.id}::uuid FOR NO KEY UPDATE`;
      await expireBillingOrders(stage.app);
    });
    expect(await statusOf(charge)).toBe(0);
    expect((await paid(charge)).latePayment).toBeNull();
    await expireBillingOrders(stage.app);
    expect(await statusOf(charge)).toBe(1);
  });

  it('is ended in batches when there are very many', async () => {
    const { id: clientId } = await aClientWithUnpaid(600, `now() - interval '1 minute'`);
    expect(await expireBillingOrders(stage.app)).toBe(true);
    expect(await expireBillingOrders(stage.app)).toBe(false);
    expect(await db().billingOrder.count({ where: { clientId, status: 'CANCELLED' } })).toBe(600);
  });

  it('is cancelled by its client or an operator, once, and never after it was paid', async () => {
    const [own, desks, done] = [await aCharge(), await aCharge(), await aCharge()];
    const first = await cancelOwnBillingOrder(stage.client, own.id);
    expect(billingOrderRecord(first)).toMatchObject({ hash: own.id, status: 3, paid_at: null });
    expect(await cancelOwnBillingOrder(stage.client, own.id)).toEqual(first);
    expect(await cancelBillingOrder(stage.admin, desks.id)).toMatchObject({
      id: desks.id,
      status: 'CANCELLED',
      cancelledAt: expect.any(Date),
      txid: desks.txid,
    });
    await paid(done);
    await expect(cancelOwnBillingOrder(stage.client, done.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(cancelBillingOrder(stage.admin, done.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect([await statusOf(own), await statusOf(desks), await statusOf(done)]).toEqual([3, 3, 1]);
    await booksAgree();
  });
});

describe('money for a charge that has ended', () => {
  it('is late, and goes back to its payer; the client never has it', async () => {
    const before = await balance();
    const charge = await aCharge();
    await endsAt(charge.id, -1_000);
    await expireBillingOrders(stage.app);
    const { latePayment } = await paidAtBank(charge);
    expect(latePayment).toMatchObject({ status: 'PENDING', reason: 'ORDER_ENDED', amount: 1_250n });
    await refundLatePayment(stage.admin, latePayment?.id ?? '');
    const state = async () => {
      await stage.askForRefunds();
      return (await db().latePayment.findUniqueOrThrow({ where: { id: latePayment?.id ?? '' } })).status;
    };
    await expect.poll(state, { interval: 100 }).toBe('REFUNDED');
    expect([await statusOf(charge), await balance()]).toEqual([3, before]);
    await booksAgree();
  });

  it('pays it when it was made in its time and is reported later', async () => {
    const before = await balance();
    const [inTime, tooLate] = [await aCharge(), await aCharge()];
    for (const { id } of [inTime, tooLate]) await endsAt(id, -MINUTE);
    await expireBillingOrders(stage.app);
    const { expirationAt } = await db().billingOrder.findUniqueOrThrow({ where: { id: inTime.id } });
    expect((await paid(inTime, { paidAt: expirationAt ?? undefined })).latePayment).toBeNull();
    expect((await paid(tooLate, { paidAt: new Date(Date.now() - MINUTE + 1_000) })).latePayment).toMatchObject({
      reason: 'ORDER_ENDED',
    });
    expect([await statusOf(inTime), await statusOf(tooLate), await balance()]).toEqual([1, 3, before + 1_250n]);
    await booksAgree();
  });

  it('is late whenever it was made, once its client or an operator cancelled it', async () => {
    const charge = await aCharge();
    await cancelBillingOrder(stage.admin, charge.id);
    const { latePayment } = await paid(charge, { paidAt: new Date(Date.now() - MINUTE) });
    expect([latePayment?.reason, await statusOf(charge)]).toEqual(['ORDER_ENDED', 3]);
  });
});

describe('a refund of a paid charge', () => {
  it('leaves it in processing until the money is back, and only then refunded', async () => {
    const charge = await aCharge();
    const { id } = await paidAtBank(charge);
    const before = await balance();
    await stage.behaveAtBank({ refundDelayMs: 300 });
    await refundPixPayment(stage.admin, id, null);
    expect([await statusOf(charge), await balance()]).toEqual([2, before - 1_250n]);
    await stage.askForRefunds();
    expect(await statusOf(charge)).toBe(2);
    await booksAgree();
    // A payment for it meanwhile is nobody's.
    expect((await paid(charge)).latePayment).toMatchObject({ reason: 'ORDER_ENDED' });
    const status = async () => {
      await stage.askForRefunds();
      return statusOf(charge);
    };
    await expect.poll(status, { interval: 100 }).toBe(4);
    expect(await balance()).toBe(before - 1_250n);
    await booksAgree();
  });

  it('that its provider refuses leaves it in processing until it is asked for again or made by hand', async () => {
    const charges = [await aCharge(), await aCharge()];
    const payments = [await paidAtBank(charges[0] as Charge), await paidAtBank(charges[1] as Charge)];
    await stage.behaveAtBank({ refuseRefunds: true });
    const refused: string[] = [];
    for (const { id } of payments) {
      await refundPixPayment(stage.admin, id, null);
      await expect
        .poll(
          async () => {
            await stage.askForRefunds();
            return db().refund.findFirst({ where: { paymentId: id } });
          },
          { interval: 100 },
        )
        .toMatchObject({ status: 'FAILED' });
      refused.push((await db().refund.findFirstOrThrow({ where: { paymentId: id } })).id);
    }
    expect(await Promise.all(charges.map(statusOf))).toEqual([2, 2]);
    await stage.behaveAtBank({});
    await confirmRefund(stage.admin, refused[0] ?? '', 'by a transfer');
    await retryRefund(stage.admin, refused[1] ?? '');
    expect(await Promise.all(charges.map(statusOf))).toEqual([4, 2]);
    await expect
      .poll(
        async () => {
          await stage.askForRefunds();
          return statusOf(charges[1] as Charge);
        },
        { interval: 100 },
      )
      .toBe(4);
    await booksAgree();
  });

  it('that a bank made of a part, and an operator of the rest, ends when both are back', async () => {
    const charge = await aCharge();
    const payment = await paidAtBank(charge);
    await stage.takeBack(aPayment({ endToEndId: payment.endToEndId ?? '' }), 250n);
    expect(await statusOf(charge)).toBe(1);
    await refundPixPayment(stage.admin, payment.id, null);
    expect(await statusOf(charge)).toBe(2);
    const refund = await db().refund.findFirstOrThrow({ where: { paymentId: payment.id, initiator: 'OPERATOR' } });
    expect(refund.amount).toBe(1_000n);
    await db().refund.update({ where: { id: refund.id }, data: { status: 'BY_HAND', nextAttemptAt: null } });
    await confirmRefund(stage.admin, refund.id, 'by a transfer');
    expect(await statusOf(charge)).toBe(4);
    await booksAgree();
  });

  it('stays in processing while its refund is at the provider, whatever else the bank takes', async () => {
    const charge = await aCharge();
    const payment = await paidAtBank(charge);
    const taken = aPayment({ endToEndId: payment.endToEndId ?? '' });
    await stage.takeBack(taken, 250n);
    await refundPixPayment(stage.admin, payment.id, null);
    await db().refund.updateMany({ where: { paymentId: payment.id, initiator: 'OPERATOR' }, data: { status: 'PROCESSING' } });
    await stage.takeBack(taken, 10n);
    expect(await statusOf(charge)).toBe(2);
  });
});

describe('a list of charges for operators', () => {
  it('has those of one client with one status, newest first', async () => {
    const client = await aClientWithUnpaid(3, `now() + interval '1 day'`);
    const page = (status: 'PENDING' | 'CANCELLED', first = 2) =>
      listBillingOrders(stage.admin, { clientId: client.id, status }, { first });
    const all = await db().billingOrder.findMany({ where: { clientId: client.id }, orderBy: { number: 'desc' } });
    const { nodes, pageInfo } = await page('PENDING');
    expect(nodes.map(({ id, txid }) => [id, txid])).toEqual(
      all.slice(0, 2).map(({ id, number }) => [id, `BILLINGORDER${number}`]),
    );
    expect(pageInfo.hasNextPage).toBe(true);
    await cancelBillingOrder(stage.admin, all[1]?.id ?? '');
    expect((await page('CANCELLED')).nodes.map(({ id }) => id)).toEqual([all[1]?.id]);
    expect((await page('PENDING', 5)).nodes).toHaveLength(2);
  });
});

describe('unpaid charges of legacy clients in great number', () => {
  it('cost neither the report, nor reconciliation, nor a round of the books', async () => {
    await checkAllBooks(stage.app);
    await aClientWithUnpaid(20_000, `now() + interval '1 day'`);
    await stage.app.db.pool.query('ANALYZE billing_orders, charges');
    const explained = explainStatements();
    try {
      explained.during('the report');
      await reportReconciliation(stage.app);
      explained.during('reconciliation');
      await reconcileNow(stage.app);
      explained.during('a round of the books');
      await checkAllBooks(stage.app);
    } finally {
      explained.stop();
    }
    const dear = explained.all.filter(({ read }) => read > 5_000).map(({ statement, during, read }) => [during, statement, read]);
    expect(dear).toEqual([]);
    expect(new Set(explained.all.map(({ during }) => during)).size).toBe(3);
  });
});

describe('DELETE /cashin/api/billing_order/{hash}', () => {
  const server = forTests(startTestServer);

  it("cancels one's own unpaid charge, and no other", async () => {
    await aReportingProvider(server);
    const [client, other] = [await aLegacyClient(server), await aLegacyClient(server)];
    const charge = (await client.charge(chargeBody())).body;
    const address = `/cashin/api/billing_order/${charge.hash}`;
    for (const path of [address, `/cashin/api/billing_order/${randomUUID()}`, '/cashin/api/billing_order/x'])
      expect((await other.call('DELETE', path)).status).toBe(404);
    expect((await client.call('GET', address)).body).toEqual(charge);
    expect((await client.call('DELETE', address)).body).toEqual({ ...charge, status: 3 });
    expect((await client.call('DELETE', address)).body).toEqual({ ...charge, status: 3 });

    const paidOne = (await client.charge(chargeBody())).body;
    const endToEndId = `E${randomBytes(15).toString('hex')}`;
    await settlePayment(
      server.app,
      'bank',
      aPayment({ endToEndId, txid: paidOne.reference, amountCentavos: 1_250n }),
      'CALLBACK',
    );
    const answer = await client.call('DELETE', `/cashin/api/billing_order/${paidOne.hash}`);
    expect([answer.status, answer.body]).toEqual(refused(400, expect.stringContaining('paid')));
  });
});

/** Of a client of their own. `ends` is an expression. */
async function aClientWithUnpaid(count: number, ends: string): Promise<{ id: string }> {
  const { pool } = stage.app.db;
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO api_clients (id, name, client_key, client_secret_hash, sealed_signature_secret)
     VALUES (gen_random_uuid(), 'Loja', gen_random_uuid()::text, '', '') RETURNING id`,
  );
  const id = rows[0]?.id ?? '';
  await pool.query(
    `INSERT INTO billing_orders (id, client_id, external_id, fingerprint, payer_name, description, amount, expiration_at)
     SELECT gen_random_uuid(), $1, 'n' || n, '', 'Maria', 'Rifa', 100, ${ends} FROM generate_series(1, $2::int) n`,
    [id, count],
  );
  await pool.query(
    `INSERT INTO charges (txid, billing_order_id, provider_name, amount, dynamic, status, br_code, expires_at)
     SELECT 'BILLINGORDER' || number, id, 'sandbox', amount, false, 'ACTIVE', '00020126', '9999-12-31'
     FROM billing_orders WHERE client_id = $1`,
    [id],
  );
  return { id };
}
