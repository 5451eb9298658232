import { formatCpf } from '@brazilian-utils/brazilian-utils';
import { stringify } from 'csv-stringify/sync';
import { businessTime } from '../platform/business-day.js';
import { asSeenBy } from '../platform/masking.js';
import { formatMoney } from '../platform/money.js';
import type { Principal } from '../platform/principal.js';
import { TRACKING_NAMES } from '../quotas/order-tracking.js';
import type { ReadOrder } from './order-page.js';

/** Who reads the file, and by which clock (an IANA name). */
interface Reader {
  viewer: Principal;
  timeZone: string;
}

/** What is written of an order, by the column's name. */
const COLUMNS: Record<string, (order: ReadOrder, reader: Reader) => string> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  createdAt: ({ createdAt }, { timeZone }) => businessTime(timeZone, createdAt),
  paidAt: ({ paidAt }, { timeZone }) => (paidAt ? businessTime(timeZone, paidAt) : ''),
  buyerName: ({ user }, { viewer }) => (user ? asSeenBy(viewer, user).name : ''),
  buyerPhone: ({ user }, { viewer }) => (user && asSeenBy(viewer, user).phone) ?? '',
  buyerCpf: ({ user }, { viewer }) => punctuated((user && asSeenBy(viewer, user).cpf) ?? ''),
  quotaQuantity: ({ quotaQuantity }) => String(quotaQuantity),
  bonusQuotas: ({ bonusQuotas }) => String(bonusQuotas),
  luckyNumbers: ({ paidAt, block }) => String(paidAt && block ? block.endOrdinal - block.firstOrdinal : 0),
  priceByQuota: ({ priceByQuota }) => reais(priceByQuota),
  discount: ({ discount }) => reais(discount),
  totalValue: ({ totalValue }) => reais(totalValue),
  paymentMethod: () => 'PIX',
  paymentProviderName: ({ paymentProviderName }) => paymentProviderName,
  referral: ({ referral }) => referral ?? '',
  ...Object.fromEntries(TRACKING_NAMES.map((name) => [name, ({ tracking }: ReadOrder) => tracking?.[name] ?? ''])),
};

const COLUMN_NAMES = Object.keys(COLUMNS);

const cellsOf = Object.values(COLUMNS);
/** RFC 4180 but for the semicolon. What a spreadsheet would take for a formula gets an apostrophe in front, phones with their `+` too. */
const OPTIONS = { delimiter: ';', record_delimiter: 'windows', escape_formulas: true } as const;

/**
 * The orders as a spreadsheet of a Brazilian machine opens them: a byte order mark, or names lose their accents; semicolons, for the comma
 * is the decimal sign, of money too; times by the business's clock; a CPF with its punctuation, or it would lose its zeros. Yields a
 * text for each page, the header with the first.
 */
export async function* csvOf(pages: AsyncIterable<ReadOrder[]>, reader: Reader): AsyncGenerator<string, void> {
  yield stringify([COLUMN_NAMES], { ...OPTIONS, bom: true });
  for await (const orders of pages) {
    const rows = orders.map((order) => cellsOf.map((cell) => cell(order, reader)));
    if (rows.length > 0) yield stringify(rows, OPTIONS);
  }
}

function reais(centavos: bigint): string {
  return formatMoney(centavos).replace('.', ',');
}

/** Masked it has its punctuation already. */
function punctuated(cpf: string): string {
  return /^\d{11}$/.test(cpf) ? formatCpf(cpf) : cpf;
}
