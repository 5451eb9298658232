import type { PaymentInFullFragment } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Facts, Note } from '../../ui/layout.js';
import { Notice } from '../../ui/surface.js';
import { MoneyLink, OrderLink, PaymentLink } from '../links.js';
import { LATE_TEXTS } from '../money/late-payment-texts.js';
import css from '../orders/orders.module.css';
import { PaymentDisputes } from '../orders/payment-disputes.js';
import { Refunds } from '../orders/refunds.js';
import { formatCpf } from '../people/people-texts.js';
import { SOURCE_TEXTS } from './payment-texts.js';

/** `showsOrder`: where it is not the page of the order. */
export function PaymentFacts({
  payment,
  showsOrder = false,
  onDone,
}: {
  payment: PaymentInFullFragment;
  showsOrder?: boolean;
  onDone(): void;
}) {
  const t = useTexts(TEXTS);
  const late = useTexts(LATE_TEXTS);
  const sources = useTexts(SOURCE_TEXTS);
  const f = useFormats();
  const { latePayment } = payment;
  return (
    <div class={css.payment}>
      <Facts
        of={[
          [t.order, showsOrder ? payment.orderId === null ? t.noOrder : <OrderLink id={payment.orderId} /> : undefined],
          [t.amount, <strong>{f.money(payment.amount)}</strong>],
          [t.paidAt, f.dateTime(payment.paidAt)],
          [t.source, sources[payment.source]],
          [
            t.endToEndId,
            payment.endToEndId
              && (showsOrder ? (
                <code class={css.code}>{payment.endToEndId}</code>
              ) : (
                <PaymentLink payment={payment}>{t.payment}</PaymentLink>
              )),
          ],
          ['txid', payment.txid && <code class={css.code}>{payment.txid}</code>],
          [t.provider, payment.providerName],
          [t.payer, payment.payerName ?? (payment.endToEndId === null ? undefined : t.payerUntold)],
          [t.payerCpf, formatCpf(payment.payerCpf)],
        ]}
      />
      {latePayment && (
        <Notice tone={latePayment.status === 'PENDING' ? 'warn' : 'calm'}>
          <p>
            {t.late(f.money(latePayment.amount))} {late.reasons[latePayment.reason]} {late.statuses[latePayment.status]}.{' '}
            <MoneyLink>{t.toMoney}</MoneyLink>
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
    order: 'Pedido',
    noOrder: 'nenhum: a referência não é de um pedido',
    payment: 'Pagamento',
    amount: 'Valor pago',
    paidAt: 'Pago em',
    source: 'Como soubemos',
    endToEndId: 'Id fim a fim (E2E)',
    provider: 'Provedor',
    payer: 'Quem pagou',
    payerUntold: 'O provedor não disse.',
    payerCpf: 'CPF de quem pagou',
    late: (amount: string) => `${amount} deste pagamento não pôde ser usado num pedido.`,
    toMoney: 'Ver em Pendências',
    noRefunds: 'Nada foi devolvido.',
  },
  en: {
    order: 'Order',
    noOrder: 'none: the reference is of no order',
    payment: 'Payment',
    amount: 'Amount paid',
    paidAt: 'Paid',
    source: 'How we know',
    endToEndId: 'End-to-end id',
    provider: 'Provider',
    payer: 'Paid by',
    payerUntold: 'The provider did not say.',
    payerCpf: 'CPF of the payer',
    late: (amount: string) => `${amount} of this payment could not be used for the order.`,
    toMoney: 'See it in Open work',
    noRefunds: 'Nothing was returned.',
  },
});
