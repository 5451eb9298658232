import type { OrderReservation, OrderStatus } from '../../generated/client/operations.js';
import { texts, useTexts } from '../common/language.js';
import { Button } from '../ui/button.js';
import { MoneyBack } from './money-back.js';
import css from './order-dialog.module.css';

interface OrderOverProps {
  id: string;
  status: Exclude<OrderStatus, 'PENDING' | 'PAID'>;
  reservation: OrderReservation;
  isSelling: boolean;
  onClose(): void;
}

/** An order that ended without its numbers, and what becomes of the money. */
export function OrderOver({ id, status, reservation, isSelling, onClose }: OrderOverProps) {
  const t = useTexts(TEXTS);
  const isAtPayment = reservation === 'AT_PAYMENT';
  return (
    <div class={css.over}>
      <p>{isAtPayment ? t.overAtPayment[status] : t.over[status]}</p>
      {(status === 'REFUNDED' || isAtPayment) && <MoneyBack id={id} isOfNoQuotas={status !== 'REFUNDED'} />}
      {status !== 'REFUNDED' && isSelling && (
        <Button variant="primary" onClick={onClose}>
          {t.chooseAgain}
        </Button>
      )}
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': {
    over: {
      EXPIRED:
        'O pedido não foi pago a tempo, e as cotas não estão mais reservadas: não pague mais este PIX. Se você já pagou, o organizador cuida do seu dinheiro: nada se perde.',
      CANCELLED:
        'As cotas não estão mais reservadas: não pague este PIX. Se você já pagou, o organizador cuida do seu dinheiro: nada se perde.',
      REFUNDED: 'Os números deste pedido não participam mais do sorteio.',
    },
    overAtPayment: {
      EXPIRED:
        'O pedido não foi pago a tempo: não pague mais este PIX. Se você já pagou e as cotas acabaram, o dinheiro é devolvido.',
      CANCELLED: 'O pedido foi cancelado: você desistiu dele, a rifa foi cancelada, ou as cotas acabaram antes do seu pagamento.',
      REFUNDED: 'Os números deste pedido não participam mais do sorteio.',
    },
    chooseAgain: 'Escolher de novo',
  },
  en: {
    over: {
      EXPIRED:
        'The order was not paid in time, and its quotas are not held any more: do not pay this PIX. If you have paid, the organiser settles it: nothing is lost.',
      CANCELLED:
        'Its quotas are not held any more: do not pay this PIX. If you have paid, the organiser settles it: nothing is lost.',
      REFUNDED: 'The numbers of this order take no part in the draw any more.',
    },
    overAtPayment: {
      EXPIRED:
        'The order was not paid in time: do not pay this PIX. If you have paid and the quotas are gone, the money is returned.',
      CANCELLED: 'The order was cancelled: you gave it up, the raffle was cancelled, or the quotas were gone before you paid.',
      REFUNDED: 'The numbers of this order take no part in the draw any more.',
    },
    chooseAgain: 'Choose again',
  },
});
