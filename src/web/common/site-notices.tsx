import { useEffect, useState } from 'preact/hooks';
import type { SiteNotice } from '../../pages/page-renderer.js';
import { useRestoredFocus } from './restored-focus.js';
import { texts, useTexts } from './language.js';
import { Button } from '../ui/button.js';
import css from './site-notices.module.css';

const NAME = 'raffle-gateway.read-notices';
/** More appear when these are dismissed. */
const SHOWN = 3;
const REMEMBERED = 200;

/** Notices of the operator. A dismissed one stays away on this browser. */
export function SiteNotices({ notices }: { notices: readonly SiteNotice[] }) {
  const t = useTexts(TEXTS);
  /** Undefined before the script runs: nothing can be dismissed without it. */
  const [read, setRead] = useState<readonly string[]>();
  useEffect(() => setRead(readKeys()), []);
  const ref = useRestoredFocus<HTMLElement>(read?.length);
  const left = notices.filter(({ key }) => !read?.includes(key)).slice(0, SHOWN);
  if (left.length === 0) return null;
  const putAway = (key: string): void => {
    const all = [...(read ?? []), key].slice(-REMEMBERED);
    setRead(all);
    try {
      localStorage.setItem(NAME, JSON.stringify(all));
    } catch {
      // No storage: it comes back with the next page.
    }
  };
  return (
    <section ref={ref} class={css.notices} aria-label={t.notices}>
      {left.map(({ key, title, body, link }) => (
        <div key={key} class={css.notice}>
          <p class={css.words}>
            <strong>{title}</strong> {body}{' '}
            {link && (
              <a href={link} rel="noopener" target="_blank" aria-label={`${t.more}: ${title}`}>
                {t.more}
              </a>
            )}
          </p>
          {read && (
            <Button small variant="plain" aria-label={`${t.putAway}: ${title}`} onClick={() => putAway(key)}>
              {t.putAway}
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}

function readKeys(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

const TEXTS = texts({
  'pt-BR': { notices: 'Avisos', more: 'Saiba mais', putAway: 'Dispensar' },
  en: { notices: 'Notices', more: 'Learn more', putAway: 'Dismiss' },
});
