import type { Step } from '../../../proof/steps.js';

/** What a page shows of a draw without its proof, to hold the proof against: the raffle's own words, and what was seen before. */
export interface Published {
  raffleId: string;
  manifestHash: string;
  secretHash: string;
  quotaPrizesHash: string | null;
  boxesHash: string | null;
  boxSeedHash: string | null;
  /** In the order of prizes, without those that nobody won. */
  winners: readonly { position: number; luckyNumber: string }[];
  /** The five results of the federal lottery; empty for a draw by the beacon. */
  results: readonly string[];
  /** The manifest's hash that this browser saw before the draw, where it did. */
  keptHash: string | undefined;
}

/** What came of a verification in a browser. */
export interface Report {
  /** Whether every step holds. */
  ok: boolean;
  /** As `DrawVerification` has it. */
  isPublicChain: boolean | null;
  steps: readonly Step[];
  /** Of reading and computing, in milliseconds. */
  tookMs: number;
}
