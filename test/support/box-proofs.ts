import { createHash } from 'node:crypto';
import { closeBoxes, federalCloseKey, type BoxWin } from '../../src/proof/box-close.js';
import type { ProofOfBoxes } from '../../src/proof/box-proof.js';
import { followStandings } from '../../src/proof/box-prizes.js';
import { verifyRound } from '../../src/proof/beacon.js';
import { toHex } from '../../src/proof/bytes.js';
import { QUICKNET } from '../../src/proof/chain.js';
import type { Manifest } from '../../src/proof/manifest.js';
import { type PrizeLog, prizeLogHash, type Proof } from '../../src/proof/proof.js';
import { play, RAFFLE_ID, type Plan } from './box-raffles.js';
import { beaconProof, FEDERAL_MANIFEST, FEDERAL_RESULTS, federalProof, PLAIN_MANIFEST } from './proofs.js';
import { QUICKNET_ROUNDS } from './quicknet-rounds.js';

/** What an honest service publishes of a raffle with boxes that went like this. */
export function proofOf(plan: Plan, mode: Manifest['mode'] = 'BEACON'): Proof & { boxes: ProofOfBoxes } {
  const played = play(plan);
  const key = mode === 'BEACON' ? randomness() : federalCloseKey(FEDERAL_RESULTS);
  const standings = followStandings(played.prizes, played.log)(played.allocated);
  const { wins: closeWins } = closeBoxes({ ...played, standings, key });

  const log: PrizeLog = played.log.map(({ ordinal, type, prizeId }) => [ordinal, type, prizeId]);
  const manifest: Manifest = {
    ...(mode === 'BEACON' ? PLAIN_MANIFEST : FEDERAL_MANIFEST),
    raffleId: RAFFLE_ID,
    quotaQuantity: plan.quotas,
    sellable: plan.quotas,
    allocated: played.allocated,
    blocks: played.blocks.length,
    voided: played.blocks.filter(({ isVoid }) => isVoid).map(({ first, count }): [number, number] => [first, count]),
    boxSeedHash: createHash('sha256').update(played.seed).digest('hex'),
    boxesHash: played.boxesHash,
    prizeLogHash: prizeLogHash(log),
  };
  const proof = mode === 'BEACON' ? beaconProof(manifest) : federalProof(manifest);
  const asTuple = ({ first, boxIndex, prizeId, unit }: BoxWin): ProofOfBoxes['wins'][number] => [
    first,
    boxIndex,
    played.prizes.findIndex(({ id }) => id === prizeId),
    unit,
  ];
  const boxes: ProofOfBoxes = {
    seed: toHex(played.seed),
    prizes: played.prizes.map(({ ...prize }) => prize),
    combos: played.combos.map(({ ...combo }) => combo),
    cumulative: played.cumulative,
    blocks: played.blocks.map(({ count, boxes: held }) => [count, held]),
    wins: played.wins.map(asTuple),
    closeWins: closeWins.map(asTuple),
  };
  return { ...proof, log, boxes };
}

function randomness(): Uint8Array {
  const verified = verifyRound(QUICKNET, QUICKNET_ROUNDS[0]);
  if ('problem' in verified) throw new Error(verified.problem);
  return verified.randomness;
}
