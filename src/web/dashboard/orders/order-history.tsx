import {
  OrderHistoryDocument,
  type MessageKind,
  type OrderEventKind,
  type OrderHistoryQuery,
} from '../../../generated/client/operations.js';
import { orderReceiptAddress } from '../../../addresses/order-address.js';
import { texts, useFormats, useLanguage, useTexts } from '../../common/language.js';
import { MESSAGE_KIND_TITLES } from '../../common/message-kinds.js';
import { useQuery } from '../../common/query.js';
import { Facts } from '../../ui/layout.js';
import { Card, Problem, Skeleton } from '../../ui/surface.js';
import { Table } from '../../ui/table.js';
import { ACTION_TEXTS, wordsOf } from '../audit/audit-texts.js';
import { DISPUTE_TEXTS } from '../money/dispute-texts.js';
import { PersonLink } from '../links.js';
import type { OrderInFull } from './order-facts.js';

type OrderEvent = OrderHistoryQuery['orderHistory']['events'][number];

/** What happened to an order with who and when, who referred its buyer, and its receipts. */
export function OrderHistory({ order }: { order: OrderInFull }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { data, error, reload } = useQuery(OrderHistoryDocument, { orderId: order.id });
  const history = data?.orderHistory;
  const token = order.shareUrl.split('/').at(-1) ?? '';
  return (
    <Card title={t.title}>
      <Facts
        of={[
          [t.page, <a href={order.shareUrl}>{t.openPage}</a>],
          [t.receipt, order.paidAt ? <a href={orderReceiptAddress(token)}>{t.openReceipt}</a> : undefined],
          [t.referrer, history?.referrer ? <PersonLink person={history.referrer} /> : undefined],
        ]}
      />
      <Problem problem={error} onRetry={reload} />
      {!history && !error && <Skeleton lines={6} />}
      {history && (
        <Table
          caption={t.listed}
          rows={history.events}
          keyOf={(event) => `${event.at} ${event.kind} ${event.action} ${event.text} ${event.amount}`}
          columns={[
            { key: 'at', head: t.at, cell: ({ at }) => f.dateTime(at) },
            { key: 'what', head: t.what, cell: (event) => <EventWords event={event} /> },
            {
              key: 'who',
              head: t.who,
              cell: ({ kind, actor }) => (actor ? <PersonLink person={actor} /> : kind === 'ACT' ? t.service : '—'),
            },
            { key: 'amount', head: t.amount, isFigure: true, cell: ({ amount }) => (amount === null ? '—' : f.money(amount)) },
          ]}
        />
      )}
    </Card>
  );
}

function EventWords({ event: { kind, text, action } }: { event: OrderEvent }) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const disputes = useTexts(DISPUTE_TEXTS);
  if (action !== null) return <>{wordsOf(ACTION_TEXTS[language], action)}</>;
  const words = t.kinds[kind];
  if (text === null) return <>{words}</>;
  if (kind === 'MESSAGE') return <>{`${words}: ${MESSAGE_KIND_TITLES[language][text as MessageKind]}`}</>;
  if (kind === 'DISPUTE_ENDED') return <>{`${words}: ${disputes.statuses[text as keyof typeof disputes.statuses]}`}</>;
  return <>{`${words}: ${text}`}</>;
}

interface Words {
  title: string;
  listed: string;
  page: string;
  openPage: string;
  receipt: string;
  openReceipt: string;
  referrer: string;
  at: string;
  what: string;
  who: string;
  service: string;
  amount: string;
  kinds: Record<OrderEventKind, string>;
}

const TEXTS = texts<Words>({
  'pt-BR': {
    title: 'Histórico',
    listed: 'O que aconteceu, do mais novo ao mais antigo',
    page: 'Página do pedido',
    openPage: 'Abrir como o comprador vê',
    receipt: 'Recibo',
    openReceipt: 'Abrir o PDF',
    referrer: 'Indicado por',
    at: 'Quando',
    what: 'O quê',
    who: 'Quem',
    service: 'o serviço',
    amount: 'Valor',
    kinds: {
      PLACED: 'Pedido feito',
      PAID: 'Pedido pago',
      CANCELLED: 'Pedido cancelado',
      EXPIRED: 'Prazo de pagamento encerrado',
      REFUNDED: 'Pedido devolvido',
      PAYMENT: 'Pagamento recebido',
      REFUND_REQUESTED: 'Devolução pedida',
      REFUND_RETURNED: 'Devolução feita',
      DISPUTE_OPENED: 'Contestação aberta',
      DISPUTE_ENDED: 'Contestação encerrada',
      PRIZE_WON: 'Prêmio ganho',
      MESSAGE: 'Mensagem enviada',
      ACT: 'Ato',
    },
  },
  en: {
    title: 'History',
    listed: 'What happened, the newest first',
    page: 'Page of the order',
    openPage: 'Open as the buyer sees it',
    receipt: 'Receipt',
    openReceipt: 'Open the PDF',
    referrer: 'Referred by',
    at: 'When',
    what: 'What',
    who: 'Who',
    service: 'the service',
    amount: 'Amount',
    kinds: {
      PLACED: 'Order placed',
      PAID: 'Order paid',
      CANCELLED: 'Order cancelled',
      EXPIRED: 'Time to pay ended',
      REFUNDED: 'Order refunded',
      PAYMENT: 'Payment received',
      REFUND_REQUESTED: 'Refund requested',
      REFUND_RETURNED: 'Refund made',
      DISPUTE_OPENED: 'Claim opened',
      DISPUTE_ENDED: 'Claim ended',
      PRIZE_WON: 'Prize won',
      MESSAGE: 'Message sent',
      ACT: 'Act',
    },
  },
});
