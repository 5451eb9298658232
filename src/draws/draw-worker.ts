import type { App } from '../context.js';
import type { Backoff } from '../platform/backoff.js';
import type { Actor } from '../platform/principal.js';
import { draw } from './draw.js';
import { makeProof } from './draw-proof.js';
import { selectDraw, selectDrawWork, type DrawRow } from './draw.sql.js';
import { publishManifest } from './freeze.js';

/** More than wait for anything at a time: those that fail must not stand before the others. */
const BATCH = 1_000;
/** How soon a beacon that has not answered is asked again; rounds come every three seconds. */
export const DRAW_BACKOFF = { firstMs: 2_000, longestMs: 60_000 };
/** Relays have a round within seconds of its time. */
const LATE_AFTER_MS = 30_000;

/**
 * Brings draws on: makes the manifest of a raffle whose freeze was broken off, draws one whose round has come, makes the proof of one
 * that is drawn. Several processes may do it at once: each step is done once. What fails waits by `backoff` and holds up no other.
 * Answers how many steps it did.
 */
export async function processDraws(app: App, backoff: Backoff): Promise<number> {
  let done = 0;
  for (const { raffleId, status } of await app.db.query(selectDrawWork, [BATCH])) {
    if (!backoff.mayTry(raffleId)) continue;
    try {
      if (await bringOn(app, raffleId, status)) {
        backoff.succeeded(raffleId);
        done += 1;
      } else backoff.failed(raffleId);
    } catch (error) {
      backoff.failed(raffleId);
      app.log.error({ err: error, event: 'draws.step.failed', raffleId, status }, 'a draw could not be brought on');
    }
  }
  return done;
}

async function bringOn(app: App, raffleId: string, status: DrawRow['status']): Promise<boolean> {
  if (status === 'FREEZING') return publishManifest(app, raffleId).then(() => true);
  if (status === 'DRAWN') return makeProof(app, raffleId).then(() => true);
  const [frozen] = await app.db.query(selectDraw, [raffleId]);
  return frozen ? drawByRound(app, frozen, null) : true;
}

/**
 * Draws a raffle by its round, when that is due and a host has it. False when it could not be drawn yet. Throws UNAVAILABLE when no
 * host answers, and an error when the draw is by another chain than this process knows.
 */
export async function drawByRound(app: App, frozen: DrawRow, actor: Actor | null): Promise<boolean> {
  const { raffleId, manifest, chain, round, dueAt } = frozen;
  if (manifest === null || !chain || round === null || !dueAt) return false;
  if (chain.hash !== app.beacon.chain.hash) {
    const words = `raffle ${raffleId} was frozen for the beacon "${chain.name}", and this process asks "${app.beacon.chain.name}"`;
    throw new Error(`${words}: start it with BEACON_CHAIN=${chain.name}`);
  }
  const found = await app.beacon.roundOf(Number(round));
  if (found === 'NOT_YET') {
    const lateMs = Date.now() - dueAt.getTime();
    if (lateMs > LATE_AFTER_MS) {
      app.log.warn(
        { event: 'draws.beacon.late', raffleId, round: Number(round), lateSeconds: Math.round(lateMs / 1000) },
        'the beacon has not published the round of a draw that is due',
      );
    }
    return false;
  }
  await draw(app, { ...frozen, manifest }, { signature: found.signature }, actor);
  return true;
}
