import type { Context } from '../context.js';
import type { Page, TwoWayPageRequest } from '../platform/page.js';
import { formatMoney } from '../platform/money.js';
import { isShownToCaller } from '../raffles/raffle-access.js';
import { timeline, type TimelineRow } from './timeline.sql.js';
import type { RaffleTermChange, RaffleTimelineEntry } from './timeline.type.js';

/** NOT_FOUND. */
export async function listTimeline(ctx: Context, id: string, page: TwoWayPageRequest): Promise<Page<RaffleTimelineEntry>> {
  const areBoxesShown = await isShownToCaller(ctx, id, ({ showAwardedBoxes }) => showAwardedBoxes);
  return timeline.page(ctx.db, page, [id.toLowerCase(), ctx.config.businessTimeZone], {
    nodesOf: (rows) => rows.map((row) => shown(row, areBoxesShown)),
  });
}

function shown(
  { id: _id, share, changes, box, quotaPrize, draw, ...row }: TimelineRow,
  areBoxesShown: boolean,
): RaffleTimelineEntry {
  const frozen = row.kind === 'FROZEN' ? draw : null;
  // A raffle that was called off after its freeze was due to be drawn by then.
  const due = row.kind === 'CANCELLED' ? draw : frozen;
  return {
    ...row,
    changes: (changes ?? []).map(shownChange),
    sharePercentage: share === null ? null : share / 100,
    prize: (areBoxesShown ? box?.title : undefined) ?? quotaPrize?.title ?? null,
    manifestHash: frozen?.manifestHash ?? null,
    round: (due ?? (row.kind === 'DRAWN' ? draw : null))?.round ?? null,
    contest: due?.contest ?? null,
    dueAt: due?.dueAt ? new Date(due.dueAt) : null,
    confirmation: row.kind === 'RESULTS_CONFIRMED' ? (draw?.confirmation ?? null) : null,
  };
}

function shownChange({ term, before, after }: NonNullable<TimelineRow['changes']>[number]): RaffleTermChange {
  const text = (value: string | null): string | null =>
    term === 'quota_price' && value !== null ? formatMoney(BigInt(value)) : value;
  return {
    term: term.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    before: text(before),
    after: text(after),
  };
}
