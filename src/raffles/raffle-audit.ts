import type { Raffle } from '../generated/prisma/client.js';
import type { AuditEntry } from '../platform/audit.js';
import { actorOf } from '../platform/principal.js';
import { cutText, shownChanges } from '../platform/shown-changes.js';
import type { Prize, RaffleFields } from './raffle-fields.js';

/** The entry of something that was done to a raffle by hand; by the service itself when a development raffle is made. */
export function raffleAudit(
  request: Parameters<typeof actorOf>[0],
  action: 'createRaffle' | 'updateRaffle' | 'deleteRaffle',
  raffleId: string,
  details: AuditEntry['details'],
): AuditEntry {
  return { by: actorOf(request), action, subjectType: 'raffle', subjectId: raffleId, details };
}

/** What an entry tells of a change: each field and the main prizes as they were and as they are. */
export function changeDetails(
  before: Raffle,
  changes: Partial<RaffleFields>,
  prizes: { before: Prize[]; after: Prize[] } | undefined,
): AuditEntry['details'] {
  return {
    ...shownChanges(before, changes),
    ...(prizes && { prizesBefore: titles(prizes.before), prizes: titles(prizes.after) }),
  };
}

function titles(prizes: Prize[]): string {
  return cutText(prizes.map(({ title }) => title).join('; '));
}
