import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startOtherProcess } from './support/other-process.js';
import { forTests } from './support/start.js';
import { startTransitionStage } from './support/transition-stage.js';

/*
 * What the database refuses whoever writes it: the last guard, should the code in front of it be wrong.
 */

const stage = forTests(startTransitionStage);

const db = () => stage.app.db.prisma;
const aPaidOrder = async (raffleId: string) => {
  const order = await stage.anOrder(raffleId);
  const { endToEndId } = await stage.pay(order);
  return { order, payment: await db().payment.findUniqueOrThrow({ where: { endToEndId } }) };
};

describe('a raffle', () => {
  it('is never oversold', async () => {
    const { id: raffleId } = await stage.aRaffle({ quotaQuantity: 10 });
    await stage.anOrder(raffleId);
    const sell = (data: object) => db().raffleCounter.update({ where: { raffleId }, data });
    for (const data of [{ reserved: 11 }, { allocated: 10 }, { sellable: 0 }, { reserved: -1 }, { allocated: -1 }])
      await expect(sell(data)).rejects.toThrow('raffle_counters_never_oversold');
    expect(await sell({ allocated: 9 })).toMatchObject({ sellable: 10, reserved: 1, allocated: 9 });
  });

  it('gives each number once', async () => {
    const { id: raffleId } = await stage.aRaffle();
    const [{ order }, other] = [await aPaidOrder(raffleId), await stage.anOrder(raffleId)];
    const where = { orderId: BigInt(order.id) };
    await db().quotaAllocation.updateMany({ where, data: { firstOrdinal: 10, endOrdinal: 20 } });
    const give = (firstOrdinal: number, endOrdinal: number) =>
      db().quotaAllocation.create({
        data: { orderId: BigInt(other.id), raffleId, leaf: 1, how: 'PIX', firstOrdinal, endOrdinal },
      });
    for (const [first, end] of [
      [19, 21],
      [9, 11],
      [12, 14],
      [5, 25],
    ] as const)
      await expect(give(first, end)).rejects.toThrow('quota_allocations_never_overlap');
    expect(await give(20, 21)).toMatchObject({ firstOrdinal: 20 });
  });
});

it('what is written back of a payment by two at once is summed one after the other', async () => {
  const { payment } = await aPaidOrder((await stage.aRaffle({ quotaPrice: 1_000n })).id);
  const id = () => randomBytes(16).toString('hex');
  const insert = "INSERT INTO refunds (id, payment_id, amount, initiator) VALUES ($1, $2, 600, 'OPERATOR')";
  const other = await startOtherProcess(stage.app.config.databaseUrl ?? '');
  try {
    await other.query(insert, [id(), payment.id]);
    const data = { id: id(), paymentId: payment.id, amount: 600n, initiator: 'OPERATOR' } as const;
    await expect(other.commitBehind(async () => db().refund.create({ data }))).rejects.toThrow('would exceed it');
  } finally {
    await other.end();
  }
});
