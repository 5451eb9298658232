import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import css from './button.module.css';
import { Row } from './layout.js';

interface Appearance {
  /** `primary` is what a part of a page is for, once in it; `danger` cannot be taken back. Default `quiet`. */
  variant?: 'primary' | 'quiet' | 'plain' | 'danger';
  small?: boolean;
  wide?: boolean;
}

const classOf = ({ variant = 'quiet', small, wide }: Appearance): string =>
  [css.button, css[variant], small && css.small, wide && css.wide].filter(Boolean).join(' ');

type ButtonProps = Appearance & {
  /** It works on it: it turns, and does nothing when it is pressed. */
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
      // It keeps the focus, which `disabled` would take away.
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

/** A link that looks like a button. */
export function ButtonLink({ variant, small, wide, children, ...rest }: LinkProps) {
  return (
    <a {...rest} class={classOf({ variant, small, wide })}>
      {children}
    </a>
  );
}

const TOLD_MS = 2_500;

/** Copies a text and says so for a moment; where the browser does not let it, `onRefused` may show the text to be copied by hand. */
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
    // Pages that are not served by https have no clipboard.
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

/** A choice of a few, all of them to be seen: the one that stands is pressed. */
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

/** What can be done with a row: those who hear it are told of which. Hidden words would widen the page from within a table that scrolls. */
export function RowButton({ label, of, onClick }: { label: string; of: string; onClick(): void }) {
  return (
    <Button small onClick={onClick} aria-label={`${label}: ${of}`}>
      {label}
    </Button>
  );
}
