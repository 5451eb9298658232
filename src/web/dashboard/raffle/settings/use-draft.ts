import { useEffect, useRef, useState } from 'preact/hooks';
import { useForm, type Form } from '../../../common/form.js';
import { changedNames, isSame, type RaffleValues } from './values.js';
import type { FieldName } from './fields.js';

/** Unsaved values by raffle id. They survive a session that expires. */
const drafts = new Map<string, Partial<RaffleValues>>();

export interface Draft {
  form: Form<RaffleValues>;
  changed: readonly FieldName[];
  isRestored: boolean;
  /** Takes over the saved raffle. What was typed since `sent` stays. */
  keep(saved: RaffleValues, sent?: RaffleValues): void;
  discard(): void;
}

/** A form over saved values. New saved values do not overwrite typed ones. */
export function useDraft(id: string, saved: RaffleValues): Draft {
  const [base, setBase] = useState(saved);
  const [isRestored] = useState(() => drafts.has(id));
  const form = useForm<RaffleValues>({ ...saved, ...drafts.get(id) });
  const changed = changedNames(base, form.values);
  const key = JSON.stringify(saved);
  useEffect(() => {
    for (const name of changedNames(base, saved)) if (isSame(form.values[name], base[name])) form.set(name, saved[name]);
    setBase(saved);
    // The key stands for the saved values.
  }, [key]);
  useEffect(() => {
    if (changed.length === 0) drafts.delete(id);
    else drafts.set(id, Object.fromEntries(changed.map((name) => [name, form.values[name]])));
  });
  // Callers hold the form of an earlier rendering.
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
