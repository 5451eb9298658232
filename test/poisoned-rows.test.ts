import { beforeEach, describe, expect, it } from 'vitest';
import { checkDisputes } from '../src/disputes/dispute-worker.js';
import type { Database } from '../src/platform/database/database.js';
import { isLockTimeout } from '../src/platform/database/errors.js';
import { statement } from '../src/platform/database/statement.js';
import { moveRafflesByDate } from '../src/raffles/raffle-dates.js';
import { updateRaffle } from '../src/raffles/raffle-change.service.js';
import { checkCharges } from '../src/reconciliation/charge-checks.js';
import { scanReceived } from '../src/reconciliation/received-scan.js';
import { refundCancelledRaffles } from '../src/refunds/cancelled-raffles.js';
import { processRefunds } from '../src/refunds/refund-worker.js';
import { claimRefunds } from '../src/refunds/refund.sql.js';
import { refundOrder } from '../src/refunds/refund.service.js';
import { applyRetention } from '../src/workers.js';
import { startBankFront } from './support/bank-front.js';
import { startOtherProcess } from './support/other-process.js';
import { askSandbox } from './support/sandbox.js';
import { changeProvider } from './support/sales.js';
import { forTests, type TestServer } from './support/start.js';
import { startTransitionStage } from './support/transition-stage.js';

/*
 * One row that a worker cannot do stands beside others that it can: the others are done.
 */

const stage = forTests(startTransitionStage);
const front = forTests(() => startBankFront(stage.bankUrl));
const db = () => stage.app.db.prisma;

beforeEach(async () => {
  await changeProvider({ app: stage.app } as TestServer, 'sandbox', { baseUrl: front.url });
  await stage.forgetOpenRefunds();
});

async function aPayment() {
  const order = await stage.anOrder((await stage.aRaffle({ quotaPrice: 1_000n })).id, 'sandbox');
  return { order, payment: await stage.payAtBank(order) };
}
async function aDueRefund() {
  const { order } = await aPayment();
  await refundOrder(stage.admin, order.id, {});
  return db().refund.findFirstOrThrow({ where: { payment: { orderId: BigInt(order.id) } } });
}
/** Does `act` while another process has the counter of this raffle. */
async function withCounterHeld(raffleId: string, act: () => Promise<unknown>): Promise<void> {
  const other = await startOtherProcess(stage.app.config.databaseUrl ?? '');
  try {
    await other.query('SELECT FROM raffle_counters WHERE raffle_id = $1 FOR UPDATE', [raffleId]);
    await act();
  } finally {
    await other.end();
  }
}

describe('a refund that FAILED, or that an operator is to make', () => {
  it.each(['FAILED', 'BY_HAND'] as const)('%s is never due', async (status) => {
    const { id } = await aDueRefund();
    await expect(db().refund.update({ where: { id }, data: { status } })).rejects.toThrow('refunds_due');
  });

  it('is neither sent nor in the way of others, should it be due all the same', async () => {
    const [failed, good] = [await aDueRefund(), await aDueRefund()];
    const other = await startOtherProcess(stage.app.config.databaseUrl ?? '');
    try {
      await other.query('ALTER TABLE refunds DROP CONSTRAINT refunds_due');
      await other.query(`UPDATE refunds SET status = 'FAILED' WHERE id = '${failed.id}'`);
      await other.query("SET LOCAL lock_timeout = '1s'");
      const claimed = await other.query(claimRefunds.text, [60, 50]);
      expect(claimed).toMatchObject({ rows: [{ id: good.id }] });
    } finally {
      await other.end();
    }
  });
});

