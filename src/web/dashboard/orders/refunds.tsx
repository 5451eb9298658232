import type { RefundStateFragment, RefundStatus } from '../../../generated/client/operations.js';
import { texts, useFormats, useLanguage, useTexts } from '../../common/language.js';
import { Badge } from '../../ui/surface.js';
import { Table } from '../../ui/table.js';
import { INITIATOR_TEXTS } from '../payments/payment-texts.js';
import { refundReason } from '../payments/refund-reasons.js';

const TONES = { BY_HAND: 'warn', FAILED: 'bad', PENDING: 'warn', PROCESSING: 'warn', RETURNED: 'good' } as const;

function RefundBadge({ status }: { status: RefundStatus }) {
  return <Badge tone={TONES[status]}>{useTexts(TEXTS).statuses[status]}</Badge>;
}

export function Refunds({ refunds }: { refunds: readonly RefundStateFragment[] }) {
  const t = useTexts(TEXTS);
  const initiators = useTexts(INITIATOR_TEXTS);
  const f = useFormats();
  const language = useLanguage();
  return (
    <Table
      caption={t.title}
      rows={refunds}
      keyOf={({ id }) => id}
      columns={[
        { key: 'amount', head: t.amount, cell: ({ amount }) => f.money(amount) },
        { key: 'status', head: t.status, cell: ({ status }) => <RefundBadge status={status} /> },
        { key: 'who', head: t.who, cell: ({ initiator }) => initiators[initiator] },
        { key: 'reason', head: t.reason, cell: ({ reason }) => refundReason(reason, language) },
        { key: 'asked', head: t.asked, cell: ({ createdAt }) => f.dateTime(createdAt) },
        { key: 'settled', head: t.settled, cell: ({ settledAt }) => (settledAt ? f.dateTime(settledAt) : '—') },
        { key: 'id', head: 'Id', cell: ({ id }) => <code>{id}</code> },
      ]}
    />
  );
}

interface Words {
  title: string;
  amount: string;
  status: string;
  who: string;
  reason: string;
  asked: string;
  settled: string;
  statuses: Record<RefundStatus, string>;
}

const TEXTS = texts<Words>({
  'pt-BR': {
    title: 'Devoluções deste pagamento',
    amount: 'Devolução',
    status: 'Situação',
    who: 'Pedida por',
    reason: 'Motivo',
    asked: 'Pedida em',
    settled: 'Devolvida em',
    statuses: {
      BY_HAND: 'A fazer à mão',
      FAILED: 'Recusada',
      PENDING: 'Pedida',
      PROCESSING: 'Em andamento',
      RETURNED: 'Devolvida',
    },
  },
  en: {
    title: 'Refunds of this payment',
    amount: 'Refund',
    status: 'Status',
    who: 'Requested by',
    reason: 'Reason',
    asked: 'Requested',
    settled: 'Returned',
    statuses: {
      BY_HAND: 'To be made by hand',
      FAILED: 'Refused',
      PENDING: 'Requested',
      PROCESSING: 'Under way',
      RETURNED: 'Returned',
    },
  },
});
