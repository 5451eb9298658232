import { MyWins } from '../buyer/my-wins.js';
import { useMyRaffles } from '../buyer/use-my-raffles.js';
import { texts, useTexts } from '../common/language.js';
import css from './account.module.css';

export function WinsScreen() {
  const t = useTexts(TEXTS);
  const { nodes: raffles } = useMyRaffles();
  return (
    <>
      {/* The lists have the headings of a part: without this one a level is missing. */}
      <h2 class="visually-hidden">{t.title}</h2>
      <p class={css.soft}>{t.lead}</p>
      <MyWins raffleId={null} titleOf={(raffleId) => raffles?.find(({ id }) => id === raffleId)?.title} />
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Prêmios e caixas',
    lead: 'Os seus prêmios e caixas de todas as rifas aparecem aqui. Um prêmio de caixa aparece depois que você a abre.',
  },
  en: {
    title: 'Prizes and boxes',
    lead: 'Your prizes and boxes of all raffles are here. The prize of a box is here once you open it.',
  },
});