describe('what a bank wrote and PostgreSQL cannot keep', () => {
  it('of a refund ends that refund, and others are made', async () => {
    const refunds = [await aDueRefund(), await aDueRefund()];
    const held = front.hold('PUT', /\/devolucao\//);
    const asking = processRefunds(stage.app);
    (await held).pass((document) => Object.assign(document, { status: 'NAO_REALIZADO', motivo: 'conta\0encerrada' }));
    expect(await asking).toBe(2);
    const after = await db().refund.findMany({ where: { id: { in: refunds.map(({ id }) => id) } }, orderBy: { status: 'asc' } });
    expect(after).toMatchObject([
      { status: expect.stringMatching(/^(PROCESSING|RETURNED)$/), lastError: null },
      { status: 'FAILED', lastError: 'conta\ufffdencerrada' },
    ]);
  });

  it('of a return is kept without it', async () => {
    const { payment } = await aPayment();
    const held = front.hold('GET', /\/pix\?/);
    const provider = await stage.app.providers.find('sandbox');
    const scanning = scanReceived(stage.app, provider!, undefined, true);
    const opened = {
      id: 'R1',
      rtrId: `D${payment.endToEndId.slice(1)}`,
      valor: '1.00',
      motivo: 'a\0b',
      status: 'EM_PROCESSAMENTO',
    };
    (await held).pass((document) => {
      const entry = document.pix.find(({ endToEndId }: { endToEndId: string }) => endToEndId === payment.endToEndId);
      entry.devolucoes = [{ ...opened, natureza: 'MED_FRAUDE', horario: { solicitacao: new Date().toISOString() } }];
    });
    expect((await scanning)?.error).toBeUndefined();
    const dispute = await db().dispute.findFirstOrThrow({ where: { payment: { endToEndId: payment.endToEndId } } });
    expect(dispute).toMatchObject({ status: 'OPEN', reason: 'a\ufffdb' });
    await db().dispute.update({ where: { id: dispute.id }, data: { nextCheckAt: new Date(0) } });
    expect(await checkDisputes(stage.app)).toBe(false);
  });
});

it('a charge whose payment cannot be written keeps no other from being asked about', async () => {
  const { id: raffleId } = await stage.aRaffle({ quotaPrice: 1_000n });
  // More than are asked about at once: what fails first would stop the last.
  const orders = [];
  for (let n = 0; n < 12; n += 1) orders.push(await stage.anOrder(raffleId, 'sandbox'));
  const txids = orders.map(({ qrCodeId }) => qrCodeId ?? '');
  for (const { qrCodeContent } of orders)
    await askSandbox(stage.bankUrl, 'POST', '/sandbox/pay', { pixCopiaECola: qrCodeContent });
  await db().charge.updateMany({ where: { txid: { notIn: txids } }, data: { nextCheckAt: null } });
  for (const [n, txid] of txids.entries()) await db().charge.update({ where: { txid }, data: { nextCheckAt: new Date(n) } });
  await stage.app.db.pool.query(`ALTER TABLE payments ADD CONSTRAINT poison CHECK (txid <> '${txids[0]}') NOT VALID`);
  const provider = await stage.app.providers.find('sandbox');
  const paid = () => db().order.count({ where: { raffleId, status: 'PAID' } });
  await checkCharges(stage.app, provider!);
  expect(await paid()).toBe(11);
  const { nextCheckAt } = await db().charge.findUniqueOrThrow({ where: { txid: txids[0] ?? '' } });
  expect(Number(nextCheckAt)).toBeGreaterThan(Date.now());
  await stage.app.db.pool.query('ALTER TABLE payments DROP CONSTRAINT poison');
  await db().charge.update({ where: { txid: txids[0] ?? '' }, data: { nextCheckAt: new Date(0) } });
  await checkCharges(stage.app, provider!);
  expect(await paid()).toBe(12);
});

it('a kind of old rows that cannot be purged keeps no other from being purged', async () => {
  const bad = {
    statement: statement<object>('purge_nothing', 'SELECT 1 / ($2::int - $2::int) WHERE $1::int > 0'),
    days: 1,
    ofPerson: null,
  };
  const purged: string[] = [];
  const db = {
    query: async (asked: { name: string; text: string }, values: unknown[]) => {
      const rows = await stage.app.db.query(asked as never, values);
      purged.push(asked.name);
      return rows;
    },
  } as unknown as Database;
  const features = [{ ...stage.app.features[0]!, retention: [bad] }, ...stage.app.features];
  await expect(applyRetention({ db, features })).rejects.toThrow('division by zero');
  expect(purged).toContain('purge_callbacks');
});

describe('a raffle whose counter another process holds', () => {
  it('keeps no other from being refunded after it was called off', async () => {
    const raffles = [await stage.aRaffle(), await stage.aRaffle()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const orders = await Promise.all(raffles.map(({ id }) => stage.anOrder(id)));
    for (const order of orders) await stage.pay(order);
    for (const [index, { id }] of raffles.entries()) {
      await updateRaffle(stage.admin, id, { status: 'CANCELLED', confirmRefundTotal: BigInt(orders[index]?.totalValue ?? 0) });
    }
    const statuses = async () =>
      Promise.all(orders.map(async ({ id }) => (await db().order.findUniqueOrThrow({ where: { id: BigInt(id) } })).status));
    await withCounterHeld(raffles[0]?.id ?? '', async () => {
      await expect(refundCancelledRaffles(stage.app)).rejects.toSatisfy(isLockTimeout);
      expect(await statuses()).toEqual(['PAID', 'REFUNDED']);
    });
    await refundCancelledRaffles(stage.app);
    expect(await statuses()).toEqual(['REFUNDED', 'REFUNDED']);
  });

  it('keeps no other from closing at its date', async () => {
    const raffles = await Promise.all(
      [2, 1].map((minutes) => stage.aRaffle({ endsAt: new Date(Date.now() - minutes * 60_000) })),
    );
    const statuses = async () =>
      Promise.all(raffles.map(async ({ id }) => (await db().raffle.findUniqueOrThrow({ where: { id } })).status));
    await withCounterHeld(raffles[0]?.id ?? '', async () => {
      await expect(moveRafflesByDate(stage.app)).rejects.toSatisfy(isLockTimeout);
      expect(await statuses()).toEqual(['OPEN', 'CLOSED']);
    });
    await moveRafflesByDate(stage.app);
    expect(await statuses()).toEqual(['CLOSED', 'CLOSED']);
  });
});

it('a charge of a billing order is never among those that are asked about', async () => {
  const { order } = await aPayment();
  await expect(
    stage.app.db.pool.query(
      'UPDATE charges SET order_id = NULL, billing_order_id = gen_random_uuid(), next_check_at = now() WHERE txid = $1',
      [order.qrCodeId],
    ),
  ).rejects.toThrow('charges_checked');
});
