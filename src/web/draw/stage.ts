import type { DrawOfPageQuery } from '../../generated/client/operations.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';

export type Draw = NonNullable<DrawOfPageQuery['drawProof']>;

/** The name of drand's public chain; any other proves nothing. */
export const PUBLIC_CHAIN = 'quicknet';

/** How far a raffle is on its way to its winners. */
export type Stage = 'SELLING' | 'CLOSED' | 'FREEZING' | 'FROZEN' | 'DRAWN' | 'CANCELLED';

/** By what is known of it; of the draw that may be nothing yet, and then FROZEN stands for FREEZING too. */
export function stageOf({ status, frozenAt }: Pick<RaffleOfPage, 'status' | 'frozenAt'>, draw: Draw | null | undefined): Stage {
  if (draw) return draw.status;
  if (status === 'DRAWN' || status === 'FINISHED') return 'DRAWN';
  if (status === 'CANCELLED') return 'CANCELLED';
  if (frozenAt !== null) return 'FROZEN';
  return status === 'CLOSED' || status === 'SOLD_OUT' ? 'CLOSED' : 'SELLING';
}
