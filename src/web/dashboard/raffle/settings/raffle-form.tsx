import { useState } from 'preact/hooks';
import { RaffleCategoriesDocument, type RaffleSettingsFragment } from '../../../../generated/client/operations.js';
import { useAction, useQuery } from '../../../common/query.js';
import { texts, useFormats, useLocale, useTexts, type Language } from '../../../common/language.js';
import { Button } from '../../../ui/button.js';
import { Card, Notice, Problem } from '../../../ui/surface.js';
import type { Raffle } from '../raffle-tab.js';
import { at, SECTIONS, type SectionKey } from './field.js';
import { FIELD_NAMES, FIELDS, type FieldName } from './fields.js';
import { useLockedFields } from './locked-fields.js';
import { LeaveGuard } from './leave-guard.js';
import { NewCategory } from './new-category.js';
import { ProblemSummary } from './problem-summary.js';
import { RaffleField } from './raffle-field.js';
import css from './settings.module.css';
import { useDraft } from './use-draft.js';
import { blankValues, valuesOf, type RaffleValues, type Unreadable } from './values.js';

interface Props {
  /** Undefined for a new one. */
  raffle: Raffle | undefined;
  /** Sends the form, or returns the fields that cannot be read. */
  send(values: RaffleValues, changed: readonly FieldName[]): Promise<RaffleSettingsFragment> | Unreadable;
  onSaved(saved: RaffleSettingsFragment): void;
}

export function RaffleForm({ raffle, send, onSaved }: Props) {
  const t = useTexts(TEXTS);
  const locale = useLocale();
  const { time } = useFormats();
  const fixed = useLockedFields(raffle);
  const categories = useQuery(RaffleCategoriesDocument, {});
  const draft = useDraft(raffle?.id ?? 'new', raffle ? valuesOf(raffle, locale) : blankValues(locale));
  const { form, changed } = draft;
  const [attempt, setAttempt] = useState(0);
  const [savedAt, setSavedAt] = useState<string>();
  const saving = useAction((sending: Promise<RaffleSettingsFragment>) => sending.catch(refuse));
  function refuse(error: unknown): never {
    form.refuse(error);
    setAttempt((last) => last + 1);
    throw error;
  }
  const submit = async (): Promise<void> => {
    const sent = form.values;
    const sending = send(sent, changed);
    if (!(sending instanceof Promise)) {
      form.show(Object.fromEntries(Object.entries(sending).map(([name, why]) => [name, [t.unreadable[why]]])));
      setAttempt((last) => last + 1);
      return;
    }
    const saved = await saving.act(sending);
    if (!saved) return;
    // A new raffle continues on its own screen.
    draft.keep(valuesOf(saved, locale), raffle && sent);
    setSavedAt(new Date().toISOString());
    onSaved(saved);
  };
  const isDirty = changed.length > 0;
  const hasFields = Object.keys(saving.error?.fields ?? {}).length > 0;
  const notes: Partial<Record<SectionKey, string>> = { when: t.zone(locale.timeZone), price: raffle ? undefined : t.onceSold };
  return (
    <form
      class={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <LeaveGuard isDirty={isDirty} onLeave={draft.discard} />
      {draft.isRestored && isDirty && <Notice tone="warn">{t.restored}</Notice>}
      <ProblemSummary problems={form.problems} attempt={attempt} />
      {sectionsIn(locale.language).map(({ key, title, names }) => (
        <Card key={key} title={title}>
          {notes[key] && <p class={css.hint}>{notes[key]}</p>}
          <div class={css.fields}>
            {names.map((name) => (
              <RaffleField
                key={name}
                name={name}
                form={form}
                fixed={fixed(name)}
                categories={categories.data?.raffleCategories ?? []}
              />
            ))}
          </div>
          {key === 'basics' && (
            <>
              <Problem problem={categories.error} onRetry={categories.reload} />
              <NewCategory
                onMade={(id) => {
                  categories.reload();
                  form.set('categoryId', id);
                }}
              />
            </>
          )}
        </Card>
      ))}
      {!hasFields && <Problem problem={saving.error} />}
      <div class={css.save}>
        <p class={css.hint} role="status">
          {isDirty ? t.unsaved(changed.length) : savedAt ? t.saved(time(savedAt)) : raffle ? t.nothing : t.required}
        </p>
        <div class={css.line}>
          {isDirty && raffle && (
            <Button onClick={draft.discard} disabled={saving.isBusy}>
              {t.discard}
            </Button>
          )}
          <Button variant="primary" type="submit" isBusy={saving.isBusy} disabled={!isDirty}>
            {raffle ? t.save : t.create}
          </Button>
        </div>
      </div>
    </form>
  );
}

function sectionsIn(language: Language): { key: SectionKey; title: string; names: FieldName[] }[] {
  return (Object.keys(SECTIONS) as SectionKey[]).map((key) => ({
    key,
    title: SECTIONS[key][at(language)],
    names: FIELD_NAMES.filter((name) => FIELDS[name].section === key),
  }));
}

const TEXTS = texts({
  'pt-BR': {
    restored: 'O que você tinha mudado sem salvar foi mantido aqui.',
    zone: (zone: string) => `As horas são do fuso da empresa, ${zone}.`,
    onceSold: 'Preço, quantidade, prêmios e a forma do sorteio não mudam mais depois do primeiro pedido.',
    unsaved: (count: number) => (count === 1 ? 'Um campo mudou e não foi salvo.' : `${count} campos mudaram e não foram salvos.`),
    saved: (time: string) => `Salvo às ${time}.`,
    nothing: 'Nada a salvar.',
    required: 'Título, preço e quantidade são obrigatórios.',
    discard: 'Desfazer',
    save: 'Salvar',
    create: 'Criar rascunho',
    unreadable: {
      money: 'Escreva um valor como 1.234,50.',
      integer: 'Escreva um número inteiro.',
      percent: 'Escreva uma porcentagem como 2,5.',
      integers: 'Escreva números inteiros com espaço entre eles.',
      required: 'Preencha este campo.',
    },
  },
  en: {
    restored: 'What you had changed and not saved was kept here.',
    zone: (zone: string) => `Times are by the clock of the business, ${zone}.`,
    onceSold: 'Price, quantity, prizes and how it is drawn do not change after the first order.',
    unsaved: (count: number) =>
      count === 1 ? 'One field was changed and is not saved.' : `${count} fields were changed and are not saved.`,
    saved: (time: string) => `Saved at ${time}.`,
    nothing: 'Nothing to save.',
    required: 'Title, price and quantity are required.',
    discard: 'Undo',
    save: 'Save',
    create: 'Create a draft',
    unreadable: {
      money: 'Write an amount such as 1,234.50.',
      integer: 'Write a whole number.',
      percent: 'Write a percentage such as 2.5.',
      integers: 'Write whole numbers with spaces between.',
      required: 'Fill this in.',
    },
  },
});
