import type { App } from '../context.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import { sha256 } from '../platform/crypto.js';
import type { Database, Transaction } from '../platform/database/database.js';
import type { Actor } from '../platform/principal.js';
import { registerWins } from '../prizes/register-wins.js';
import { lockQuotas } from '../quotas/locked-quotas.js';
import { closePrizesOf, isDecided } from '../instant-prizes/close.js';
import { fromHex, toHex } from '../proof/bytes.js';
import { federalOrdinals } from '../proof/federal.js';
import { manifestHash, parseManifest, type Manifest } from '../proof/draw-manifest.js';
import { type CloseWin, federalCloseKey } from '../proof/instant-close.js';
import { formatLuckyNumber, type Permutation } from '../proof/permutation.js';
import type { Winner } from '../proof/draw-proof.js';
import { winningOrdinals } from '../proof/winning-ordinals.js';
import { writeEvents } from '../webhooks/outbox.js';
import {
  insertWinners,
  lockDraw,
  markDrawn,
  selectFrozenRaffle,
  selectOrdersAt,
  type DrawRow,
  type FrozenRaffle,
} from './draw.sql.js';

/** The round's signature in hexadecimal, or the five prizes of the contest. */
export type DrawnBy = { signature: string } | { results: readonly string[] };

type FrozenDraw = DrawRow & { manifest: string };

/** Without prizes that nobody wins. */
export function winnersOf(text: string, by: DrawnBy, permutation: Permutation): Winner[] {
  const manifest = parseManifest(text);
  const ordinals = ordinalsOf(text, manifest, by, permutation);
  return ordinals.flatMap((ordinal, index) => {
    if (ordinal === undefined) return [];
    const number = formatLuckyNumber(permutation.numberOf(ordinal), manifest.quotaQuantity);
    return [{ prize: index + 1, ordinal, number }];
  });
}

function ordinalsOf(text: string, manifest: Manifest, by: DrawnBy, permutation: Permutation): (number | undefined)[] {
  if ('results' in by) return federalOrdinals({ ...manifest, results: by.results, permutation });
  return winningOrdinals({ ...manifest, randomness: randomnessOf(by), manifestHash: manifestHash(text) });
}

const WINS_A_STATEMENT = 10_000;

const underWay = new WeakMap<Database, Map<string, Promise<boolean>>>();

/**
 * False when it was drawn or cancelled in the meantime, or when blocks are not decided. A draw with many boxes takes seconds and much
 * memory, so concurrent calls in one process share one attempt.
 */
export function draw(app: App, frozen: FrozenDraw, by: DrawnBy, actor: Actor | null): Promise<boolean> {
  const attempts = underWay.get(app.db) ?? new Map<string, Promise<boolean>>();
  underWay.set(app.db, attempts);
  const { raffleId } = frozen;
  const known = attempts.get(raffleId);
  if (known) return known;
  const attempt = attemptDraw(app, frozen, by, actor).finally(() => attempts.delete(raffleId));
  attempts.set(raffleId, attempt);
  return attempt;
}

