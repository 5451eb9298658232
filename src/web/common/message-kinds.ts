import type { MessageKind } from '../../generated/client/operations.js';
import { texts } from './language.js';

/** Those that a buyer can choose. */
export const CHOSEN_KINDS = [
  'ORDER_PAID',
  'ORDER_EXPIRING',
  'ORDER_REFUNDED',
  'MONEY_RETURNED',
  'DRAW_SOON',
  'PRIZE_WON',
  'PRIZE_DELIVERED',
] as const satisfies readonly MessageKind[];

export const MESSAGE_KIND_TITLES = texts<Record<MessageKind, string>>({
  'pt-BR': {
    CODE: 'Código de confirmação',
    ORDER_PAID: 'Pagamento confirmado, com os números',
    ORDER_EXPIRING: 'Pedido prestes a vencer',
    ORDER_REFUNDED: 'Pedido devolvido',
    MONEY_RETURNED: 'Dinheiro devolvido',
    DRAW_SOON: 'Sorteio nas próximas 24 horas',
    PRIZE_WON: 'Prêmio ganho',
    PRIZE_DELIVERED: 'Prêmio entregue',
  },
  en: {
    CODE: 'Confirmation code',
    ORDER_PAID: 'Payment received, with the numbers',
    ORDER_EXPIRING: 'Order about to expire',
    ORDER_REFUNDED: 'Order refunded',
    MONEY_RETURNED: 'Money returned',
    DRAW_SOON: 'Draw within 24 hours',
    PRIZE_WON: 'Prize won',
    PRIZE_DELIVERED: 'Prize delivered',
  },
});
