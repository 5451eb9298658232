import type { Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import { businessTime } from '../platform/business-day.js';
import { csvTexts, punctuated, reais, type CsvColumns } from '../platform/csv.js';
import { pacedPages } from '../platform/database/paced-pages.js';
import { asSeenBy, type VisiblePersonalData } from '../platform/masking.js';
import { actorOf } from '../platform/principal.js';
import type { WonPrizeRow } from '../prizes/won-prize.sql.js';
import { formatLuckyNumber } from '../proof/permutation.js';
import { requireRaffle } from '../raffles/raffle-access.js';
import { listWonPrizes } from './won-prize.service.js';

const PAGE = 250;

export type ExportedPrize = WonPrizeRow & { winner: VisiblePersonalData | undefined };

/** Audited before the first read, because personal data leaves the service. NOT_FOUND. */
export async function exportWonPrizes(ctx: Context, raffleId: string): Promise<AsyncGenerator<ExportedPrize[], void>> {
  await requireRaffle(ctx, raffleId);
  const entry = { by: actorOf(ctx), action: 'exportWonPrizes', subjectType: 'raffle', subjectId: raffleId, details: {} };
  await ctx.db.transaction((tx) => writeAudit(tx, entry));
  return pagesOf(ctx, raffleId);
}

async function* pagesOf(ctx: Context, raffleId: string): AsyncGenerator<ExportedPrize[], void> {
  const reader = ctx.db.reader();
  const pages = pacedPages(
    (last: Awaited<ReturnType<typeof listWonPrizes>> | undefined) =>
      listWonPrizes(ctx, { filter: { raffleId }, first: PAGE, after: last?.pageInfo.endCursor }, reader),
    (page) => page.pageInfo.hasNextPage,
  );
  for await (const { nodes } of pages) {
    const users = await ctx.db.prisma.user.findMany({ where: { id: { in: nodes.map(({ userId }) => userId) } } });
    const winners = new Map(users.map((user) => [user.id, asSeenBy(ctx.principal, user)]));
    yield nodes.map((prize) => ({ ...prize, winner: winners.get(prize.userId) }));
  }
}

export function csvOfPrizes(pages: AsyncIterable<ExportedPrize[]>, timeZone: string): AsyncGenerator<string, void> {
  const time = (at: Date | null): string => (at ? businessTime(timeZone, at) : '');
  const columns: CsvColumns<ExportedPrize> = {
    id: ({ id }) => id,
    kind: ({ kind }) => kind,
    title: ({ title }) => title,
    value: ({ value }) => (value === null ? '' : reais(value)),
    luckyNumber: ({ number, size }) => (number === null ? '' : formatLuckyNumber(number, size)),
    boxNumber: ({ boxIndex }) => (boxIndex === null ? '' : String(boxIndex + 1)),
    orderId: ({ orderId }) => orderId,
    winnerName: ({ winner }) => winner?.name ?? '',
    winnerPhone: ({ winner }) => winner?.phone ?? '',
    winnerCpf: ({ winner }) => punctuated(winner?.cpf ?? ''),
    atClose: ({ atClose }) => String(atClose),
    state: ({ state }) => state,
    wonAt: ({ wonAt }) => time(wonAt),
    shownAt: ({ shownAt }) => time(shownAt),
    lapsesAt: ({ lapsesAt }) => time(lapsesAt),
    claimedAt: ({ claimedAt }) => time(claimedAt),
    contactedAt: ({ contactedAt }) => time(contactedAt),
    deliveredAt: ({ deliveredAt }) => time(deliveredAt),
    receipt: ({ receiptNote }) => receiptNote ?? '',
    lapsedAt: ({ lapsedAt }) => time(lapsedAt),
    returnedAt: ({ returnedAt }) => time(returnedAt),
  };
  return csvTexts(columns, pages);
}
