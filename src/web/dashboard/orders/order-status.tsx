import type { OrderStatus } from '../../../generated/client/operations.js';
import { texts, useTexts } from '../../common/language.js';
import { Badge } from '../../ui/surface.js';

export const ORDER_STATUSES: readonly OrderStatus[] = ['PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'REFUNDED'];

export const ORDER_STATUS_TEXTS = texts<Record<OrderStatus, string>>({
  'pt-BR': { PENDING: 'Aguardando', PAID: 'Pago', EXPIRED: 'Expirado', CANCELLED: 'Cancelado', REFUNDED: 'Devolvido' },
  en: { PENDING: 'Waiting', PAID: 'Paid', EXPIRED: 'Expired', CANCELLED: 'Cancelled', REFUNDED: 'Refunded' },
});

const TONES = { PENDING: 'warn', PAID: 'good', EXPIRED: 'calm', CANCELLED: 'calm', REFUNDED: 'bad' } as const;

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={TONES[status]}>{useTexts(ORDER_STATUS_TEXTS)[status]}</Badge>;
}
