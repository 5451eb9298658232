import type { PrizeOfSharedOrderFragment } from '../../generated/client/operations.js';
import { useLocale, useTexts } from '../common/language.js';
import { Card } from '../ui/surface.js';
import { PRIZE_TEXTS, wordsOfPrize } from './order-facts.js';
import css from './order.module.css';

export function OrderPrizes({ prizes }: { prizes: readonly PrizeOfSharedOrderFragment[] }) {
  const t = useTexts(PRIZE_TEXTS);
  const locale = useLocale();
  return (
    <Card title={t.title}>
      <ul class={css.prizes}>
        {prizes.map((prize) => (
          <li key={prize.id}>
            <strong>{prize.title}</strong>
            <span class={css.soft}>{wordsOfPrize(prize, locale)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
