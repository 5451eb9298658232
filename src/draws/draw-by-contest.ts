import type { Context } from '../context.js';
import { isDecided } from '../instant-prizes/close.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { refuse, refuseField, textOf } from '../platform/domain-error.js';
import { actorOf, type Actor } from '../platform/principal.js';
import { federalStart } from '../proof/federal.js';
import { parseManifest } from '../proof/draw-manifest.js';
import { formatLuckyNumber } from '../proof/permutation.js';
import { isSame, operatorsOf, outcomeOf } from './contest-entries.js';
import { confirmResults, insertEntry, selectLastEntries } from './contest-entry.sql.js';
import { draw } from './draw.js';
import { lockDraw, selectClock, type DrawRow } from './draw.sql.js';

interface Typed {
  results: string[];
  confirmStartNumber: string | null | undefined;
}

/** Keeps what an operator typed of the contest. Draws when a second operator typed the same: see `outcomeOf`. Idempotent. CONFLICT. */
export async function drawByContest(ctx: Context, { raffleId }: DrawRow, typed: Typed): Promise<void> {
  const { results } = typed;
  if (results.length !== 5) throw refuseField('results', 'draws.fivePrizes');
  if (!results.every((result) => /^\d{5}$/.test(result))) throw refuseField('results', 'draws.lotteryDigits');
  const actor = actorOf(ctx);
  if (!actor) throw new Error('only operators type results');

  const { frozen, confirmed, differsFrom } = await ctx.db.transaction((tx) => enter(tx, raffleId, typed, actor));
  // After the commit, so that both entries are kept, for the other operator and for the public.
  if (differsFrom) throw refuse('draws.entriesDiffer', { own: results, other: differsFrom });
  if (frozen.status === 'DRAWN' || !confirmed) return;
  // The worker draws it then.
  if (!(await isDecided(ctx, raffleId))) throw refuse('draws.undecided');
  await draw(ctx, frozen, { results: confirmed }, actor);
}

interface Entered {
  frozen: DrawRow & { manifest: string };
  confirmed?: string[];
  differsFrom?: string[];
}

async function enter(tx: Transaction, raffleId: string, { results, confirmStartNumber }: Typed, actor: Actor): Promise<Entered> {
  const [draw] = await tx.query(lockDraw, [raffleId]);
  if (!draw) throw new Error(`raffle ${raffleId} is not frozen`);
  if (draw.manifest === null) throw refuse('draws.beingFrozen');
  const frozen = { ...draw, manifest: draw.manifest };
  if (draw.results && !isSame(draw.results, results)) throw refuse('draws.drawn', { results: draw.results });
  if (draw.results) return { frozen, confirmed: results };
  const now = await earlierClock(tx);
  requireHeld(draw, now);
  requireConfirmedStart(frozen, results, confirmStartNumber);
  const operators = await operatorsOf(tx, raffleId);
  if (operators.left.size > 0 && !operators.left.has(actor.id)) throw refuse('draws.operatorOfFreeze');

  const last = await tx.query(selectLastEntries, [raffleId]);
  const known = last.find(({ userId }) => userId === actor.id);
  const isNew = !known || !isSame(known.results, results);
  const own = isNew ? (await tx.query(insertEntry, [raffleId, actor.id, results]))[0]! : known;
  const outcome = outcomeOf(own, last, operators, now);
  const confirmation = 'confirmation' in outcome ? outcome.confirmation : null;
  if (isNew || confirmation) {
    const details = { contest: draw.contest, results: results.join(' '), ...(confirmation && { confirmation }) };
    await writeAudit(tx, { by: actor, action: 'typeResults', subjectType: 'raffle', subjectId: raffleId, details });
  }
  if ('differsFrom' in outcome) return { frozen, differsFrom: outcome.differsFrom };
  if (!confirmation) return { frozen };
  await tx.query(confirmResults, [raffleId, results, confirmation]);
  return { frozen, confirmed: results };
}

/** A clock that is set forward must not let results in early. In milliseconds since 1970. */
async function earlierClock(tx: Transaction): Promise<number> {
  const [clock] = await tx.query(selectClock, []);
  return Math.min(clock!.now, Date.now());
}

function requireHeld({ contest, dueAt }: DrawRow, now: number): void {
  if (contest === null || !dueAt) throw new Error('only a contest has results');
  if (dueAt.getTime() > now) throw refuse('draws.contestNotHeld', { contest, time: dueAt.toISOString() });
}

function requireConfirmedStart(
  { manifest, contest }: Entered['frozen'],
  results: string[],
  confirmed: string | null | undefined,
): void {
  const { quotaQuantity } = parseManifest(manifest);
  const start = formatLuckyNumber(federalStart(results, quotaQuantity), quotaQuantity);
  if (confirmed === start) return;
  const fields = { confirmStartNumber: [textOf('draws.confirmStart', { start })] };
  throw refuse('draws.unconfirmed', { contest: contest ?? '', results, start }, { fields });
}
