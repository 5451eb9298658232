import {
  OrderHistoryDocument,
  type DisputeStatus,
  type MessageKind,
  type OrderEventKind,
  type OrderHistoryQuery,
} from '../../../generated/client/operations.js';
import { orderReceiptAddress } from '../../../addresses/order-address.js';
import { texts, useLanguage, useTexts } from '../../common/language.js';
import { MESSAGE_KIND_TITLES } from '../../common/message-kinds.js';
import { useQuery } from '../../common/query.js';
import { Facts } from '../../ui/layout.js';
import { Card, Problem, Skeleton } from '../../ui/surface.js';
import { DISPUTE_TEXTS } from '../money/dispute-texts.js';
import { PersonLink } from '../links.js';
import { HistoryTable } from './history-table.js';
import type { OrderInFull } from './order-facts.js';

/** As the audit log has it. */
const BUYER_DELETED = 'its buyer was deleted';

type OrderEvent = OrderHistoryQuery['orderHistory']['events'][number];

/** What happened to an order with who and when, who referred its buyer, and its receipts. */
export function OrderHistory({ order }: { order: OrderInFull }) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const disputes = useTexts(DISPUTE_TEXTS);
  const { data, error, reload } = useQuery(OrderHistoryDocument, { orderId: order.id });
  const history = data?.orderHistory;
  // The service has words of its own for why.
  const events = (history?.events ?? []).map((event) =>
    event.action === 'cancelOrder' && event.text === BUYER_DELETED ? { ...event, text: t.buyerDeleted } : event,
  );
  const token = order.shareUrl.split('/').at(-1) ?? '';
  const textOf = ({ kind, text }: OrderEvent): string | undefined => {
    if (text === null) return undefined;
    if (kind === 'MESSAGE') return MESSAGE_KIND_TITLES[language][text as MessageKind];
    return kind === 'DISPUTE_ENDED' ? disputes.statuses[text as DisputeStatus] : text;
  };
  return (
    <Card title={t.title}>
      <Facts
        of={[
          [t.page, <a href={order.shareUrl}>{t.openPage}</a>],
          [t.receipt, order.paidAt ? <a href={orderReceiptAddress(token)}>{t.openReceipt}</a> : undefined],
          [t.cancelled, events.find(({ action, text }) => action === 'cancelOrder' && text !== null)?.text],
          [t.referrer, history?.referrer ? <PersonLink person={history.referrer} /> : undefined],
        ]}
      />
      <Problem problem={error} onRetry={reload} />
      {!history && !error && <Skeleton lines={6} />}
      {history && (
        <HistoryTable
          events={events}
          wordsOf={(event) => {
            const words = t.kinds[event.kind];
            const more = textOf(event);
            return more === undefined ? words : `${words}: ${more}`;
          }}
        />
      )}
    </Card>
  );
}

interface Words {
  title: string;
  page: string;
  openPage: string;
  receipt: string;
  openReceipt: string;
  cancelled: string;
  buyerDeleted: string;
  referrer: string;
  kinds: Record<OrderEventKind, string>;
}

const TEXTS = texts<Words>({
  'pt-BR': {
    title: 'Histórico',
    page: 'Página do pedido',
    openPage: 'Abrir como o comprador vê',
    receipt: 'Recibo',
    openReceipt: 'Abrir o PDF',
    cancelled: 'Motivo do cancelamento',
    buyerDeleted: 'a conta do comprador foi excluída',
    referrer: 'Indicado por',
    kinds: {
      PLACED: 'Pedido feito',
      PAID: 'Pedido pago',
      CANCELLED: 'Pedido cancelado',
      EXPIRED: 'Prazo de pagamento encerrado',
      REFUNDED: 'Pedido devolvido: os números saíram do sorteio',
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
    page: 'Page of the order',
    openPage: 'Open as the buyer sees it',
    receipt: 'Receipt',
    openReceipt: 'Open the PDF',
    cancelled: 'Why it was cancelled',
    buyerDeleted: 'the account of the buyer was deleted',
    referrer: 'Referred by',
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
