import type { ComponentChildren } from 'preact';
import css from './table.module.css';

export interface Column<Row> {
  /** Unique in the table. */
  key: string;
  head: string;
  cell(row: Row): ComponentChildren;
  /** A figure, which stands at the end of its cell. */
  isFigure?: boolean;
}

/** Rows under heads; on a narrow screen it is scrolled sideways, by the keyboard too. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
}: {
  /** What it lists, for those who hear it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}) {
  return (
    <div class={css.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table class={css.table}>
        <caption class="heard">{caption}</caption>
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
