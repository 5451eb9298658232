import type { App, Context } from '../../src/context.js';
import { raffleStatement } from '../../src/raffle-statements/raffle-statement.service.js';
import { RETURNABLE } from '../../src/refunds/returnable.sql.js';
import type { Database } from '../../src/platform/database/database.js';
import { SANDBOX_ACCOUNT } from './sandbox.js';

/** All the money there is by where it is; centavos. */
export interface MoneyBalance {
  received: bigint;
  /** Of orders and of legacy charges that are paid. */
  held: bigint;
  /** Late, and not on its way back. */
  late: bigint;
  /** Of refunded orders, where a provider refused the refund: operators decide. */
  undecided: bigint;
  /** Returned, or on its way. */
  gone: bigint;
  /** Counted as gone twice: taken by the banks, and on its way back or returned by hand before. */
  overdrawn: bigint;
  problems: string[];
}

const BALANCE = `
  WITH payment AS (
    SELECT p.id, p.amount, coalesce(o.status::text, c.status::text) AS status, coalesce(o.total_value, c.amount) AS total_value,
           coalesce(l.amount, 0) AS late, l.status AS late_status, s.late_owed, s.returnable,
           t.taken + t.late_sent + t.sent AS gone, t.late_sent + t.sent AS sent,
           l.id IS NULL OR l.reason = 'OVERPAID' AS applied,
           EXISTS (SELECT FROM refunds f WHERE f.payment_id = p.id AND f.status = 'FAILED'
                     AND NOT EXISTS (SELECT FROM refunds r WHERE r.retry_of = f.id)) AS failed,
           EXISTS (SELECT FROM refunds f WHERE f.late_payment_id = l.id AND f.status IN ('PENDING', 'PROCESSING', 'BY_HAND')) AS on_its_way
    FROM payments p LEFT JOIN late_payments l ON l.payment_id = p.id LEFT JOIN orders o ON o.id = p.order_id
    LEFT JOIN billing_orders c ON c.id = p.billing_order_id ${RETURNABLE}
  )
  SELECT coalesce(sum(amount), 0)::bigint AS received,
         -coalesce(sum(least(returnable, 0)), 0)::bigint AS overdrawn,
         coalesce(sum(greatest(returnable, 0)) FILTER (WHERE status = 'PAID' AND applied), 0)::bigint AS held,
         coalesce(sum(late_owed), 0)::bigint AS late,
         coalesce(sum(greatest(returnable, 0)) FILTER (WHERE status = 'REFUNDED' AND applied), 0)::bigint AS undecided,
         coalesce(sum(gone), 0)::bigint AS gone,
         array_remove(array_agg(CASE
           WHEN sent > amount THEN 'more was sent back than received of ' || id
           WHEN applied AND status IN ('PAID', 'REFUNDED') AND amount - late <> total_value THEN 'not the total was paid by ' || id
           WHEN applied AND (status IS NULL OR status NOT IN ('PAID', 'REFUNDED')) THEN 'an order that is not paid holds ' || id
           WHEN NOT applied AND late <> amount THEN 'a part is nobody''s of ' || id
           WHEN status = 'REFUNDED' AND applied AND returnable > 0 AND NOT failed THEN 'held for a refunded order, on no list: ' || id
           WHEN late_status = 'REFUNDED' AND late_owed > 0 THEN 'late, closed and still here: ' || id
           WHEN late_status = 'REFUNDING' AND NOT on_its_way THEN 'late and waits for no refund: ' || id
         END), NULL) AS problems
  FROM payment`;

export async function moneyBalance(db: Database): Promise<MoneyBalance> {
  const { rows } = await db.pool.query<Record<keyof MoneyBalance, string> & { problems: string[] | null }>(BALANCE);
  const [row] = rows;
  const balance: MoneyBalance = {
    received: BigInt(row?.received ?? 0),
    held: BigInt(row?.held ?? 0),
    late: BigInt(row?.late ?? 0),
    undecided: BigInt(row?.undecided ?? 0),
    gone: BigInt(row?.gone ?? 0),
    overdrawn: BigInt(row?.overdrawn ?? 0),
    problems: [...(row?.problems ?? [])],
  };
  const { received, held, late, undecided, gone, overdrawn } = balance;
  if (received !== held + late + undecided + gone - overdrawn)
    balance.problems.push(`received ${received} is not ${held} + ${late} + ${undecided} + ${gone} - ${overdrawn}`);
  return balance;
}

