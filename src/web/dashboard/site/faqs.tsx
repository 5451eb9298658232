import { useState } from 'preact/hooks';
import {
  DeleteSiteFaqDocument,
  SiteFaqsDocument,
  UpdateSiteFaqDocument,
  type FaqLineFragment,
  CreateSiteFaqDocument,
} from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { texts, useTexts } from '../../common/language.js';
import { useAction, useQuery } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button, RowButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Checkbox, TextArea, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Row } from '../../ui/layout.js';
import { Badge, Skeleton, Card, Empty, Problem } from '../../ui/surface.js';
import { useReloadAfterUndo } from '../../ui/toasts.js';
import css from './site.module.css';

const MOST = 200;

export function Faqs() {
  const t = useTexts(TEXTS);
  const client = useClient();
  const { data, error, reload } = useQuery(SiteFaqsDocument, {});
  useReloadAfterUndo(reload);
  const [edited, setEdited] = useState<FaqLineFragment | 'new'>();
  const [deleted, setDeleted] = useState<FaqLineFragment>();
  const [notice, setNotice] = useState('');
  const moving = useAction(async ({ id, question }: FaqLineFragment, position: number) => {
    await client.mutate(UpdateSiteFaqDocument, { id, input: { position } });
    setNotice(t.moved(question, position));
    reload();
  });
  const all = data?.faqs;
  return (
    <Card
      title={t.title}
      actions={
        <Button small disabled={!all || all.length >= MOST} onClick={() => setEdited('new')}>
          {t.add}
        </Button>
      }
    >
      <Problem problem={error ?? moving.error} onRetry={reload} />
      <p class="visually-hidden" role="status">
        {notice}
      </p>
      {!all && !error && <Skeleton lines={3} />}
      {all?.length === 0 && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      {all && all.length > 0 && (
        <ol class={css.rows}>
          {all.map((one) => (
            <li key={one.id}>
              <Row>
                <strong class={css.words}>
                  {one.position}. {one.question}
                </strong>
                {!one.active && <Badge>{t.off}</Badge>}
              </Row>
              <p class={css.words}>{one.answer}</p>
              <Row>
                <Button
                  small
                  disabled={one.position === 1}
                  aria-label={`${t.up}: ${one.question}`}
                  onClick={() => void moving.act(one, one.position - 1)}
                >
                  {t.up}
                </Button>
                <Button
                  small
                  disabled={one.position === all.length}
                  aria-label={`${t.down}: ${one.question}`}
                  onClick={() => void moving.act(one, one.position + 1)}
                >
                  {t.down}
                </Button>
                <RowButton label={t.edit} of={one.question} onClick={() => setEdited(one)} />
                <RowButton label={t.remove} of={one.question} onClick={() => setDeleted(one)} />
              </Row>
            </li>
          ))}
        </ol>
      )}
      {edited && (
        <FaqDialog known={edited === 'new' ? undefined : edited} onSaved={reload} onClose={() => setEdited(undefined)} />
      )}
      {deleted && (
        <ConfirmDialog
          title={t.deleteTitle}
          confirm={t.remove}
          variant="danger"
          onConfirm={async () => {
            await client.mutate(DeleteSiteFaqDocument, { id: deleted.id });
            reload();
            const { id: _, ...input } = deleted;
            const run = () => client.mutate(CreateSiteFaqDocument, { input });
            return { text: t.deleted(deleted.question), undo: { run, done: t.restored(deleted.question) } };
          }}
          onClose={() => setDeleted(undefined)}
        >
          <p class={css.words}>{deleted.question}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Perguntas frequentes',
    add: 'Nova pergunta',
    none: 'Nenhuma pergunta. Responda aqui o que mais perguntam: aparece em /faq.',
    off: 'Desligada',
    up: 'Subir',
    down: 'Descer',
    edit: 'Mudar',
    remove: 'Excluir',
    deleteTitle: 'Excluir esta pergunta?',
    moved: (question: string, position: number) => `“${question}” está agora em ${position}º lugar.`,
    deleted: (question: string) => `A pergunta “${question}” foi excluída.`,
    restored: (question: string) => `A pergunta “${question}” está de volta.`,
  },
  en: {
    title: 'Frequent questions',
    add: 'New question',
    none: 'No questions. Answer here what is asked most: it is at /faq.',
    off: 'Off',
    up: 'Move up',
    down: 'Move down',
    edit: 'Change',
    remove: 'Delete',
    deleteTitle: 'Delete this question?',
    moved: (question: string, position: number) => `“${question}” is at place ${position} now.`,
    deleted: (question: string) => `The question “${question}” was deleted.`,
    restored: (question: string) => `The question “${question}” is back.`,
  },
});

function FaqDialog(of: { known: FaqLineFragment | undefined; onSaved(): void; onClose(): void }) {
  const { known, onSaved, onClose } = of;
  const t = useTexts(DIALOG_TEXTS);
  const client = useClient();
  const form = useForm({ question: known?.question ?? '', answer: known?.answer ?? '', active: known?.active ?? true });
  const save = async () => {
    const { question, answer, active } = form.values;
    const input = { question, answer, active };
    if (known) await client.mutate(UpdateSiteFaqDocument, { id: known.id, input });
    else await client.mutate(CreateSiteFaqDocument, { input });
    return t.saved(question);
  };
  return (
    <FormDialog title={known ? t.change : t.add} form={form} save={save} isCreate={!known} onSaved={onSaved} onClose={onClose}>
      <TextField label={t.question} maxLength={300} {...form.text('question')} />
      <TextArea label={t.answer} hint={t.answerHint} rows={6} maxLength={4_000} {...form.text('answer')} />
      <Checkbox label={t.active} {...form.check('active')} />
    </FormDialog>
  );
}

const DIALOG_TEXTS = texts({
  'pt-BR': {
    add: 'Nova pergunta',
    change: 'Mudar a pergunta',
    question: 'Pergunta',
    answer: 'Resposta',
    answerHint: 'Texto simples. Uma linha em branco separa parágrafos.',
    active: 'Mostrar aos visitantes',
    saved: (question: string) => `A pergunta “${question}” foi salva.`,
  },
  en: {
    add: 'New question',
    change: 'Change the question',
    question: 'Question',
    answer: 'Answer',
    answerHint: 'Plain text. An empty line ends a paragraph.',
    active: 'Show it to visitors',
    saved: (question: string) => `The question “${question}” was saved.`,
  },
});
