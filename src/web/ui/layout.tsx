import type { ComponentChildren } from 'preact';
import css from './layout.module.css';

type ChildrenProps = { children: ComponentChildren };

/** A grid of `Stat`. */
export const Stats = ({ children }: ChildrenProps) => <dl class={css.stats}>{children}</dl>;

export const Columns = ({ children }: ChildrenProps) => <div class={css.columns}>{children}</div>;

export const Stack = ({ children }: ChildrenProps) => <div class={css.stack}>{children}</div>;

export const Row = ({ children }: ChildrenProps) => <div class={css.row}>{children}</div>;

export const TitleRow = ({ children }: ChildrenProps) => <div class={css.titleRow}>{children}</div>;

export const Choice = ({ children }: ChildrenProps) => <div class={css.choice}>{children}</div>;

export const Note = ({ children }: ChildrenProps) => <p class={css.note}>{children}</p>;

/** A list of names and values, without those that are undefined or null. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class={css.facts}>
      {of
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => (
          <FactLine key={name} name={name} value={value} />
        ))}
    </dl>
  );
}

function FactLine({ name, value }: { name: string; value: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
