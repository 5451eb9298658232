import { useEffect, useState } from 'preact/hooks';
import { onDemand } from '../../common/on-demand.js';
import { texts, useTexts } from '../../common/language.js';
import { useSearchAsked } from './open-search.js';
import css from './search.module.css';

const load = () => import('./search-dialog.js').then(({ SearchDialog }) => SearchDialog);
const SearchDialog = onDemand(load);

/** In the header of every screen. The search itself is loaded when somebody is about to use it. */
export function SearchButton() {
  const t = useTexts(TEXTS);
  const [asked, setAsked] = useState<string>();
  useSearchAsked(setAsked);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setAsked('');
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const prepare = (): void => void load().catch(() => undefined);
  return (
    <>
      <button
        type="button"
        class={css.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setAsked('')}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <span>
          {t.search}
          <span class="visually-hidden"> {t.everything}</span>
        </span>
        <kbd class={css.keys} aria-hidden="true">
          Ctrl K
        </kbd>
      </button>
      {asked !== undefined && <SearchDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': { search: 'Procurar', everything: 'em tudo' },
  en: { search: 'Search', everything: 'everything' },
});
