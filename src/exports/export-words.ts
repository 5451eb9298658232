import type { OrderReservation, OrderStatus } from '../generated/prisma/client.js';
import type { LineColumn } from '../orders/order-export.sql.js';

export interface ExportWords {
  headings: Record<LineColumn | 'luckyNumbers', string>;
  status: Record<OrderStatus, string>;
  reservation: Record<OrderReservation, string>;
  more(count: number): string;
  /** The name of the file begins with it. */
  file: string;
}

const TRACKED = {
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmTerm: 'utm_term',
  utmContent: 'utm_content',
  src: 'src',
  sck: 'sck',
};

const PORTUGUESE: ExportWords = {
  headings: {
    id: 'Pedido',
    raffle: 'Rifa',
    status: 'Situação',
    reservation: 'Reserva',
    createdAt: 'Feito em',
    paidAt: 'Pago em',
    buyerName: 'Comprador',
    buyerPhone: 'Telefone',
    buyerCpf: 'CPF',
    quotaQuantity: 'Cotas',
    bonusQuotas: 'Cotas de bônus',
    priceByQuota: 'Preço da cota',
    discount: 'Desconto',
    totalValue: 'Total',
    paymentMethod: 'Forma de pagamento',
    paymentProviderName: 'Provedor',
    referral: 'Indicação',
    ...TRACKED,
    luckyNumbers: 'Números da sorte',
  },
  status: { PENDING: 'Aguardando', PAID: 'Pago', EXPIRED: 'Expirado', CANCELLED: 'Cancelado', REFUNDED: 'Devolvido' },
  reservation: { RESERVED: 'Ao fazer o pedido', AT_PAYMENT: 'Ao pagar' },
  more: (count) => `e mais ${count}`,
  file: 'pedidos',
};

const ENGLISH: ExportWords = {
  headings: {
    id: 'Order',
    raffle: 'Raffle',
    status: 'Status',
    reservation: 'Reservation',
    createdAt: 'Placed',
    paidAt: 'Paid',
    buyerName: 'Buyer',
    buyerPhone: 'Phone',
    buyerCpf: 'CPF',
    quotaQuantity: 'Quotas',
    bonusQuotas: 'Bonus quotas',
    priceByQuota: 'Price of a quota',
    discount: 'Discount',
    totalValue: 'Total',
    paymentMethod: 'Payment method',
    paymentProviderName: 'Provider',
    referral: 'Referral',
    ...TRACKED,
    luckyNumbers: 'Lucky numbers',
  },
  status: { PENDING: 'Waiting', PAID: 'Paid', EXPIRED: 'Expired', CANCELLED: 'Cancelled', REFUNDED: 'Refunded' },
  reservation: { RESERVED: 'When it was placed', AT_PAYMENT: 'When it is paid' },
  more: (count) => `and ${count} more`,
  file: 'orders',
};

export function wordsOf({ isEnglish }: { isEnglish: boolean }): ExportWords {
  return isEnglish ? ENGLISH : PORTUGUESE;
}
