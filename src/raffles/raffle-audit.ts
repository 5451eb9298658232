import type { Raffle } from '../generated/prisma/client.js';
import type { AuditEntry } from '../platform/audit.js';
import { formatMoney } from '../platform/money.js';
import { actorOf } from '../platform/principal.js';
import type { Prize, RaffleFields } from './raffle-fields.js';

const LONGEST_TEXT = 200;

/** The entry of something that was done to a raffle by hand; by the service itself when a development raffle is made. */
export function raffleAudit(
  request: Parameters<typeof actorOf>[0],
  action: 'createRaffle' | 'updateRaffle' | 'deleteRaffle',
  raffleId: string,
  details: AuditEntry['details'],
): AuditEntry {
  return { by: actorOf(request), action, subjectType: 'raffle', subjectId: raffleId, details };
}

/** What an entry tells of a change: each field as it was (`titleBefore`) and as it is, long texts cut to 200 characters. */
export function changeDetails(
  before: Raffle,
  changes: Partial<RaffleFields>,
  prizes: { before: Prize[]; after: Prize[] } | undefined,
): AuditEntry['details'] {
  const fields = Object.entries(changes).flatMap(([name, value]) => [
    [`${name}Before`, shown(before[name as keyof Raffle])],
    [name, shown(value)],
  ]);
  return {
    ...(Object.fromEntries(fields) as AuditEntry['details']),
    ...(prizes && { prizesBefore: titles(prizes.before), prizes: titles(prizes.after) }),
  };
}

function titles(prizes: Prize[]): string {
  return cut(prizes.map(({ title }) => title).join('; '));
}

function shown(value: unknown): string | number | boolean | null {
  if (typeof value === 'bigint') return formatMoney(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  return typeof value === 'string' ? cut(value) : JSON.stringify(value);
}

/** By characters, not by UTF-16 units: jsonb refuses half a surrogate pair. */
function cut(text: string): string {
  return [...text].slice(0, LONGEST_TEXT).join('');
}
