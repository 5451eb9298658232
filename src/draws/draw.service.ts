import type { Context } from '../context.js';
import { DomainError, refuse, refuseField, textOf } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { federalStart } from '../proof/federal.js';
import { parseManifest } from '../proof/manifest.js';
import { formatLuckyNumber } from '../proof/permutation.js';
import { draw } from './draw.js';
import { drawByRound } from './draw-worker.js';
import { selectDraw, selectShownDraw, type DrawRow } from './draw.sql.js';
import { freeze, publishManifest } from './freeze.js';

/** For a freeze, or for a draw by the lottery's results. */
export interface DrawOptions {
  force?: boolean | null;
  contest?: number | null;
  results?: string[] | null;
  confirmStartNumber?: string | null;
}

/**
 * Freezes a raffle whose sale is over, or draws a frozen one when its round or results are there. Idempotent. Throws as `freeze`
 * does, and CONFLICT for other results or another contest than the stored ones, and for results that are not confirmed.
 */
export async function createWinner(ctx: Context, id: string, options: DrawOptions): Promise<DrawRow> {
  const raffleId = id.toLowerCase();
  if (!isUuid(id) || !(await ctx.raffles.read(raffleId))) throw refuse('raffles.notFound');
  const known = await findDraw(ctx, raffleId);
  if (known) checkOptions(known, options);
  else {
    if (options.results) throw refuseField('results', 'draws.resultsLater');
    await freeze(ctx, raffleId, { force: options.force ?? false, contest: options.contest ?? null });
  }
  await advance(ctx, raffleId, options);
  ctx.drawWakeUp.wake();
  const now = await findDraw(ctx, raffleId);
  if (!now) throw refuse('raffles.notFound');
  return now;
}

function checkOptions({ raffleStatus, mode, contest }: DrawRow, options: DrawOptions): void {
  if (raffleStatus === 'CANCELLED') throw refuse('draws.raffleCancelled');
  if (mode === 'BEACON' && options.results) throw refuseField('results', 'draws.resultsOfNoUse');
  if (options.contest == null || options.contest === contest) return;
  const problem = contest === null ? textOf('draws.contestOfNoUse') : textOf('draws.contestPublished', { contest });
  throw new DomainError('CONFLICT', { fields: { contest: [problem] } });
}

/** The worker does the rest. */
async function advance(ctx: Context, raffleId: string, { results, confirmStartNumber }: DrawOptions): Promise<void> {
  if ((await findDraw(ctx, raffleId))?.status === 'FREEZING') await publishManifest(ctx, raffleId);
  const frozen = await findDraw(ctx, raffleId);
  if (!frozen) return;
  if (results) await drawByContest(ctx, frozen, results, confirmStartNumber);
  else if (frozen.status === 'FROZEN' && frozen.dueAt && frozen.dueAt.getTime() <= Date.now())
    await drawByRound(ctx, frozen, actorOf(ctx));
}

/** Undefined before the freeze. */
async function findDraw({ db }: Pick<Context, 'db'>, raffleId: string): Promise<DrawRow | undefined> {
  return (await db.query(selectDraw, [raffleId]))[0];
}

/** Null before the freeze. NOT_FOUND. */
export async function drawProof(ctx: Context, id: string, { withManifest }: { withManifest: boolean }): Promise<DrawRow | null> {
  const raffle = isUuid(id) ? await ctx.raffles.get(id.toLowerCase()) : undefined;
  if (!raffle || (raffle.status === 'DRAFT' && ctx.principal.role !== 'ADMIN')) throw refuse('raffles.notFound');
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
  if (frozen.manifest === null) throw refuse('draws.beingFrozen');
  checkResults(results);
  const { quotaQuantity } = parseManifest(frozen.manifest);
  const start = formatLuckyNumber(federalStart(results, quotaQuantity), quotaQuantity);
  if (confirmed !== start) {
    const problem = textOf('draws.confirmResults', { contest: frozen.contest ?? '', results, number: start, start });
    throw refuse('draws.unconfirmed', { problem }, { fields: { confirmStartNumber: [problem] } });
  }
  await draw(ctx, { ...frozen, manifest: frozen.manifest }, { results }, actorOf(ctx));
  // A concurrent call may have drawn it by other results.
  const drawn = await findDraw(ctx, frozen.raffleId);
  if (drawn?.status === 'DRAWN' && drawn.results?.join() !== results.join()) throw otherResults(drawn);
}

function checkResults(results: string[]): void {
  if (results.length !== 5) throw refuseField('results', 'draws.fivePrizes');
  if (!results.every((result) => /^\d{5}$/.test(result))) throw refuseField('results', 'draws.lotteryDigits');
}

function otherResults({ results }: DrawRow): DomainError {
  return refuse('draws.drawn', { results: results ?? [] });
}
