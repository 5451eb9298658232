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
  /** In place of the words, for those who see the table. */
  headCell?: ComponentChildren;
  /** Aligned right. */
  isFigure?: boolean;
  /** Of a table of lines: takes the width that the others leave, and is cut where that is too little. */
  isCut?: boolean;
}

const classOf = <Row,>({ isFigure, isCut }: Column<Row>): string | undefined =>
  isFigure ? css.figure : isCut ? css.cut : undefined;

/**
 * On a phone each row is a card, with the heads beside the values; where it is still too wide it scrolls, with the keyboard too. The roles
 * stand there because a table that is laid out otherwise loses them.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  isOfLines,
}: {
  /** For screen readers. */
  caption: string;
  /** Each row is one line, but on a phone: for long lists of short values. */
  isOfLines?: boolean | undefined;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}) {
  return (
    <div class={css.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table class={isOfLines ? `${css.table} ${css.lines}` : css.table} role="table">
        <caption class="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.key} role="columnheader" scope="col" class={classOf(column)}>
                {column.headCell ?? column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map((column) => (
                <td key={column.key} role="cell" data-head={column.head} class={classOf(column)}>
                  {/* A cell may have several elements: one box keeps them beside the head. */}
                  <div>{column.cell(row)}</div>
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
  'pt-BR': { more: 'Mostrar mais', shown: (count: string) => `${count} na lista até agora` },
  en: { more: 'Show more', shown: (count: string) => `${count} on the list so far` },
});
