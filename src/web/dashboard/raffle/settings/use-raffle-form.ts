import { useState } from 'preact/hooks';
import {
  CreateRaffleDocument,
  RaffleCategoriesDocument,
  UpdateRaffleDocument,
  type RaffleSettingsFragment,
} from '../../../../generated/client/operations.js';
import { texts, useLocale, useTexts } from '../../../common/language.js';
import { useAction, useQuery } from '../../../common/query.js';
import { useClient } from '../../../common/session.js';
import type { Raffle } from '../raffle-tab.js';
import type { FieldName } from './fields.js';
import { useLockedFields } from './locked-fields.js';
import { useDraft } from './use-draft.js';
import { blankValues, inputOf, newInputOf, valuesOf, type Unreadable } from './values.js';

export type RaffleFormState = ReturnType<typeof useRaffleForm>;

/** What an operator types of a raffle, undefined for a new one, until it is saved. `asMade`: the values that a new one begins with. */
export function useRaffleForm(raffle: Raffle | undefined, asMade?: Parameters<typeof blankValues>[1]) {
  const t = useTexts(UNREADABLE);
  const client = useClient();
  const locale = useLocale();
  const fixed = useLockedFields(raffle);
  const categories = useQuery(RaffleCategoriesDocument, {});
  const draft = useDraft(raffle?.id ?? 'new', raffle ? valuesOf(raffle, locale) : blankValues(locale, asMade));
  const { form, changed } = draft;
  const [attempt, setAttempt] = useState(0);
  const saving = useAction((sending: Promise<RaffleSettingsFragment>) =>
    sending.catch((error: unknown) => {
      form.refuse(error);
      setAttempt((last) => last + 1);
      throw error;
    }),
  );
  /** Only what was changed, but of a new raffle all. */
  const read = (): { unreadable: Unreadable; send(): Promise<RaffleSettingsFragment> } => {
    if (!raffle) {
      const { input, unreadable } = newInputOf(form.values, locale);
      return { unreadable, send: async () => (await client.mutate(CreateRaffleDocument, { input })).createRaffle };
    }
    const { input, unreadable } = inputOf(form.values, changed, locale);
    const send = async () => (await client.mutate(UpdateRaffleDocument, { id: raffle.id, input })).updateRaffle;
    return { unreadable, send };
  };
  /** The saved raffle; undefined when it cannot be read, or is refused. */
  const submit = async (): Promise<RaffleSettingsFragment | undefined> => {
    const sent = form.values;
    const { unreadable, send } = read();
    const problems = Object.fromEntries(
      (Object.entries(unreadable) as [FieldName, keyof typeof t][]).map(([name, why]) => [name, [t[why]]]),
    );
    if (!form.show(problems)) {
      setAttempt((last) => last + 1);
      return undefined;
    }
    const saved = await saving.act(send());
    if (!saved) return undefined;
    // A new raffle continues on its own screen.
    draft.keep(valuesOf(saved, locale), raffle && sent);
    return saved;
  };
  return { draft, form, changed, isDirty: changed.length > 0, attempt, saving, submit, fixed, categories };
}

const UNREADABLE = texts({
  'pt-BR': {
    money: 'Escreva um valor como 1.234,50.',
    integer: 'Escreva um número inteiro.',
    percent: 'Escreva uma porcentagem como 2,5.',
    integers: 'Escreva números inteiros com espaço entre eles.',
    required: 'Preencha este campo.',
  },
  en: {
    money: 'Write an amount such as 1,234.50.',
    integer: 'Write a whole number.',
    percent: 'Write a percentage such as 2.5.',
    integers: 'Write whole numbers with spaces between.',
    required: 'Fill this in.',
  },
});
