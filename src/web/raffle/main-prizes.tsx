import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts, useTexts } from '../common/language.js';
import { RafflePicture } from '../common/raffle-picture.js';
import { Card } from '../ui/surface.js';
import css from './about.module.css';

export function Prizes({ raffle }: { raffle: RaffleOfPage }) {
  const t = useTexts(TEXTS);
  return (
    <>
      {raffle.prizes.length > 0 && (
        <Card title={raffle.prizes.length === 1 ? t.prize : t.prizes}>
          <ol class={css.prizes}>
            {raffle.prizes.map(({ position, title, description, photoUrl }) => (
              <li key={position}>
                <span class={css.place}>{t.place(position)}</span>
                <div class={css.prizeWords}>
                  <strong>{title}</strong>
                  {description && <p class={css.soft}>{description}</p>}
                </div>
                {photoUrl && (
                  <div class={css.prizePicture}>
                    <RafflePicture photoUrl={photoUrl} sizes="6rem" />
                  </div>
                )}
              </li>
            ))}
          </ol>
        </Card>
      )}
      {raffle.description && (
        <Card title={t.about}>
          <p class={css.text}>{raffle.description}</p>
        </Card>
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': { prize: 'Prêmio', prizes: 'Prêmios', about: 'Descrição e regras', place: (n: number) => `${n}º` },
  en: { prize: 'Prize', prizes: 'Prizes', about: 'Description and rules', place: (n: number) => `${n}.` },
});
