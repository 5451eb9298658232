import type { Context } from '../context.js';
import { dayRange, isoDay } from '../platform/business-day.js';
import { requireRaffle } from '../raffles/raffle-access.js';
import { selectRaffleStatement } from './raffle-statement.sql.js';
import type { RaffleStatement } from './raffle-statement.type.js';

const MOST_DAYS = 366;

const NOTHING = {
  received: 0n,
  receivedByHand: 0n,
  refunded: 0n,
  takenBack: 0n,
  providerFees: 0n,
  commissions: 0n,
  commissionsReversed: 0n,
  prizes: 0n,
};
type Sums = typeof NOTHING;
const NAMES = Object.keys(NOTHING) as (keyof Sums)[];

/** NOT_FOUND; BAD_USER_INPUT on `to`. */
export async function raffleStatement(
  ctx: Context,
  { raffleId, ...asked }: { raffleId: string; from?: Date | null | undefined; to?: Date | null | undefined },
): Promise<RaffleStatement> {
  await requireRaffle(ctx, raffleId);
  const id = raffleId.toLowerCase();
  const timeZone = ctx.config.businessTimeZone;
  const { first, last } = dayRange(timeZone, asked, { byDefault: MOST_DAYS, most: MOST_DAYS });
  const at = new Date();
  const rows = await ctx.db.reader().query(selectRaffleStatement, [id, isoDay(first), isoDay(last), timeZone]);
  const waiting = rows.find(({ day }) => day === null);
  const days = rows.flatMap(({ day, ...sums }) => (day === null ? [] : [{ day, ...withNet(sums) }]));
  return {
    raffleId: id,
    from: first,
    to: last,
    at,
    days,
    total: withNet(days.reduce(added, NOTHING)),
    refundsUnderWay: waiting?.refundsUnderWay ?? 0n,
    lateToResolve: waiting?.lateToResolve ?? 0n,
  };
}

function withNet(sums: Sums): Sums & { net: bigint } {
  const { received, receivedByHand, refunded, takenBack, providerFees, commissions, commissionsReversed } = sums;
  return { ...sums, net: received + receivedByHand - refunded - takenBack - providerFees - commissions + commissionsReversed };
}

function added(sum: Sums, row: Sums): Sums {
  return Object.fromEntries(NAMES.map((name) => [name, sum[name] + row[name]])) as Sums;
}
