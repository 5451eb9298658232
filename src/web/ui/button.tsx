import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import css from './button.module.css';

interface Look {
  /** `primary` is what a part of a page is for, once in it; `danger` cannot be taken back. Default `quiet`. */
  look?: 'primary' | 'quiet' | 'plain' | 'danger';
  small?: boolean;
  wide?: boolean;
}

const classOf = ({ look = 'quiet', small, wide }: Look): string =>
  [css.button, css[look], small && css.small, wide && css.wide].filter(Boolean).join(' ');

type ButtonProps = Look & {
  /** It works on it: it turns, and does nothing when it is pressed. */
  isBusy?: boolean;
  children: ComponentChildren;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'class'>;

export function Button({ look, small, wide, isBusy, children, type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      class={classOf({ look, small, wide })}
      aria-disabled={isBusy ? 'true' : undefined}
      // It keeps the focus, which `disabled` would take away.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy && <span class={css.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}

type LinkProps = Look & {
  href: string;
  children: ComponentChildren;
  target?: string;
  rel?: string;
  download?: boolean;
  hreflang?: string;
};

/** A link that looks like a button. */
export function ButtonLink({ look, small, wide, children, ...rest }: LinkProps) {
  return (
    <a {...rest} class={classOf({ look, small, wide })}>
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
  ...look
}: Look & { text: string; label: ComponentChildren; done: string; onRefused?: () => void }) {
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
    <Button {...look} onClick={copy}>
      <span aria-live="polite">{isDone ? done : label}</span>
    </Button>
  );
}
