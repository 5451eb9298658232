import { useState } from 'preact/hooks';
import { texts, useLanguage, useTexts } from '../../../common/language.js';
import { Button } from '../../../ui/button.js';
import { Notice, Problem } from '../../../ui/surface.js';
import { useToasts } from '../../../ui/toasts.js';
import type { TabProps } from '../raffle-tab.js';
import { at, SECTIONS, type SectionKey } from './field.js';
import { LeaveGuard } from './leave-guard.js';
import { goToField, ProblemSummary } from './problem-summary.js';
import { Section, sectionAnchor } from './section.js';
import css from './settings.module.css';
import { useRaffleForm } from './use-raffle-form.js';

const KEYS = Object.keys(SECTIONS) as SectionKey[];
/** What is looked at most. */
const OPEN_AT_FIRST: readonly SectionKey[] = ['basics', 'prizes', 'price'];

/** All settings of a raffle, in parts that are folded but for the first ones. */
export function RaffleForm({ raffle, reload }: TabProps) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const say = useToasts();
  const state = useRaffleForm(raffle);
  const { draft, form, changed, isDirty, attempt, saving } = state;
  const [open, setOpen] = useState<readonly SectionKey[]>(OPEN_AT_FIRST);
  const hasFields = Object.keys(saving.error?.fields ?? {}).length > 0;
  const turn = (key: SectionKey, isOpen: boolean): void =>
    setOpen((old) => (isOpen ? [...old.filter((one) => one !== key), key] : old.filter((one) => one !== key)));
  const isAllOpen = KEYS.every((key) => open.includes(key));
  return (
    <form
      class={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void state.submit().then((saved) => {
          if (!saved) return;
          say(t.saved);
          reload();
        });
      }}
    >
      <LeaveGuard isDirty={isDirty} onLeave={draft.discard} />
      {draft.isRestored && isDirty && <Notice tone="warn">{t.restored}</Notice>}
      <ProblemSummary problems={form.problems} attempt={attempt} onGoTo={goToField} />
      <nav class={css.jumps} aria-label={t.parts}>
        {KEYS.map((key) => (
          <Button
            key={key}
            small
            variant="plain"
            onClick={() => {
              turn(key, true);
              const place = document.getElementById(sectionAnchor(key));
              // Once it is unfolded.
              requestAnimationFrame(() => {
                place?.scrollIntoView();
                place?.querySelector('summary')?.focus({ preventScroll: true });
              });
            }}
          >
            {SECTIONS[key][at(language)]}
          </Button>
        ))}
        <Button small onClick={() => setOpen(isAllOpen ? [] : KEYS)}>
          {isAllOpen ? t.foldAll : t.openAll}
        </Button>
      </nav>
      {KEYS.map((key) => (
        <Section key={key} section={key} state={state} fold={{ isOpen: open.includes(key), onOpen: (is) => turn(key, is) }} />
      ))}
      {!hasFields && <Problem problem={saving.error} />}
      <div class={css.save} data-foot-bar>
        <p class={css.hint} role="status">
          {isDirty ? t.unsaved(changed.length) : t.nothing}
        </p>
        <div class={css.line}>
          {isDirty && (
            <Button onClick={draft.discard} disabled={saving.isBusy}>
              {t.discard}
            </Button>
          )}
          <Button variant="primary" type="submit" isBusy={saving.isBusy} disabled={!isDirty}>
            {t.save}
          </Button>
        </div>
      </div>
    </form>
  );
}

const TEXTS = texts({
  'pt-BR': {
    restored: 'O que você tinha mudado sem salvar foi mantido aqui.',
    parts: 'Partes das configurações',
    openAll: 'Abrir tudo',
    foldAll: 'Fechar tudo',
    unsaved: (count: number) => (count === 1 ? 'Um campo mudou e não foi salvo.' : `${count} campos mudaram e não foram salvos.`),
    saved: 'Alterações salvas.',
    nothing: 'Nada a salvar.',
    discard: 'Desfazer',
    save: 'Salvar',
  },
  en: {
    restored: 'What you had changed and not saved was kept here.',
    parts: 'Parts of the settings',
    openAll: 'Open all',
    foldAll: 'Close all',
    unsaved: (count: number) =>
      count === 1 ? 'One field was changed and is not saved.' : `${count} fields were changed and are not saved.`,
    saved: 'Changes saved.',
    nothing: 'Nothing to save.',
    discard: 'Undo',
    save: 'Save',
  },
});
