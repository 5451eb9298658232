import { isValidCpf, isValidPhone } from '@brazilian-utils/brazilian-utils';
import type { OrderFilterInput } from '../../../generated/client/operations.js';

/** What somebody looks for: an order that they know, or orders by one condition. `other` is what the same digits may be as well. */
export type OrderSearch =
  { orderId: string } | { filter: Pick<OrderFilterInput, 'phone' | 'cpf' | 'txid' | 'endToEndId'>; other?: 'phone' | 'cpf' };

/** PIX, Manual das Interfaces: who began the payment, the day and minute, and eleven letters and digits. */
const END_TO_END_ID = /^[ED]\d{8}(\d{12}|\d{4})[A-Za-z0-9]{11,}$/;
/** Of adapters whose providers do not tell the end-to-end id. */
const OF_AN_ADAPTER = /^[a-z0-9]+:\S+$/;
/** No phone and no CPF is as short. */
const ORDER_ID = /^#?\d{1,9}$/;
const DIGITS = /^\+?[\d\s().-]+$/;

/**
 * What a text means, however it was copied; undefined for one that means nothing. Eleven digits may be a CPF and a mobile phone: they are
 * a CPF when its check digits are right, unless it is said what they are.
 */
export function orderSearchOf(typed: string, as?: string): OrderSearch | undefined {
  const text = typed.trim();
  if (ORDER_ID.test(text)) return { orderId: text.replace('#', '') };
  if (END_TO_END_ID.test(text) || OF_AN_ADAPTER.test(text)) return { filter: { endToEndId: text } };
  if (!DIGITS.test(text)) return /^[A-Za-z0-9]{6,}$/.test(text) ? { filter: { txid: text } } : undefined;
  const isCpf = !text.startsWith('+') && isValidCpf(text);
  const isPhone = text.startsWith('+') || isValidPhone(text);
  if (isCpf && as !== 'phone') return { filter: { cpf: text }, ...(isPhone && { other: 'phone' }) };
  if (isPhone) return { filter: { phone: text }, ...(isCpf && { other: 'cpf' }) };
  // The service says what is wrong with it.
  return text.replace(/\D/g, '').length === 11 ? { filter: { cpf: text } } : { filter: { phone: text } };
}
