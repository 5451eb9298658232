import type { Step } from '../../../proof/steps.js';
import type { KeptVerification } from '../../../proof/verify-kept.js';

/** What the page shows of a draw. The proof is compared with it. */
export interface Published {
  raffleId: string;
  manifestHash: string;
  secretHash: string;
  quotaPrizesHash: string | null;
  boxesHash: string | null;
  /** In the order of prizes, without prizes that nobody won. */
  winners: readonly { position: number; luckyNumber: string }[];
  /** The five results of the federal lottery; empty for a beacon draw. */
  results: readonly string[];
  /** The titles of the main prizes. */
  prizes: readonly string[];
}

export interface Report {
  ok: boolean;
  /** As in `ProofVerification`. */
  isPublicChain: boolean | null;
  steps: readonly Step[];
  /** What this browser kept, compared with the proof. `ok` and `steps` say it too. Null when the file is none. */
  kept: KeptVerification | null;
  /** In milliseconds, for reading and computing. */
  tookMs: number;
}
