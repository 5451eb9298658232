import { useState } from 'preact/hooks';
import {
  CreateSiteNotificationDocument,
  DeleteSiteNotificationDocument,
  SiteNotificationsDocument,
  type NotificationLineFragment,
} from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { useQuery } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button, RowButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Note, Row } from '../../ui/layout.js';
import { Badge, Skeleton, Card, Empty, Problem } from '../../ui/surface.js';
import { useReloadAfterUndo } from '../../ui/toasts.js';
import { NotificationDialog } from './notification-dialog.js';
import css from './site.module.css';

const MOST = 200;
const SHOWN = 20;

export function Notifications() {
  const t = useTexts(TEXTS);
  const client = useClient();
  const { data, error, reload } = useQuery(SiteNotificationsDocument, {});
  useReloadAfterUndo(reload);
  const [edited, setEdited] = useState<NotificationLineFragment | 'new'>();
  const [deleted, setDeleted] = useState<NotificationLineFragment>();
  const [shown, setShown] = useState(SHOWN);
  const all = data?.notifications;
  return (
    <Card
      title={t.title}
      actions={
        <Button small disabled={!all || all.length >= MOST} onClick={() => setEdited('new')}>
          {t.add}
        </Button>
      }
    >
      <Problem problem={error} onRetry={reload} />
      {!all && !error && <Skeleton lines={3} />}
      {all?.length === 0 && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      {all && all.length > 0 && (
        <ul class={css.rows}>
          {all.slice(0, shown).map((one) => (
            <NotificationRow key={one.id} of={one} onEdit={() => setEdited(one)} onDelete={() => setDeleted(one)} />
          ))}
        </ul>
      )}
      {all && all.length > shown && (
        <p>
          <Button small onClick={() => setShown(shown + SHOWN)}>
            {t.more}
          </Button>
        </p>
      )}
      {edited && (
        <NotificationDialog known={edited === 'new' ? undefined : edited} onSaved={reload} onClose={() => setEdited(undefined)} />
      )}
      {deleted && (
        <ConfirmDialog
          title={t.deleteTitle}
          confirm={t.remove}
          variant="danger"
          onConfirm={async () => {
            await client.mutate(DeleteSiteNotificationDocument, { id: deleted.id });
            reload();
            const { id: _, ...input } = deleted;
            const run = () => client.mutate(CreateSiteNotificationDocument, { input });
            return { text: t.deleted(deleted.title), undo: { run, done: t.restored(deleted.title) } };
          }}
          onClose={() => setDeleted(undefined)}
        >
          <p class={css.words}>{deleted.title}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function NotificationRow(props: { of: NotificationLineFragment; onEdit(): void; onDelete(): void }) {
  const { of, onEdit, onDelete } = props;
  const t = useTexts(TEXTS);
  const { dateTime } = useFormats();
  const state = stateOf(of);
  return (
    <li>
      <Row>
        <strong class={css.words}>{of.title}</strong>
        <Badge tone={state === 'shown' ? 'good' : 'calm'}>{t.states[state]}</Badge>
      </Row>
      <p class={css.words}>{of.body}</p>
      {of.link && <Note>{of.link}</Note>}
      {(of.startsAt ?? of.endsAt) !== null && (
        <Note>
          {[of.startsAt && t.from(dateTime(of.startsAt)), of.endsAt && t.until(dateTime(of.endsAt))].filter(Boolean).join(' ')}
        </Note>
      )}
      <Row>
        <RowButton label={t.edit} of={of.title} onClick={onEdit} />
        <RowButton label={t.remove} of={of.title} onClick={onDelete} />
      </Row>
    </li>
  );
}

function stateOf({ active, startsAt, endsAt }: NotificationLineFragment): 'off' | 'later' | 'over' | 'shown' {
  const now = Date.now();
  if (!active) return 'off';
  if (endsAt !== null && Date.parse(endsAt) <= now) return 'over';
  return startsAt !== null && Date.parse(startsAt) > now ? 'later' : 'shown';
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Avisos',
    add: 'Novo aviso',
    none: 'Nenhum aviso. O que você escrever aqui aparece no alto de todas as rifas.',
    more: 'Mostrar mais',
    edit: 'Mudar',
    remove: 'Excluir',
    deleteTitle: 'Excluir este aviso?',
    from: (at: string) => `De ${at}`,
    until: (at: string) => `até ${at}`,
    states: { off: 'Desligado', later: 'Programado', over: 'Encerrado', shown: 'No ar' },
    deleted: (title: string) => `O aviso “${title}” foi excluído.`,
    restored: (title: string) => `O aviso “${title}” está de volta.`,
  },
  en: {
    title: 'Notices',
    add: 'New notice',
    none: 'No notices. What you write here stands above every raffle.',
    more: 'Show more',
    edit: 'Change',
    remove: 'Delete',
    deleteTitle: 'Delete this notice?',
    from: (at: string) => `From ${at}`,
    until: (at: string) => `until ${at}`,
    states: { off: 'Off', later: 'Scheduled', over: 'Over', shown: 'On the pages' },
    deleted: (title: string) => `The notification “${title}” was deleted.`,
    restored: (title: string) => `The notification “${title}” is back.`,
  },
});
