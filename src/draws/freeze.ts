import { closeBook } from '../book/publisher.js';
import type { App, Context } from '../context.js';
import type { Raffle } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import { refuse, refuseField, refuseFields, refuseProblems, textOf, type DomainError } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { toHex } from '../proof/bytes.js';
import { roundAt, timeOfRound, type Chain } from '../proof/chain.js';
import { hasInstantPrizes, manifestHash, manifestText, readManifest, type Manifest } from '../proof/draw-manifest.js';
import { changeRaffle } from '../raffles/change-raffle.js';
import {
  contestProblems,
  dayOfContest,
  isInTime,
  lateContestProblems,
  timeOfContest,
  type Contest,
  type MaybeContest,
} from '../raffles/lottery-contest.js';
import { writeEvents } from '../webhooks/outbox.js';
import { freezeRaffle, lockDraw, selectClock, selectDrawTime, selectFrozenRaffle, storeManifest } from './draw.sql.js';
import { voidedOrdinals } from './sold-blocks.js';

/** Against a wrong year in drawAt. */
const MOST_DAYS_AHEAD = 90;

export interface FreezeOptions {
  force: boolean;
  /** Nobody can have them before the freeze. */
  hasResults: boolean;
  contest: MaybeContest;
}

/**
 * Idempotent. `publishManifest` follows, without the lock. CONFLICT; BAD_USER_INPUT for a contest that is missing or not used.
 */
export async function freeze(ctx: Context, raffleId: string, { force, hasResults, contest }: FreezeOptions): Promise<void> {
  for (let isFrozen = false; !isFrozen;) {
    isFrozen = await changeRaffle(ctx, raffleId, async (tx, raffle, quotas) => {
      if (raffle.frozenAt) return true;
      if (hasResults) throw refuseField('results', raffle.drawMode === 'BEACON' ? 'draws.resultsOfNoUse' : 'draws.resultsLater');
      const [clock] = await tx.query(selectClock, []);
      // Later than both clocks and than each round that was seen: setting the clocks back does not bring a contest before its draw.
      const now = timeOfRound(ctx.rounds.chain, ctx.rounds.unknownTo(clock!.now / 1000)) * 1000;
      checkFreeze(raffle, now);
      const drawnBy = contestToFreeze(raffle, contest, now);
      const counter = quotas.counterOf(raffleId);
      if (counter.reserved > 0 && !force)
        throw refuse('draws.unpaidOrders', { quotas: counter.reserved, minutes: raffle.reservationTimeLimit + 5 });
      // In several transactions, so that the lock delays payments only briefly. Orders AT_PAYMENT hold nothing, but could be paid.
      if ((await quotas.releaseUnpaid(raffleId)) > 0) return false;
      if (counter.reserved > 0) throw new Error(`raffle ${raffleId} has quotas reserved, and no unpaid order`);
      const { contest: number = null, contestDate: day = null } = drawnBy ?? {};
      await tx.query(freezeRaffle, [raffleId, number, day, day && timeOfContest(day)]);
      const ofContest = drawnBy && { contest: number, contestDate: dayOfContest(drawnBy.contestDate) };
      const details = { mode: raffle.drawMode, ...ofContest, allocated: counter.allocated, force };
      await writeAudit(tx, {
        by: actorOf(ctx),
        action: 'freezeRaffle',
        subjectType: 'raffle',
        subjectId: raffleId,
        details,
      });
      return true;
    });
  }
}

/** `now` in milliseconds since 1970. */
function checkFreeze({ status, drawAt }: Raffle, now: number): void {
  if (status !== 'CLOSED' && status !== 'SOLD_OUT') {
    throw status === 'OPEN' ? refuse('draws.saleOpen') : refuse('draws.saleNotOver', { status });
  }
  if (drawAt && isTooFarAhead(drawAt, now)) throw refuse('draws.tooFarAhead', { days: MOST_DAYS_AHEAD });
}

function isTooFarAhead(time: Date, now: number): boolean {
  return time.getTime() > now + MOST_DAYS_AHEAD * 24 * 3_600_000;
}

