import {
  CreateSiteNotificationDocument,
  UpdateSiteNotificationDocument,
  type NotificationLineFragment,
} from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { texts, useTexts, useTimeZone } from '../../common/language.js';
import { useClient } from '../../common/session.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Checkbox, TextArea, TextField } from '../../ui/field.js';
import { fromLocalTime, toLocalTime } from '../../common/local-time.js';

export function NotificationDialog(of: { known: NotificationLineFragment | undefined; onSaved(): void; onClose(): void }) {
  const { known, onSaved, onClose } = of;
  const t = useTexts(TEXTS);
  const zone = useTimeZone();
  const client = useClient();
  const form = useForm({
    title: known?.title ?? '',
    body: known?.body ?? '',
    link: known?.link ?? '',
    active: known?.active ?? true,
    startsAt: known?.startsAt ? toLocalTime(known.startsAt, zone) : '',
    endsAt: known?.endsAt ? toLocalTime(known.endsAt, zone) : '',
  });
  const save = async () => {
    const { title, body, link, active, startsAt, endsAt } = form.values;
    const input = {
      title,
      body,
      link: link.trim() || null,
      active,
      startsAt: fromLocalTime(startsAt, zone) ?? null,
      endsAt: fromLocalTime(endsAt, zone) ?? null,
    };
    if (known) await client.mutate(UpdateSiteNotificationDocument, { id: known.id, input });
    else await client.mutate(CreateSiteNotificationDocument, { input });
    return t.saved(title);
  };
  return (
    <FormDialog title={known ? t.change : t.add} form={form} save={save} isCreate={!known} onSaved={onSaved} onClose={onClose}>
      <TextField label={t.title} maxLength={120} {...form.text('title')} />
      <TextArea label={t.body} rows={4} maxLength={2_000} {...form.text('body')} />
      <TextField label={t.link} hint={t.linkHint} type="url" maxLength={500} {...form.text('link')} />
      <TextField label={t.startsAt} hint={t.startsAtHint} type="datetime-local" {...form.text('startsAt')} />
      <TextField label={t.endsAt} hint={t.endsAtHint} type="datetime-local" {...form.text('endsAt')} />
      <Checkbox label={t.active} {...form.check('active')} />
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    add: 'Novo aviso',
    change: 'Mudar o aviso',
    title: 'Título',
    body: 'Texto',
    link: 'Endereço com mais detalhes',
    linkHint: 'Começa com https://. Vazio: nenhum.',
    startsAt: 'Aparece a partir de',
    startsAtHint: 'Vazio: desde já.',
    endsAt: 'Some em',
    endsAtHint: 'Vazio: fica até ser desligado.',
    active: 'Mostrar aos visitantes',
    saved: (title: string) => `O aviso “${title}” foi salvo.`,
  },
  en: {
    add: 'New notice',
    change: 'Change the notice',
    title: 'Title',
    body: 'Text',
    link: 'Address with more',
    linkHint: 'It begins with https://. Empty: none.',
    startsAt: 'Shown from',
    startsAtHint: 'Empty: from now on.',
    endsAt: 'Gone from',
    endsAtHint: 'Empty: it stays until it is turned off.',
    active: 'Show it to visitors',
    saved: (title: string) => `The notification “${title}” was saved.`,
  },
});
