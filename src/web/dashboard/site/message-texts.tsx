import { useState } from 'preact/hooks';
import {
  MessageTextsDocument,
  PreviewMessageDocument,
  ResetMessageTextDocument,
  UpdateMessageTextDocument,
  type MessageKind,
  type TextOfMessageFragment,
} from '../../../generated/client/operations.js';
import { unshownError, useForm } from '../../common/form.js';
import { texts, useTexts } from '../../common/language.js';
import { MESSAGE_KIND_TITLES } from '../../common/message-kinds.js';
import { useAction, useQuery } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button, RowButton } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { TextArea, TextField } from '../../ui/field.js';
import { Note, Row, Stack } from '../../ui/layout.js';
import { Badge, Card, Problem, Skeleton } from '../../ui/surface.js';
import { useToasts } from '../../ui/toasts.js';
import css from './site.module.css';

const LANGUAGE_NAMES = { PT_BR: 'Português', EN: 'English' } as const;

/** What buyers get by e-mail. */
export function MessageTexts() {
  const t = useTexts(TEXTS);
  const titles = useTexts(MESSAGE_KIND_TITLES);
  const { data, error, reload } = useQuery(MessageTextsDocument, {});
  const [edited, setEdited] = useState<TextOfMessageFragment>();
  const kinds = [...new Set(data?.messageTexts.map(({ kind }) => kind))];
  return (
    <Card title={t.title}>
      <p>{t.about}</p>
      <Problem problem={error} onRetry={reload} />
      {!data && !error && <Skeleton lines={6} />}
      <ul class={css.rows}>
        {kinds.map((kind: MessageKind) => (
          <li key={kind}>
            <strong class={css.words}>{titles[kind]}</strong>
            <Row>
              {data?.messageTexts
                .filter((text) => text.kind === kind)
                .map((text) => (
                  <span key={text.language}>
                    <RowButton
                      label={LANGUAGE_NAMES[text.language]}
                      of={`${t.edit}: ${titles[kind]}`}
                      onClick={() => setEdited(text)}
                    />
                    {text.isOwn && <Badge>{t.own}</Badge>}
                  </span>
                ))}
            </Row>
          </li>
        ))}
      </ul>
      {edited && (
        <TextDialog
          known={edited}
          title={`${titles[edited.kind]} · ${LANGUAGE_NAMES[edited.language]}`}
          onSaved={reload}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

interface DialogProps {
  known: TextOfMessageFragment;
  title: string;
  onSaved(): void;
  onClose(): void;
}

function TextDialog({ known, title, onSaved, onClose }: DialogProps) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const say = useToasts();
  const { kind, language, places, isOwn } = known;
  const form = useForm({ subject: known.subject, body: known.body });
  const [preview, setPreview] = useState<{ subject: string; text: string }>();
  const input = { kind, language, ...form.values };
  const refused = (error: unknown): never => {
    form.refuse(error);
    throw error;
  };
  const previewing = useAction(async () => {
    form.show({});
    setPreview((await client.mutate(PreviewMessageDocument, { input }).catch(refused)).previewMessage);
  });
  const saving = useAction(async () => {
    await client.mutate(UpdateMessageTextDocument, { input }).catch(refused);
    say(t.saved(title));
    onSaved();
    onClose();
  });
  const resetting = useAction(async () => {
    await client.mutate(ResetMessageTextDocument, { input: { kind, language } });
    say(t.wasReset(title));
    onSaved();
    onClose();
  });
  const problem = unshownError(saving.error ?? previewing.error ?? resetting.error, ['subject', 'body']);
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        <Note>{t.places(places.map((place) => `{${place}}`).join(' '))}</Note>
        <TextField label={t.subject} maxLength={150} {...form.text('subject')} />
        <TextArea label={t.body} rows={10} maxLength={5_000} {...form.text('body')} />
        <Problem problem={problem} />
        {preview && (
          <Card title={preview.subject}>
            <p class={css.words}>{preview.text}</p>
          </Card>
        )}
      </Stack>
      <DialogActions>
        <Button isBusy={previewing.isBusy} onClick={() => void previewing.act()}>
          {t.preview}
        </Button>
        {isOwn && (
          <Button isBusy={resetting.isBusy} onClick={() => void resetting.act()}>
            {t.reset}
          </Button>
        )}
        <Button variant="primary" isBusy={saving.isBusy} onClick={() => void saving.act()}>
          {t.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Mensagens por e-mail',
    about: 'O que os compradores recebem. Cada texto pode ser seu; sem um seu, vai o do serviço.',
    own: 'seu texto',
    edit: 'Editar',
    places: (list: string) => `Entre chaves ficam os dados da mensagem. Este tipo tem: ${list}`,
    subject: 'Assunto',
    body: 'Texto (uma linha vazia começa outro parágrafo)',
    preview: 'Ver como chega',
    reset: 'Voltar ao texto do serviço',
    save: 'Salvar',
    saved: (title: string) => `O texto foi salvo: ${title}.`,
    wasReset: (title: string) => `O texto do serviço vale de novo: ${title}.`,
  },
  en: {
    title: 'E-mails',
    about: 'What buyers get. Each text can be your own; without one, the text of the service is sent.',
    own: 'your text',
    edit: 'Edit',
    places: (list: string) => `The data of the message stand between braces. This kind has: ${list}`,
    subject: 'Subject',
    body: 'Text (an empty line begins another paragraph)',
    preview: 'See how it arrives',
    reset: 'Back to the text of the service',
    save: 'Save',
    saved: (title: string) => `The text was saved: ${title}.`,
    wasReset: (title: string) => `The text of the service counts again: ${title}.`,
  },
});
