import { useEffect, useState } from 'preact/hooks';
import { OrderInFullDocument } from '../../../generated/client/operations.js';
import { texts, useTexts } from '../../common/language.js';
import { LuckyNumbers } from '../../common/lucky-numbers.js';
import { useLive, useQuery } from '../../common/query.js';
import { useRestoredFocus } from '../../common/restored-focus.js';
import { useClient } from '../../common/session.js';
import { Columns, Row, Stack, TitleRow } from '../../ui/layout.js';
import { Skeleton, Card, Empty, Problem, Notice } from '../../ui/surface.js';
import { PersonMessages } from '../people/person-messages.js';
import { OrderActions } from './order-actions.js';
import { BuyerFacts, OrderFacts, type OrderInFull } from './order-facts.js';
import { OrderHistory } from './order-history.js';
import { OrderPayments } from './order-payments.js';
import { OrderPrizes } from './order-prizes.js';
import { OrderStatusBadge } from './order-status.js';

export function OrderScreen({ id }: { id: string }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const { data, error, reload } = useQuery(OrderInFullDocument, { id });
  const order = data?.order;
  // An operator's action may move money without changing the order.
  const [done, setDone] = useState(0);
  const title = useRestoredFocus<HTMLHeadingElement>(done);
  const onDone = (): void => {
    setDone(done + 1);
    reload();
  };
  // The stream only tells that something changed: the screen shows more than it carries.
  const live = useLive(order ? id : undefined, (signal) => client.watchOrder(id, { signal })).value;
  const liveState = live && `${live.status} ${live.paidAt} ${live.awardedBoxes.opened} ${live.qrCodeContent}`;
  useEffect(() => {
    if (liveState !== undefined) reload();
  }, [liveState, reload]);

  if (!order && error?.code === 'NOT_FOUND') {
    return (
      <Empty>
        <h1>{t.notFound(id)}</h1>
        <p>
          <a href="/dashboard/orders">{t.all}</a>
        </p>
      </Empty>
    );
  }
  return (
    <>
      <TitleRow>
        <Stack>
          <p>
            <a href="/dashboard/orders">{t.all}</a>
          </p>
          <Row>
            <h1 ref={title} tabIndex={-1}>
              {t.title(id)}
            </h1>
            <span aria-live="polite">{order && <OrderStatusBadge status={order.status} />}</span>
          </Row>
        </Stack>
        {order && <OrderActions order={order} onDone={onDone} />}
      </TitleRow>
      <Problem problem={error} onRetry={reload} />
      {!order && !error && (
        <Card>
          <Skeleton lines={10} />
        </Card>
      )}
      {order && (
        <>
          <Columns>
            <Card title={t.sale}>
              <OrderFacts order={order} />
            </Card>
            <Card title={t.buyer}>
              <BuyerFacts order={order} />
            </Card>
          </Columns>
          {order.paymentProviderName !== 'free' && <OrderPayments key={`${order.status} ${done}`} order={order} />}
          {(order.awardedBoxes.count > 0 || order.quotaPrizes.nodes.length > 0) && <OrderPrizes order={order} />}
          <OrderHistory key={`history ${order.status} ${done}`} order={order} />
          {order.user && <PersonMessages userId={order.user.id} blockedAt={order.user.blockedAt} orderId={id} />}
          {order.paidAt && <OrderNumbers key={order.status} order={order} />}
        </>
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: (id: string) => `Pedido #${id}`,
    all: '← Todos os pedidos',
    notFound: (id: string) => `Não há um pedido #${id}`,
    sale: 'Compra',
    buyer: 'Comprador',
  },
  en: {
    title: (id: string) => `Order #${id}`,
    all: '← All orders',
    notFound: (id: string) => `There is no order #${id}`,
    sale: 'Purchase',
    buyer: 'Buyer',
  },
});

function OrderNumbers({ order }: { order: OrderInFull }) {
  const t = useTexts(NUMBERS_TEXTS);
  return (
    <Card title={t.title}>
      {order.status === 'REFUNDED' && <Notice>{t.refunded}</Notice>}
      <LuckyNumbers orderId={order.id} />
    </Card>
  );
}

const NUMBERS_TEXTS = texts({
  'pt-BR': { title: 'Números da sorte', refunded: 'O pedido foi devolvido: estes números não concorrem mais.' },
  en: { title: 'Lucky numbers', refunded: 'The order was refunded: these numbers are out of the draw.' },
});
