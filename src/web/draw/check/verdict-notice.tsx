import { useEffect, useRef } from 'preact/hooks';
import { verdictOf } from '../../../proof/verdict.js';
import { texts, useLanguage, useTexts } from '../../common/language.js';
import { Notice } from '../../ui/surface.js';
import { CHECK_ID } from './check-card.js';
import css from './check.module.css';
import type { Report } from './published.js';
import { useStepWords } from './verification-steps.js';

/** `report`: undefined until this browser has checked. */
export function VerdictNotice({ report }: { report: Report | undefined }) {
  const t = useTexts(TEXTS);
  const place = useRef<HTMLDivElement>(null);
  // The button is further down.
  useEffect(() => {
    if (report) place.current?.scrollIntoView({ block: 'nearest' });
  }, [report]);
  return (
    <div ref={place}>
      {report ? (
        <Told report={report} />
      ) : (
        <Notice>
          <p class={css.verdict}>{t.unchecked}</p>
          <p>
            <a href={`#${CHECK_ID}`}>{t.check}</a>
          </p>
        </Notice>
      )}
    </div>
  );
}

function Told({ report }: { report: Report }) {
  const t = useTexts(TEXTS);
  const wordsOf = useStepWords();
  const { tone, sentence, notes } = verdictOf(report, useLanguage());
  const failed = report.steps.filter(({ ok }) => !ok);
  return (
    <Notice tone={tone}>
      <p class={css.verdict}>{sentence}</p>
      {notes.length > 0 && <p>{notes.join(' ')}</p>}
      {failed.length > 0 && (
        <>
          <p>{t.faults}</p>
          <ul class={css.faults}>
            {failed.map(({ step }) => (
              <li key={step}>{wordsOf(step)}</li>
            ))}
          </ul>
          <p>{t.whatToDo}</p>
        </>
      )}
    </Notice>
  );
}

const TEXTS = texts({
  'pt-BR': {
    unchecked: 'Este sorteio ainda não foi conferido neste navegador.',
    check: 'Confira você mesmo',
    faults: 'O que não confere:',
    whatToDo:
      'Tente de novo: o arquivo pode ter chegado com defeito. Se continuar, guarde a prova baixada e mostre a quem confia, pois ela diz onde está o erro.',
  },
  en: {
    unchecked: 'This draw was not checked in this browser so far.',
    check: 'Check it yourself',
    faults: 'What does not hold:',
    whatToDo:
      'Try again: the file may have been damaged on its way. If it stays like this, keep the proof and show it to somebody you trust, for it says where the fault is.',
  },
});
