import { useState } from 'preact/hooks';
import {
  MyLuckyNumberDocument,
  MyOrdersDocument,
  type MyOrdersQuery,
  type OrderStatus,
} from '../../generated/client/operations.js';
import { raffleAddress, SHOP, shopAddress } from '../../addresses/shop-address.js';
import lists from '../buyer/lists.module.css';
import { ORDER_STATES, ORDER_TONES } from '../buyer/order-states.js';
import { ShareOrder } from '../buyer/share-order.js';
import { useMyRaffles } from '../buyer/use-my-raffles.js';
import { useForm } from '../common/form.js';
import { texts, useFormats, useLanguage, useTexts } from '../common/language.js';
import { usePagedQuery } from '../common/paged-query.js';
import { useAction } from '../common/query.js';
import { useClient } from '../common/session.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Select, TextField } from '../ui/field.js';
import { Badge, Card, Empty, Notice, Problem, Skeleton } from '../ui/surface.js';
import { LoadMore } from '../ui/table.js';
import css from './account.module.css';

type MyOrder = MyOrdersQuery['myOrders']['nodes'][number];

const PAGE = 25;

export function OrdersScreen() {
  const t = useTexts(TEXTS);
  const states = useTexts(ORDER_STATES);
  const language = useLanguage();
  const [raffleId, setRaffleId] = useState('');
  const [status, setStatus] = useState<OrderStatus | ''>('');
  const raffles = useMyRaffles();
  const orders = usePagedQuery(
    MyOrdersDocument,
    { status: status || null, raffleId: raffleId || null },
    ({ myOrders }) => myOrders,
    PAGE,
  );
  const statuses = Object.keys(states) as OrderStatus[];
  return (
    <>
      <div class={css.filters}>
        <Select
          label={t.raffle}
          value={raffleId}
          onValue={setRaffleId}
          options={[
            { value: '', label: t.allRaffles },
            ...(raffles.nodes ?? []).map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
        <Select
          label={t.state}
          value={status}
          onValue={(value) => setStatus(value as OrderStatus | '')}
          options={[{ value: '', label: t.allStates }, ...statuses.map((one) => ({ value: one, label: states[one] }))]}
        />
      </div>
      <Problem problem={raffles.error} onRetry={raffles.reload} />
      {raffleId && <LookUp key={raffleId} raffleId={raffleId} slug={raffles.nodes?.find(({ id }) => id === raffleId)?.slug} />}
      {!orders.nodes && (orders.error ? <Problem problem={orders.error} onRetry={orders.reload} /> : <Skeleton lines={8} />)}
      {orders.nodes?.length === 0 && (
        <Empty>
          <p>{raffleId || status ? t.noneFound : t.none}</p>
          <ButtonLink variant="primary" href={shopAddress(SHOP.list, {}, language)}>
            {t.shop}
          </ButtonLink>
        </Empty>
      )}
      <ul class={lists.orders}>
        {orders.nodes?.map((order) => (
          <li key={order.id}>
            <OrderLine order={order} />
          </li>
        ))}
      </ul>
      <LoadMore list={orders} />
    </>
  );
}

function OrderLine({ order }: { order: MyOrder }) {
  const t = useTexts(TEXTS);
  const states = useTexts(ORDER_STATES);
  const { money, number, dateTime } = useFormats();
  const { id, status, raffle } = order;
  const href = useOrderAddress(raffle?.slug, id);
  return (
    <article class={lists.order}>
      <p class={lists.head}>
        <strong>{raffle?.title ?? t.gone}</strong>
        <Badge tone={ORDER_TONES[status]}>{states[status]}</Badge>
      </p>
      <p class={lists.soft}>
        {[
          t.order(id),
          t.quotas(number(order.quotaQuantity)),
          Number(order.totalValue) === 0 ? t.free : money(order.totalValue),
          dateTime(order.paidAt ?? order.createdAt),
        ].join(' · ')}
      </p>
      {href && (status === 'PENDING' || status === 'PAID') && (
        <ButtonLink small variant={status === 'PENDING' ? 'primary' : 'quiet'} href={href}>
          {status === 'PENDING' ? t.pay : t.numbers}
        </ButtonLink>
      )}
      {(status === 'PENDING' || status === 'PAID') && (
        <details>
          <summary>{t.send}</summary>
          <ShareOrder title={raffle?.title ?? ''} address={order.shareUrl} isPaid={status === 'PAID'} />
        </details>
      )}
    </article>
  );
}

function useOrderAddress(slug: string | undefined, id: string): string | undefined {
  const language = useLanguage();
  return slug && `${raffleAddress(slug, language)}#order=${id}`;
}

/** Is this number mine? */
function LookUp({ raffleId, slug }: { raffleId: string; slug: string | undefined }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const form = useForm({ number: '' });
  const [found, setFound] = useState<{ number: string; orderId: string | null }>();
  const looking = useAction(async () => {
    setFound(undefined);
    try {
      const { myLuckyNumber } = await client.query(MyLuckyNumberDocument, { raffleId, number: form.values.number.trim() });
      setFound({ number: myLuckyNumber.number, orderId: myLuckyNumber.order?.id ?? null });
    } catch (error) {
      form.refuse(error);
      throw error;
    }
  });
  const href = useOrderAddress(slug, found?.orderId ?? '');
  return (
    <Card>
      <form
        class={css.lookUp}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (form.values.number.trim()) void looking.act();
        }}
      >
        <TextField label={t.findNumber} inputMode="numeric" maxLength={12} {...form.text('number')} />
        <Button type="submit" isBusy={looking.isBusy}>
          {t.find}
        </Button>
      </form>
      {!form.problems.number && <Problem problem={looking.error} />}
      {found && (
        <Notice tone={found.orderId ? 'good' : 'calm'}>
          <p>{found.orderId ? t.yours(found.number) : t.notYours(found.number)}</p>
          {found.orderId && href && (
            <p>
              <a href={href}>{t.order(found.orderId)}</a>
            </p>
          )}
        </Notice>
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    raffle: 'Rifa',
    allRaffles: 'Todas as rifas',
    state: 'Situação',
    allStates: 'Todas',
    none: 'Você ainda não tem pedidos.',
    noneFound: 'Nenhum pedido assim.',
    shop: 'Ver as rifas',
    gone: 'Rifa fora do ar',
    order: (id: string) => `Pedido ${id}`,
    quotas: (count: string) => (count === '1' ? '1 cota' : `${count} cotas`),
    free: 'Grátis',
    pay: 'Pagar agora',
    numbers: 'Números e comprovante',
    send: 'Enviar ou imprimir',
    findNumber: 'Este número é meu?',
    find: 'Procurar',
    yours: (number: string) => `O número ${number} é seu.`,
    notYours: (number: string) => `O número ${number} não está entre os seus números pagos.`,
  },
  en: {
    raffle: 'Raffle',
    allRaffles: 'All raffles',
    state: 'State',
    allStates: 'All',
    none: 'You have no orders yet.',
    noneFound: 'No such order.',
    shop: 'See the raffles',
    gone: 'Raffle taken down',
    order: (id: string) => `Order ${id}`,
    quotas: (count: string) => (count === '1' ? '1 quota' : `${count} quotas`),
    free: 'Free',
    pay: 'Pay now',
    numbers: 'Numbers and receipt',
    send: 'Send or print',
    findNumber: 'Is this number mine?',
    find: 'Look',
    yours: (number: string) => `The number ${number} is yours.`,
    notYours: (number: string) => `The number ${number} is not among your paid numbers.`,
  },
});
