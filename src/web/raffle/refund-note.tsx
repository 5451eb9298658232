import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts, useTexts } from '../common/language.js';
import css from './refund-note.module.css';

/** Whether the buyer may give an order back: a buyer reads it before the purchase and with the order. */
export function RefundNote({ rule }: { rule: RaffleOfPage['refundRule'] }) {
  const t = useTexts(TEXTS);
  return <p class={css.note}>{t[rule]}</p>;
}

const TEXTS = texts({
  'pt-BR': {
    WITHIN_7_DAYS: 'Você pode desistir em até 7 dias depois de pagar, enquanto as vendas estiverem abertas.',
    NOT_BY_BUYER:
      'Esta rifa tem prêmios na hora: o que você ganha é decidido com o pagamento. Por isso, quem participa não pode mais desistir do pedido.',
  },
  en: {
    WITHIN_7_DAYS: 'You may give the order back within 7 days of paying, while sales are open.',
    NOT_BY_BUYER:
      'This raffle has instant prizes: what you win is decided with the payment. So taking part ends the right to give the order back.',
  },
});
