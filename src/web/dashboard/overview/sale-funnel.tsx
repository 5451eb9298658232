import type { OrderStatus } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Stats } from '../../ui/layout.js';
import { Progress, Stat } from '../../ui/surface.js';
import { ordersHref } from '../orders/orders-query.js';
import css from './overview.module.css';
import type { Figures } from './use-sale-figures.js';
/** `orders` by status. The list of orders knows neither raffle nor day of placing: only those of all have a link. */
export function SaleFunnel({ orders, hasLinks }: { orders: Figures['placed']; hasLinks: boolean }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { statuses } = t;
  const hrefOf = (status?: OrderStatus) => (hasLinks ? ordersHref({ status }) : undefined);
  const all = orders.reduce((sum, of) => sum + of.orders, 0);
  const value = orders.reduce((sum, of) => sum + Number(of.value), 0);
  const of = (status: OrderStatus) => orders.find((one) => one.status === status);
  const steps: readonly OrderStatus[] = ['PENDING', 'PAID'];
  const ends: readonly OrderStatus[] = ['EXPIRED', 'CANCELLED', 'REFUNDED'];
  return (
    <>
      <ul class={css.funnel}>
        <Step href={hrefOf()} name={t.placed} count={all} all={all} value={value} />
        {steps.map((status) => (
          <Step
            key={status}
            href={hrefOf(status)}
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
            <Linked href={hrefOf(status)}>{f.number(of(status)?.orders ?? 0)}</Linked>
          </Stat>
        ))}
      </Stats>
    </>
  );
}

function Linked({ href, children }: { href: string | undefined; children: string }) {
  return href === undefined ? <span>{children}</span> : <a href={href}>{children}</a>;
}

function Step(step: { href: string | undefined; name: string; count: number; all: number; value: string | number }) {
  const f = useFormats();
  const share = step.all === 0 ? 0 : (step.count / step.all) * 100;
  return (
    <li class={css.step}>
      <span class={css.stepHead}>
        <Linked href={step.href}>{step.name}</Linked>
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
    placed: 'Feitos',
    statuses: {
      PENDING: 'Aguardando pagamento',
      PAID: 'Pagos',
      EXPIRED: 'Expirados',
      CANCELLED: 'Cancelados',
      REFUNDED: 'Devolvidos',
    },
  },
  en: {
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
