import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import css from './field.module.css';

interface FieldProps {
  label: ComponentChildren;
  hint?: ComponentChildren;
  problems?: readonly string[] | undefined;
}

interface Ids {
  id: string;
  describedBy: string | undefined;
  invalid: 'true' | undefined;
}

function useIds({ hint, problems }: Pick<FieldProps, 'hint' | 'problems'>): Ids {
  const id = useId();
  const isWrong = (problems?.length ?? 0) > 0;
  const describedBy = [hint && `${id}-hint`, isWrong && `${id}-problem`].filter(Boolean).join(' ') || undefined;
  return { id, describedBy, invalid: isWrong ? 'true' : undefined };
}

function Notes({ id, hint, problems }: { id: string; hint?: ComponentChildren; problems?: readonly string[] | undefined }) {
  return (
    <>
      {hint && (
        <p class={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problems && problems.length > 0 && (
        <p class={css.problem} id={`${id}-problem`}>
          {problems.join('; ')}
        </p>
      )}
    </>
  );
}

interface ControlProps {
  id: string;
  class: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': 'true' | undefined;
}

function Labelled({ label, hint, problems, control }: FieldProps & { control(props: ControlProps): ComponentChildren }) {
  const { id, describedBy, invalid } = useIds({ hint, problems });
  return (
    <div class={css.field}>
      <label class={css.label} for={id}>
        {label}
      </label>
      {control({ id, class: css.input, 'aria-describedby': describedBy, 'aria-invalid': invalid })}
      <Notes id={id} hint={hint} problems={problems} />
    </div>
  );
}

interface TextProps extends FieldProps {
  value: string;
  onValue(value: string): void;
  name?: string;
  required?: boolean;
  disabled?: boolean;
  maxLength?: number;
  placeholder?: string;
}

interface InputProps extends TextProps {
  type?: 'text' | 'email' | 'tel' | 'password' | 'url' | 'date' | 'datetime-local' | 'search';
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email';
  autocomplete?: string;
  /** Formats what is typed, while the caret is at its end: elsewhere it would jump. */
  mask?: (text: string) => string;
}

/** Preact's types have one variant for each input type, and none for all. */
const typed = (type: string) => ({ type }) as { type: 'text' };

/** A labelled input of a text; what is wrong with it stands under it. */
export function TextField({ label, hint, problems, value, onValue, type = 'text', mask, ...rest }: InputProps) {
  const typedIn = (input: HTMLInputElement): void => {
    const isLonger = input.value.length > value.length;
    onValue(mask && isLonger && input.selectionStart === input.value.length ? mask(input.value) : input.value);
  };
  return (
    <Labelled
      label={label}
      hint={hint}
      problems={problems}
      control={(props) => (
        <input {...rest} {...typed(type)} {...props} value={value} onInput={(event) => typedIn(event.currentTarget)} />
      )}
    />
  );
}

export function TextArea({ label, hint, problems, value, onValue, ...rest }: TextProps & { rows?: number }) {
  return (
    <Labelled
      label={label}
      hint={hint}
      problems={problems}
      control={(props) => <textarea {...rest} {...props} value={value} onInput={(event) => onValue(event.currentTarget.value)} />}
    />
  );
}

type SelectProps = FieldProps & {
  value: string;
  onValue(value: string): void;
  options: readonly { value: string; label: string }[];
  disabled?: boolean;
};

export function Select({ label, hint, problems, value, onValue, options, disabled }: SelectProps) {
  return (
    <Labelled
      label={label}
      hint={hint}
      problems={problems}
      control={(props) => (
        <select {...props} value={value} disabled={disabled} onChange={(event) => onValue(event.currentTarget.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    />
  );
}

type CheckProps = FieldProps & { checked: boolean; onChecked(checked: boolean): void; disabled?: boolean };

export function Checkbox({ label, hint, problems, checked, onChecked, disabled }: CheckProps) {
  const { id, describedBy, invalid } = useIds({ hint, problems });
  return (
    <div class={css.check}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChecked(event.currentTarget.checked)}
        aria-describedby={describedBy}
        aria-invalid={invalid}
      />
      <label for={id}>{label}</label>
      <Notes id={id} hint={hint} problems={problems} />
    </div>
  );
}
