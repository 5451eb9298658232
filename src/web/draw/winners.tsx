import { texts, useFormats, useTexts } from '../common/language.js';
import { Skeleton, Card, Empty } from '../ui/surface.js';
import css from './draw.module.css';
import type { Draw } from './use-draw.js';

/** `prizes`: how many there will be, before they are known here. */
export function Winners({ draw, prizes }: { draw: Draw | null | undefined; prizes: number }) {
  const t = useTexts(TEXTS);
  const { dateTime } = useFormats();
  return (
    <Card title={t.title}>
      {!draw && <Skeleton lines={Math.max(2, prizes)} />}
      {draw?.winners.length === 0 && (
        <Empty>
          <p>{t.nobody}</p>
        </Empty>
      )}
      {draw && draw.winners.length > 0 && (
        <ol class={css.winners}>
          {draw.winners.map(({ id, position, prize, luckyNumber, winnerName }) => (
            <li key={id}>
              <span class={css.place}>
                <span class="visually-hidden">{t.prize} </span>
                {position}
              </span>
              <span>
                <strong>{prize}</strong>
                <br />
                {winnerName}
              </span>
              <span class={css.number}>
                <span class="visually-hidden">{t.number} </span>
                {luckyNumber}
              </span>
            </li>
          ))}
        </ol>
      )}
      {draw && draw.winners.length > 0 && draw.winners.length < prizes && <p class={css.soft}>{t.fewer}</p>}
      {draw && draw.results.length > 0 && (
        <div class={css.part}>
          <h3>{t.results(draw.contest ?? 0)}</h3>
          <ol class={css.results}>
            {draw.results.map((result, index) => (
              <li key={index}>{result}</li>
            ))}
          </ol>
          <p class={css.soft}>{t.compare}</p>
        </div>
      )}
      {draw?.drawnAt && <p class={css.soft}>{t.drawnAt(dateTime(draw.drawnAt))}</p>}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Ganhadores',
    nobody: 'Ninguém ganhou: não havia cota paga no sorteio.',
    fewer: 'Há mais prêmios do que cotas que pudessem ganhá-los; os outros ficaram sem ganhador.',
    prize: 'Prêmio',
    number: 'número',
    results: (contest: number) => `Concurso ${contest} da Loteria Federal`,
    compare: 'Os cinco prêmios, como o organizador os digitou. Compare com os que a Loteria Federal publicou.',
    drawnAt: (time: string) => `Sorteada em ${time}.`,
  },
  en: {
    title: 'Winners',
    nobody: 'Nobody won: no paid quota was in the draw.',
    fewer: 'There are more prizes than quotas that could win them; the others have no winner.',
    prize: 'Prize',
    number: 'number',
    results: (contest: number) => `Contest ${contest} of the federal lottery`,
    compare: 'The five prizes as the organiser typed them in. Compare them with those that the federal lottery published.',
    drawnAt: (time: string) => `Drawn on ${time}.`,
  },
});
