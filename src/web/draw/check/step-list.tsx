import type { Step } from '../../../proof/steps.js';
import { texts, useTexts } from '../../common/language.js';
import { Badge } from '../../ui/surface.js';
import css from './check.module.css';
import { useStepWords } from './step-words.js';

/** The steps of a verification, each with what the calculation says of it behind it; that of a step that does not hold is open. */
export function StepList({ steps, label }: { steps: readonly Step[]; label: string }) {
  const t = useTexts(TEXTS);
  const wordsOf = useStepWords();
  return (
    <ol class={css.steps} aria-label={label}>
      {steps.map(({ step, ok, detail }) => (
        <li key={step}>
          <details open={!ok}>
            <summary>
              <span class={ok ? css.held : css.broken} aria-hidden="true">
                {ok ? '✓' : '✗'}
              </span>
              <span class={css.words}>{wordsOf(step)}</span>
              <Badge tone={ok ? 'good' : 'bad'}>{ok ? t.held : t.broken}</Badge>
            </summary>
            <p class={css.detail} lang="en">
              <code>{step}</code>: {detail}
            </p>
          </details>
        </li>
      ))}
    </ol>
  );
}

const TEXTS = texts({
  'pt-BR': { held: 'Confere', broken: 'Não confere' },
  en: { held: 'Holds', broken: 'Does not hold' },
});
