import type { Context } from '../context.js';
import { findOrder } from '../orders/order.service.js';
import { DomainError, refuse, refuseField, textOf } from '../platform/domain-error.js';
import { unseal } from '../platform/crypto.js';
import type { Page, PageRequest } from '../platform/page.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { toHex } from '../proof/bytes.js';
import { federalStart } from '../proof/federal.js';
import { parseManifest } from '../proof/manifest.js';
import { formatLuckyNumber } from '../proof/permutation.js';
import { pathOfBlock } from './block-tree.js';
import { draw } from './draw.js';
import { drawByRound } from './draw-worker.js';
import type { DrawInput } from './draw.input.js';
import * as sql from './draw.sql.js';
import type { DrawRow, WinnerRow } from './draw.sql.js';
import type { DrawInclusion } from './draw.type.js';
import { freeze, publishManifest } from './freeze.js';

/** Freezes a raffle, or draws a frozen one when its round or results are there. Idempotent. Throws as `freeze`, and CONFLICT. */
export async function createWinner(ctx: Context, id: string, options: DrawInput) {
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
  return shownDraw(now);
}

function checkOptions({ raffleStatus, mode, contest }: DrawRow, options: DrawInput): void {
  if (raffleStatus === 'CANCELLED') throw refuse('draws.raffleCancelled');
  if (mode === 'BEACON' && options.results) throw refuseField('results', 'draws.resultsOfNoUse');
  if (options.contest == null || options.contest === contest) return;
  const problem = contest === null ? textOf('draws.contestOfNoUse') : textOf('draws.contestPublished', { contest });
  throw new DomainError('CONFLICT', { fields: { contest: [problem] } });
}

/** The worker does the rest. */
async function advance(ctx: Context, raffleId: string, { results, confirmStartNumber }: DrawInput): Promise<void> {
  if ((await findDraw(ctx, raffleId))?.status === 'FREEZING') await publishManifest(ctx, raffleId);
  const frozen = await findDraw(ctx, raffleId);
  if (!frozen) return;
  if (results) await drawByContest(ctx, frozen, results, confirmStartNumber);
  else if (frozen.status === 'FROZEN' && frozen.dueAt && frozen.dueAt.getTime() <= Date.now())
    await drawByRound(ctx, frozen, actorOf(ctx));
}

/** Undefined before the freeze. */
async function findDraw({ db }: Pick<Context, 'db'>, raffleId: string): Promise<DrawRow | undefined> {
  return (await db.query(sql.selectDraw, [raffleId]))[0];
}

/** Null before the freeze. NOT_FOUND. */
export async function drawProof(ctx: Context, id: string, { withManifest }: { withManifest: boolean }) {
  const raffle = await visibleRaffle(ctx, id);
  const [row] = await ctx.db.query(sql.selectShownDraw, [raffle.id, withManifest]);
  return row && row.raffleStatus !== 'CANCELLED' ? shownDraw(row) : null;
}

/** As the schema shows it. */
function shownDraw({ manifestHash, chain, round, results, ...row }: DrawRow) {
  return {
    ...row,
    manifestHash: manifestHash && toHex(manifestHash),
    chainName: chain?.name ?? null,
    chainHash: chain?.hash ?? null,
    round: round === null ? null : Number(round),
    results: results ?? [],
  };
}

async function visibleRaffle({ raffles, principal }: Context, id: string) {
  const raffle = isUuid(id) ? await raffles.get(id.toLowerCase()) : undefined;
  if (!raffle || (raffle.status === 'DRAFT' && principal.role !== 'ADMIN')) throw refuse('raffles.notFound');
  return raffle;
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
    const fields = { confirmStartNumber: [textOf('draws.confirmStart', { start })] };
    throw refuse('draws.unconfirmed', { contest: frozen.contest ?? '', results, start }, { fields });
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

/** By prize, or of all raffles by the newest draw. NOT_FOUND. */
export async function listWinners(
  ctx: Context,
  { raffleId, ...page }: PageRequest & { raffleId?: string | null | undefined },
): Promise<Page<WinnerRow>> {
  if (raffleId != null) return sql.winnersOfOneRaffle.page(ctx.db, page, [(await visibleRaffle(ctx, raffleId)).id]);
  return sql.winners.page(ctx.db, page, [ctx.principal.role === 'ADMIN']);
}

export function winnersOfRaffle({ db }: Pick<Context, 'db'>, raffleId: string): Promise<WinnerRow[]> {
  return sql.winnersOfOneRaffle.first(db, 1000, [raffleId]);
}

/** NOT_FOUND, also of a PRIVATE raffle for others than operators and the winner. */
export async function findWinner({ db, principal }: Context, id: string): Promise<WinnerRow> {
  const own = principal.role === 'USER' ? principal.id : null;
  const values = [id, principal.role === 'ADMIN', own];
  const [winner] = /^[1-9]\d{0,17}$/.test(id) ? await db.query(sql.selectWinner, values) : [];
  if (!winner) throw refuse('draws.winnerNotFound');
  return winner;
}

/** Null before the freeze, and for an order that was never paid. */
export async function drawInclusion(ctx: Context, orderId: string): Promise<DrawInclusion | null> {
  const order = await findOrder(ctx, orderId);
  const [own] = await ctx.db.query(sql.selectOwnLeaf, [order.id]);
  if (!own) return null;
  const leafKey = unseal(ctx.config.encryptionKeys, own.sealedLeafKey);
  const { leaf, index, path } = await pathOfBlock(ctx.db, { ...own, leafKey }, own.firstOrdinal);
  const { firstOrdinal, count, salt } = leaf;
  return {
    leaf: { firstOrdinal, count, orderId: order.id, salt: toHex(salt) },
    index,
    path: path.map(toHex),
    manifestHash: toHex(own.manifestHash),
    isVoid: own.isVoid,
  };
}
