import {
  PaymentHistoryDocument,
  type DisputeStatus,
  type LatePaymentReason,
  type PaymentEventKind,
  type PaymentHistoryQuery,
  type PaymentSource,
  type RefundInitiator,
} from '../../../generated/client/operations.js';
import { texts, useTexts } from '../../common/language.js';
import { useQuery } from '../../common/query.js';
import { Card, Problem, Skeleton } from '../../ui/surface.js';
import { DISPUTE_TEXTS } from '../money/dispute-texts.js';
import { LATE_TEXTS } from '../money/late-payment-texts.js';
import { HistoryTable } from '../orders/history-table.js';
import { INITIATOR_TEXTS, SOURCE_TEXTS } from './payment-texts.js';

type PaymentEvent = PaymentHistoryQuery['paymentHistory']['events'][number];

/** What happened to a payment, and who decided what. */
export function PaymentHistory({ paymentId }: { paymentId: string }) {
  const t = useTexts(TEXTS);
  const sources = useTexts(SOURCE_TEXTS);
  const initiators = useTexts(INITIATOR_TEXTS);
  const late = useTexts(LATE_TEXTS);
  const disputes = useTexts(DISPUTE_TEXTS);
  const { data, error, reload } = useQuery(PaymentHistoryDocument, { paymentId });
  const textOf = ({ kind, text }: PaymentEvent): string | null => {
    if (kind === 'RECORDED') return sources[text as PaymentSource];
    if (kind === 'SET_ASIDE') return late.reasons[text as LatePaymentReason];
    if (kind === 'REFUND_REQUESTED') return initiators[text as RefundInitiator];
    return kind === 'DISPUTE_ENDED' ? disputes.statuses[text as DisputeStatus] : text;
  };
  return (
    <Card title={t.title}>
      <Problem problem={error} onRetry={reload} />
      {!data && !error && <Skeleton lines={4} />}
      {data && (
        <HistoryTable
          events={data.paymentHistory.events}
          wordsOf={(event) => {
            const words = t.kinds[event.kind];
            const more = textOf(event);
            return more === null ? words : `${words}: ${more}`;
          }}
        />
      )}
    </Card>
  );
}

const TEXTS = texts<{ title: string; kinds: Record<PaymentEventKind, string> }>({
  'pt-BR': {
    title: 'Histórico',
    kinds: {
      PAID: 'Pago no banco',
      RECORDED: 'Registrado aqui',
      SET_ASIDE: 'Separado, sem uso no pedido',
      REFUND_REQUESTED: 'Devolução pedida',
      REFUND_RETURNED: 'Devolução feita',
      DISPUTE_OPENED: 'Contestação aberta',
      DISPUTE_ENDED: 'Contestação encerrada',
      ACT: 'Ato',
    },
  },
  en: {
    title: 'History',
    kinds: {
      PAID: 'Paid at the bank',
      RECORDED: 'Recorded here',
      SET_ASIDE: 'Set aside, not used for the order',
      REFUND_REQUESTED: 'Refund requested',
      REFUND_RETURNED: 'Refund made',
      DISPUTE_OPENED: 'Claim opened',
      DISPUTE_ENDED: 'Claim ended',
      ACT: 'Act',
    },
  },
});
