import type { MoneyLeftFragment } from '../../../generated/client/operations.js';
import { confirmRefundRoles } from '../../../generated/client/operator-roles.js';
import { useFormats, useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { Note, Row } from '../../ui/layout.js';
import { Problem } from '../../ui/surface.js';
import { OrderLink } from '../links.js';
import { useMay } from '../may.js';
import { usePaymentSearch, type Payment } from './payment-search.js';
import css from './money.module.css';
import { REFUND_TEXTS } from './open-refund-texts.js';
import type { RefundAction } from './reconciliation-report.js';

/** The report has only ids and the sum; the payments have the rest. */
export function RefundList(of: {
  of: MoneyLeftFragment;
  doing(doing: RefundAction): void;
  can: readonly RefundAction['what'][];
  problemOf?(id: string): string | null;
}) {
  const t = useTexts(REFUND_TEXTS);
  const f = useFormats();
  const mayDecide = useMay()(confirmRefundRoles);
  const { count, amount, ids } = of.of;
  const { found, searched, isDone, isSearching, error, searchMore } = usePaymentSearch({
    key: ids.join(' '),
    isWanted: (payment) => ids.some((id) => refundIn(payment, id)),
    isEnough: (payments) => ids.every((id) => payments.some((payment) => refundIn(payment, id))),
  });
  return (
    <>
      <p>
        <strong>{t.sum(count, f.number(count), f.money(amount))}</strong>
      </p>
      <ul>
        {ids.map((id) => {
          const payment = found.find((one) => refundIn(one, id));
          const asked = payment && f.money(refundIn(payment, id)?.amount ?? 0);
          return (
            <li key={id} class={css.refund}>
              <Whose id={id} asked={asked} payment={payment} />
              {of.problemOf?.(id) && <Note>{of.problemOf(id)}</Note>}
              <Row>
                {(mayDecide ? of.can : []).map((what) => (
                  <Button key={what} small onClick={() => of.doing({ what, id, amount: asked })}>
                    {t[what]}
                  </Button>
                ))}
              </Row>
            </li>
          );
        })}
      </ul>
      <Problem problem={error} onRetry={searchMore} />
      {!isDone && searched > 0 && (
        <Row>
          <Note>{t.looked(f.number(searched))}</Note>
          <Button small isBusy={isSearching} onClick={searchMore}>
            {t.further}
          </Button>
        </Row>
      )}
      {count > ids.length && <Note>{t.onlyOldest(f.number(ids.length))}</Note>}
    </>
  );
}

const refundIn = ({ refunds }: Payment, id: string) => refunds.find((refund) => refund.id === id);

function Whose({ id, asked, payment }: { id: string; asked: string | undefined; payment: Payment | undefined }) {
  const t = useTexts(REFUND_TEXTS);
  return (
    <span class={css.whose}>
      <span>
        {asked ? <strong>{asked}</strong> : t.refund}
        {payment?.orderId && (
          <>
            {' '}
            · <OrderLink id={payment.orderId}>{t.order(payment.orderId)}</OrderLink>
          </>
        )}
        {payment && ` · ${payment.providerName}`}
      </span>
      <code class={css.code}>{id}</code>
    </span>
  );
}
