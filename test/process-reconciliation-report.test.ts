import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { settle } from '../src/payments/settle.js';
import { checkAllBooks } from '../src/reconciliation/books/check-books.js';
import { setAside } from '../src/reconciliation/unsettled-entries.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { raffleDesk } from './support/raffles.js';
import { aPaidOrder, anUnpaidOrder } from './support/order-rows.js';
import { startReconcileCommand } from './support/reconciliation.js';
import { restClient } from './support/rest-contract.js';
import { anOpenRaffle, aProvider, salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const CALLBACKS = 'count oldestAt latestAt examples { id providerName receivedAt attempts lastError }';
const REPORT = `{ reconciliation {
  checkedAt booksCheckedAt
  providers { name adapter openCharges oldestOpenAt overdueCharges overdueOrderIds ordersHeldUp scannedTo lastError }
  orphanedCallbacks { ${CALLBACKS} } failingCallbacks { ${CALLBACKS} }
  setAsideEntries { count examples { id providerName reference problem firstSeenAt lastSeenAt } }
  latePayments { count amount ids } failedRefunds { count amount ids } refundsByHand { count amount ids }
  overdueRefunds { count amount ids } owedPrizes { count amount ids }
  disagreements { rule count examples { id detail } }
} }`;

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
beforeAll(async () => {
  await seedProviders(server);
  await checkAllBooks(server.app);
});

const tables = () => server.app.db.prisma;
const report = async () => (await server.graphql(REPORT, {}, { token: admin.token })).data.reconciliation;
const disagreements = async () => (await report()).disagreements;
const byHand = (sql: string, ...values: unknown[]) => tables().$executeRawUnsafe(sql, ...values);

describe('the report', () => {
  it("is an operator's", async () => {
    const customer = await aCustomer(server);
    expect((await server.graphql(REPORT)).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect((await server.graphql(REPORT, {}, { token: customer.token })).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  it('is empty where all is well, and the same over REST', async () => {
    const raffle = await anOpenRaffle(server);
    await aPaidOrder(server, raffle.id, 3);
    const unpaid = await anUnpaidOrder(server, raffle.id, 2);
    const nothing = { count: 0, amount: '0.00', ids: [] };
    const noCallbacks = { count: 0, oldestAt: null, latestAt: null, examples: [] };
    const { createdAt } = await tables().order.findUniqueOrThrow({ where: { id: unpaid.id } });
    const expected = {
      checkedAt: expect.any(String),
      booksCheckedAt: expect.any(String),
      providers: [
        {
          name: 'static',
          adapter: 'static',
          openCharges: 1,
          oldestOpenAt: createdAt.toISOString(),
          overdueCharges: 0,
          overdueOrderIds: [],
          ordersHeldUp: 0,
          scannedTo: null,
          lastError: null,
        },
      ],
      orphanedCallbacks: noCallbacks,
      failingCallbacks: noCallbacks,
      latePayments: nothing,
      failedRefunds: nothing,
      refundsByHand: nothing,
      overdueRefunds: nothing,
      owedPrizes: nothing,
      setAsideEntries: { count: 0, examples: [] },
      disagreements: [],
    };
    expect(await report()).toEqual(expected);
    const ask = restClient(server);
    expect(await ask('GET /v1/payments/reconciliation', { token: admin.token })).toMatchObject({ status: 200, body: expected });
    expect((await ask('GET /v1/payments/reconciliation', { token: (await aCustomer(server)).token })).status).toBe(403);
  });

  it('tells of charges that nobody answers for, and of orders that are held up by it', async () => {
    const raffle = await anOpenRaffle(server);
    // Its row is there, its secret cannot be opened: as good as away.
    await aProvider(server, { name: 'locked', adapter: 'sandbox', baseUrl: 'http://127.0.0.1:9' });
    await tables().paymentProvider.update({ where: { name: 'locked' }, data: { sealedCallbackSecret: randomBytes(60) } });
    const orders = await Promise.all(Array.from({ length: 22 }, () => anUnpaidOrder(server, raffle.id, 1)));
    const expiresAt = new Date(Date.now() - 8 * 60_000);
    const ids = orders.map(({ id }) => id).sort((a, b) => Number(a - b));
    await tables().charge.updateMany({
      where: { orderId: { in: ids } },
      data: { dynamic: true, providerName: 'locked', nextCheckAt: new Date() },
    });
    const createdAt = new Date(Date.now() - 20 * 60_000);
    const times = { createdAt, expiresAt };
    await tables().order.updateMany({ where: { id: { in: ids } }, data: { ...times, paymentProviderName: 'locked' } });

    const ofLocked = async () => (await report()).providers.find(({ name }: { name: string }) => name === 'locked');
    expect(await ofLocked()).toMatchObject({
      openCharges: 22,
      oldestOpenAt: createdAt.toISOString(),
      overdueCharges: 22,
      overdueOrderIds: ids.slice(0, 20).map(String),
      ordersHeldUp: 22,
    });
    // As if the provider had answered at every one of its times that has come: five minutes after the expiry was the last.
    await tables().charge.updateMany({ where: { orderId: { in: ids } }, data: { checks: 6 } });
    expect(await ofLocked()).toMatchObject({ overdueCharges: 0, overdueOrderIds: [] });
    expect(await disagreements()).toEqual([]);
  });

  it('tells of callbacks that led to nothing, and of those that fail', async () => {
    const receivedAt = new Date('2026-11-20T10:00:00.000Z');
    const callback = { providerName: 'static', body: '{}', receivedAt };
    const orphan = { ...callback, attempts: 1, processedAt: new Date(), outcome: 'ORPHAN' as const };
    await tables().paymentCallback.createMany({
      data: Array.from({ length: 21 }, (_, i) => {
        return { ...orphan, id: uuidv7(), receivedAt: new Date(receivedAt.getTime() + i * 1_000) };
      }),
    });
    const failing = uuidv7();
    const nextAttemptAt = new Date(Date.now() + 3_600_000);
    await tables().paymentCallback.create({
      data: { ...callback, id: failing, attempts: 4, nextAttemptAt, lastError: 'the bank is away' },
    });
    const { orphanedCallbacks, failingCallbacks } = await report();
    expect(orphanedCallbacks).toMatchObject({
      count: 21,
      oldestAt: '2026-11-20T10:00:00.000Z',
      latestAt: '2026-11-20T10:00:20.000Z',
    });
    expect(orphanedCallbacks.examples).toHaveLength(20);
    expect(orphanedCallbacks.examples[0]).toMatchObject({ receivedAt: '2026-11-20T10:00:20.000Z', lastError: null });
    expect(failingCallbacks).toMatchObject({
      count: 1,
      examples: [{ id: failing, providerName: 'static', attempts: 4, lastError: 'the bank is away' }],
    });
  });

  it('tells of money that waits for somebody', async () => {
    const late = async (amount: bigint) => {
      const endToEndId = randomUUID();
      await settle(server.app, { source: 'RECONCILIATION', providerName: 'static', endToEndId, amount, paidAt: new Date() });
      return tables().latePayment.findFirstOrThrow({ where: { payment: { endToEndId } } });
    };
    const [first, second] = [await late(1_050n), await late(200n)];
    const refund = (
      id: string,
      status: 'FAILED' | 'BY_HAND' | 'PENDING',
      amount: bigint,
      more: { retryOf?: string; createdAt?: Date } = {},
    ) =>
      tables().refund.create({
        data: { id, paymentId: first.paymentId, latePaymentId: first.id, amount, status, initiator: 'OPERATOR', ...more },
      });
    await refund('refused', 'FAILED', 30n);
    await refund('refusedbefore', 'FAILED', 20n);
    await refund('again', 'BY_HAND', 20n, { retryOf: 'refusedbefore' });
    await refund('stuck', 'PENDING', 7n, { createdAt: new Date(Date.now() - 3_660_000) });
    await refund('fresh', 'PENDING', 8n, { createdAt: new Date(Date.now() - 3_540_000) });
    expect(await report()).toMatchObject({
      // Less what is on its way back of them.
      latePayments: { count: 2, amount: '12.15', ids: [first.id, second.id] },
      failedRefunds: { count: 1, amount: '0.30', ids: ['refused'] },
      refundsByHand: { count: 1, amount: '0.20', ids: ['again'] },
      overdueRefunds: { count: 1, amount: '0.07', ids: ['stuck'] },
      disagreements: [],
    });
    const figures = await (await fetch(`${server.url}/metrics`)).text();
    for (const line of [
      'gateway_open_work{kind="late_payments"} 2',
      'gateway_open_work_reais{kind="late_payments"} 12.15',
      'gateway_open_work{kind="failed_refunds"} 1',
      'gateway_open_work{kind="refunds_by_hand"} 1',
      'gateway_open_work{kind="overdue_refunds"} 1',
      'gateway_open_work_reais{kind="overdue_refunds"} 0.07',
      'gateway_open_work{kind="set_aside_entries"} 0',
    ])
      expect(figures).toContain(`${line}\n`);
  });

  it('does not ask for a refund that failed and whose money has gone back otherwise', async () => {
    const endToEndId = randomUUID();
    const incoming = { source: 'RECONCILIATION', providerName: 'static', endToEndId, amount: 40n, paidAt: new Date() } as const;
    await settle(server.app, incoming);
    const { id: latePaymentId, paymentId } = await tables().latePayment.findFirstOrThrow({ where: { payment: { endToEndId } } });
    const data = { paymentId, latePaymentId, amount: 40n, initiator: 'OPERATOR' } as const;
    await tables().refund.create({ data: { ...data, id: 'gonefailed', status: 'FAILED' } });
    expect((await report()).failedRefunds.ids).toContain('gonefailed');
    await tables().refund.create({ data: { ...data, id: 'gone', latePaymentId: null, initiator: 'BANK', status: 'RETURNED' } });
    expect((await report()).failedRefunds.ids).not.toContain('gonefailed');
    await tables().latePayment.update({ where: { id: latePaymentId }, data: { status: 'REFUNDED' } });
  });

  it('tells of entries that were set aside, until an operator says what became of them', async () => {
    await setAside(server.app.db, 'static', { reference: 'E1', problem: 'valor is not money' });
    await setAside(server.app.db, 'static', { reference: 'E1', problem: 'valor is no amount' });
    const { setAsideEntries } = await report();
    expect(setAsideEntries).toMatchObject({
      count: 1,
      examples: [{ providerName: 'static', reference: 'E1', problem: 'valor is no amount' }],
    });
    const { id } = setAsideEntries.examples[0];
    const ask = restClient(server);
    const resolve = (note: string, of = id) =>
      ask('PATCH /v1/payments/reconciliation/entries/{id}/resolve', { token: admin.token, params: { id: of }, body: { note } });
    expect((await resolve('  ')).status).toBe(400);
    expect((await resolve('paid in cash', randomUUID())).status).toBe(404);
    expect(await resolve('paid in cash')).toMatchObject({ status: 200, body: { id, reference: 'E1' } });
    expect((await resolve('again')).status).toBe(200);
    expect((await report()).setAsideEntries.count).toBe(0);
    const audit = await tables().auditEntry.findMany({ where: { action: 'resolveUnsettledEntry' } });
    expect(audit).toMatchObject([{ actorId: admin.id, subjectId: id, details: { note: 'paid in cash' } }]);
    await setAside(server.app.db, 'static', { reference: 'E1', problem: 'still' });
    expect((await report()).setAsideEntries.count).toBe(0);
  });
});

interface Found {
  rule: string;
  count: number;
  examples: { id: string; detail: string }[];
}

describe('what disagrees in the books', () => {
  const broken = (rule: string, id: unknown, detail: string): Found => {
    return { rule, count: 1, examples: [{ id: String(id), detail }] };
  };
  async function brokenBy(how: () => Promise<unknown>, mend: () => Promise<unknown>): Promise<Found[]> {
    expect(await disagreements()).toEqual([]);
    await how();
    const found = await disagreements();
    await mend();
    expect(await disagreements()).toEqual([]);
    return found;
  }
  const aSale = async () => {
    const raffle = await anOpenRaffle(server);
    const paid = await aPaidOrder(server, raffle.id, 3);
    return { raffleId: raffle.id, paid, unpaid: await anUnpaidOrder(server, raffle.id, 2) };
  };

  it('are counters that say something else than the orders', async () => {
    const { raffleId } = await aSale();
    const found = await brokenBy(
      () => byHand('UPDATE raffle_counters SET reserved = 5, allocated = 4 WHERE raffle_id = $1::uuid', raffleId),
      () => byHand('UPDATE raffle_counters SET reserved = 2, allocated = 3 WHERE raffle_id = $1::uuid', raffleId),
    );
    expect(found).toEqual([
      broken('RAFFLE_RESERVED', raffleId, 'the counter has 5 reserved, unpaid orders hold 2'),
      broken(
        'RAFFLE_ALLOCATED',
        raffleId,
        'the counter has 4 allocated, 0 returned and 0 spent, blocks hold 3 and end at 4, 0 are listed as returned',
      ),
    ]);
  });

  it('is a buyer who holds something else than their orders', async () => {
    const { raffleId, paid } = await aSale();
    const found = await brokenBy(
      async () => {
        await byHand('UPDATE raffle_buyers SET allocated = 9 WHERE user_id = $1::uuid', paid.userId);
        // What changes there without an order is not marked.
        await checkAllBooks(server.app);
      },
      () => byHand('UPDATE raffle_buyers SET allocated = 3 WHERE user_id = $1::uuid', paid.userId),
    );
    const detail = 'the buyer has 0 reserved, 9 paid and 0 given back, their orders hold 0, 3 and 0';
    expect(found).toEqual([broken('BUYER_HOLDINGS', `${raffleId} ${paid.userId}`, detail)]);
  });

  it('is a paid order without its block, and a block that is voided', async () => {
    const { raffleId, paid } = await aSale();
    const other = await aPaidOrder(server, raffleId, 2);
    const found = await brokenBy(
      async () => {
        const unpaid = await anUnpaidOrder(server, raffleId, 3);
        await byHand('UPDATE quota_allocations SET order_id = $1 WHERE order_id = $2', unpaid.id, paid.id);
        await byHand('UPDATE quota_allocations SET voided_at = now() WHERE order_id = $1', other.id);
      },
      async () => {
        const block = 'raffle_id = $2::uuid AND first_ordinal = 0';
        await byHand(`UPDATE quota_allocations SET order_id = $1 WHERE ${block}`, paid.id, raffleId);
        await byHand('UPDATE quota_allocations SET voided_at = NULL WHERE order_id = $1', other.id);
      },
    );
    // Its quotas are neither live nor listed for sale.
    expect(found).toMatchObject([
      { rule: 'RAFFLE_ALLOCATED', count: 1 },
      { rule: 'ORDER_BLOCK', count: 3 },
    ]);
    expect(found[1]?.examples.map(({ detail }) => detail).sort()).toEqual([
      'the order is PAID over 2 quotas, with a block of 2, voided',
      'the order is PAID over 3 quotas, without a block',
      'the order is PENDING over 3 quotas, with a block of 3',
    ]);
  });

  it('is a paid order that nobody paid, and one that another amount was paid for', async () => {
    const { raffleId, paid } = await aSale();
    const other = await aPaidOrder(server, raffleId, 1);
    const payment = await tables().payment.findFirstOrThrow({ where: { orderId: paid.id } });
    const found = await brokenBy(
      async () => {
        await byHand('UPDATE payments SET order_id = NULL WHERE order_id = $1', paid.id);
        await byHand('UPDATE payments SET amount = 99 WHERE order_id = $1', other.id);
      },
      async () => {
        await byHand('UPDATE payments SET order_id = $1 WHERE txid = $2', paid.id, paid.txid);
        await byHand('UPDATE payments SET amount = 100 WHERE order_id = $1', other.id);
      },
    );
    expect(found).toEqual([
      broken('ORDER_PAYMENT', paid.id, 'the order of 3.00 is PAID and nobody paid'),
      broken('ORDER_AMOUNT', other.id, 'the order of 1.00 is PAID, 0.99 was paid for it'),
      broken('PAYMENT_USE', payment.id, "of 3.00, 0.00 is late, which is nobody's, and 0.00 was returned"),
    ]);
  });

  it('is a charge that stands otherwise than its order', async () => {
    const { unpaid } = await aSale();
    const found = await brokenBy(
      () => byHand(`UPDATE charges SET status = 'PAID' WHERE order_id = $1`, unpaid.id),
      () => byHand(`UPDATE charges SET status = 'ACTIVE' WHERE order_id = $1`, unpaid.id),
    );
    expect(found).toEqual([broken('ORDER_CHARGE', unpaid.id, 'the order is PENDING, its charge PAID')]);
  });

  it('is a refunded order whose money nobody asked back, and a late payment that was never returned', async () => {
    const { raffleId, paid } = await aSale();
    await salesDesk(server.graphql).pay(admin.token, String((await anUnpaidOrder(server, raffleId, 1)).id));
    const refundOrder = 'mutation ($id: ID!) { refundOrder(id: $id) { status } }';
    await server.graphql(refundOrder, { id: String(paid.id) }, { token: admin.token });
    const endToEndId = randomUUID();
    const { txid } = paid;
    const incoming = { source: 'RECONCILIATION', providerName: 'static', txid, endToEndId, paidAt: new Date() } as const;
    await settle(server.app, { ...incoming, amount: 700n });
    const late = await tables().latePayment.findFirstOrThrow({ where: { payment: { endToEndId } } });
    const payment = await tables().payment.findFirstOrThrow({ where: { orderId: paid.id, endToEndId: null } });
    const found = await brokenBy(
      async () => {
        await byHand('UPDATE refunds SET amount = 299 WHERE payment_id = $1::uuid', payment.id);
        await byHand(`UPDATE late_payments SET status = 'REFUNDED' WHERE id = $1::uuid`, late.id);
      },
      async () => {
        await byHand('UPDATE refunds SET amount = 300 WHERE payment_id = $1::uuid', payment.id);
        await byHand(`UPDATE late_payments SET status = 'PENDING' WHERE id = $1::uuid`, late.id);
      },
    );
    expect(found).toEqual([
      broken('ORDER_REFUND', paid.id, 'the order of 3.00 is REFUNDED, refunds of 2.99 were asked for'),
      broken('LATE_PAYMENT_STATE', late.id, '7.00 is REFUNDED, 0.00 of its payment was returned'),
    ]);
  });

  it('is more money that we return than arrived, which the database refuses', async () => {
    const { paid } = await aSale();
    const payment = await tables().payment.findFirstOrThrow({ where: { orderId: paid.id } });
    const refund = { paymentId: payment.id, amount: 301n, status: 'RETURNED', initiator: 'OPERATOR' } as const;
    const write = () => tables().refund.create({ data: { id: 'toomuch', ...refund } });
    await expect(write()).rejects.toThrow('would exceed it');
    await byHand('ALTER TABLE refunds DISABLE TRIGGER refunds_within_payment');
    const found = await brokenBy(write, () => tables().refund.delete({ where: { id: 'toomuch' } }));
    await byHand('ALTER TABLE refunds ENABLE TRIGGER refunds_within_payment');
    expect(found).toEqual([
      broken('ORDER_REFUND', paid.id, 'the order of 3.00 is PAID, and all of its money went back before the draw'),
      broken('PAYMENT_USE', payment.id, 'of 3.00, 0.00 is late and 3.01 was returned'),
    ]);
  });

  it("is a legacy client's charge or balance that its extract says otherwise of", async () => {
    const clientId = uuidv7();
    const secrets = { clientSecretHash: Buffer.alloc(32), sealedSignatureSecret: Buffer.alloc(60) };
    await tables().apiClient.create({ data: { id: clientId, name: 'Loja', clientKey: clientId, ...secrets } });
    const asked = { externalId: '1', fingerprint: Buffer.alloc(32), payerName: 'Maria', description: '', amount: 5_000n };
    const billingOrder = await tables().billingOrder.create({ data: { id: uuidv7(), clientId, ...asked } });
    const txid = `BILLINGORDER${billingOrder.number}`;
    const charge = { txid, billingOrderId: billingOrder.id, providerName: 'static', amount: 5_000n, dynamic: false };
    await tables().charge.create({ data: { ...charge, status: 'ACTIVE', expiresAt: new Date('9999-12-31T23:59:59Z') } });
    const incoming = { source: 'CALLBACK', providerName: 'static', txid, endToEndId: randomUUID(), paidAt: new Date() } as const;
    await settle(server.app, { ...incoming, amount: 5_100n });

    const found = await brokenBy(
      async () => {
        await byHand('UPDATE api_clients SET balance = 4999 WHERE id = $1::uuid', clientId);
        await byHand(`UPDATE billing_orders SET status = 'REFUNDED' WHERE id = $1::uuid`, billingOrder.id);
      },
      async () => {
        await byHand('UPDATE api_clients SET balance = 5000 WHERE id = $1::uuid', clientId);
        await byHand(`UPDATE billing_orders SET status = 'PAID' WHERE id = $1::uuid`, billingOrder.id);
      },
    );
    const detail = 'the billing order of 50.00 is REFUNDED: 50.00 was paid for it, 50.00 credited, 0.00 debited';
    expect(found).toEqual([
      broken('BILLING_ORDER_AMOUNT', billingOrder.id, detail),
      broken('CLIENT_BALANCE', clientId, 'the balance is 49.99, the extract sums up to 50.00 and ends with 50.00'),
    ]);
  });

  it('is nothing of what a raffle that is called off, or a busy sale, leaves behind', async () => {
    const raffle = await anOpenRaffle(server);
    await Promise.all(Array.from({ length: 5 }, () => anUnpaidOrder(server, raffle.id, 2)));
    await raffleDesk(server, admin.token).update(raffle.id, { status: 'CANCELLED' });
    expect(await disagreements()).toEqual([]);

    const busy = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const desk = salesDesk(server.graphql);
    let selling = true;
    const reports: unknown[] = [];
    const sale = Promise.all(
      Array.from({ length: 40 }, async () => {
        const { order } = await desk.buyWithoutGateway(buyer.token, { raffleId: busy.id, quotaQuantity: 1 });
        await desk.pay(admin.token, order?.id ?? '');
      }),
    ).then(() => (selling = false));
    while (selling) reports.push(await disagreements());
    await sale;
    expect(reports).toEqual(reports.map(() => []));
  });
});

describe('npm run reconcile', () => {
  it('says what it asked and what is open, and ends with 0 when the books agree', async () => {
    const { code, output, errors } = await startReconcileCommand(server).ended;
    expect(errors).toBe('');
    expect(output).toMatch(/^ {2}static: 0 charges asked about, has no list of received payments$/m);
    expect(output).toMatch(/^! 21 orphaned callbacks, from 2026-11-20T10:00:00\.000Z to 2026-11-20T10:00:20\.000Z$/m);
    expect(output).toMatch(/^! locked: 22 open charges since /m);
    expect(output).toMatch(/^The books agree\.$/m);
    expect(code).toBe(0);
  });

  it('ends with 1 when they do not, naming what', async () => {
    const raffle = await anOpenRaffle(server);
    await anUnpaidOrder(server, raffle.id, 2);
    await byHand('UPDATE raffle_counters SET reserved = 3 WHERE raffle_id = $1::uuid', raffle.id);
    const { code, output } = await startReconcileCommand(server).ended;
    const example = `    ${raffle.id}: the counter has 3 reserved, unpaid orders hold 2`;
    expect(output).toContain(`The books disagree:\n! RAFFLE_RESERVED: 1\n${example}\n`);
    expect(code).toBe(1);
  });
});
