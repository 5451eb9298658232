import type { Context } from '../context.js';
import { badField, DomainError, notFound } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { federalStart } from '../proof/federal.js';
import { parseManifest } from '../proof/manifest.js';
import { formatLuckyNumber } from '../proof/permutation.js';
import { draw } from './draw.js';
import { drawByRound } from './draw-worker.js';
import { selectDraw, selectShownDraw, type DrawRow } from './draw.sql.js';
import { freeze, publishManifest } from './freeze.js';

/** What an operator says when a raffle is drawn; never who wins. */
export interface DrawAsked {
  force?: boolean | null;
  contest?: number | null;
  results?: string[] | null;
  confirmStartNumber?: string | null;
}

/**
 * Freezes a raffle whose sale is over, or draws one that is frozen when what draws it is there, and answers how far it is. Safe to repeat:
 * what was frozen or drawn is answered as it is. See `freeze` for what is refused; CONFLICT for another contest or other results than
 * those that stand, and for results that are not confirmed.
 */
export async function createWinner(ctx: Context, id: string, asked: DrawAsked): Promise<DrawRow> {
  const raffleId = id.toLowerCase();
  if (!isUuid(id) || !(await ctx.raffles.read(raffleId))) throw notFound('raffle');
  const known = await findDraw(ctx, raffleId);
  if (known) checkAsked(known, asked);
  else {
    if (asked.results) throw badField('results', 'come later: freeze the raffle without them, before the contest is held');
    await freeze(ctx, raffleId, { force: asked.force ?? false, contest: asked.contest ?? null });
  }
  await bringOn(ctx, raffleId, asked);
  ctx.drawWakeUp.wake();
  const now = await findDraw(ctx, raffleId);
  if (!now) throw notFound('raffle');
  return now;
}

/** Refuses what does not fit a draw that stands. */
function checkAsked({ raffleStatus, mode, contest }: DrawRow, asked: DrawAsked): void {
  if (raffleStatus === 'CANCELLED') throw new DomainError('CONFLICT', 'The raffle was called off: it is not drawn.');
  if (mode === 'BEACON' && asked.results) throw badField('results', 'are of no use: this raffle is drawn by the beacon');
  if (asked.contest == null || asked.contest === contest) return;
  const problem =
    contest === null ? 'is of no use: this raffle is drawn by the beacon' : `is ${contest}, as was published at the freeze`;
  throw new DomainError('CONFLICT', `contest ${problem}`, { contest: [problem] });
}

/** Does what can be done now; the rest is the worker's, or another call's. */
async function bringOn(ctx: Context, raffleId: string, { results, confirmStartNumber }: DrawAsked): Promise<void> {
  if ((await findDraw(ctx, raffleId))?.status === 'FREEZING') await publishManifest(ctx, raffleId);
  const frozen = await findDraw(ctx, raffleId);
  if (!frozen) return;
  if (results) await drawByContest(ctx, frozen, results, confirmStartNumber);
  else if (frozen.status === 'FROZEN' && frozen.dueAt && frozen.dueAt.getTime() <= Date.now())
    await drawByRound(ctx, frozen, actorOf(ctx));
}

/** How far a raffle's draw is; undefined before its freeze. */
async function findDraw({ db }: Pick<Context, 'db'>, raffleId: string): Promise<DrawRow | undefined> {
  return (await db.query(selectDraw, [raffleId]))[0];
}

/** The draw of a raffle that the caller may see; null before its freeze. NOT_FOUND for no raffle. */
export async function drawProof(ctx: Context, id: string, { withManifest }: { withManifest: boolean }): Promise<DrawRow | null> {
  const raffle = isUuid(id) ? await ctx.raffles.get(id.toLowerCase()) : undefined;
  if (!raffle || (raffle.status === 'DRAFT' && ctx.principal.role !== 'ADMIN')) throw notFound('raffle');
  const [row] = await ctx.db.query(selectShownDraw, [raffle.id, withManifest]);
  return row && row.raffleStatus !== 'CANCELLED' ? row : null;
}

async function drawByContest(
  ctx: Context,
  frozen: DrawRow,
  results: string[],
  confirmed: string | null | undefined,
): Promise<void> {
  if (frozen.status === 'DRAWN') {
    if (frozen.results?.join() === results.join()) return;
    throw otherResults(frozen);
  }
  if (frozen.manifest === null) throw new DomainError('UNAVAILABLE', 'The raffle is being frozen: try again in a moment.');
  checkResults(results);
  const { quotaQuantity } = parseManifest(frozen.manifest);
  const start = formatLuckyNumber(federalStart(results, quotaQuantity), quotaQuantity);
  if (confirmed !== start) {
    const problem = `contest ${frozen.contest} with ${results.join(', ')} gives the number ${start}: look at every digit, for boxes are closed by all of them, and send confirmStartNumber "${start}" if they are what the lottery published`;
    throw new DomainError('CONFLICT', problem, { confirmStartNumber: [problem] });
  }
  await draw(ctx, { ...frozen, manifest: frozen.manifest }, { results }, actorOf(ctx));
  // Somebody else's results may have come first.
  const drawn = await findDraw(ctx, frozen.raffleId);
  if (drawn?.status === 'DRAWN' && drawn.results?.join() !== results.join()) throw otherResults(drawn);
}

function checkResults(results: string[]): void {
  if (results.length !== 5) throw badField('results', 'must be the five prizes of the contest, in their order');
  if (!results.every((result) => /^\d{5}$/.test(result)))
    throw badField('results', 'must be five digits each, as the lottery prints them');
}

function otherResults({ results }: DrawRow): DomainError {
  return new DomainError('CONFLICT', `The raffle is drawn, by the results ${results?.join(', ')}: they stand.`);
}
