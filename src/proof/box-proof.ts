import { sha256 } from '@noble/hashes/sha2.js';
import type { BoxWin } from './box-close.js';
import { MAX_BOXES, MAX_QUOTAS } from './box-decisions.js';
import type { PrizeEvent } from './box-prizes.js';
import { type BoxProof, replayBoxes } from './box-replay.js';
import { fromHex, toHex } from './bytes.js';
import type { Manifest } from './manifest.js';
import type { PrizeLog, Proof } from './proof.js';
import { flag, hex, integer, list, nullable, oneOf, record, text, tuple, uuid } from './read.js';
import { type Checklist, needed, ProofProblem } from './steps.js';

const MAX_PRIZES = 10_000;
const MAX_COMBOS = 1_000;
const MAX_UNITS = 1_000_000;

/** [first ordinal of the block, box, index of the prize, unit]. */
const win = tuple(integer(0, MAX_QUOTAS), integer(0, MAX_BOXES), integer(0, MAX_PRIZES), integer(0, MAX_UNITS));
const MAX_WINS = 10_000_000;

const boxFields = record({
  seed: hex(32),
  prizes: list(
    record({
      id: uuid,
      title: text(/^/, 'text'),
      quantity: integer(1, MAX_UNITS),
      prize: text(/^\d{1,12}\.\d\d$/, 'decimal amount of two places'),
      mode: oneOf('PORCENTAGEM', 'ALEATORIO'),
      percentage: nullable(integer(1, 10_000)),
      releaseAt: integer(0, 10_000),
      isLocked: flag,
    }),
    MAX_PRIZES,
  ),
  combos: list(record({ quantityTitles: integer(1, MAX_QUOTAS), quantityBoxes: integer(0, MAX_BOXES) }), MAX_COMBOS),
  cumulative: flag,
  // [quotas, boxes]; each begins where the one before ends.
  blocks: list(tuple(integer(1, MAX_QUOTAS), integer(0, MAX_BOXES)), MAX_QUOTAS),
  wins: list(win, MAX_WINS),
  closeWins: list(win, MAX_WINS),
});

/** The `boxes` of a proof, as JSON. */
export type ProofOfBoxes = ReturnType<typeof boxFields>;

/**
 * Reads the `boxes` of a proof. Void blocks, quotas and hashes come from the manifest; of the log only the entries of boxes
 * count. Throws `ProofProblem`.
 */
function readBoxes(value: unknown, manifest: Manifest, log: PrizeLog, closeKey: Uint8Array): BoxProof {
  const { seed: seedHex, prizes, combos, cumulative, blocks, wins, closeWins } = boxFields(value, 'boxes');
  const seed = fromHex(seedHex);
  requireHash('boxSeedHash', toHex(sha256(seed)), manifest.boxSeedHash);
  if (manifest.boxesHash === null) throw new ProofProblem('the manifest has no boxesHash: nothing was published of boxes');
  const ids = new Set(prizes.map(({ id }) => id));
  return {
    raffleId: manifest.raffleId,
    quotas: manifest.quotaQuantity,
    allocated: manifest.allocated,
    seed,
    boxesHash: manifest.boxesHash,
    prizes,
    combos,
    cumulative,
    log: log.filter(([, , id]) => ids.has(id)).map(([ordinal, type, prizeId]): PrizeEvent => ({ ordinal, type, prizeId })),
    blocks: blocksOf(blocks, manifest),
    wins: wins.map((one) => winOf(one, prizes)),
    closeWins: closeWins.map((one) => winOf(one, prizes)),
    closeKey,
  };
}

function blocksOf(blocks: ProofOfBoxes['blocks'], { voided, blocks: count }: Manifest): BoxProof['blocks'] {
  if (blocks.length !== count) throw new ProofProblem(`boxes.blocks has ${blocks.length} blocks, the manifest ${count}`);
  const voidOnes = new Map(voided);
  let first = 0;
  const read = blocks.map(([quotas, boxes]) => {
    const block = { first, count: quotas, boxes, isVoid: voidOnes.get(first) === quotas };
    first += quotas;
    return block;
  });
  const missed = read.filter(({ isVoid }) => isVoid).length - voided.length;
  if (missed !== 0) throw new ProofProblem("boxes.blocks has not all of the manifest's voided blocks");
  return read;
}

function winOf([first, boxIndex, prize, unit]: ProofOfBoxes['wins'][number], prizes: ProofOfBoxes['prizes']): BoxWin {
  const won = prizes[prize];
  if (!won) throw new ProofProblem(`prize ${prize} of a win is none of the ${prizes.length} in boxes.prizes`);
  return { first, boxIndex, prizeId: won.id, unit };
}

function requireHash(name: string, computed: string, frozen: string | null): void {
  if (computed !== frozen) throw new ProofProblem(`its ${name} is ${computed}, the manifest's is ${frozen ?? 'null'}`);
}

/**
 * Recomputes what blocks won and what the close drew, and adds the steps. No steps for a raffle without boxes. `closeKey` is
 * undefined when the draw did not hold.
 */
export function checkBoxes(
  list: Checklist,
  { boxes }: Proof,
  manifest: Manifest,
  log: PrizeLog | undefined,
  closeKey: Uint8Array | undefined,
): void {
  if (manifest.boxSeedHash === null && boxes === undefined) return;
  const read = list.check('boxes', () => {
    if (manifest.boxSeedHash === null) throw new ProofProblem('the manifest has no boxSeedHash: the raffle had no boxes');
    if (boxes === undefined) throw new ProofProblem('the raffle had boxes, and the proof has none');
    const value = readBoxes(boxes, manifest, needed(log, 'prize log'), needed(closeKey, 'the draw'));
    return { value, detail: `their seed is that of the manifest: ${manifest.boxSeedHash}` };
  });
  if (!read) return;
  for (const { step, ok, detail } of replayBoxes(read).steps) list.steps.push({ step: `boxes: ${step}`, ok, detail });
}
