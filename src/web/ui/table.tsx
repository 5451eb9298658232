import type { ComponentChildren } from 'preact';
import { texts, useFormats, useTexts } from '../common/language.js';
import type { PagedResult } from '../common/paged-query.js';
import { Button } from './button.js';
import css from './layout.module.css';
import { Problem } from './surface.js';

export interface Column<Row> {
  key: string;
  head: string;
  cell(row: Row): ComponentChildren;
  /** Aligned right. */
  isFigure?: boolean;
}

/** It scrolls sideways on narrow screens, with the keyboard too. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
}: {
  /** For screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}) {
  return (
    <div class={css.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table class={css.table}>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, head, isFigure }) => (
              <th key={key} scope="col" class={isFigure ? css.figure : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ key, cell, isFigure }) => (
                <td key={key} class={isFigure ? css.figure : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The end of a paged list: how many are shown, the error, and the button for more. */
export function LoadMore({ list }: { list: PagedResult<unknown> }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const count = list.nodes?.length ?? 0;
  return (
    <>
      {list.nodes && <Problem problem={list.error} onRetry={list.reload} />}
      <div class={css.listEnd}>
        <p class={css.note} role="status">
          {count > 0 && list.hasMore && t.shown(f.number(count))}
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
