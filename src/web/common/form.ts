import { useState } from 'preact/hooks';
import { GatewayError, type FieldProblems } from '../../client/errors.js';

export interface Form<Values extends object> {
  values: Values;
  set<Key extends keyof Values>(key: Key, value: Values[Key]): void;
  setAll(values: Values): void;
  problems: FieldProblems;
  /** Shows problems by field name. True when there are none. */
  show(problems: FieldProblems): boolean;
  refuse(error: unknown): void;
  /** Props of a text input. */
  text(key: keyof Values & string): {
    value: string;
    onValue(value: string): void;
    problems: readonly string[] | undefined;
    name: string;
  };
  check(key: keyof Values & string): {
    checked: boolean;
    onChecked(checked: boolean): void;
    problems: readonly string[] | undefined;
  };
}

export function useForm<Values extends object>(initial: Values): Form<Values> {
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<FieldProblems>({});
  const set = <Key extends keyof Values>(key: Key, value: Values[Key]): void => {
    setValues((old) => ({ ...old, [key]: value }));
    // The problem was about the old value.
    setProblems((old) => Object.fromEntries(Object.entries(old).filter(([field]) => field !== key)));
  };
  return {
    values,
    set,
    setAll(all) {
      setValues(all);
      setProblems({});
    },
    problems,
    show(found) {
      setProblems(found);
      return Object.keys(found).length === 0;
    },
    refuse: (error) => setProblems(error instanceof GatewayError ? error.fields : {}),
    text: (key) => ({
      value: String(values[key] ?? ''),
      onValue: (value) => set(key, value as Values[typeof key]),
      problems: problems[key],
      name: key,
    }),
    check: (key) => ({
      checked: Boolean(values[key]),
      onChecked: (checked) => set(key, checked as Values[typeof key]),
      problems: problems[key],
    }),
  };
}

/** The error, unless the problems of its fields say it all. */
export function unshownError(error: GatewayError | undefined, fields: readonly string[]): GatewayError | undefined {
  if (!error) return undefined;
  const named = Object.keys(error.fields);
  return named.length > 0 && named.every((name) => fields.includes(name)) ? undefined : error;
}
