import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { boxesOfProof, type WrittenBoxes } from '../awarded-boxes/boxes-of-proof.js';
import type { App } from '../context.js';
import { unseal } from '../platform/crypto.js';
import { jsonPieces } from '../platform/json-pieces.js';
import { wholePrizeLog } from '../prizes/prize-log.js';
import { toHex } from '../proof/bytes.js';
import type { Proof } from '../proof/proof.js';
import { quotaPrizesOfProof } from '../quota-prizes/quota-prize-definitions.js';
import { drawnBy, winnersOf } from './draw.js';
import { selectDraw, selectFrozenRaffle, selectProof, selectProofSize, storeProof } from './draw.sql.js';

/** A proof as it is written: what is long of it is text already. */
type WrittenProof = Omit<Proof, 'boxes'> & { boxes?: WrittenBoxes };

/**
 * Makes the proof of a raffle that is drawn, with the secrets that nobody was told before, and keeps it. Safe to repeat and to be
 * broken off; once kept it stays.
 */
export async function makeProof(app: App, raffleId: string): Promise<void> {
  const { db, config, permutations } = app;
  const [draw] = await db.query(selectDraw, [raffleId]);
  const [frozen] = await db.query(selectFrozenRaffle, [raffleId]);
  const by = draw && drawnBy(draw);
  if (!frozen || !by || draw.manifest === null) throw new Error(`raffle ${raffleId} is not drawn`);
  const permutation = await permutations.get(raffleId, frozen.quotaQuantity, frozen.quotaPrizeChanges);
  const quotaPrizes = await quotaPrizesOfProof(app, raffleId, permutation);
  const boxes = await boxesOfProof(app, raffleId);
  const proof: WrittenProof = {
    version: 1,
    manifest: draw.manifest,
    chain: draw.chain,
    round: 'signature' in by ? { round: Number(draw.round), signature: by.signature } : null,
    federal: 'results' in by && draw.contest !== null ? { contest: draw.contest, results: [...by.results] } : null,
    permutationSecret: toHex(unseal(config.encryptionKeys, frozen.sealedSecret)),
    winners: winnersOf(draw.manifest, by, permutation),
    log: await wholePrizeLog(db, raffleId),
    ...(boxes && { boxes }),
    ...(quotaPrizes && { quotaPrizes }),
  };
  await db.query(storeProof, [raffleId, await compressed(proof)]);
}

/** A proof of a million wins is tens of megabytes of JSON: it is written and compressed piece by piece, and others are served meanwhile. */
async function compressed(proof: WrittenProof): Promise<Buffer> {
  const pieces = async function* () {
    for (const piece of jsonPieces(proof)) {
      yield piece;
      await nextTurn();
    }
  };
  return pipeline(pieces, createGzip(), buffer);
}

/** How many bytes `compressedProof` has; undefined until it is made. */
export async function compressedProofSize({ db }: Pick<App, 'db'>, raffleId: string): Promise<number | undefined> {
  const [row] = await db.query(selectProofSize, [raffleId]);
  return row?.bytes ?? undefined;
}

/** The proof's JSON, compressed with gzip; undefined until it is made, which is moments after the draw. */
export async function compressedProof({ db }: Pick<App, 'db'>, raffleId: string): Promise<Buffer | undefined> {
  const [row] = await db.query(selectProof, [raffleId]);
  return row?.proofGzip ?? undefined;
}
