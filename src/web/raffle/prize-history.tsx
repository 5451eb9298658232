import type { HistoryOfPrizeFragment } from '../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import css from './about.module.css';

interface Published {
  releaseAtPercentage: number;
  beganLocked: boolean;
  history: readonly HistoryOfPrizeFragment[];
}

/** How a prize was published, and what became of it. `what` says to a screen reader whose history it is. */
export function PrizeHistory({ prize: { releaseAtPercentage, beganLocked, history }, what }: { prize: Published; what: string }) {
  const t = useTexts(TEXTS);
  const { dateTime, number, percent } = useFormats();
  return (
    <details class={css.history}>
      <summary aria-label={`${t.title}: ${what}`}>{t.title}</summary>
      <ul>
        <li>
          {beganLocked ? t.beganAtClose : releaseAtPercentage > 0 ? t.beganLater(percent(releaseAtPercentage)) : t.beganInPlay}
        </li>
        {history.map(({ kind, at, units, luckyNumber, winnerName }, place) => (
          <li key={place}>
            <time dateTime={at}>{dateTime(at)}</time>: {t[kind](number(units ?? 0))}
            {[luckyNumber, winnerName].map((word) => word && ` · ${word}`)}
          </li>
        ))}
      </ul>
    </details>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'História',
    beganAtClose: 'Publicado para o encerramento.',
    beganLater: (share: string) => `Publicado para entrar em jogo com ${share} das cotas pagas.`,
    beganInPlay: 'Publicado em jogo desde a primeira venda.',
    RELEASED: () => 'entrou em jogo',
    SENT_TO_CLOSE: () => 'o organizador mandou para o encerramento',
    RETURNED_TO_CLOSE: (units: string) =>
      `o banco tomou de volta o dinheiro do pedido: ${units} ${units === '1' ? 'volta' : 'voltam'} para o encerramento`,
    WON: () => 'ganho',
    WON_AT_CLOSE: () => 'sorteado no encerramento',
  },
  en: {
    title: 'History',
    beganAtClose: 'Published for the close.',
    beganLater: (share: string) => `Published to come into play when ${share} of the quotas are paid.`,
    beganInPlay: 'Published in play from the first sale on.',
    RELEASED: () => 'came into play',
    SENT_TO_CLOSE: () => 'the organiser sent it to the close',
    RETURNED_TO_CLOSE: (units: string) =>
      `the bank took back the money of the order: ${units} ${units === '1' ? 'goes' : 'go'} back to the close`,
    WON: () => 'won',
    WON_AT_CLOSE: () => 'drawn at the close',
  },
});
