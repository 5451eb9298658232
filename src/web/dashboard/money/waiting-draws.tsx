import { texts, useFormats, useTexts } from '../../common/language.js';
import { ButtonLink } from '../../ui/button.js';
import { Note } from '../../ui/layout.js';
import { Card } from '../../ui/surface.js';
import { raffleHref } from '../links.js';
import css from './money.module.css';
import type { Report } from './reconciliation-report.js';

export function WaitingDraws({ draws }: { draws: Report['waitingDraws'] }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  return (
    <Card title={t.title}>
      <p>{t.about(f.number(draws.count))}</p>
      <ul>
        {draws.raffleIds.map((id) => (
          <li key={id} class={css.refund}>
            <span>
              {t.raffle} <code class={css.code}>{id}</code>
            </span>
            <ButtonLink small href={`${raffleHref(id)}/draw`}>
              {t.toDraw}
            </ButtonLink>
          </li>
        ))}
      </ul>
      {draws.count > draws.raffleIds.length && <Note>{t.onlyOldest(f.number(draws.raffleIds.length))}</Note>}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Sorteios que esperam',
    about: (count: string) =>
      `Rifas congeladas e ainda não sorteadas: ${count}. Ou faltam os resultados da Loteria Federal, que você digita, ou o sorteador público não respondeu há dez minutos. Depois de sete dias sem sorteio, a rifa pode ser cancelada.`,
    raffle: 'Rifa',
    toDraw: 'Ir ao sorteio',
    onlyOldest: (count: string) => `Estas são as ${count} que esperam há mais tempo.`,
  },
  en: {
    title: 'Draws that wait',
    about: (count: string) =>
      `Raffles that are frozen and not drawn: ${count}. Either the results of the Loteria Federal are missing, which you type in, or the public beacon has given no answer for ten minutes. After seven days without a draw a raffle can be called off.`,
    raffle: 'Raffle',
    toDraw: 'To the draw',
    onlyOldest: (count: string) => `These are the ${count} that wait longest.`,
  },
});
