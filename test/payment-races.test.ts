import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settlePayment } from '../src/payments/settle-payment.js';
import { startOtherProcess } from './support/other-process.js';
import { aPayment, startTransitionStage, type TransitionStage } from './support/transition-stage.js';

let stage: TransitionStage;
beforeAll(async () => {
  stage = await startTransitionStage();
});
afterAll(() => stage?.stop());

const db = () => stage.app.db.prisma;
const anOrder = async () => stage.anOrder((await stage.aRaffle()).id);
const statusOf = async (id: string) => (await db().order.findUniqueOrThrow({ where: { id: BigInt(id) } })).status;

it('money that another process is just recording for somebody else pays nobody here', async () => {
  const order = await anOrder();
  const payment = aPayment({ txid: order.qrCodeId ?? '' });
  const other = await startOtherProcess(stage.app.config.databaseUrl ?? '');
  try {
    await other.query(
      `INSERT INTO payments (id, provider_name, end_to_end_id, amount, source, paid_at) VALUES ($1, 'static', $2, 100, 'CALLBACK', now())`,
      [uuidv7(), payment.endToEndId],
    );
    expect(await other.commitBehind(() => settlePayment(stage.app, 'static', payment, 'CALLBACK'))).toBe('REPEATED');
  } finally {
    await other.end();
  }
  expect(await statusOf(order.id)).toBe('PENDING');
  expect(await db().payment.count({ where: { endToEndId: payment.endToEndId } })).toBe(1);
});

it("a payment that is nobody's is not given to an order while an operator decides on it", async () => {
  const order = await anOrder();
  const payment = aPayment();
  expect(await settlePayment(stage.app, 'static', payment, 'RECONCILIATION')).toBe('LATE');
  const other = await startOtherProcess(stage.app.config.databaseUrl ?? '');
  try {
    const { rows } = (await other.query('SELECT id FROM payments WHERE end_to_end_id = $1 FOR UPDATE', [payment.endToEndId])) as {
      rows: { id: string }[];
    };
    await other.query("UPDATE late_payments SET status = 'RESOLVED', note = 'given back in cash' WHERE payment_id = $1", [
      rows[0]?.id,
    ]);
    const known = { ...payment, txid: order.qrCodeId ?? '' };
    expect(await other.commitBehind(() => settlePayment(stage.app, 'static', known, 'CALLBACK'))).toBe('REPEATED');
  } finally {
    await other.end();
  }
  expect(await statusOf(order.id)).toBe('PENDING');
  expect(await db().latePayment.findFirst({ where: { payment: { endToEndId: payment.endToEndId } } })).toMatchObject({
    status: 'RESOLVED',
  });
});
