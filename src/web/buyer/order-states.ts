import type { OrderStatus } from '../../generated/client/operations.js';
import { texts } from '../common/language.js';

export const ORDER_TONES = { PENDING: 'warn', PAID: 'good', EXPIRED: 'calm', CANCELLED: 'calm', REFUNDED: 'calm' } as const;

export const ORDER_STATES = texts<Record<OrderStatus, string>>({
  'pt-BR': { PENDING: 'Aguardando PIX', PAID: 'Pago', EXPIRED: 'Expirado', CANCELLED: 'Cancelado', REFUNDED: 'Devolvido' },
  en: { PENDING: 'Waiting for PIX', PAID: 'Paid', EXPIRED: 'Expired', CANCELLED: 'Cancelled', REFUNDED: 'Refunded' },
});
