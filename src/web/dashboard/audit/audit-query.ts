import type { AuditLogQueryVariables } from '../../../generated/client/operations.js';
import { instantsOfDays } from '../../common/local-time.js';

const NAMES = ['action', 'actorId', 'subjectType', 'subjectId', 'from', 'to'] as const;

/** The query string of the audit log. Days as in inputs of type date. */
export type AuditQuery = { [Name in (typeof NAMES)[number]]?: string | undefined };

export function auditHref(query: AuditQuery = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return `/dashboard/audit${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`;
}

export function readAuditQuery(query: Record<string, string | undefined>): AuditQuery {
  return Object.fromEntries(NAMES.map((name) => [name, query[name] ?? undefined]));
}

/** The service takes a type and an id of what was changed together: one alone is no filter yet. */
export function auditFilterOf(
  { action, actorId, subjectType, subjectId, from, to }: AuditQuery,
  timeZone: string,
): Omit<AuditLogQueryVariables, 'first' | 'after'> {
  const isOfOne = Boolean(subjectType && subjectId);
  return {
    action: action ?? null,
    actorId: actorId ?? null,
    subjectType: isOfOne ? subjectType! : null,
    subjectId: isOfOne ? subjectId! : null,
    ...instantsOfDays({ from, to }, timeZone),
  };
}

const PAGES: Record<string, (id: string) => string> = {
  order: (id) => `/dashboard/orders/${id}`,
  user: (id) => `/dashboard/people/${id}`,
  raffle: (id) => `/dashboard/raffles/${id}`,
  apiClient: (id) => `/dashboard/clients/${id}`,
  paymentProvider: () => '/dashboard/providers',
  webhookEndpoint: () => '/dashboard/webhooks',
  webhookDelivery: () => '/dashboard/webhooks',
  wonPrize: () => '/dashboard/prizes',
  file: () => '/dashboard/files',
  site: () => '/dashboard/site',
  faq: () => '/dashboard/site',
  notification: () => '/dashboard/site',
  messageText: () => '/dashboard/site',
  latePayment: () => '/dashboard/money',
  unsettledEntry: () => '/dashboard/money',
};

/** The screen of what was changed, where it has one. */
export const subjectHref = (type: string, id: string): string | undefined => PAGES[type]?.(id);
