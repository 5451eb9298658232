import type { DisputeOpener } from '../../../generated/client/operations.js';

const DAY_MS = 86_400_000;

/** A provider's own dispute ends when the provider says how. An operator ends it when nothing was heard for a day. */
export const mayBeReleased = ({ openedBy, openedAt }: { openedBy: DisputeOpener; openedAt: string }): boolean =>
  openedBy === 'OPERATOR' || Date.parse(openedAt) < Date.now() - DAY_MS;
