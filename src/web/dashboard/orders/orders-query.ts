import { isValidCpf, isValidPhone } from '@brazilian-utils/brazilian-utils';
import type { OrderFilterInput, OrderStatus } from '../../../generated/client/operations.js';
import { instantsOfDays } from '../../common/local-time.js';
import { ORDER_STATUSES } from './order-status.js';

/** The query string of the list. Days as in inputs of type date. */
export interface OrdersQuery {
  q?: string | undefined;
  /** What the digits of `q` mean when they can be a CPF and a phone. */
  as?: string | undefined;
  status?: OrderStatus | undefined;
  /** A UUID. */
  raffle?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export function ordersHref(query: OrdersQuery = {}): string {
  const given = Object.entries(query).filter(([, value]) => value);
  return `/dashboard/orders${given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : ''}`;
}

/** Unknown values are left out. */
export function readOrdersQuery(query: Record<string, string | undefined>): OrdersQuery {
  const { q, as, raffle, from, to } = query;
  return { q, as, raffle, from, to, status: ORDER_STATUSES.find((known) => known === query.status) };
}

/** `to` is inclusive. */
export function filterOf(
  { q, as, status, raffle, from, to }: OrdersQuery,
  timeZone: string,
): { filter: OrderFilterInput; search: OrderSearch | undefined } {
  const search = q ? orderSearchOf(q, as) : undefined;
  return {
    search,
    filter: {
      ...(search && 'filter' in search && search.filter),
      status: status ?? null,
      raffleId: raffle ?? null,
      ...instantsOfDays({ from, to }, timeZone),
    },
  };
}

/** `other`: what the same digits may mean as well. */
type OrderSearch =
  { orderId: string } | { filter: Pick<OrderFilterInput, 'phone' | 'cpf' | 'txid' | 'endToEndId'>; other?: 'phone' | 'cpf' };

/** PIX, Manual das Interfaces: E or D, the ISPB, day and minute, and eleven characters. */
const END_TO_END_ID = /^[ED]\d{8}(\d{12}|\d{4})[A-Za-z0-9]{11,}$/;
/** Adapters whose providers do not send the end-to-end id. */
const OF_AN_ADAPTER = /^[a-z0-9]+:\S+$/;
/** Phones and CPFs are longer. */
const ORDER_ID = /^#?\d{1,9}$/;
/** With a digit: a word alone is somebody's name. */
const TXID = /^(?=.*\d)[A-Za-z0-9]{6,}$/;
const DIGITS = /^\+?[\d\s().-]+$/;

/**
 * What a text means, however it was copied; undefined for one that no order is found by, such as a name. Eleven digits may be a CPF and a mobile phone: they are
 * a CPF when its check digits are right, unless it is said what they are.
 */
export function orderSearchOf(typed: string, as?: string): OrderSearch | undefined {
  const text = typed.trim();
  if (ORDER_ID.test(text)) return { orderId: text.replace('#', '') };
  if (END_TO_END_ID.test(text) || OF_AN_ADAPTER.test(text)) return { filter: { endToEndId: text } };
  if (!DIGITS.test(text)) return TXID.test(text) ? { filter: { txid: text } } : undefined;
  const isCpf = !text.startsWith('+') && isValidCpf(text);
  const isPhone = text.startsWith('+') || isValidPhone(text);
  if (isCpf && as !== 'phone') return { filter: { cpf: text }, ...(isPhone && { other: 'phone' }) };
  if (isPhone) return { filter: { phone: text }, ...(isCpf && { other: 'cpf' }) };
  // Let the service report the problem.
  return text.replace(/\D/g, '').length === 11 ? { filter: { cpf: text } } : { filter: { phone: text } };
}
