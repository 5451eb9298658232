import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { ErrorCode, GatewayError } from '../../client/errors.js';
import { texts, useTexts } from '../common/language.js';
import { Button } from './button.js';
import css from './surface.module.css';

type Tone = 'good' | 'warn' | 'bad' | 'calm';

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

/** `bad` is announced at once, the others politely. */
export function Notice({ tone = 'calm', children }: { tone?: Tone; children: ComponentChildren }) {
  return (
    <div class={`${css.notice} ${css[tone]}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** What the service says, with a retry button. A failure with a cause never came from the service: the page has its own words. */
interface ProblemProps {
  problem: GatewayError | undefined;
  onRetry?: () => void;
  /** The field that the place is about: what is wrong with it is said without its name in the API. */
  field?: string;
}

export function Problem({ problem, onRetry, field }: ProblemProps) {
  const t = useTexts(TEXTS);
  const text = useProblemText(problem);
  if (!problem) return null;
  const [ofField] = (field !== undefined && problem.fields[field]) || [];
  return (
    <Notice tone="bad">
      <p>{ofField !== undefined ? ofField.charAt(0).toUpperCase() + ofField.slice(1) : text}</p>
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

export function useProblemText(problem: GatewayError | undefined): string | undefined {
  const { unanswered } = useTexts(TEXTS);
  return (problem?.cause !== undefined && unanswered[problem.code]) || problem?.message;
}

const TEXTS = texts<{ again: string; unanswered: Partial<Record<ErrorCode, string>> }>({
  'pt-BR': {
    again: 'Tentar de novo',
    unanswered: {
      NETWORK_ERROR: 'Sem resposta do servidor. Confira a sua conexão e tente de novo.',
      UNAVAILABLE: 'O serviço está indisponível no momento. Tente de novo em instantes.',
      RATE_LIMITED: 'Foram muitas tentativas. Espere um pouco e tente de novo.',
      INTERNAL_SERVER_ERROR: 'Algo deu errado nesta página. Tente de novo.',
      NOT_FOUND: 'Não encontramos o que você procura.',
    },
  },
  en: {
    again: 'Try again',
    unanswered: {
      NETWORK_ERROR: 'There was no answer. Check your connection and try again.',
      UNAVAILABLE: 'The service is not available right now. Try again in a moment.',
      RATE_LIMITED: 'There were too many attempts. Wait a little and try again.',
      INTERNAL_SERVER_ERROR: 'Something went wrong on this page. Try again.',
      NOT_FOUND: 'We cannot find what you are looking for.',
    },
  },
});

export function Badge({ tone = 'calm', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`${css.badge} ${css[tone]}`}>{children}</span>;
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <div class={css.empty}>{children}</div>;
}

/** A placeholder as large as the text that comes. */
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

/** Inside a `dl`. `beside`: what to compare the figure with. */
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

/** `value`: 0 to 100. */
export function Progress({ percentage, label }: { percentage: number; label: string }) {
  return <progress class={css.bar} value={percentage} max={100} aria-label={label} />;
}
