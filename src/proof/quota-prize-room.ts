import { shareOf } from './prize-share.js';

/**
 * The `releaseAt` of the first prize above `ordinal` whose share leaves fewer quotas for sale than there are prizes in play that
 * are won from there on; null when there is none. Where it is null no quota is ever without a number.
 */
export function shareWithoutRoom(
  prizes: readonly { releaseAt: number; isLocked: boolean }[],
  quotas: number,
  ordinal: number,
): number | null {
  const inPlay = prizes
    .filter(({ isLocked }) => !isLocked)
    .map(({ releaseAt }) => ({ releaseAt, share: shareOf(releaseAt, quotas) }))
    .sort((one, other) => other.share - one.share);
  const forSale = quotas - (prizes.length - inPlay.length);
  const first = inPlay.find(({ share }, before) => share > ordinal && forSale - share < before + 1);
  return first?.releaseAt ?? null;
}