/** The announced contest. The typed one if none was announced, or if the raffle was not frozen in time for it. Null in mode BEACON. */
function contestToFreeze({ drawMode, ...announced }: Raffle, typed: MaybeContest, now: number): Contest | null {
  const { contest, contestDate } = typed;
  if (drawMode === 'BEACON') {
    if (contest !== null || contestDate !== null) throw refuseField('contest', 'raffles.contestOfNoUse');
    return null;
  }
  if (isContest(announced) && isInTime(announced.contestDate, now)) {
    if (isOther(typed, announced)) throw otherContest('draws.contestAnnounced', announced);
    return announced;
  }
  if (contest === null || contestDate === null) {
    const missing = (['contest', 'contestDate'] as const).filter((name) => typed[name] === null);
    throw refuseFields(Object.fromEntries(missing.map((name) => [name, [textOf('draws.contestNeeded')]])));
  }
  refuseProblems({ ...contestProblems(typed), ...lateContestProblems(contestDate, now) });
  if (isTooFarAhead(timeOfContest(contestDate), now))
    throw refuseField('contestDate', 'draws.contestTooFar', { days: MOST_DAYS_AHEAD });
  return { contest, contestDate };
}

export function isContest(one: MaybeContest): one is Contest {
  return one.contest !== null && one.contestDate !== null;
}

/** Whether a part of it was typed, and is another. */
export function isOther(typed: MaybeContest, fixed: Contest): boolean {
  const { contest, contestDate } = typed;
  return (
    (contest ?? fixed.contest) !== fixed.contest || (contestDate ?? fixed.contestDate).getTime() !== fixed.contestDate.getTime()
  );
}

export function otherContest(
  key: 'draws.contestAnnounced' | 'draws.contestPublished',
  { contest, contestDate }: Contest,
): DomainError {
  return refuseFields({ contest: [textOf(key, { contest, day: dayOfContest(contestDate) })] }, 'CONFLICT');
}

/** The round is in the future by the database's clock and by ours. Idempotent, and safe to interrupt. */
export async function publishManifest(app: App, raffleId: string): Promise<void> {
  const { db, beacon } = app;
  const [frozen] = await db.query(selectFrozenRaffle, [raffleId]);
  if (!frozen) throw new Error(`raffle ${raffleId} is not frozen`);
  const { allocated } = frozen;
  const book = await closeBook(app, raffleId);
  const voided = await voidedOrdinals(db, { raffleId, allocated });
  const lists = {
    quotaPrizesHash: frozen.quotaPrizesHash && toHex(frozen.quotaPrizesHash),
    boxesHash: frozen.boxesHash && toHex(frozen.boxesHash),
  };

  await db.transaction(async (tx) => {
    const [draw] = await tx.query(lockDraw, [raffleId]);
    if (draw?.status !== 'FREEZING') return;
    const by =
      draw.mode === 'BEACON'
        ? futureRound(beacon.chain, (await tx.query(selectDrawTime, [raffleId, beacon.aheadSeconds, Date.now() / 1000]))[0])
        : null;
    const { contest, contestDate } = draw;
    const day = contestDate && dayOfContest(contestDate);
    const chain = by || hasInstantPrizes(lists) ? beacon.chain : null;
    const text = manifestText(
      readManifest({
        version: 2,
        raffleId,
        mode: draw.mode,
        quotaQuantity: frozen.quotaQuantity,
        sellable: frozen.sellable,
        allocated,
        prizes: frozen.prizes,
        voided,
        leaves: book.size,
        bookRoot: toHex(book.root),
        composition: book.composition,
        secretHash: toHex(frozen.secretHash),
        ...lists,
        chain: chain?.hash ?? null,
        round: by?.round ?? null,
        contest,
        contestDate: day,
      } satisfies Manifest),
    );
    const hash = manifestHash(text);
    const round = [chain && JSON.stringify(chain), by?.round ?? null, by?.dueAt ?? null];
    await tx.query(storeManifest, [raffleId, text, Buffer.from(hash), ...round]);
    const data = { raffleId, manifestHash: toHex(hash), round: by?.round ?? null, contest, contestDate: day };
    await writeEvents(app, tx, [{ type: 'raffle.frozen', data }]);
  });
}

function futureRound(chain: Chain, time: { earliest: number } | undefined): { chain: Chain; round: number; dueAt: number } {
  if (!time) throw new Error('there is no such raffle');
  const round = roundAt(chain, time.earliest) + 1;
  return { chain, round, dueAt: timeOfRound(chain, round) };
}
