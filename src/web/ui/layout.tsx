import type { ComponentChildren } from 'preact';
import css from './layout.module.css';

type Held = { children: ComponentChildren };

/** Figures beside each other, as many as fit: each a Stat. */
export const Stats = ({ children }: Held) => <dl class={css.stats}>{children}</dl>;

/** Cards in two columns where there is room. */
export const Columns = ({ children }: Held) => <div class={css.columns}>{children}</div>;

/** Parts of one thing, below each other. */
export const Stack = ({ children }: Held) => <div class={css.stack}>{children}</div>;

/** Buttons, badges and words in a line. */
export const Row = ({ children }: Held) => <div class={css.row}>{children}</div>;

/** The head of a screen: its h1, and what stands at the other end. */
export const TitleRow = ({ children }: Held) => <div class={css.titleRow}>{children}</div>;

/** A choice that is no wider than it need be. */
export const Choice = ({ children }: Held) => <div class={css.choice}>{children}</div>;

/** A remark in small letters. */
export const Note = ({ children }: Held) => <p class={css.note}>{children}</p>;

/** What is known of a thing, name by name; what is undefined or null is left out. */
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
