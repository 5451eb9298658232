import { useEffect } from 'preact/hooks';
import {
  OrderMoneyDocument,
  type OrderMoneyQuery,
  type PaymentInFullFragment,
  type RefundStatus,
} from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { Button } from '../../ui/button.js';
import { Facts, Note } from '../../ui/layout.js';
import { LoadMore } from '../../ui/table.js';
import { Skeleton, Card, Notice, Problem } from '../../ui/surface.js';
import { ChargeAtProvider } from './charge-at-provider.js';
import type { OrderInFull } from './order-facts.js';
import { LATE_TEXTS } from '../money/late-payment-texts.js';
import css from './orders.module.css';
import { formatCpf } from '../people/people-texts.js';
import { PaymentDisputes } from './payment-disputes.js';
import { Refunds } from './refunds.js';

const PAYMENTS_A_PAGE = 10;
/** Polls while a provider has not answered a refund. */
const AGAIN_MS = 5_000;
const GOING: ReadonlySet<RefundStatus> = new Set(['PENDING', 'PROCESSING']);

export function OrderPayments({ order }: { order: OrderInFull }) {
  const t = useTexts(TEXTS);
  const list = usePagedQuery(OrderMoneyDocument, { id: order.id }, paymentsOf, PAYMENTS_A_PAGE);
  const { nodes: found, error, reload, isLoading } = list;
  const isUnderWay = found?.some(({ refunds }) => refunds.some(({ settledAt, status }) => !settledAt && GOING.has(status)));
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isUnderWay, reload]);
  return (
    <Card
      title={t.title}
      actions={
        <Button small isBusy={isLoading && !found} onClick={reload}>
          {t.reload}
        </Button>
      }
    >
      {!found && <Problem problem={error} onRetry={reload} />}
      {!found && !error && <Skeleton lines={4} />}
      {found && found.length > 0 && (
        <div>
          {found.map((payment) => (
            <PaymentFacts key={payment.id} payment={payment} onDone={reload} />
          ))}
        </div>
      )}
      {found?.length === 0 && <p>{t.none}</p>}
      <LoadMore list={list} />
      {order.qrCodeId && <ChargeAtProvider reference={order.qrCodeId} />}
    </Card>
  );
}

const paymentsOf = ({ order }: OrderMoneyQuery) =>
  order?.payments ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

function PaymentFacts({ payment, onDone }: { payment: PaymentInFullFragment; onDone(): void }) {
  const t = useTexts(TEXTS);
  const late = useTexts(LATE_TEXTS);
  const f = useFormats();
  const { latePayment } = payment;
  return (
    <div class={css.payment}>
      <Facts
        of={[
          [t.amount, <strong>{f.money(payment.amount)}</strong>],
          [t.paidAt, f.dateTime(payment.paidAt)],
          [t.source, t.sources[payment.source]],
          [t.endToEndId, payment.endToEndId && <code class={css.code}>{payment.endToEndId}</code>],
          ['txid', payment.txid && <code class={css.code}>{payment.txid}</code>],
          [t.provider, payment.providerName],
          [t.payer, payment.payerName],
          [t.payerCpf, formatCpf(payment.payerCpf)],
        ]}
      />
      {latePayment && (
        <Notice tone={latePayment.status === 'PENDING' ? 'warn' : 'calm'}>
          <p>
            {t.late(f.money(latePayment.amount))} {late.reasons[latePayment.reason]} {late.statuses[latePayment.status]}.{' '}
            <a href="/dashboard/money">{t.toMoney}</a>
          </p>
        </Notice>
      )}
      <PaymentDisputes payment={payment} onDone={onDone} />
      {payment.refunds.length > 0 ? <Refunds refunds={payment.refunds} /> : <Note>{t.noRefunds}</Note>}
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Pagamentos e devoluções',
    reload: 'Atualizar',
    none: 'Nenhum pagamento chegou para este pedido.',
    amount: 'Valor pago',
    paidAt: 'Pago em',
    source: 'Como soubemos',
    sources: {
      ADMIN: 'um operador marcou como pago',
      CALLBACK: 'o provedor avisou e confirmou',
      FREE: 'não custou nada',
      RECONCILIATION: 'perguntamos ao provedor',
    },
    endToEndId: 'Id fim a fim (E2E)',
    provider: 'Provedor',
    payer: 'Quem pagou',
    payerCpf: 'CPF de quem pagou',
    late: (amount: string) => `${amount} deste pagamento não pôde ser usado no pedido.`,
    toMoney: 'Ver em Pendências',
    noRefunds: 'Nada foi devolvido.',
  },
  en: {
    title: 'Payments and refunds',
    reload: 'Refresh',
    none: 'No payment came for this order.',
    amount: 'Amount paid',
    paidAt: 'Paid',
    source: 'How we know',
    sources: {
      ADMIN: 'an operator marked it paid',
      CALLBACK: 'the provider told us and confirmed it',
      FREE: 'it cost nothing',
      RECONCILIATION: 'we asked the provider',
    },
    endToEndId: 'End-to-end id',
    provider: 'Provider',
    payer: 'Paid by',
    payerCpf: 'CPF of the payer',
    late: (amount: string) => `${amount} of this payment could not be used for the order.`,
    toMoney: 'See it in Open work',
    noRefunds: 'Nothing was returned.',
  },
});
