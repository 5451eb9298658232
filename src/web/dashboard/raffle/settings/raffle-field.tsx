import { Checkbox, Select, TextArea, TextField } from '../../../ui/field.js';
import type { Form } from '../../../common/form.js';
import { useFormats, useTexts } from '../../../common/language.js';
import { parseMoney } from '../../../common/parse-number.js';
import { FIELD_TEXTS } from './field-texts.js';
import { KINDS, WIDE, type FieldName, type Kind } from './fields.js';
import { PhotoUpload } from './photo-upload.js';
import { PrizesEditor } from './prizes-editor.js';
import css from './settings.module.css';
import type { PrizeText, RaffleValues } from './values.js';

export interface FieldOf {
  name: FieldName;
  form: Form<RaffleValues>;
  /** Why it cannot change now; undefined when it can. */
  fixed: string | undefined;
  categories: readonly { id: string; name: string }[];
}

/** Where a problem's link leads. */
export const anchorOf = (name: string): string => `field-${name}`;

/** One field with its label, typed by its kind; why it cannot change stands where its hint does. */
export function RaffleField(props: FieldOf) {
  return (
    <div id={anchorOf(props.name)} class={WIDE.has(props.name) ? css.wide : undefined}>
      <Typed {...props} />
      {props.name === 'photoUrl' && <PhotoUpload form={props.form} />}
    </div>
  );
}

function Typed({ name, form, fixed, categories }: FieldOf) {
  const t = useTexts(FIELD_TEXTS);
  const { money } = useFormats();
  const { label, hint } = t.fields[name];
  const common = { label, hint: fixed ?? hint, disabled: fixed !== undefined };
  const kind: Kind = KINDS[name];
  switch (kind) {
    case 'flag':
      return <Checkbox {...common} {...form.check(name)} />;
    case 'choice':
      return <Select {...common} {...form.text(name)} options={optionsOf(name, t, categories)} />;
    case 'picks':
      return <Picks form={form} label={label} hint={common.hint} options={t.options.reservationFields} />;
    case 'prizes':
      return (
        <PrizesEditor
          label={label}
          hint={common.hint}
          disabled={common.disabled}
          prizes={form.values.prizes}
          onPrizes={(prizes: readonly PrizeText[]) => {
            // What was said of single prizes was said of their places.
            form.show(Object.fromEntries(Object.entries(form.problems).filter(([field]) => !field.startsWith('prizes'))));
            form.set('prizes', prizes);
          }}
          problems={form.problems}
        />
      );
    case 'time':
      return <TextField {...common} type="datetime-local" {...form.text(name)} />;
    case 'money': {
      const typed = parseMoney(form.values[name as 'quotaPrice']);
      // As it is understood: a dot may part thousands or cents.
      return (
        <TextField
          {...common}
          inputMode="decimal"
          hint={fixed ?? (typed ? `${hint} ${t.readAs} ${money(typed)}.` : hint)}
          {...form.text(name)}
        />
      );
    }
    case 'whole':
      return <TextField {...common} inputMode="numeric" {...form.text(name)} />;
    case 'share':
      return <TextField {...common} inputMode="decimal" {...form.text(name)} />;
    default:
      return name === 'description' ? (
        <TextArea {...common} rows={8} {...form.text(name)} />
      ) : (
        <TextField {...common} {...form.text(name)} />
      );
  }
}

function optionsOf(
  name: FieldName,
  { options }: (typeof FIELD_TEXTS)['en'],
  categories: FieldOf['categories'],
): { value: string; label: string }[] {
  if (name === 'categoryId')
    return [{ value: '', label: '—' }, ...categories.map(({ id, name: label }) => ({ value: id, label }))];
  return Object.entries(options[name as 'privacy' | 'drawMode']).map(([value, label]) => ({ value, label }));
}

function Picks({
  form,
  label,
  hint,
  options,
}: {
  form: Form<RaffleValues>;
  label: string;
  hint: string | undefined;
  options: Readonly<Record<string, string>>;
}) {
  const picked = form.values.reservationFields;
  return (
    <fieldset class={css.picks}>
      <legend>{label}</legend>
      {hint && <p class={css.hint}>{hint}</p>}
      {Object.entries(options).map(([value, text]) => (
        <Checkbox
          key={value}
          label={text}
          checked={picked.includes(value)}
          onChecked={(isPicked) =>
            form.set('reservationFields', isPicked ? [...picked, value] : picked.filter((other) => other !== value))
          }
        />
      ))}
      <p class={css.problem}>{form.problems.reservationFields?.join(' ')}</p>
    </fieldset>
  );
}
