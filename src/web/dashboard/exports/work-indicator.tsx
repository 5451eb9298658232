import { useLocation } from 'preact-iso';
import { useEffect, useRef } from 'preact/hooks';
import { BackgroundWorkDocument } from '../../../generated/client/operations.js';
import { texts, useTexts } from '../../common/language.js';
import { useQuery } from '../../common/query.js';
import css from './exports.module.css';

const AGAIN_MS = 15_000;

/** In the header while something runs. It asks at each screen, and again and again only while there is something. */
export function WorkIndicator() {
  const t = useTexts(TEXTS);
  const { path } = useLocation();
  const running = useRef(false);
  const { data, reload } = useQuery(BackgroundWorkDocument, {}, { everyMs: running.current ? AGAIN_MS : undefined });
  const count = data?.backgroundWork.length ?? 0;
  running.current = count > 0;
  const seen = useRef(path);
  useEffect(() => {
    if (seen.current === path) return;
    seen.current = path;
    reload();
  }, [path, reload]);
  if (count === 0) return null;
  return (
    <a class={css.indicator} href="/dashboard/exports" aria-label={`${count} ${t.running}`}>
      <span class={css.dot} aria-hidden="true" />
      {count} <span class={css.words}>{t.running}</span>
    </a>
  );
}

const TEXTS = texts({
  'pt-BR': { running: 'em andamento' },
  en: { running: 'in progress' },
});
