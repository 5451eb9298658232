import { useEffect, useRef } from 'preact/hooks';
import { RaffleRankDocument } from '../../generated/client/operations.js';
import { useQuery } from '../common/query.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { Skeleton, Card, Problem } from '../ui/surface.js';
import css from './about.module.css';

/** All visitors hear of a payment at once: they wait a random time before they ask. */
const AGAIN_MS = 15_000;

/** Reloads a while after `paid` changes, and not more often. */
export function Rank({ raffleId, paid }: { raffleId: string; paid: number }) {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  const { data, error, reload } = useQuery(RaffleRankDocument, { raffleId });
  const shown = useRef(paid);
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (paid === shown.current || waiting.current !== undefined) return;
    const look = (): void => {
      waiting.current = undefined;
      reload();
    };
    waiting.current = setTimeout(look, AGAIN_MS * (0.2 + Math.random()));
    shown.current = paid;
  }, [paid, reload]);
  useEffect(() => () => clearTimeout(waiting.current), []);
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
