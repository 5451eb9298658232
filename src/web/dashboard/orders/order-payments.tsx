import { useEffect } from 'preact/hooks';
import type { RefundStatus } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { Facts, Note, Row } from '../../ui/layout.js';
import { Bones, Card, Notice, Problem } from '../../ui/surface.js';
import { ChargeAtProvider } from './charge-at-provider.js';
import type { OrderInFull } from './order-facts.js';
import css from './orders.module.css';
import { usePaymentSearch, type Payment } from './payment-search.js';
import { Refunds } from './refunds.js';

/** The clocks of banks are not ours: no payment of an order is as much older than it. */
const LEEWAY_MS = 60 * 60 * 1_000;
/** Refunds that a provider has still to answer for are looked at again. */
const AGAIN_MS = 5_000;
const GOING: ReadonlySet<RefundStatus> = new Set(['PENDING', 'PROCESSING']);

/** What was paid for an order, and what went back of it. */
export function OrderPayments({ order }: { order: OrderInFull }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { found, lookedAt, reached, isDone, isLooking, error, reload, lookFurther } = usePaymentSearch({
    key: order.id,
    isWanted: ({ orderId }) => orderId === order.id,
    isEnough: (_, reachedMs) => reachedMs < Date.parse(order.createdAt) - LEEWAY_MS,
  });
  const isUnderWay = found.some(({ refunds }) => refunds.some(({ settledAt, status }) => !settledAt && GOING.has(status)));
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isUnderWay, reload]);
  const isAsked = lookedAt > 0 || isDone;
  return (
    <Card
      title={t.title}
      actions={
        <Button small isBusy={isLooking && !isAsked} onClick={reload}>
          {t.reload}
        </Button>
      }
    >
      <Problem problem={error} onRetry={isAsked ? lookFurther : reload} />
      {!isAsked && !error && <Bones lines={4} />}
      {found.length > 0 && (
        <div>
          {found.map((payment) => (
            <PaymentFacts key={payment.id} payment={payment} />
          ))}
        </div>
      )}
      {isAsked && isDone && found.length === 0 && <p>{t.none}</p>}
      {isAsked && !isDone && (
        <Row>
          <p role="status">{t.looked(f.number(lookedAt), reached ? f.dateTime(reached) : '')}</p>
          <Button small isBusy={isLooking} onClick={lookFurther}>
            {t.further}
          </Button>
        </Row>
      )}
      {order.qrCodeId && <ChargeAtProvider reference={order.qrCodeId} />}
    </Card>
  );
}

function PaymentFacts({ payment }: { payment: Payment }) {
  const t = useTexts(TEXTS);
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
        ]}
      />
      {latePayment && (
        <Notice tone={latePayment.status === 'PENDING' ? 'warn' : 'calm'}>
          <p>
            {t.late(f.money(latePayment.amount))} <a href="/dashboard/money">{t.toMoney}</a>
          </p>
        </Notice>
      )}
      {payment.refunds.length > 0 ? <Refunds refunds={payment.refunds} /> : <Note>{t.noRefunds}</Note>}
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Pagamentos e devoluções',
    reload: 'Atualizar',
    none: 'Nenhum pagamento chegou para este pedido.',
    looked: (count: string, until: string) =>
      `Procuramos nos ${count} pagamentos mais recentes${until && `, até ${until}`}. Este pedido é mais antigo.`,
    further: 'Procurar mais',
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
    late: (amount: string) => `${amount} deste pagamento não pôde ser usado no pedido.`,
    toMoney: 'Ver em Pendências',
    noRefunds: 'Nada foi devolvido.',
  },
  en: {
    title: 'Payments and refunds',
    reload: 'Refresh',
    none: 'No payment came for this order.',
    looked: (count: string, until: string) =>
      `We looked through the latest ${count} payments${until && `, back to ${until}`}. This order is older.`,
    further: 'Look further',
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
    late: (amount: string) => `${amount} of this payment could not be used for the order.`,
    toMoney: 'See it in Open work',
    noRefunds: 'Nothing was returned.',
  },
});
