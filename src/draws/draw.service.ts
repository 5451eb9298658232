import type { Context } from '../context.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import type { Page, PageRequest } from '../platform/page.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { toHex } from '../proof/bytes.js';
import { confirmableAlone, operatorsOf } from './contest-entries.js';
import { selectEntries } from './contest-entry.sql.js';
import { drawByContest } from './draw-by-contest.js';
import { drawByRound } from './draw-worker.js';
import type { DrawInput } from './draw.input.js';
import * as sql from './draw.sql.js';
import type { DrawRow, WinnerRow } from './draw.sql.js';
import type { DrawAwaits } from './draw.type.js';
import { freeze, isContest, isOther, otherContest, publishManifest } from './freeze.js';

/** Freezes a raffle, or draws a frozen one when its round or results are there. Idempotent. Throws as `freeze`, and CONFLICT. */
export async function createWinner(ctx: Context, id: string, options: DrawInput) {
  const raffleId = id.toLowerCase();
  if (!isUuid(id) || !(await ctx.raffles.read(raffleId))) throw refuse('raffles.notFound');
  // Results decide who wins.
  if (options.results) await ctx.requireRecentProof(ctx);
  const known = await findDraw(ctx, raffleId);
  if (known) checkOptions(known, options);
  else {
    const { force, contest, contestDate, results } = options;
    await freeze(ctx, raffleId, {
      force: force ?? false,
      hasResults: results != null,
      contest: { contest: contest ?? null, contestDate: contestDate ?? null },
    });
  }
  await advance(ctx, raffleId, options);
  ctx.drawWakeUp.wake();
  const now = await findDraw(ctx, raffleId);
  if (!now) throw refuse('raffles.notFound');
  return shownDraw(now);
}

function checkOptions({ raffleStatus, mode, ...of }: DrawRow, options: DrawInput): void {
  if (raffleStatus === 'CANCELLED') throw refuse('draws.raffleCancelled');
  if (mode === 'BEACON' && options.results) throw refuseField('results', 'draws.resultsOfNoUse');
  const typed = { contest: options.contest ?? null, contestDate: options.contestDate ?? null };
  if (isContest(of)) {
    if (isOther(typed, of)) throw otherContest('draws.contestPublished', of);
  } else if (typed.contest !== null || typed.contestDate !== null) throw refuseField('contest', 'raffles.contestOfNoUse');
}

/** The worker does the rest. */
async function advance(ctx: Context, raffleId: string, { results, confirmStartNumber }: DrawInput): Promise<void> {
  if ((await findDraw(ctx, raffleId))?.status === 'FREEZING') await publishManifest(ctx, raffleId);
  const frozen = await findDraw(ctx, raffleId);
  if (!frozen) return;
  if (results) await drawByContest(ctx, frozen, { results, confirmStartNumber });
  else if (frozen.status === 'FROZEN' && frozen.round !== null && frozen.dueAt && frozen.dueAt.getTime() <= Date.now())
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
    awaits: awaitedBy({ round, results, ...row }),
    manifestHash: manifestHash && toHex(manifestHash),
    chainName: chain?.name ?? null,
    chainHash: chain?.hash ?? null,
    round: round === null ? null : Number(round),
    results: results ?? [],
  };
}

function awaitedBy({ status, results, mode, dueAt, hasEntries }: Omit<DrawRow, 'manifestHash' | 'chain'>): DrawAwaits | null {
  if (status === 'DRAWN' || results) return null;
  if (status === 'FREEZING') return 'MANIFEST';
  if (mode === 'BEACON') return 'ROUND';
  if (dueAt && dueAt.getTime() > Date.now()) return 'CONTEST';
  return hasEntries ? 'CONFIRMATION' : 'RESULTS';
}

const MOST_ENTRIES = 20;

/** What operators typed of a contest, in their order. */
export async function typedResults(
  { db }: Pick<Context, 'db'>,
  { raffleId, hasEntries }: Pick<DrawRow, 'raffleId' | 'hasEntries'>,
) {
  return hasEntries ? (await db.query(selectEntries, [raffleId, MOST_ENTRIES])).reverse() : [];
}

/** From when the operator of the newest entry may confirm it alone. Null once results are confirmed, and while another operator can. */
export async function confirmableAt(
  { db }: Pick<Context, 'db'>,
  { raffleId, awaits }: { raffleId: string; awaits: DrawAwaits | null },
) {
  if (awaits !== 'CONFIRMATION') return null;
  const [newest] = await db.query(selectEntries, [raffleId, 1]);
  return newest ? confirmableAlone(newest, await operatorsOf(db, raffleId)) : null;
}

async function visibleRaffle({ raffles, principal }: Context, id: string) {
  const raffle = isUuid(id) ? await raffles.get(id.toLowerCase()) : undefined;
  if (!raffle || (raffle.status === 'DRAFT' && principal.role !== 'ADMIN')) throw refuse('raffles.notFound');
  return raffle;
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