async function attemptDraw(app: App, frozen: FrozenDraw, by: DrawnBy, actor: Actor | null): Promise<boolean> {
  const { raffleId, manifest } = frozen;
  const [raffle] = await app.db.query(selectFrozenRaffle, [raffleId]);
  if (!raffle) throw new Error(`raffle ${raffleId} is not frozen`);
  // Its own worker decides them; their rounds are older than that of the draw.
  if (!(await isDecided(app, raffleId))) return false;
  const permutation = await numbersOf(app, raffleId, raffle);
  const winners = winnersOf(manifest, by, permutation);
  const closeWins = await closeOf(app, manifest, by);

  const isDrawn = await app.db.queuedBy(raffleId).transaction(async (tx) => {
    await lockQuotas(app, tx, [raffleId]);
    const [now] = await tx.query(lockDraw, [raffleId]);
    if (now?.status !== 'FROZEN' || now.raffleStatus !== 'CLOSED') return false;
    const orders = new Map(
      (await tx.query(selectOrdersAt, [raffleId, winners.map(({ ordinal }) => ordinal)])).map((row) => [row.ordinal, row]),
    );
    const won = winners.map(({ prize, ordinal, number }) => {
      const order = orders.get(ordinal);
      if (!order) throw new Error(`raffle ${raffleId} has no order at ordinal ${ordinal}`);
      return { position: prize, luckyNumber: number, orderId: order.orderId, userId: order.userId };
    });
    await tx.query(insertWinners, [
      raffleId,
      won.map(({ position }) => position),
      winners.map(({ ordinal }) => ordinal),
      winners.map(({ number }) => Number(number)),
      won.map(({ orderId }) => orderId),
    ]);
    await registerWins(
      app,
      tx,
      raffleId,
      won.map(({ position, luckyNumber, orderId }) => {
        return { kind: 'DRAW', prizeId: null, unit: position, orderId, number: Number(luckyNumber), isShown: true };
      }),
    );
    await writeCloseWins(app, tx, raffleId, closeWins);
    await tx.query(markDrawn, [raffleId, 'signature' in by ? by.signature : null]);
    await writeAudit(tx, auditOf(raffleId, actor, by, winners));
    const data = { raffleId, manifestHash: toHex(manifestHash(manifest)), winners: won };
    await writeEvents(app, tx, [{ type: 'raffle.drawn', data }]);
    return true;
  });
  app.rafflePages.drop(raffleId);
  return isDrawn;
}

/** Of a raffle whose blocks are all decided. */
export function numbersOf(
  { permutations }: Pick<App, 'permutations'>,
  raffleId: string,
  { quotaQuantity: size, quotaPrizes, allocated: decidedTo }: FrozenRaffle,
): Permutation | Promise<Permutation> {
  return permutations.get(raffleId, { size, quotaPrizes, decidedTo });
}

/** What the close gives, in its order. */
export function closeOf(app: App, text: string, by: DrawnBy): Promise<CloseWin[]> {
  const { raffleId, allocated, voided } = parseManifest(text);
  const key = 'results' in by ? federalCloseKey(by.results) : randomnessOf(by);
  return closePrizesOf(app, raffleId, { manifestHash: manifestHash(text), allocated, voided, key });
}

async function writeCloseWins(app: App, tx: Transaction, raffleId: string, wins: readonly CloseWin[]): Promise<void> {
  const { boxPrizes } = await app.publishedLists.ofSold(raffleId);
  const boxes = new Set(boxPrizes.map(({ id }) => id));
  for (let at = 0; at < wins.length; at += WINS_A_STATEMENT) {
    const some = wins.slice(at, at + WINS_A_STATEMENT);
    const ordinals = [...new Set(some.map(({ ordinal }) => ordinal))];
    const orders = new Map(
      (await tx.query(selectOrdersAt, [raffleId, ordinals])).map(({ ordinal, orderId }) => [ordinal, orderId]),
    );
    await registerWins(
      app,
      tx,
      raffleId,
      some.map(({ prizeId, unit, ordinal }) => {
        const orderId = orders.get(ordinal);
        if (orderId === undefined) throw new Error(`raffle ${raffleId} has no order at ordinal ${ordinal}`);
        const kind = boxes.has(prizeId) ? 'BOX' : 'QUOTA_PRIZE';
        return { kind, prizeId, unit, orderId, atClose: true, isShown: true };
      }),
    );
  }
}

function auditOf(raffleId: string, actor: Actor | null, drawnBy: DrawnBy, winners: readonly Winner[]): AuditEntry {
  const numbers = winners.map(({ number }) => number).join(' ');
  const details: AuditEntry['details'] = {
    numbers,
    ...('results' in drawnBy ? { results: drawnBy.results.join(' ') } : drawnBy),
  };
  return { by: actor, action: 'drawRaffle', subjectType: 'raffle', subjectId: raffleId, details };
}

export function drawnBy({ signature, results }: Pick<DrawRow, 'signature' | 'results'>): DrawnBy | undefined {
  if (results) return { results };
  return signature === null ? undefined : { signature };
}

function randomnessOf({ signature }: { signature: string }): Uint8Array {
  return sha256(fromHex(signature));
}
