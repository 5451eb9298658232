import type { OrderStatus, OverviewQuery } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Columns, Note, Stats } from '../../ui/layout.js';
import { Progress, Card, Stat } from '../../ui/surface.js';
import { ordersHref } from '../orders/orders-query.js';
import css from './overview.module.css';

type Metrics = OverviewQuery['generalMetrics'];

export function ShopFigures({ metrics }: { metrics: Metrics }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  return (
    <Columns>
      <Card title={t.shop}>
        <Stats>
          <Stat name={t.revenue}>{f.money(metrics.revenue)}</Stat>
          <Stat name={t.quotas}>{f.number(metrics.quotasSold)}</Stat>
          <Stat name={t.ticket}>{metrics.averageTicket === null ? '—' : f.money(metrics.averageTicket)}</Stat>
          <Stat name={t.buyers}>{f.number(metrics.buyers)}</Stat>
          <Stat name={t.conversion}>{metrics.conversion === null ? '—' : f.percent(metrics.conversion)}</Stat>
          <Stat name={t.active}>{f.number(metrics.activeRaffles)}</Stat>
        </Stats>
        <Note>{t.note}</Note>
      </Card>
      <Card title={t.orders}>
        <Funnel orders={metrics.orders} />
      </Card>
    </Columns>
  );
}

function Funnel({ orders }: { orders: Metrics['orders'] }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { statuses } = t;
  const all = orders.reduce((sum, of) => sum + of.orders, 0);
  const value = orders.reduce((sum, of) => sum + Number(of.value), 0);
  const of = (status: OrderStatus) => orders.find((one) => one.status === status);
  const steps: readonly OrderStatus[] = ['PENDING', 'PAID'];
  const ends: readonly OrderStatus[] = ['EXPIRED', 'CANCELLED', 'REFUNDED'];
  return (
    <>
      <ul class={css.funnel}>
        <Step href={ordersHref()} name={t.placed} count={all} all={all} value={value} />
        {steps.map((status) => (
          <Step
            key={status}
            href={ordersHref({ status })}
            name={statuses[status]}
            count={of(status)?.orders ?? 0}
            all={all}
            value={of(status)?.value ?? 0}
          />
        ))}
      </ul>
      <Stats>
        {ends.map((status) => (
          <Stat key={status} name={statuses[status]} beside={f.money(of(status)?.value ?? 0)}>
            <a href={ordersHref({ status })}>{f.number(of(status)?.orders ?? 0)}</a>
          </Stat>
        ))}
      </Stats>
    </>
  );
}

function Step(step: { href: string; name: string; count: number; all: number; value: string | number }) {
  const f = useFormats();
  const share = step.all === 0 ? 0 : (step.count / step.all) * 100;
  return (
    <li class={css.step}>
      <span class={css.stepHead}>
        <a href={step.href}>{step.name}</a>
        <span>
          <strong>{f.number(step.count)}</strong> · {f.money(step.value)}
        </span>
      </span>
      <Progress percentage={share} label={`${step.name}: ${f.percent(share)}`} />
    </li>
  );
}

const TEXTS = texts({
  'pt-BR': {
    shop: 'Todas as rifas',
    revenue: 'Receita',
    quotas: 'Cotas vendidas',
    ticket: 'Ticket médio',
    buyers: 'Compradores',
    conversion: 'Conversão',
    active: 'Rifas abertas',
    note: 'Receita é o que foi pago pelos pedidos pagos; devoluções de uma parte não são descontadas. Quem comprou em duas rifas conta duas vezes. Conversão é a parte dos pedidos que foi paga, os reembolsados também.',
    orders: 'Pedidos',
    placed: 'Feitos',
    statuses: {
      PENDING: 'Aguardando pagamento',
      PAID: 'Pagos',
      EXPIRED: 'Expirados',
      CANCELLED: 'Cancelados',
      REFUNDED: 'Reembolsados',
    },
  },
  en: {
    shop: 'All raffles',
    revenue: 'Revenue',
    quotas: 'Quotas sold',
    ticket: 'Average order',
    buyers: 'Buyers',
    conversion: 'Conversion',
    active: 'Open raffles',
    note: 'Revenue is what was paid for the paid orders; refunds of a part are not taken off. Who bought in two raffles counts twice. Conversion is the share of orders that were paid, refunded ones too.',
    orders: 'Orders',
    placed: 'Placed',
    statuses: {
      PENDING: 'Waiting for payment',
      PAID: 'Paid',
      EXPIRED: 'Expired',
      CANCELLED: 'Cancelled',
      REFUNDED: 'Refunded',
    },
  },
});
