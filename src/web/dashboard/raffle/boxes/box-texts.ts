import { texts } from '../../../common/language.js';
import type { SaleLock } from '../settings/locked-fields.js';

interface Words {
  saleLock: Record<NonNullable<SaleLock>, string>;
  onlyCombos: string;
  onlyPrizes: string;
  change: string;
  remove: string;
  actions: string;
  whole: string;
  money: string;
  percent: string;
}

export const BOX_TEXTS = texts<Words>({
  'pt-BR': {
    saleLock: {
      sold: 'Já há cotas pagas: combos e prêmios das caixas não mudam mais. Ainda dá para mandar prêmios ao encerramento e escolher o que a página mostra.',
      reserved: 'Um pedido aguarda pagamento: combos e prêmios das caixas não mudam enquanto isso, nem depois de pago.',
      frozen: 'A rifa foi congelada para o sorteio: combos e prêmios das caixas não mudam mais.',
      calledOff: 'A rifa foi cancelada: ninguém ganha as caixas dela.',
    },
    onlyCombos: 'Os pedidos recebem caixas, mas não há prêmios: todas estariam vazias.',
    onlyPrizes: 'Há prêmios, mas nenhum combo: nenhum pedido recebe caixas.',
    change: 'Mudar',
    remove: 'Excluir',
    actions: 'Ações',
    whole: 'Escreva um número inteiro.',
    money: 'Escreva um valor como 1.234,50.',
    percent: 'Escreva uma porcentagem de 0 a 100, como 12,5.',
  },
  en: {
    saleLock: {
      sold: 'Quotas are paid: combos and what is in boxes do not change any more. Prizes can still be sent to the close, and what the page shows chosen.',
      reserved: 'An order waits for payment: combos and what is in boxes do not change meanwhile, nor once it is paid.',
      calledOff: 'The raffle was called off: nobody wins its boxes.',
      frozen: 'The raffle was frozen for its draw: combos and what is in boxes do not change any more.',
    },
    onlyCombos: 'Orders receive boxes, but there are no prizes: all of them would be empty.',
    onlyPrizes: 'There are prizes, but no combo: no order receives boxes.',
    change: 'Change',
    remove: 'Delete',
    actions: 'Actions',
    whole: 'Write a whole number.',
    money: 'Write an amount such as 1,234.50.',
    percent: 'Write a percentage from 0 to 100, such as 12.5.',
  },
});
