import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { leavesOfProof } from '../book/leaves-of-proof.js';
import type { App } from '../context.js';
import { instantsOfProof } from '../instant-prizes/close.js';
import { unseal } from '../platform/crypto.js';
import { jsonPieces, WrittenList } from '../platform/json-pieces.js';
import { toHex } from '../proof/bytes.js';
import type { Proof } from '../proof/draw-proof.js';
import { closeOf, draw, drawnBy, numbersOf, winnersOf } from './draw.js';
import { selectDraw, selectFrozenRaffle, storeProof, selectDrawWork, type DrawRow } from './draw.sql.js';
import type { Backoff } from '../platform/backoff.js';
import type { Actor } from '../platform/principal.js';
import { dayOfContest } from '../raffles/lottery-contest.js';
import { publishManifest } from './freeze.js';

/** More than are ever due at once, so that failing draws do not block others. */
const BATCH = 1_000;
export const DRAW_BACKOFF = { firstMs: 2_000, longestMs: 60_000 };
/** Relays have a round within seconds of its time. */
const LATE_AFTER_MS = 30_000;

/** Safe in several processes: each step happens once. Returns how many steps succeeded. */
export async function processDraws(app: App, backoff: Backoff): Promise<number> {
  let done = 0;
  for (const { raffleId, status } of await app.db.query(selectDrawWork, [BATCH])) {
    if (!backoff.mayTry(raffleId)) continue;
    try {
      if (await advance(app, raffleId, status)) {
        backoff.succeeded(raffleId);
        done += 1;
      } else backoff.failed(raffleId);
    } catch (error) {
      backoff.failed(raffleId);
      app.log.error({ err: error, event: 'draws.step.failed', raffleId, status }, 'a draw could not continue');
    }
  }
  return done;
}

async function advance(app: App, raffleId: string, status: DrawRow['status']): Promise<boolean> {
  if (status === 'FREEZING') return publishManifest(app, raffleId).then(() => true);
  if (status === 'DRAWN') return makeProof(app, raffleId).then(() => true);
  const [frozen] = await app.db.query(selectDraw, [raffleId]);
  if (!frozen) return true;
  const { manifest, results } = frozen;
  // Results that were confirmed by a process that died.
  if (manifest !== null && results) return draw(app, { ...frozen, manifest }, { results }, null);
  return drawByRound(app, frozen, null);
}

/** False while the round is not published, and while blocks are not decided. UNAVAILABLE when no host answers. */
export async function drawByRound(app: App, frozen: DrawRow, actor: Actor | null): Promise<boolean> {
  const { raffleId, manifest, chain, round, dueAt } = frozen;
  if (manifest === null || !chain || round === null || !dueAt) return false;
  if (chain.hash !== app.beacon.chain.hash) {
    const message = `raffle ${raffleId} was frozen for the beacon "${chain.name}", and this process asks "${app.beacon.chain.name}"`;
    throw new Error(`${message}: start it with BEACON_CHAIN=${chain.name}`);
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
  return draw(app, { ...frozen, manifest }, { signature: found.signature }, actor);
}

/** With the long lists as text. */
type WrittenProof = Omit<Proof, 'boxes' | 'leaves' | 'closeWins'> & {
  leaves: readonly string[];
  boxes?: Awaited<ReturnType<typeof instantsOfProof>>['boxes'];
  closeWins: WrittenList;
};

/** Publishes the raffle's secrets. Idempotent. */
export async function makeProof(app: App, raffleId: string): Promise<void> {
  const { db, config } = app;
  const [draw] = await db.query(selectDraw, [raffleId]);
  const [frozen] = await db.query(selectFrozenRaffle, [raffleId]);
  const by = draw && drawnBy(draw);
  if (!frozen || !by || draw.manifest === null) throw new Error(`raffle ${raffleId} is not drawn`);
  const closeWins = new WrittenList();
  closeWins.add((await closeOf(app, draw.manifest, by)).map(({ prizeId, unit, ordinal }) => [prizeId, unit, ordinal]));
  const proof: WrittenProof = {
    version: 2,
    manifest: draw.manifest,
    chain: draw.chain,
    round: 'signature' in by ? { round: Number(draw.round), signature: by.signature } : null,
    federal: federalOf(draw),
    permutationSecret: toHex(unseal(config.encryptionKeys, frozen.sealedSecret)),
    winners: winnersOf(draw.manifest, by, await numbersOf(app, raffleId, frozen)),
    leaves: await leavesOfProof(app, raffleId),
    ...(await instantsOfProof(app, raffleId)),
    closeWins,
  };
  await db.query(storeProof, [raffleId, await compressed(proof)]);
}

function federalOf({ contest, contestDate, results, confirmation }: DrawRow): Proof['federal'] {
  if (!results || contest === null || contestDate === null || confirmation === null) return null;
  return { contest, date: dayOfContest(contestDate), results: [...results], confirmation };
}

/** Tens of megabytes are compressed in pieces, so that the process stays responsive. */
async function compressed(proof: WrittenProof): Promise<Buffer> {
  const pieces = async function* () {
    for (const piece of jsonPieces(proof)) {
      yield piece;
      await nextTurn();
    }
  };
  return pipeline(pieces, createGzip(), buffer);
}
