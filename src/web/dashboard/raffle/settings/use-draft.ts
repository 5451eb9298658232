import { useEffect, useRef, useState } from 'preact/hooks';
import { useForm, type Form } from '../../../common/form.js';
import { changedNames, isSame, type RaffleValues } from './values.js';
import type { FieldName } from './fields.js';

/** What was typed and not saved, by raffle: it outlives the screen when a session ends by itself. */
const drafts = new Map<string, Partial<RaffleValues>>();

export interface Draft {
  form: Form<RaffleValues>;
  /** Those that differ from what is saved. */
  changed: readonly FieldName[];
  /** Whether it was typed before this screen appeared. */
  isRestored: boolean;
  /** It is saved: this is how the raffle stands now. What differs from `sent` was typed since, and stays; without it nothing does. */
  keep(saved: RaffleValues, sent?: RaffleValues): void;
  /** Back to what is saved. */
  discard(): void;
}

/** A form over what is saved: when that changes, it takes what is new, but not over what was typed. */
export function useDraft(id: string, saved: RaffleValues): Draft {
  const [base, setBase] = useState(saved);
  const [isRestored] = useState(() => drafts.has(id));
  const form = useForm<RaffleValues>({ ...saved, ...drafts.get(id) });
  const changed = changedNames(base, form.values);
  const key = JSON.stringify(saved);
  useEffect(() => {
    for (const name of changedNames(base, saved)) if (isSame(form.values[name], base[name])) form.set(name, saved[name]);
    setBase(saved);
    // The key stands for what is saved.
  }, [key]);
  useEffect(() => {
    if (changed.length === 0) drafts.delete(id);
    else drafts.set(id, Object.fromEntries(changed.map((name) => [name, form.values[name]])));
  });
  // Who asks holds the form as it was then.
  const latest = useRef(form.values);
  latest.current = form.values;
  const settle = (values: RaffleValues, sent = latest.current): void => {
    const typedSince = changedNames(sent, latest.current).map((name) => [name, latest.current[name]]);
    drafts.delete(id);
    setBase(values);
    form.setAll({ ...values, ...Object.fromEntries(typedSince) });
  };
  return { form, changed, isRestored, keep: settle, discard: () => settle(base) };
}
