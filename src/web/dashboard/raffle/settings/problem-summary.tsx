import { useEffect, useRef } from 'preact/hooks';
import type { FieldProblems } from '../../../../client/errors.js';
import { texts, useLanguage, useTexts } from '../../../common/language.js';
import { Notice } from '../../../ui/surface.js';
import { anchorOf, labelOf } from './raffle-field.js';
import css from './settings.module.css';

interface Props {
  problems: FieldProblems;
  attempt: number;
  onGoTo(field: string): void;
}

/** Every problem with a link to its field. It takes the focus when `attempt` changes. */
export function ProblemSummary({ problems, attempt, onGoTo }: Props) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const ref = useRef<HTMLDivElement>(null);
  const entries = Object.entries(problems);
  const isEmpty = entries.length === 0;
  useEffect(() => {
    if (attempt > 0) ref.current?.focus();
  }, [attempt]);
  if (isEmpty) return null;
  return (
    <div ref={ref} tabIndex={-1} class={css.summary}>
      <Notice tone="bad">
        <p>{t.title(entries.length)}</p>
        <ul class={css.problems}>
          {entries.map(([path, messages]) => {
            // `prizes.0.title`.
            const [name = path, place] = path.split('.');
            const field = labelOf(name, language);
            return (
              <li key={path}>
                {field ? (
                  <a
                    href={`#${anchorOf(name)}`}
                    onClick={(event) => {
                      event.preventDefault();
                      onGoTo(name);
                    }}
                  >
                    {field.label}
                    {place && ` (${Number(place) + 1})`}
                  </a>
                ) : (
                  name
                )}
                : {messages.join(' ')}
              </li>
            );
          })}
        </ul>
      </Notice>
    </div>
  );
}

export function goToField(name: string): void {
  const place = document.getElementById(anchorOf(name));
  place?.scrollIntoView({ block: 'center' });
  place?.querySelector<HTMLElement>('[aria-invalid], input, select, textarea')?.focus({ preventScroll: true });
}

const TEXTS = texts({
  'pt-BR': {
    title: (count: number) => (count === 1 ? 'Nada foi salvo: há um problema.' : `Nada foi salvo: há ${count} problemas.`),
  },
  en: {
    title: (count: number) =>
      count === 1 ? 'Nothing was saved: there is a problem.' : `Nothing was saved: there are ${count} problems.`,
  },
});
