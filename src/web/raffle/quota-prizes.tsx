import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { Badge, Card } from '../ui/surface.js';
import css from './about.module.css';

const TONES = { AVAILABLE: 'good', WON: 'calm', LOCKED: 'warn', VOID: 'calm' } as const;

/** Lucky numbers with prizes of their own, won by whoever gets them. */
export function QuotaPrizes({ raffle }: { raffle: RaffleOfPage }) {
  const t = useTexts(TEXTS);
  const { number, percent } = useFormats();
  const { nodes, pageInfo } = raffle.quotaPrizes;
  if (!raffle.enableQuotaPrizes || nodes.length === 0) return null;
  return (
    <Card title={t.title}>
      <p>{t.how(number(raffle.quotaPrizesLeft))}</p>
      <ul class={css.rows}>
        {nodes.map((prize) => (
          <li key={prize.id}>
            <span>
              {prize.luckyNumber && <span class={css.mono}>{prize.luckyNumber} </span>}
              <strong>{prize.prize}</strong>
            </span>
            <span class={css.soft}>
              {prize.releaseAtPercentage > 0
                && prize.standing === 'AVAILABLE'
                && `${t.release(percent(prize.releaseAtPercentage))} · `}
              {prize.winnerName && `${prize.winnerName} · `}
              <Badge tone={TONES[prize.standing]}>{t.standing[prize.standing]}</Badge>
            </span>
          </li>
        ))}
      </ul>
      {pageInfo.hasNextPage && <p class={css.soft}>{t.more}</p>}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Cotas premiadas',
    how: (left: string) =>
      left === '0'
        ? 'Nenhuma espera mais por quem a tire.'
        : `Quem recebe um destes números ganha na hora. Ainda por sair: ${left}.`,
    release: (share: string) => `a partir de ${share} vendido`,
    standing: { AVAILABLE: 'Disponível', WON: 'Já saiu', LOCKED: 'Bloqueada', VOID: 'Não vale mais' },
    more: 'Há outras além destas cinquenta.',
  },
  en: {
    title: 'Lucky numbers with prizes',
    how: (left: string) =>
      left === '0' ? 'None is left to be won.' : `Whoever gets one of these numbers wins at once. Still to be won: ${left}.`,
    release: (share: string) => `from ${share} sold on`,
    standing: { AVAILABLE: 'To be won', WON: 'Won', LOCKED: 'Locked', VOID: 'No longer valid' },
    more: 'There are others beside these fifty.',
  },
});
