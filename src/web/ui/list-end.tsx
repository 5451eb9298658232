import type { Paged } from '../common/paging.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { Button } from './button.js';
import { Problem } from './surface.js';
import css from './layout.module.css';

/** Below a list that has more than is shown: how many there are, what went wrong with more of them, and the button for them. */
export function ListEnd({ list }: { list: Paged<unknown> }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const count = list.nodes?.length ?? 0;
  return (
    <>
      {list.nodes && <Problem problem={list.error} onRetry={list.reload} />}
      <div class={css.listEnd}>
        <p class={css.note} role="status">
          {count > 0 && t.shown(f.number(count))}
        </p>
        {list.hasMore && (
          <Button isBusy={list.isLoading} onClick={list.more}>
            {t.more}
          </Button>
        )}
      </div>
    </>
  );
}

const TEXTS = texts({
  'pt-BR': { more: 'Mostrar mais', shown: (count: string) => `Mostrando ${count}` },
  en: { more: 'Show more', shown: (count: string) => `Showing ${count}` },
});
