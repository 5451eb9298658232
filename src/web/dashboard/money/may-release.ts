import type { DisputeOpener } from '../../../generated/client/operations.js';

const DAY_MS = 86_400_000;

/**
 * A provider's own dispute ends when the provider says how. The service lets an operator end it when the provider says nothing for a day: on
 * the first day it is not offered.
 */
export const mayBeReleased = ({ openedBy, openedAt }: { openedBy: DisputeOpener; openedAt: string }): boolean =>
  openedBy === 'OPERATOR' || Date.parse(openedAt) < Date.now() - DAY_MS;
