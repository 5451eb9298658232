import { texts, useDay, useFormats, useTexts } from '../common/language.js';
import { RelayLinks } from '../common/relay-links.js';
import { Card, Empty } from '../ui/surface.js';
import css from './draw.module.css';
import type { Draw } from './use-draw.js';

interface WinnersProps {
  draw: Draw;
  prizes: number;
  /** Where the winners of boxes and quota prizes stand; null without such prizes. */
  instantWinnersAt: string | null;
}

export function Winners({ draw, prizes, instantWinnersAt }: WinnersProps) {
  const t = useTexts(TEXTS);
  const { dateTime } = useFormats();
  const dayOf = useDay();
  return (
    <Card title={t.title}>
      {draw.winners.length === 0 && (
        <Empty>
          <p>{t.nobody}</p>
        </Empty>
      )}
      {draw.winners.length > 0 && (
        <ol class={css.winners}>
          {draw.winners.map(({ id, position, prize, luckyNumber, winnerName }) => (
            <li key={id}>
              <span class={css.place}>
                <span class="visually-hidden">{t.prize} </span>
                {position}
              </span>
              <span class={css.winnerWords}>
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
      {draw.winners.length > 0 && draw.winners.length < prizes && <p class={css.soft}>{t.fewer}</p>}
      {draw.results.length > 0 && (
        <div class={css.part}>
          <h3>{t.results(draw.contest ?? 0)}</h3>
          {draw.contestDate && <p class={css.soft}>{t.day(dayOf(draw.contestDate))}</p>}
          <ol class={css.results}>
            {draw.results.map((result, index) => (
              <li key={index}>{result}</li>
            ))}
          </ol>
          <p class={css.soft}>
            {t.compare} {draw.confirmation && t.confirmed[draw.confirmation]}
          </p>
        </div>
      )}
      {instantWinnersAt && (
        <p class={css.soft}>
          <a href={instantWinnersAt}>{t.instantWinners}</a>
        </p>
      )}
      {draw.drawnAt && <p class={css.soft}>{t.drawnAt(dateTime(draw.drawnAt))}</p>}
      {draw.chainHash && draw.round !== null && (
        <RelayLinks chainHash={draw.chainHash} round={draw.round} signature={draw.signature} />
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Ganhadores',
    nobody: 'Ninguém ganhou: não havia cota paga no sorteio.',
    instantWinners: 'Quem ganhou nas caixas e nas cotas premiadas está na página da rifa.',
    fewer: 'Há mais prêmios do que cotas que pudessem ganhá-los; os outros ficaram sem ganhador.',
    prize: 'Prêmio',
    number: 'número',
    results: (contest: number) => `Concurso ${contest} da Loteria Federal`,
    day: (day: string) => `Sorteado em ${day}, às 20h de Brasília.`,
    compare: 'Os cinco prêmios, como foram digitados. Compare com os que a Loteria Federal publicou.',
    confirmed: {
      SECOND_OPERATOR: 'Dois operadores digitaram o mesmo.',
      WAITED: 'Um só operador os digitou e confirmou, depois de ficarem públicos por um dia ou mais.',
    },
    drawnAt: (time: string) => `Sorteada em ${time}.`,
  },
  en: {
    title: 'Winners',
    nobody: 'Nobody won: no paid quota was in the draw.',
    instantWinners: 'Who won by boxes and lucky numbers with prizes is on the page of the raffle.',
    fewer: 'There are more prizes than quotas that could win them; the others have no winner.',
    prize: 'Prize',
    number: 'number',
    results: (contest: number) => `Contest ${contest} of the federal lottery`,
    day: (day: string) => `Drawn on ${day}, at 20:00 in Brasília.`,
    compare: 'The five prizes as they were typed in. Compare them with those that the federal lottery published.',
    confirmed: {
      SECOND_OPERATOR: 'Two operators typed the same.',
      WAITED: 'One operator alone typed and confirmed them, after they were public for a day or more.',
    },
    drawnAt: (time: string) => `Drawn on ${time}.`,
  },
});
