import type { OrderFilterInput, OrderStatus } from '../../../generated/client/operations.js';
import { fromLocalTime } from '../raffle/settings/local-time.js';
import { orderSearchOf, type OrderSearch } from './order-search.js';
import { ORDER_STATUSES } from './order-status.js';

/** What of the orders is listed, as it stands in the address. Days as inputs of type date have them. */
export interface OrdersQuery {
  q?: string | undefined;
  /** What the digits of `q` are, where they may be two things. */
  as?: string | undefined;
  status?: OrderStatus | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The address of a list of orders. */
export function ordersHref(query: OrdersQuery = {}): string {
  const given = Object.entries(query).filter(([, value]) => value);
  return `/dashboard/orders${given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : ''}`;
}

/** What an address says; what nobody here wrote in it is left out. */
export function readOrdersQuery(query: Record<string, string | undefined>): OrdersQuery {
  const { q, as, from, to } = query;
  return { q, as, from, to, status: ORDER_STATUSES.find((known) => known === query.status) };
}

/** The orders that are meant, by the clock of a zone: the last day is one of those that count. */
export function filterOf(
  { q, as, status, from, to }: OrdersQuery,
  timeZone: string,
): { filter: OrderFilterInput; search: OrderSearch | undefined } {
  const search = q ? orderSearchOf(q, as) : undefined;
  return {
    search,
    filter: {
      ...(search && 'filter' in search && search.filter),
      status: status ?? null,
      from: (from && fromLocalTime(`${from}T00:00`, timeZone)) || null,
      to: (to && fromLocalTime(`${dayAfter(to)}T00:00`, timeZone)) || null,
    },
  };
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return Number.isNaN(next.getTime()) ? '' : next.toISOString().slice(0, 10);
}
