import { texts, useLanguage, useLocale, useTexts } from '../../../common/language.js';
import { Card, Problem } from '../../../ui/surface.js';
import { at, SECTIONS, type SectionKey } from './field.js';
import { FIELD_NAMES, FIELDS, type FieldName } from './fields.js';
import { NewCategory } from './new-category.js';
import { RaffleField } from './raffle-field.js';
import css from './settings.module.css';
import type { RaffleFormState } from './use-raffle-form.js';

export const namesIn = (section: SectionKey): FieldName[] => FIELD_NAMES.filter((name) => FIELDS[name].section === section);

export const sectionAnchor = (section: SectionKey): string => `section-${section}`;

/** `prizes.0.title` is a problem of `prizes`. */
const hasProblem = ({ form }: RaffleFormState, section: SectionKey): boolean => {
  const names: readonly string[] = namesIn(section);
  return Object.keys(form.problems).some((path) => names.includes(path.split('.')[0] ?? ''));
};

/** `isFolded`: only its title, until it is opened, or has something to say. */
export function Section({
  section,
  state,
  isNew,
  fold,
}: {
  section: SectionKey;
  state: RaffleFormState;
  isNew?: boolean;
  fold?: Fold;
}) {
  const language = useLanguage();
  const title = SECTIONS[section][at(language)];
  const fields = <SectionFields section={section} state={state} isNew={isNew} />;
  if (!fold)
    return (
      <div id={sectionAnchor(section)}>
        <Card title={title}>{fields}</Card>
      </div>
    );
  return (
    <details
      id={sectionAnchor(section)}
      class={css.fold}
      open={fold.isOpen || hasProblem(state, section)}
      onToggle={({ currentTarget }) => fold.onOpen(currentTarget.open)}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      {fields}
    </details>
  );
}

export interface Fold {
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
}

function SectionFields({ section, state, isNew }: { section: SectionKey; state: RaffleFormState; isNew: boolean | undefined }) {
  const t = useTexts(TEXTS);
  const { timeZone } = useLocale();
  const { form, fixed, categories } = state;
  const note = { when: t.zone(timeZone), price: isNew ? t.onceSold : undefined }[section as 'when'];
  return (
    <>
      {note && <p class={css.hint}>{note}</p>}
      <div class={css.fields}>
        {namesIn(section).map((name) => (
          <RaffleField
            key={name}
            name={name}
            form={form}
            fixed={fixed(name)}
            categories={categories.data?.raffleCategories ?? []}
          />
        ))}
      </div>
      {section === 'basics' && (
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
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    zone: (zone: string) => `As horas são do fuso da empresa, ${zone}.`,
    onceSold: 'Preço, quantidade, prêmios e a forma do sorteio não mudam mais depois do primeiro pedido.',
  },
  en: {
    zone: (zone: string) => `Times are by the clock of the business, ${zone}.`,
    onceSold: 'Price, quantity, prizes and how it is drawn do not change after the first order.',
  },
});
