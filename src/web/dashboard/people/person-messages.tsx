import { useState } from 'preact/hooks';
import {
  MessagesOfUserDocument,
  ResendMessageDocument,
  type MessageChannel,
  type MessageLineFragment,
  type MessageStatus,
} from '../../../generated/client/operations.js';
import { resendMessageRoles } from '../../../generated/client/operator-roles.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { MESSAGE_KIND_TITLES } from '../../common/message-kinds.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { useClient } from '../../common/session.js';
import { RowButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { PagedCard } from '../../ui/paged-card.js';
import { Badge } from '../../ui/surface.js';
import type { Column } from '../../ui/table.js';
import { OrderLink } from '../links.js';
import { useMay } from '../may.js';

const TONES = { PENDING: 'warn', SENT: 'good', DROPPED: 'calm', DEAD: 'bad' } as const;
const OF_ORDER = /^\d{1,18}$/;

interface Props {
  userId: string;
  /** Of the buyer's account. */
  blockedAt: string | null;
  orderId?: string | null;
}

/** What was sent to a buyer, with `orderId` about this order. */
export function PersonMessages({ userId, blockedAt, orderId = null }: Props) {
  const t = useTexts(TEXTS);
  const kinds = useTexts(MESSAGE_KIND_TITLES);
  const f = useFormats();
  const client = useClient();
  const [asked, setAsked] = useState<MessageLineFragment>();
  const list = usePagedQuery(MessagesOfUserDocument, { userId, orderId }, ({ messagesOfUser }) => messagesOfUser);
  const about: Column<MessageLineFragment> = {
    key: 'about',
    head: t.about,
    cell: ({ subject }) => (OF_ORDER.test(subject) ? <OrderLink id={subject} /> : '—'),
  };
  const mayResend = useMay()(resendMessageRoles);
  return (
    <>
      <PagedCard
        title={t.title}
        caption={t.listed}
        none={t.none}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          { key: 'kind', head: t.kind, cell: ({ kind }) => kinds[kind] },
          {
            key: 'status',
            head: t.status,
            cell: ({ status, lastError, endedAt }) => (
              <>
                <Badge tone={TONES[status]}>
                  {status === 'DROPPED' && isAfter(endedAt, blockedAt) ? t.droppedAsBlocked : t.statuses[status]}
                </Badge>{' '}
                {lastError && <code>{lastError}</code>}
              </>
            ),
          },
          {
            key: 'resend',
            head: t.actions,
            cell: (message) =>
              mayResend
              && message.isResendable
              && (blockedAt === null ? (
                <RowButton label={t.resend} of={kinds[message.kind]} onClick={() => setAsked(message)} />
              ) : (
                t.notWhileBlocked
              )),
          },
          ...(orderId === null ? [about] : []),
          { key: 'channel', head: t.channel, cell: ({ channel }) => t.channels[channel] },
          { key: 'when', head: t.when, isFigure: true, cell: ({ endedAt, createdAt }) => f.dateTime(endedAt ?? createdAt) },
        ]}
      />
      {asked && (
        <ConfirmDialog
          title={t.resendTitle(kinds[asked.kind])}
          confirm={t.resend}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await client.mutate(ResendMessageDocument, { id: asked.id });
            list.reload();
            return t.resent;
          }}
        >
          <p>{t.resendText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Both in ISO 8601 UTC. */
const isAfter = (one: string | null, other: string | null): boolean => one !== null && other !== null && one >= other;

interface Words {
  title: string;
  listed: string;
  none: string;
  kind: string;
  status: string;
  actions: string;
  about: string;
  channel: string;
  when: string;
  resend: string;
  resendTitle(kind: string): string;
  resendText: string;
  resent: string;
  droppedAsBlocked: string;
  notWhileBlocked: string;
  statuses: Record<MessageStatus, string>;
  channels: Record<MessageChannel, string>;
}

const TEXTS = texts<Words>({
  'pt-BR': {
    title: 'Mensagens dos últimos 90 dias',
    listed: 'Lista das mensagens',
    none: 'Nenhuma mensagem foi enviada.',
    kind: 'Mensagem',
    status: 'Situação',
    actions: 'Ações',
    about: 'Sobre',
    channel: 'Por',
    when: 'Quando',
    resend: 'Enviar de novo',
    resendTitle: (kind) => `Enviar de novo “${kind}”?`,
    resendText: 'A pessoa recebe a mensagem com os dados de agora, se não tiver escolhido não receber este tipo.',
    resent: 'A mensagem está na fila para ser enviada de novo.',
    droppedAsBlocked: 'não enviada: a conta está bloqueada',
    notWhileBlocked: 'Desbloqueie a conta para enviar de novo.',
    statuses: { PENDING: 'a enviar', SENT: 'enviada', DROPPED: 'não enviada: não quer, ou não podia mais', DEAD: 'recusada' },
    channels: { EMAIL: 'E-mail', WHATSAPP: 'WhatsApp' },
  },
  en: {
    title: 'Messages of the last 90 days',
    listed: 'List of the messages',
    none: 'No messages were sent.',
    kind: 'Message',
    status: 'Status',
    actions: 'Actions',
    about: 'About',
    channel: 'By',
    when: 'When',
    resend: 'Send again',
    resendTitle: (kind) => `Send “${kind}” again?`,
    resendText: 'The person gets the message with what there is to tell now, unless they chose not to get this kind.',
    resent: 'The message is queued to be sent again.',
    droppedAsBlocked: 'not sent: the account is blocked',
    notWhileBlocked: 'Unblock the account to send it again.',
    statuses: { PENDING: 'to be sent', SENT: 'sent', DROPPED: 'not sent: unwanted, or not possible any more', DEAD: 'refused' },
    channels: { EMAIL: 'E-mail', WHATSAPP: 'WhatsApp' },
  },
});
