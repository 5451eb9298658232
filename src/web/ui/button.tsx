import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import css from './button.module.css';
import { Row } from './layout.js';

interface Appearance {
  /** `primary`: the main action of a card; `danger`: cannot be undone. Default `quiet`. */
  variant?: 'primary' | 'quiet' | 'plain' | 'danger';
  small?: boolean;
  wide?: boolean;
}

const classOf = ({ variant = 'quiet', small, wide }: Appearance): string =>
  [css.button, css[variant], small && css.small, wide && css.wide].filter(Boolean).join(' ');

type ButtonProps = Appearance & {
  /** Shows a spinner and ignores clicks. */
  isBusy?: boolean;
  children: ComponentChildren;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class'>;

export function Button({ variant, small, wide, isBusy, children, type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      class={classOf({ variant, small, wide })}
      aria-disabled={isBusy ? 'true' : undefined}
      // `disabled` would lose the focus.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy && <span class={css.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}

type LinkProps = Appearance & {
  href: string;
  children: ComponentChildren;
  target?: string;
  rel?: string;
  download?: boolean;
  hreflang?: string;
};

export function ButtonLink({ variant, small, wide, children, ...rest }: LinkProps) {
  return (
    <a {...rest} class={classOf({ variant, small, wide })}>
      {children}
    </a>
  );
}

const TOLD_MS = 2_500;

/** Copies a text. `onRefused`: the browser does not allow it, show the text instead. */
export function CopyButton({
  text,
  label,
  done,
  onRefused,
  ...appearance
}: Appearance & { text: string; label: ComponentChildren; done: string; onRefused?: () => void }) {
  const [isDone, setIsDone] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = (): void => {
    // Only pages served by https have a clipboard.
    const copying = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    copying.then(
      () => {
        setIsDone(true);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setIsDone(false), TOLD_MS);
      },
      () => onRefused?.(),
    );
  };
  return (
    <Button {...appearance} onClick={copy}>
      <span aria-live="polite">{isDone ? done : label}</span>
    </Button>
  );
}

/** A group of buttons of which one is pressed. */
export function Toggle<Value extends string>({
  label,
  value,
  options,
  onValue,
}: {
  label: string;
  value: Value;
  options: readonly { value: NoInfer<Value>; label: string }[];
  onValue(value: NoInfer<Value>): void;
}) {
  return (
    <div role="group" aria-label={label}>
      <Row>
        {options.map((option) => (
          <Button
            key={option.value}
            small
            variant={option.value === value ? 'primary' : 'quiet'}
            aria-pressed={option.value === value ? 'true' : 'false'}
            onClick={() => onValue(option.value)}
          >
            {option.label}
          </Button>
        ))}
      </Row>
    </div>
  );
}

/** A small button in a table row. Its aria-label names the row; hidden text would widen the page inside a scrolling table. */
export function RowButton({ label, of, onClick }: { label: string; of: string; onClick(): void }) {
  return (
    <Button small onClick={onClick} aria-label={`${label}: ${of}`}>
      {label}
    </Button>
  );
}
