import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { forTests } from './support/start.js';
import { startTransitionStage } from './support/transition-stage.js';
import { aCustomer } from './support/actors.js';

/*
 * The migration that takes away what earlier versions left about buyers who were deleted. On a database of today it changes the same.
 */

const FILE = path.join(import.meta.dirname, '../prisma/migrations/20261125232200_forget_words_of_the_deleted/migration.sql');
const WORDS = 'CANARY';

const stage = forTests(startTransitionStage);
const db = () => stage.app.db.prisma;

async function aBuyerWithWords(): Promise<{ userId: string; orderId: bigint }> {
  const { id: userId } = await aCustomer({ app: stage.app });
  const order = await stage.anOrder((await stage.aRaffle()).id);
  const orderId = BigInt(order.id);
  const { endToEndId } = await stage.pay(order);
  await db().order.update({ where: { id: orderId }, data: { userId } });
  const { id: paymentId } = await db().payment.findUniqueOrThrow({ where: { endToEndId } });
  const refundId = randomUUID().replaceAll('-', '');
  const refund = { id: refundId, paymentId, amount: 1n, initiator: 'OPERATOR', status: 'FAILED', reason: WORDS } as const;
  await db().refund.create({ data: refund });
  const late = { id: randomUUID(), paymentId, amount: 1n, reason: 'OVERPAID', status: 'RESOLVED', note: WORDS } as const;
  await db().latePayment.create({ data: late });
  await db().dispute.create({
    data: { id: randomUUID(), paymentId, amount: 1n, openedBy: 'OPERATOR', reason: WORDS, note: WORDS },
  });
  await db().referrer.create({
    data: { userId, entries: { create: { type: 'PAID_OUT', amount: 1n, reference: 'E1', note: WORDS } } },
  });
  const subjects = [
    ['user', userId],
    ['order', order.id],
    ['payment', paymentId],
    ['latePayment', late.id],
    ['refund', refundId],
  ];
  for (const [subjectType = '', subjectId = ''] of subjects) {
    const details = { amount: '1.00', reason: WORDS, evidence: WORDS };
    await db().auditEntry.create({ data: { action: 'test', subjectType, subjectId, details } });
  }
  const body = JSON.stringify({ type: 'order.refunded', data: { userId, refunds: [{ amount: '0.01', reason: WORDS }] } });
  await db().webhookEvent.create({ data: { id: randomUUID(), type: 'order.refunded', body, personId: userId } });
  return { userId, orderId };
}

async function wordsLeft({ userId, orderId }: { userId: string; orderId: bigint }): Promise<number> {
  const left = `
    SELECT (SELECT count(*) FROM refunds f JOIN payments p ON p.id = f.payment_id WHERE p.order_id = $2 AND reason = $3)
         + (SELECT count(*) FROM late_payments l JOIN payments p ON p.id = l.payment_id WHERE p.order_id = $2 AND note = $3)
         + (SELECT count(*) FROM disputes d JOIN payments p ON p.id = d.payment_id WHERE p.order_id = $2 AND d.reason = $3 AND note = $3)
         + (SELECT count(*) FROM commission_entries WHERE referrer_id = $1 AND note = $3)
         + (SELECT count(*) FROM webhook_events WHERE person_id = $1 AND body LIKE '%' || $3 || '%')
         + (SELECT count(*) FROM audit_log WHERE details ->> 'reason' = $3 AND details ->> 'evidence' = $3 AND (
              subject_id IN ($1::text, $2::text) OR subject_id IN (
                SELECT unnest(ARRAY[p.id::text, l.id::text, f.id]) FROM payments p JOIN late_payments l ON l.payment_id = p.id
                JOIN refunds f ON f.payment_id = p.id WHERE p.order_id = $2
              ))) AS count`;
  const { rows } = await stage.app.db.pool.query(left, [userId, orderId, WORDS]);
  return Number(rows[0].count);
}

it('takes the words about a deleted buyer away, and nothing else', async () => {
  const [deleted, other] = [await aBuyerWithWords(), await aBuyerWithWords()];
  const ALL = 10;
  expect([await wordsLeft(deleted), await wordsLeft(other)]).toEqual([ALL, ALL]);
  await db().user.update({ where: { id: deleted.userId }, data: { deletedAt: new Date() } });

  await stage.app.db.pool.query(await readFile(FILE, 'utf8'));
  expect([await wordsLeft(deleted), await wordsLeft(other)]).toEqual([0, ALL]);
  const entries = await db().auditEntry.findMany({ where: { subjectId: deleted.userId, action: 'test' } });
  expect(entries).toMatchObject([{ details: { amount: '1.00', reason: null, evidence: null } }]);
  const event = await db().webhookEvent.findFirstOrThrow({ where: { personId: deleted.userId } });
  expect(JSON.parse(event.body).data.refunds).toEqual([{ amount: '0.01', reason: null }]);
  await expect(db().auditEntry.deleteMany({})).rejects.toThrow('append-only');
});