/** Payments of which the bank says something else than we do: received or returned. */
export async function moneyAtBank(app: App, bankUrl: string, providerName = 'sandbox'): Promise<string[]> {
  const provider = await app.providers.find(providerName);
  const differences: string[] = [];
  const seen = new Set<string>();
  const ours = new Map(
    (
      await app.db.prisma.payment.findMany({
        where: { endToEndId: { not: null }, providerName },
        include: { refunds: true },
      })
    ).map((payment) => [payment.endToEndId, payment]),
  );
  for await (const entry of provider?.adapter.listReceivedPayments({ from: new Date(0), to: new Date() }) ?? []) {
    if ('problem' in entry) throw new Error(`${bankUrl} of ${SANDBOX_ACCOUNT.clientId}: ${entry.problem}`);
    seen.add(entry.endToEndId);
    const known = ours.get(entry.endToEndId);
    if (known?.amount !== entry.amountCentavos) {
      differences.push(`${entry.endToEndId}: the bank received ${entry.amountCentavos}, we ${known?.amount}`);
      continue;
    }
    const atBank = entry.refunds.filter(({ status }) => status === 'RETURNED').reduce((sum, one) => sum + one.amountCentavos, 0n);
    // What an operator returned in another way is not the bank's.
    const returned = known.refunds.filter(
      ({ status, confirmedAt, reportedAt }) => status === 'RETURNED' && (!confirmedAt || reportedAt),
    );
    const here = returned.reduce((sum, { amount }) => sum + amount, 0n);
    if (atBank !== here) differences.push(`${entry.endToEndId}: the bank returned ${atBank}, we say ${here}`);
  }
  for (const endToEndId of ours.keys())
    if (!seen.has(endToEndId ?? '')) differences.push(`${endToEndId}: the bank knows nothing of it`);
  return differences;
}

/** Raffles of which the statement says something else than the bank, and operators of what did not go through it. */
export async function statementsAtBank(ctx: Context, providerName = 'sandbox'): Promise<string[]> {
  const provider = await ctx.providers.find(providerName);
  const payments = await ctx.db.prisma.payment.findMany({
    where: { orderId: { not: null } },
    include: { order: { select: { raffleId: true } }, refunds: { where: { status: 'RETURNED' } } },
  });
  const sumsOf = new Map<string, { received: bigint; byHand: bigint; gone: bigint }>();
  const atRaffle = ({ order }: (typeof payments)[number]) => {
    const sums = sumsOf.get(order?.raffleId ?? '') ?? { received: 0n, byHand: 0n, gone: 0n };
    sumsOf.set(order?.raffleId ?? '', sums);
    return sums;
  };
  for (const payment of payments) {
    const sums = atRaffle(payment);
    if (payment.endToEndId === null) sums.byHand += payment.amount;
    for (const { amount, confirmedAt, reportedAt } of payment.refunds)
      if (payment.endToEndId === null || (confirmedAt && !reportedAt)) sums.gone += amount;
  }
  const byEndToEndId = new Map(payments.map((payment) => [payment.endToEndId, payment]));
  for await (const entry of provider?.adapter.listReceivedPayments({ from: new Date(0), to: new Date() }) ?? []) {
    const payment = 'problem' in entry ? undefined : byEndToEndId.get(entry.endToEndId);
    if (!payment || 'problem' in entry) continue;
    const sums = atRaffle(payment);
    sums.received += entry.amountCentavos;
    for (const { status, amountCentavos } of entry.refunds) if (status === 'RETURNED') sums.gone += amountCentavos;
  }
  const differences = await Promise.all(
    [...sumsOf].map(async ([raffleId, { received, byHand, gone }]) => {
      const { total } = await raffleStatement(ctx, { raffleId });
      const isSame = total.received === received && total.receivedByHand === byHand && total.refunded + total.takenBack === gone;
      return isSame ? [] : [`${raffleId}: received ${received} and ${byHand}, gone ${gone}; the statement has ${json(total)}`];
    }),
  );
  return differences.flat();
}

const json = (of: object): string =>
  JSON.stringify(of, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
