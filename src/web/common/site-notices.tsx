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

interface NoticesProps {
  notices: readonly SiteNotice[];
  /** Without a script nothing can be dismissed. */
  hasScript?: boolean;
}

/** Notices of the operator. A dismissed one stays away on this browser. */
export function SiteNotices({ notices, hasScript = true }: NoticesProps) {
  const t = useTexts(TEXTS);
  /** Undefined before the script runs. */
  const [read, setRead] = useState<readonly string[]>();
  useEffect(() => setRead(readKeys()), []);
  // Reading what is stored is no dismissal: on a page that was just opened nothing takes the focus.
  const [dismissals, setDismissals] = useState(0);
  const ref = useRestoredFocus<HTMLElement>(dismissals);
  const left = notices.filter(({ key }) => !read?.includes(key)).slice(0, SHOWN);
  if (left.length === 0) return null;
  const putAway = (key: string): void => {
    const all = [...(read ?? []), key].slice(-REMEMBERED);
    setRead(all);
    setDismissals((count) => count + 1);
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
          {/* It has its place from the start, so that the page does not move when the script comes. */}
          {hasScript && (
            <span class={read ? undefined : css.unready}>
              <Button small variant="plain" aria-label={`${t.putAway}: ${title}`} onClick={() => putAway(key)}>
                {t.putAway}
              </Button>
            </span>
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
