import type { RaffleOfPage } from '../../pages/page-renderer.js';
import type { Published } from './check/published.js';
import type { KeptHash } from './kept-hash.js';
import type { Draw } from './stage.js';

/** What this page shows of a draw, for its proof to be held against. */
export function publishedOf({ id, secretHash, commitments }: RaffleOfPage, draw: Draw, kept: KeptHash | undefined): Published {
  return {
    raffleId: id,
    manifestHash: draw.manifestHash ?? '',
    secretHash,
    quotaPrizesHash: commitments.quotaPrizesHash,
    boxesHash: commitments.boxesHash,
    boxSeedHash: commitments.boxSeedHash,
    winners: draw.winners.map(({ position, luckyNumber }) => ({ position, luckyNumber })),
    results: draw.results,
    keptHash: kept?.hash,
  };
}
