import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { texts, useTexts } from '../../common/language.js';
import type { Column } from '../../ui/table.js';
import css from './bulk.module.css';

export interface Chosen<Row> {
  rows: readonly Row[];
  /** The first column of the table. */
  column: Column<Row>;
  chooseAll(): void;
  clear(): void;
}

/** Which rows of a list are chosen. They are chosen until the list is another one, which `of` names. */
export function useChosen<Row extends { id: string }>(
  shown: readonly Row[],
  nameOf: (row: Row) => string,
  of: string,
): Chosen<Row> {
  const t = useTexts(TEXTS);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  useEffect(() => {
    setIds(new Set());
    last.current = undefined;
  }, [of]);
  const rows = shown.filter(({ id }) => ids.has(id));
  const isAll = rows.length > 0 && rows.length === shown.length;
  const chooseAll = (): void => setIds(new Set(shown.map(({ id }) => id)));
  const clear = (): void => setIds(new Set());

  /** With Shift all rows from the last one on. */
  const choose = (id: string, isChosen: boolean, withShift: boolean): void => {
    const places = [id, withShift ? last.current : id].map((one) => shown.findIndex((row) => row.id === one));
    last.current = id;
    const [from, to] = [Math.min(...places), Math.max(...places)];
    const meant = from < 0 ? [id] : shown.slice(from, to + 1).map((row) => row.id);
    setIds((old) => new Set(isChosen ? [...old, ...meant] : [...old].filter((one) => !meant.includes(one))));
  };
  const column: Column<Row> = {
    key: 'chosen',
    head: t.chosen,
    headCell: (
      <input
        type="checkbox"
        class={css.box}
        aria-label={t.all}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = rows.length > 0 && !isAll;
        }}
        onChange={isAll ? clear : chooseAll}
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        class={css.box}
        aria-label={t.one(nameOf(row))}
        checked={ids.has(row.id)}
        onClick={(event) => choose(row.id, event.currentTarget.checked, event.shiftKey)}
        onKeyDown={moveByArrows}
      />
    ),
  };
  return { rows, column, chooseAll, clear };
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The arrows go to the box of the next row. */
function moveByArrows(event: TargetedKeyboardEvent<HTMLInputElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const boxes = [...(event.currentTarget.closest('tbody')?.querySelectorAll<HTMLInputElement>(`.${css.box}`) ?? [])];
  const next = boxes[boxes.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** What is asked about those that are chosen. With the act that was begun they are chosen no more. */
export function useAsked<What>({ clear }: Pick<Chosen<unknown>, 'clear'>, onStarted: () => void) {
  const [asked, ask] = useState<What>();
  const onClose = (isStarted: boolean): void => {
    ask(undefined);
    if (!isStarted) return;
    clear();
    onStarted();
  };
  return { asked, ask, onClose };
}

const TEXTS = texts({
  'pt-BR': { chosen: 'Escolher', all: 'Escolher todos os da lista', one: (name: string) => `Escolher ${name}` },
  en: { chosen: 'Choose', all: 'Choose all on the list', one: (name: string) => `Choose ${name}` },
});
