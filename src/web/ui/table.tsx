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

/**
 * On a phone each row is a card, with the heads beside the values; where it is still too wide it scrolls, with the keyboard too. The roles
 * stand there because a table that is laid out otherwise loses them.
 */
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
      <table class={css.table} role="table">
        <caption class="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ key, head, isFigure }) => (
              <th key={key} role="columnheader" scope="col" class={isFigure ? css.figure : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map(({ key, head, cell, isFigure }) => (
                <td key={key} role="cell" data-head={head} class={isFigure ? css.figure : undefined}>
                  {/* A cell may have several elements: one box keeps them beside the head. */}
                  <div>{cell(row)}</div>
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
