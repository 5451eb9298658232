import { RedeliverDocument, type DeliveryFragment, type WebhookEventType } from '../../../generated/client/operations.js';
import { WEBHOOK_EVENT_NAMES } from '../../../generated/client/webhook-event-names.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { useAction } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { Badge, Problem } from '../../ui/surface.js';
import { Table, type Column } from '../../ui/table.js';
import { useToasts } from '../../ui/toasts.js';
import { OrderLink, paymentHref, raffleHref } from '../links.js';
import css from '../../ui/layout.module.css';

const TONES = { PENDING: 'warn', DELIVERED: 'good', DEAD: 'bad' } as const;

interface Props {
  of: string;
  deliveries: readonly DeliveryFragment[];
  isClosed: boolean;
  onChanged(): void;
}

export function Deliveries({ of, deliveries, isClosed, onChanged }: Props) {
  const t = useTexts(TEXTS);
  const statuses = useTexts(STATUS_TEXTS);
  const f = useFormats();
  const columns: readonly Column<DeliveryFragment>[] = [
    { key: 'at', head: t.at, cell: ({ createdAt }) => f.dateTime(createdAt) },
    { key: 'type', head: t.type, cell: ({ eventType }) => <code>{eventName(eventType)}</code> },
    { key: 'about', head: t.about, cell: ({ body }) => <About body={body} /> },
    {
      key: 'status',
      head: t.status,
      cell: ({ status, nextAttemptAt }) => (
        <>
          <Badge tone={TONES[status]}>{statuses[status]}</Badge>
          {nextAttemptAt && <div>{t.next(f.dateTime(nextAttemptAt))}</div>}
        </>
      ),
    },
    { key: 'attempts', head: t.attempts, isFigure: true, cell: ({ attempts }) => f.number(attempts) },
    { key: 'answer', head: t.answer, isFigure: true, cell: ({ lastStatus }) => lastStatus ?? '—' },
    { key: 'error', head: t.error, cell: ({ lastError }) => <div class={css.wrap}>{lastError ?? '—'}</div> },
    {
      key: 'again',
      head: t.action,
      cell: (delivery) =>
        isClosed || delivery.eventType.endsWith('_CODE_REQUESTED') || <Again delivery={delivery} onDone={onChanged} />,
    },
  ];
  return <Table caption={t.caption(of)} columns={columns} rows={deliveries} keyOf={({ id }) => id} />;
}

interface Told {
  test?: boolean;
  data?: { orderId?: string | null; paymentId?: string; raffleId?: string; amount?: string };
}

/** From the body, which a secret event has not. */
function About({ body }: { body: string | null }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { test, data } = JSON.parse(body ?? '{}') as Told;
  if (test) return <>{t.aTest}</>;
  if (data?.orderId) return <OrderLink id={data.orderId} />;
  if (data?.paymentId) return <a href={paymentHref(data.paymentId)}>{t.payment(data.amount && f.money(data.amount))}</a>;
  if (data?.raffleId) return <a href={raffleHref(data.raffleId)}>{t.raffle}</a>;
  return <>—</>;
}

function Again({ delivery: { id, eventType, createdAt }, onDone }: { delivery: DeliveryFragment; onDone(): void }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  const say = useToasts();
  const sending = useAction(async () => {
    await client.mutate(RedeliverDocument, { id });
    say(t.sentAgain(eventName(eventType)));
    onDone();
  });
  return (
    <>
      <Button
        small
        isBusy={sending.isBusy}
        aria-label={t.againOf(eventName(eventType), f.dateTime(createdAt))}
        onClick={() => sending.act()}
      >
        {t.again}
      </Button>
      <Problem problem={sending.error} />
    </>
  );
}

export const STATUS_TEXTS = texts({
  'pt-BR': { PENDING: 'à espera', DELIVERED: 'entregue', DEAD: 'desistiu' },
  en: { PENDING: 'waiting', DELIVERED: 'delivered', DEAD: 'given up' },
});

const TEXTS = texts({
  'pt-BR': {
    caption: (url: string) => `Envios a ${url}`,
    at: 'Quando',
    type: 'Evento',
    about: 'Sobre',
    aTest: 'um teste',
    payment: (amount: string | undefined) => (amount ? `Pagamento, ${amount}` : 'Pagamento'),
    raffle: 'Rifa',
    status: 'Estado',
    next: (at: string) => `de novo ${at}`,
    attempts: 'Tentativas',
    answer: 'Resposta',
    error: 'Erro',
    action: 'Ação',
    again: 'Reenviar',
    againOf: (type: string, at: string) => `Reenviar ${type} de ${at}`,
    sentAgain: (type: string) => `O evento ${type} vai ser enviado de novo.`,
  },
  en: {
    caption: (url: string) => `Deliveries to ${url}`,
    at: 'When',
    type: 'Event',
    about: 'About',
    aTest: 'a test',
    payment: (amount: string | undefined) => (amount ? `Payment, ${amount}` : 'Payment'),
    raffle: 'Raffle',
    status: 'State',
    next: (at: string) => `again ${at}`,
    attempts: 'Attempts',
    answer: 'Answer',
    error: 'Error',
    action: 'Action',
    again: 'Send again',
    againOf: (type: string, at: string) => `Send again ${type} of ${at}`,
    sentAgain: (type: string) => `The event ${type} will be sent again.`,
  },
});

export const EVENT_TYPES = Object.keys(WEBHOOK_EVENT_NAMES) as readonly WebhookEventType[];

/** The kind's `type` in a body. */
export const eventName = (type: WebhookEventType): string => WEBHOOK_EVENT_NAMES[type];
