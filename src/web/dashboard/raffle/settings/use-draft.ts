import { useEffect, useRef, useState } from 'preact/hooks';
import { useForm, type Form } from '../../../common/form.js';
import { changedNames, isSame, type RaffleValues } from './values.js';
import type { FieldName } from './fields.js';

const KEY = 'raffle-gateway.raffle-drafts';

/** Unsaved values by raffle id, of this tab. They survive a session that expires, and a reload. */
const drafts = new Map<string, Partial<RaffleValues>>(readKept());

/** Storage may be forbidden. */
function readKept(): [string, Partial<RaffleValues>][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, Partial<RaffleValues>][];
  } catch {
    return [];
  }
}

function remember(id: string, values: Partial<RaffleValues> | undefined): void {
  if (values) drafts.set(id, values);
  else if (!drafts.delete(id)) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...drafts]));
  } catch {
    // They are kept until the page is left.
  }
}

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
    remember(id, changed.length === 0 ? undefined : Object.fromEntries(changed.map((name) => [name, form.values[name]])));
  });
  // Callers hold the form of an earlier rendering.
  const latest = useRef(form.values);
  latest.current = form.values;
  const settle = (values: RaffleValues, sent = latest.current): void => {
    const typedSince = changedNames(sent, latest.current).map((name) => [name, latest.current[name]]);
    remember(id, undefined);
    setBase(values);
    form.setAll({ ...values, ...Object.fromEntries(typedSince) });
  };
  return { form, changed, isRestored, keep: settle, discard: () => settle(base) };
}
