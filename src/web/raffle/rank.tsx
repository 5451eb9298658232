import { RaffleRankDocument } from '../../generated/client/operations.js';
import { useQuery } from '../common/query.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { Skeleton, Card, Problem } from '../ui/surface.js';
import css from './about.module.css';
import { useReloadAfterSales } from './use-reload-after-sales.js';

/** Who bought most, and again after sales. */
export function Rank({ raffleId, paid }: { raffleId: string; paid: number }) {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  const { data, error, reload } = useQuery(RaffleRankDocument, { raffleId });
  useReloadAfterSales(paid, reload);
  return (
    <Card title={t.title}>
      {!data && (error ? <Problem problem={error} onRetry={reload} /> : <Skeleton lines={5} />)}
      {data?.topBuyers.length === 0 && <p class={css.soft}>{t.none}</p>}
      <ol class={css.rows}>
        {data?.topBuyers.map(({ rank, name, quotas }) => (
          <li key={`${rank} ${name}`}>
            <span>
              {rank}. {name}
            </span>
            <span class={css.soft}>{t.quotas(number(quotas))}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Quem mais comprou',
    none: 'Ninguém ainda. O primeiro lugar está livre.',
    quotas: (count: string) => `${count} cotas`,
  },
  en: { title: 'Who bought most', none: 'Nobody yet. The first place is free.', quotas: (count: string) => `${count} quotas` },
});
