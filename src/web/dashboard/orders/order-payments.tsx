import { useEffect } from 'preact/hooks';
import { OrderMoneyDocument, type OrderMoneyQuery, type RefundStatus } from '../../../generated/client/operations.js';
import { billingQrCodeRoles } from '../../../generated/client/operator-roles.js';
import { texts, useTexts } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { Button } from '../../ui/button.js';
import { LoadMore } from '../../ui/table.js';
import { Skeleton, Card, Problem } from '../../ui/surface.js';
import { useMay } from '../may.js';
import { ChargeAtProvider } from './charge-at-provider.js';
import { PaymentFacts } from '../payments/payment-facts.js';
import type { OrderInFull } from './order-facts.js';

const PAYMENTS_A_PAGE = 10;
/** Polls while a provider has not answered a refund. */
const AGAIN_MS = 5_000;
const GOING: ReadonlySet<RefundStatus> = new Set(['PENDING', 'PROCESSING']);

export function OrderPayments({ order }: { order: OrderInFull }) {
  const t = useTexts(TEXTS);
  const may = useMay();
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
      {order.qrCodeId && may(billingQrCodeRoles) && <ChargeAtProvider reference={order.qrCodeId} />}
    </Card>
  );
}

const paymentsOf = ({ order }: OrderMoneyQuery) =>
  order?.payments ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

const TEXTS = texts({
  'pt-BR': {
    title: 'Pagamentos e devoluções',
    reload: 'Atualizar',
    none: 'Nenhum pagamento chegou para este pedido.',
  },
  en: { title: 'Payments and refunds', reload: 'Refresh', none: 'No payment came for this order.' },
});
