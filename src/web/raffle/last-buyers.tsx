import { useEffect, useState } from 'preact/hooks';
import { LastBuyersDocument, type LastBuyersQuery } from '../../generated/client/operations.js';
import { texts, useFormats, useLanguage, useTexts } from '../common/language.js';
import { useQuery } from '../common/query.js';
import { Card } from '../ui/surface.js';
import css from './about.module.css';
import { useReloadAfterSales } from './use-reload-after-sales.js';

const MINUTE_MS = 60_000;

interface Shown {
  raffleId: string;
  /** Null: they were not shown when the page was made. */
  initial: LastBuyersQuery | null;
  paid: number;
}

/** Who bought last, as the HTML has it, and again after sales. Nothing before the first purchase. */
export function LastBuyers({ raffleId, initial, paid }: Shown) {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  const { data, reload } = useQuery(LastBuyersDocument, { raffleId }, { initial: initial ?? undefined });
  useReloadAfterSales(paid, reload);
  const ago = useAgo();
  if (!data?.lastBuyers.length) return null;
  return (
    <Card title={t.title}>
      <ol class={css.rows}>
        {data.lastBuyers.map(({ name, quotas, at }, place) => (
          <li key={place}>
            <span>{name}</span>
            <span class={css.soft}>
              {number(quotas)} {quotas === 1 ? t.quota : t.quotas} · {ago(at)}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** How long ago, a minute at least, told again every minute. */
function useAgo(): (at: string) => string {
  const format = new Intl.RelativeTimeFormat(useLanguage(), { style: 'short' });
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return (at) => {
    const minutes = Math.max(1, Math.floor((now - Date.parse(at)) / MINUTE_MS));
    if (minutes < 60) return format.format(-minutes, 'minute');
    const hours = Math.floor(minutes / 60);
    return hours < 24 ? format.format(-hours, 'hour') : format.format(-Math.floor(hours / 24), 'day');
  };
}

const TEXTS = texts({
  'pt-BR': { title: 'Últimas compras', quota: 'cota', quotas: 'cotas' },
  en: { title: 'Last purchases', quota: 'quota', quotas: 'quotas' },
});
