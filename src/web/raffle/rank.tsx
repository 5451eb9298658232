import { useEffect } from 'preact/hooks';
import { RaffleRankDocument } from '../../generated/client/operations.js';
import { useQuery } from '../shared/asking.js';
import { texts, useFormats, useTexts } from '../shared/language.js';
import { Bones, Card, Problem } from '../ui/surface.js';
import css from './about.module.css';

/** Who bought most. It is asked for anew as `paid` changes, not more than every few seconds. */
export function Rank({ raffleId, paid }: { raffleId: string; paid: number }) {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  const { data, error, reload } = useQuery(RaffleRankDocument, { raffleId });
  useEffect(() => {
    const timer = setTimeout(reload, 5_000);
    return () => clearTimeout(timer);
  }, [paid, reload]);
  return (
    <Card title={t.title}>
      {!data && (error ? <Problem problem={error} onRetry={reload} /> : <Bones lines={5} />)}
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
