import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { GatewayError } from '../../client/errors.js';
import { texts, useTexts } from '../common/language.js';
import { useErrorMessage } from '../common/problem-words.js';
import { Button } from './button.js';
import css from './surface.module.css';

type Tone = 'good' | 'warn' | 'bad' | 'calm';

/** A part of a page with a heading of its own. */
export function Card({ title, actions, children }: { title?: string; actions?: ComponentChildren; children: ComponentChildren }) {
  const id = useId();
  return (
    <section class={css.card} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <div class={css.head}>
          {title && <h2 id={id}>{title}</h2>}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

/** Something to know at this place. `bad` is read out at once, the others when there is a pause. */
export function Notice({ tone = 'calm', children }: { tone?: Tone; children: ComponentChildren }) {
  return (
    <div class={`${css.notice} ${css[tone]}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** What went wrong, with the way out where there is one. */
export function Problem({ problem, onRetry }: { problem: GatewayError | undefined; onRetry?: () => void }) {
  const wordsOf = useErrorMessage();
  const t = useTexts(TEXTS);
  if (!problem) return null;
  return (
    <Notice tone="bad">
      <p>{wordsOf(problem)}</p>
      {onRetry && (
        <p>
          <Button small onClick={onRetry}>
            {t.again}
          </Button>
        </p>
      )}
    </Notice>
  );
}

const TEXTS = texts({ 'pt-BR': { again: 'Tentar de novo' }, en: { again: 'Try again' } });

export function Badge({ tone = 'calm', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`${css.badge} ${css[tone]}`}>{children}</span>;
}

/** Where a list has nothing yet: why, and what to do about it. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <div class={css.empty}>{children}</div>;
}

/** SaleLock where text will, as wide and as many lines as it. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <p key={line}>
          <span class={css.bone} />
        </p>
      ))}
    </div>
  );
}

/** A figure with its name, inside a `dl`; `beside` is what to hold it against. */
export function Stat({ name, beside, children }: { name: string; beside?: ComponentChildren; children: ComponentChildren }) {
  return (
    <div class={css.stat}>
      <dt>{name}</dt>
      <dd>
        {children}
        {beside && <div class={css.beside}>{beside}</div>}
      </dd>
    </div>
  );
}

/** How far it has come, 0 to 100, in words for those who hear it. */
export function Progress({ percentage, label }: { percentage: number; label: string }) {
  return <progress class={css.bar} value={percentage} max={100} aria-label={label} />;
}
