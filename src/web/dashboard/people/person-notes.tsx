import { CreatePersonNoteDocument, PersonNotesDocument } from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { useAction } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { TextArea } from '../../ui/field.js';
import { Note, Row, Stack } from '../../ui/layout.js';
import { Card, Problem, Skeleton } from '../../ui/surface.js';
import { LoadMore } from '../../ui/table.js';
import { useToasts } from '../../ui/toasts.js';
import { PersonLink } from '../links.js';
import css from './people.module.css';

const LONGEST = 2_000;

export function PersonNotes({ userId, mayWrite }: { userId: string; mayWrite: boolean }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const list = usePagedQuery(PersonNotesDocument, { userId }, ({ personNotes }) => personNotes);
  return (
    <Card title={t.title}>
      {mayWrite && <NoteForm userId={userId} onWritten={list.reload} />}
      {!list.nodes && <Problem problem={list.error} onRetry={list.reload} />}
      {!list.nodes && !list.error && <Skeleton lines={4} />}
      {list.nodes?.length === 0 && <p>{t.none}</p>}
      <ul class={css.notes}>
        {list.nodes?.map(({ id, text, author, createdAt }) => (
          <li key={id}>
            <p class={css.text}>{text}</p>
            <Note>
              <PersonLink person={author} /> · {f.dateTime(createdAt)}
            </Note>
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </Card>
  );
}

function NoteForm({ userId, onWritten }: { userId: string; onWritten(): void }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const say = useToasts();
  const form = useForm({ text: '' });
  const writing = useAction(async () => {
    await client.mutate(CreatePersonNoteDocument, { userId, input: { text: form.values.text } });
    form.set('text', '');
    say(t.written);
    onWritten();
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void writing.act();
      }}
    >
      <Stack>
        <TextArea label={t.text} hint={t.hint} required maxLength={LONGEST} {...form.text('text')} />
        <Problem problem={writing.error} field="text" />
        <Row>
          <Button type="submit" isBusy={writing.isBusy}>
            {t.write}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Anotações',
    none: 'Nenhuma anotação.',
    text: 'Nova anotação',
    hint: 'Outros operadores leem. A pessoa recebe as anotações se pedir uma cópia dos seus dados.',
    write: 'Anotar',
    written: 'A anotação foi salva.',
  },
  en: {
    title: 'Notes',
    none: 'No notes.',
    text: 'New note',
    hint: 'Other operators read it. The person gets the notes when they ask for a copy of their data.',
    write: 'Write it down',
    written: 'The note was saved.',
  },
});
