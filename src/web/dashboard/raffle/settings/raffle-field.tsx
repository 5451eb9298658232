import { Checkbox, Select, TextArea, TextField } from '../../../ui/field.js';
import type { Form } from '../../../common/form.js';
import { texts, useFormats, useLanguage, useTexts, type Language } from '../../../common/language.js';
import { parseMoney } from '../../../common/parse-number.js';
import { at, type Kind } from './field.js';
import { fieldOf, FIELDS, type FieldName } from './fields.js';
import { PhotoUpload } from '../../photo-upload.js';
import { PrizesEditor } from './prizes-editor.js';
import css from './settings.module.css';
import { linesOf, type PrizeText, type RaffleValues } from './values.js';

export interface FieldOf {
  name: FieldName;
  form: Form<RaffleValues>;
  /** Why it is locked; undefined when it is not. */
  fixed: string | undefined;
  categories: readonly { id: string; name: string }[];
}

export const anchorOf = (name: string): string => `field-${name}`;

/** These kinds take a full line. */
const WIDE: ReadonlySet<Kind> = new Set<Kind>(['paragraphs', 'lines', 'prizes', 'choices', 'checkbox']);

/** A locked field says why in place of its hint. */
export function RaffleField(props: FieldOf) {
  return (
    <div id={anchorOf(props.name)} class={WIDE.has(fieldOf(props.name).kind) ? css.wide : undefined}>
      <FieldControl {...props} />
      <Uploads {...props} />
    </div>
  );
}

function Uploads({ name, form }: FieldOf) {
  const onProblem = (problem: string): void => void form.show({ ...form.problems, [name]: [problem] });
  if (name === 'photoUrl')
    return <PhotoUpload urls={[form.values.photoUrl]} onUploaded={(url) => form.set(name, url)} onProblem={onProblem} />;
  if (name !== 'galleryUrls') return null;
  const urls = linesOf(form.values.galleryUrls);
  return <PhotoUpload urls={urls} onUploaded={(url) => form.set(name, [...urls, url].join('\n'))} onProblem={onProblem} />;
}

function FieldControl({ name, form, fixed, categories }: FieldOf) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const { money } = useFormats();
  const { label, hint } = labelOf(name, language)!;
  const common = { label, hint: fixed ?? hint, disabled: fixed !== undefined };
  switch (fieldOf(name).kind) {
    case 'checkbox':
      return <Checkbox {...common} {...form.check(name)} />;
    case 'choice':
      return (
        <Select
          {...common}
          {...form.text(name)}
          options={name === 'categoryId' ? ofCategories(categories) : optionsOf(name, language)}
        />
      );
    case 'choices':
      return <Choices form={form} label={label} hint={common.hint} options={optionsOf(name, language)} />;
    case 'prizes':
      return (
        <PrizesEditor
          label={label}
          hint={common.hint}
          disabled={common.disabled}
          prizes={form.values.prizes}
          onPrizes={(prizes: readonly PrizeText[]) => {
            // Problems of prizes have their position, which changes now.
            form.show(Object.fromEntries(Object.entries(form.problems).filter(([field]) => !field.startsWith('prizes'))));
            form.set('prizes', prizes);
          }}
          problems={form.problems}
          onProblem={(field, problem) => void form.show({ ...form.problems, [field]: [problem] })}
        />
      );
    case 'paragraphs':
      return <TextArea {...common} rows={8} {...form.text(name)} />;
    case 'lines':
      return <TextArea {...common} rows={4} {...form.text(name)} />;
    case 'time':
      return <TextField {...common} type="datetime-local" {...form.text(name)} />;
    case 'day':
      return <TextField {...common} type="date" {...form.text(name)} />;
    case 'money': {
      const typed = parseMoney(form.values[name as 'quotaPrice']);
      // Shows how it was understood: a dot may separate thousands or cents.
      return (
        <TextField
          {...common}
          inputMode="decimal"
          hint={fixed ?? (typed ? `${hint} ${t.readAs} ${money(typed)}.` : hint)}
          {...form.text(name)}
        />
      );
    }
    case 'integer':
      return <TextField {...common} inputMode="numeric" {...form.text(name)} />;
    case 'percent':
      return <TextField {...common} inputMode="decimal" {...form.text(name)} />;
    default:
      return <TextField {...common} {...form.text(name)} />;
  }
}

/** Of a problem's path too, such as `prizes.0.title`. */
export const isSetting = (path: string): boolean => (path.split('.')[0] ?? '') in FIELDS;

export function labelOf(name: string, language: Language): { label: string; hint: string | undefined } | undefined {
  if (!(name in FIELDS)) return undefined;
  const [label, hint] = fieldOf(name as FieldName).label[language];
  return { label, hint };
}

function optionsOf(name: FieldName, language: Language): { value: string; label: string }[] {
  return Object.entries(fieldOf(name).options ?? {}).map(([value, words]) => ({ value, label: words[at(language)] }));
}

const ofCategories = (categories: FieldOf['categories']): { value: string; label: string }[] => [
  { value: '', label: '—' },
  ...categories.map(({ id, name }) => ({ value: id, label: name })),
];

function Choices({
  form,
  label,
  hint,
  options,
}: {
  form: Form<RaffleValues>;
  label: string;
  hint: string | undefined;
  options: readonly { value: string; label: string }[];
}) {
  const chosen = form.values.reservationFields;
  return (
    <fieldset class={css.picks}>
      <legend>{label}</legend>
      {hint && <p class={css.hint}>{hint}</p>}
      {options.map(({ value, label: text }) => (
        <Checkbox
          key={value}
          label={text}
          checked={chosen.includes(value)}
          onChecked={(isChosen) =>
            form.set('reservationFields', isChosen ? [...chosen, value] : chosen.filter((other) => other !== value))
          }
        />
      ))}
      <p class={css.problem}>{form.problems.reservationFields?.join(' ')}</p>
    </fieldset>
  );
}

const TEXTS = texts({ 'pt-BR': { readAs: 'Entendido:' }, en: { readAs: 'Read as' } });
