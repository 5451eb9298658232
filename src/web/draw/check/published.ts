import type { Step } from '../../../proof/steps.js';
import type { Findings } from '../../../proof/verdict.js';

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

export interface Report extends Findings {
  ok: boolean;
  steps: readonly Step[];
  /** In milliseconds, for reading and computing. */
  tookMs: number;
}
