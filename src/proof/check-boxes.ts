import { readBoxes } from './box-proof.js';
import { replayBoxes } from './box-replay.js';
import type { Manifest } from './manifest.js';
import type { PrizeLog } from './prize-log.js';
import { ProofProblem } from './problem.js';
import type { Proof } from './proof.js';
import { needed, type Checklist } from './steps.js';

/**
 * The steps of a raffle's awarded boxes: what blocks won and what was drawn at the close, recomputed. `closeKey` is undefined where the
 * draw has none that holds. None for a raffle without boxes.
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
