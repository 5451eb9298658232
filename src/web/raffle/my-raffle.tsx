import { useEffect } from 'preact/hooks';
import { MyOrdersDocument, type MyOrdersQuery } from '../../generated/client/operations.js';
import type { DrawPageData } from '../../pages/page-renderer.js';
import { QUICKNET } from '../../proof/chain.js';
import { useSession } from '../common/session.js';
import { LuckyNumbers } from '../common/lucky-numbers.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { usePagedQuery } from '../common/paged-query.js';
import { RelayLinks } from '../common/relay-links.js';
import { Unanswered } from '../common/unanswered.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { LoadMore } from '../ui/table.js';
import { Badge, Skeleton, Empty, Problem } from '../ui/surface.js';
import { ORDER_STATES, ORDER_TONES } from '../buyer/order-states.js';
import { AwaitedRound } from './awaited-round.js';
import { ConfirmPhone } from '../buyer/confirm-phone.js';
import { LogInForm } from '../buyer/log-in-form.js';
import { MyWins } from '../buyer/my-wins.js';
import { OrderReceipt } from './order-receipt.js';
import css from '../buyer/lists.module.css';

type MyOrder = MyOrdersQuery['myOrders']['nodes'][number];

const PAGE = 50;
/** While an order waits for its payment or its round. */
const EVERY_MS = 5_000;

const isUnsettled = ({ status, instant }: MyOrder): boolean =>
  status === 'PENDING' || (status === 'PAID' && instant?.isDecided === false);

interface Page extends Pick<DrawPageData, 'raffle' | 'chainHash'> {
  onOrder(id: string): void;
}

export function MyRaffle({ onClose, ...page }: Page & { onClose(): void }) {
  const t = useTexts(TEXTS);
  const { person, leave } = useSession();
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Unanswered />
      {person === undefined && <Skeleton lines={5} />}
      {person === null && (
        <>
          <p>{t.logIn}</p>
          <LogInForm isBusy={false} onEntered={() => undefined} />
        </>
      )}
      {person && (
        <>
          <p class={css.person}>
            <span>{person.name}</span>
            <Button variant="plain" small onClick={leave}>
              {t.logOut}
            </Button>
          </p>
          <ConfirmPhone key={person.id} person={person} />
          {/* Another tab may log in as somebody else. */}
          <Orders key={person.id} {...page} />
        </>
      )}
    </Dialog>
  );
}

function Orders(page: Page) {
  const t = useTexts(TEXTS);
  const { raffle } = page;
  const orders = usePagedQuery(MyOrdersDocument, { status: null, raffleId: raffle.id }, (data) => data.myOrders, PAGE);
  const here = orders.nodes ?? [];
  const isMoving = here.some(isUnsettled);
  const { isLoading, reload } = orders;
  useEffect(() => {
    if (!isMoving || isLoading) return undefined;
    const timer = setTimeout(reload, EVERY_MS);
    return () => clearTimeout(timer);
  }, [isMoving, isLoading, reload]);
  if (!orders.nodes) return orders.error ? <Problem problem={orders.error} onRetry={orders.reload} /> : <Skeleton lines={5} />;
  const decided = here.filter((order) => order.status === 'PAID' && !isUnsettled(order)).length;
  return (
    <>
      {here.length === 0 && !orders.hasMore && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      {here.some(({ status }) => status === 'PAID') && <MyWins key={decided} raffleId={raffle.id} />}
      <ul class={css.orders}>
        {here.map((order) => (
          <li key={order.id}>
            <OrderLine order={order} {...page} />
          </li>
        ))}
      </ul>
      <LoadMore list={orders} />
    </>
  );
}

function OrderLine({ order, raffle, chainHash, onOrder }: Page & { order: MyOrder }) {
  const t = useTexts(TEXTS);
  const states = useTexts(ORDER_STATES);
  const { money, number, dateTime } = useFormats();
  const isPublicChain = chainHash === QUICKNET.hash;
  const isAwaited = order.instant?.isDecided === false;
  const hasNumbers = !isAwaited || raffle.quotaPrizes.nodes.length === 0;
  return (
    <article class={css.order}>
      <p class={css.head}>
        <strong>{t.quotas(number(order.quotaQuantity))}</strong>
        <Badge tone={ORDER_TONES[order.status]}>{states[order.status]}</Badge>
      </p>
      <p class={css.soft}>
        {money(order.totalValue)} · {dateTime(order.paidAt ?? order.createdAt)}
      </p>
      {order.status === 'PENDING' && (
        <Button variant="primary" small onClick={() => onOrder(order.id)}>
          {t.pay}
        </Button>
      )}
      {order.status === 'PAID' && isAwaited && (
        <AwaitedRound dueAt={order.instant.dueAt} hasNumbers={hasNumbers} isPublicChain={isPublicChain} />
      )}
      {order.status === 'PAID' && hasNumbers && (
        <details>
          <summary>{t.numbers}</summary>
          <LuckyNumbers orderId={order.id} />
          {order.instant?.isDecided && <RelayLinks chainHash={chainHash} round={order.instant.round} />}
        </details>
      )}
      {order.status === 'PAID'
        && (isAwaited ? (
          <OrderReceipt raffleId={raffle.id} orderId={order.id} isAwaited isPublicChain={isPublicChain} />
        ) : (
          <Button small onClick={() => onOrder(order.id)}>
            {t.receipt}
          </Button>
        ))}
    </article>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Meus números',
    logIn: 'Entre com o telefone que você usou na compra.',
    logOut: 'Sair',
    none: 'Você ainda não tem pedidos nesta rifa.',
    quotas: (count: string) => (count === '1' ? '1 cota' : `${count} cotas`),
    pay: 'Pagar agora',
    numbers: 'Ver os números',
    receipt: 'Comprovante',
  },
  en: {
    title: 'My numbers',
    logIn: 'Log in with the phone that you bought with.',
    logOut: 'Log out',
    none: 'You have no orders in this raffle yet.',
    quotas: (count: string) => (count === '1' ? '1 quota' : `${count} quotas`),
    pay: 'Pay now',
    numbers: 'Show the numbers',
    receipt: 'Receipt',
  },
});
