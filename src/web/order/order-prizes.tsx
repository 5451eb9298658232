import type { PrizeOfSharedOrderFragment, WonPrizeKind } from '../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { Card } from '../ui/surface.js';
import css from './order.module.css';

export function OrderPrizes({ prizes }: { prizes: readonly PrizeOfSharedOrderFragment[] }) {
  const t = useTexts(TEXTS);
  const { money } = useFormats();
  return (
    <Card title={t.title}>
      <ul class={css.prizes}>
        {prizes.map(({ id, kind, title, value, luckyNumber }) => (
          <li key={id}>
            <strong>{title}</strong>
            <span class={css.soft}>
              {[t.kinds[kind], luckyNumber && t.number(luckyNumber), value && money(value)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const TEXTS = texts<{ title: string; kinds: Record<WonPrizeKind, string>; number(number: string): string }>({
  'pt-BR': {
    title: 'Prêmios ganhos',
    kinds: { DRAW: 'Sorteio', BOX: 'Caixa', QUOTA_PRIZE: 'Cota premiada' },
    number: (number) => `número ${number}`,
  },
  en: {
    title: 'Prizes won',
    kinds: { DRAW: 'Draw', BOX: 'Box', QUOTA_PRIZE: 'Quota prize' },
    number: (number) => `number ${number}`,
  },
});
