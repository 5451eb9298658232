import type { WinnerCardFragment } from '../../generated/client/operations.js';
import { raffleAddress } from '../../addresses/shop-address.js';
import { texts, useFormats, useLanguage, useTexts } from '../common/language.js';
import { RafflePicture } from '../common/raffle-picture.js';
import css from './shop.module.css';

export function WinnerCards({ winners, level }: { winners: readonly WinnerCardFragment[]; level: 2 | 3 }) {
  const t = useTexts(TEXTS);
  const { date } = useFormats();
  const language = useLanguage();
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <ul class={css.winners}>
      {winners.map((winner) => (
        <li key={winner.id} class={css.winner}>
          <div class={css.thumb}>
            <RafflePicture photoUrl={winner.rafflePhotoUrl} sizes="5rem" />
          </div>
          <div class={css.winnerWords}>
            <Title class={css.winnerName}>{winner.winnerName}</Title>
            <p>{winner.prize}</p>
            <p class={css.soft}>{t.number(winner.luckyNumber, date(winner.createdAt))}</p>
            <p class={css.soft}>
              <a href={raffleAddress(winner.raffleSlug, language, { isDraw: true })}>{t.check(winner.raffleTitle)}</a>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

const TEXTS = texts({
  'pt-BR': {
    number: (number: string, at: string) => `Número ${number} · ${at}`,
    check: (raffle: string) => `Conferir o sorteio: ${raffle}`,
  },
  en: {
    number: (number: string, at: string) => `Number ${number} · ${at}`,
    check: (raffle: string) => `Check the draw: ${raffle}`,
  },
});
