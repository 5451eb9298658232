import { useLocation } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';
import { texts, useLocale, useTexts } from '../../../common/language.js';
import { Button } from '../../../ui/button.js';
import { Problem } from '../../../ui/surface.js';
import { useToasts } from '../../../ui/toasts.js';
import type { Raffle, TabProps } from '../raffle-tab.js';
import type { SectionKey } from '../settings/field.js';
import { goToField, ProblemSummary } from '../settings/problem-summary.js';
import { namesIn, Section } from '../settings/section.js';
import css from '../settings/settings.module.css';
import { useRaffleForm } from '../settings/use-raffle-form.js';
import { blankValues } from '../settings/values.js';
import { Publish } from './publish.js';
import { StartingPoints, STARTING_POINTS, type StartingPoint } from './starting-points.js';
import { STEP_NAMES, stepHref, stepOf, STEPS, STEP_TEXTS, type StepName } from './step-names.js';
import own from './steps.module.css';
import { WhoAnswers } from './who-answers.js';

/** A draft in four steps. */
export function StepsTab({ raffle, reload }: TabProps) {
  const { query } = useLocation();
  const step = STEP_NAMES.find((name) => name === query.passo) ?? 'won';
  return <Steps raffle={raffle} step={step} reload={reload} />;
}

/** The first step of a new raffle, which saves it as a draft. */
export function NewRaffle() {
  return <Steps raffle={undefined} step="won" reload={() => undefined} />;
}

/** A step is saved when one goes on. What is typed and not saved stays over all steps, and over a reload. */
function Steps({ raffle, step, reload }: { raffle: Raffle | undefined; step: StepName; reload(): void }) {
  const t = useTexts(TEXTS);
  const words = useTexts(STEP_TEXTS);
  const locale = useLocale();
  const { route } = useLocation();
  const [point, setPoint] = useState<StartingPoint>('prize');
  const state = useRaffleForm(raffle, STARTING_POINTS.prize);
  const say = useToasts();
  const { form, attempt, saving, isDirty } = state;
  const [open, setOpen] = useState<readonly SectionKey[]>([]);
  const sought = useRef<string>(undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const place = STEP_NAMES.indexOf(step);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    if (sought.current === undefined) heading.current?.focus();
    else goToField(sought.current);
    sought.current = undefined;
  }, [step]);

  const hasFields = Object.keys(saving.error?.fields ?? {}).length > 0;
  const goTo = (next: StepName): void => {
    if (raffle) route(stepHref(raffle.id, next));
  };
  const goToProblem = (field: string): void => {
    const its = stepOf(field);
    if (its === undefined || its === step) return goToField(field);
    sought.current = field;
    goTo(its);
  };
  /** True when nothing is left to save. */
  const save = async (): Promise<boolean> => {
    if (raffle && !isDirty) return true;
    const saved = await state.submit();
    if (!saved) return false;
    say(t.saved);
    if (raffle) reload();
    else route(stepHref(saved.id, 'quotas'), true);
    return true;
  };
  const next = STEP_NAMES[place + 1];
  const goOn = async (): Promise<void> => {
    if (next && (await save())) goTo(next);
  };
  const begin = (chosen: StartingPoint): void => {
    setPoint(chosen);
    const typed = STEPS.won.asked.flatMap(namesIn).map((name) => [name, form.values[name]]);
    form.setAll({ ...blankValues(locale, STARTING_POINTS[chosen]), ...Object.fromEntries(typed) });
  };
  return (
    <div class={css.form}>
      <form
        class={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void goOn();
        }}
      >
        <nav aria-label={t.steps}>
          <ol class={own.steps}>
            {STEP_NAMES.map((name, at) => (
              <li key={name} class={at < place ? own.done : undefined}>
                <a
                  href={raffle ? stepHref(raffle.id, name) : undefined}
                  aria-current={name === step ? 'step' : undefined}
                  aria-disabled={raffle ? undefined : 'true'}
                >
                  <span aria-hidden="true">{at + 1}</span> {words[name].name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div class={own.heading}>
          <h2 ref={heading} tabIndex={-1}>
            {t.stepOf(place + 1, STEP_NAMES.length, words[step].name)}
          </h2>
          <p class={css.hint}>{words[step].about}</p>
        </div>
        <ProblemSummary problems={form.problems} attempt={attempt} onGoTo={goToProblem} />
        {!raffle && <StartingPoints chosen={point} onChoose={begin} />}
        {STEPS[step].asked.map((section) => (
          <Section key={section} section={section} state={state} isNew />
        ))}
        {step === 'draw' && raffle && <WhoAnswers raffle={raffle} />}
        {STEPS[step].folded.map((section) => (
          <Section
            key={section}
            section={section}
            state={state}
            fold={{
              isOpen: open.includes(section),
              onOpen: (is) => setOpen((old) => (is ? [...old, section] : old.filter((one) => one !== section))),
            }}
          />
        ))}
        {!hasFields && <Problem problem={saving.error} />}
        {next && (
          <div class={css.save} data-foot-bar>
            <p class={css.hint} role="status">
              {!raffle ? t.makesDraft : isDirty ? t.unsaved : t.isDraft}
            </p>
            <div class={css.line}>
              {place > 0 && <Button onClick={() => goTo(STEP_NAMES[place - 1]!)}>{t.back}</Button>}
              <Button variant="primary" type="submit" isBusy={saving.isBusy}>
                {t.goOn}
              </Button>
            </div>
          </div>
        )}
      </form>
      {/* Its dialog has a form of its own. */}
      {!next && raffle && (
        <Publish
          raffle={raffle}
          isDirty={isDirty}
          isBusy={saving.isBusy}
          save={save}
          reload={reload}
          onBack={() => goTo('draw')}
          onGoToField={goToProblem}
        />
      )}
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': {
    steps: 'Passos',
    stepOf: (at: number, of: number, name: string) => `Passo ${at} de ${of}: ${name}`,
    makesDraft: 'Ao continuar, a rifa é guardada como rascunho, que só operadores veem.',
    unsaved: 'Ao continuar, o que você mudou é salvo no rascunho.',
    isDraft: 'O rascunho está salvo.',
    back: 'Voltar',
    goOn: 'Continuar',
    saved: 'O rascunho foi salvo.',
  },
  en: {
    steps: 'Steps',
    stepOf: (at: number, of: number, name: string) => `Step ${at} of ${of}: ${name}`,
    makesDraft: 'When you go on, the raffle is kept as a draft, which only operators see.',
    unsaved: 'When you go on, what you changed is saved in the draft.',
    isDraft: 'The draft is saved.',
    back: 'Back',
    goOn: 'Go on',
    saved: 'The draft was saved.',
  },
});
