import { useEffect, useState } from 'preact/hooks';
import { ChooseMyMessagesDocument, MyMessageChoicesDocument, type MessageKind } from '../../generated/client/operations.js';
import { texts, useLanguage, useTexts } from '../common/language.js';
import { CHOSEN_KINDS, MESSAGE_KIND_TITLES } from '../common/message-kinds.js';
import { useAction, useQuery } from '../common/query.js';
import { useSession } from '../common/session.js';
import { Button } from '../ui/button.js';
import { Checkbox } from '../ui/field.js';
import { Notice, Problem, Skeleton } from '../ui/surface.js';
import css from './account.module.css';

/** The messages come in the language of the page on which they were chosen. */
export function MessageChoices() {
  const t = useTexts(TEXTS);
  const titles = useTexts(MESSAGE_KIND_TITLES);
  const language = useLanguage();
  const { client, person } = useSession();
  const { data, error, reload } = useQuery(MyMessageChoicesDocument, {}, { of: person?.id });
  const [wanted, setWanted] = useState<readonly MessageKind[]>();
  const [isSaved, setSaved] = useState(false);
  useEffect(() => {
    if (data) setWanted((known) => known ?? data.myMessageChoices.wanted);
  }, [data]);
  const saving = useAction(async (kinds: readonly MessageKind[]) => {
    setSaved(false);
    const input = { wanted: kinds, language: language === 'en' ? ('EN' as const) : ('PT_BR' as const) };
    setWanted((await client.mutate(ChooseMyMessagesDocument, { input })).chooseMyMessages.wanted);
    setSaved(true);
  });
  if (!wanted) return error ? <Problem problem={error} onRetry={reload} /> : <Skeleton lines={4} />;
  return (
    <form
      class={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        void saving.act(wanted);
      }}
    >
      <p class={css.soft}>{t.hint}</p>
      {CHOSEN_KINDS.map((kind) => (
        <Checkbox
          key={kind}
          label={titles[kind]}
          checked={wanted.includes(kind)}
          onChecked={(isWanted) => setWanted(CHOSEN_KINDS.filter((one) => (one === kind ? isWanted : wanted.includes(one))))}
        />
      ))}
      <Problem problem={saving.error} />
      {isSaved && (
        <Notice tone="good">
          <p>{t.saved}</p>
        </Notice>
      )}
      <Button type="submit" isBusy={saving.isBusy}>
        {t.save}
      </Button>
    </form>
  );
}

const TEXTS = texts({
  'pt-BR': {
    hint: 'Chegam no seu e-mail, se você tiver um aqui. Depois que você salvar, chegam na língua desta página.',
    save: 'Salvar mensagens',
    saved: 'Salvo.',
  },
  en: {
    hint: 'They come to your e-mail address, if you have one here. Once you save, they come in the language of this page.',
    save: 'Save messages',
    saved: 'Saved.',
  },
});
