import type { KeptVerification } from '../../../proof/verify-kept.js';
import { keptLines } from '../../common/kept-words.js';
import { texts, useFormats, useLanguage, useTexts } from '../../common/language.js';
import css from './check.module.css';

/** What this browser kept during the sale, compared with the proof. */
export function KeptList({ kept }: { kept: KeptVerification }) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const { dateTime } = useFormats();
  return (
    <section class={css.part} aria-label={t.title}>
      <h3>{t.title}</h3>
      <ul class={css.kept}>
        {keptLines(kept, language, dateTime).map(({ text, tone }) => (
          <li key={text}>
            <span class={MARKS[tone].look} aria-hidden="true">
              {MARKS[tone].mark}
            </span>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

const MARKS = {
  good: { mark: '✓', look: css.held },
  bad: { mark: '✗', look: css.broken },
  warn: { mark: '!', look: css.unsure },
  calm: { mark: '–', look: css.soft },
};

const TEXTS = texts({
  'pt-BR': { title: 'O que este navegador guardou' },
  en: { title: 'What this browser kept' },
});
