import type { Step } from '../../../proof/steps.js';

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
  /** From an earlier visit before the draw, if there was one. */
  keptHash: string | undefined;
}

export interface Report {
  ok: boolean;
  /** As in `ProofVerification`. */
  isPublicChain: boolean | null;
  steps: readonly Step[];
  /** In milliseconds, for reading and computing. */
  tookMs: number;
}
