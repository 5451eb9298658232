import { texts, useTexts } from '../common/language.js';
import css from './order.module.css';

/** Everybody who has the link reads this. */
export function WhatIsPublic() {
  const t = useTexts(TEXTS);
  return (
    <section class={`${css.public} ${css.onScreen}`} aria-label={t.title}>
      <h2>{t.title}</h2>
      <p>{t.shown}</p>
      <p>{t.hidden}</p>
    </section>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'O que esta página mostra',
    shown:
      'Quem tem este link vê o nome abreviado de quem fez o pedido, a rifa, o regulamento aceito, a situação, os números, as caixas abertas, os prêmios ganhos e o comprovante. Enquanto o pedido espera o pagamento, vê também o código PIX.',
    hidden:
      'Ninguém vê telefone, CPF, e-mail ou quem pagou. Buscadores não mostram a página. Ela sai do ar quando a conta de quem fez o pedido é apagada.',
  },
  en: {
    title: 'What this page shows',
    shown:
      'Who has this link sees the shortened name of who ordered, the raffle, the regulation that was accepted, the state, the numbers, the boxes that were opened, the prizes that were won, and the receipt. While the order waits for its payment, also the PIX code.',
    hidden:
      'Nobody sees the phone, the CPF, the e-mail address, or who paid. Search engines do not show the page. It ends when the account of who ordered is deleted.',
  },
});
