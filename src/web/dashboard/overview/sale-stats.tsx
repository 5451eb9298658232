import type { SaleFragment, BarFragment } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Stats } from '../../ui/layout.js';
import { Stat, Progress, Notice } from '../../ui/surface.js';
import css from './overview.module.css';

export function SaleStats({ sale }: { sale: SaleFragment }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  return (
    <>
      <Stats>
        <Stat name={t.revenue}>{f.money(sale.revenueToday)}</Stat>
        <Stat name={t.quotas}>{f.number(sale.quotasToday)}</Stat>
        <Stat name={t.orders}>{f.number(sale.ordersToday)}</Stat>
        <Stat name={t.pending} beside={t.pendingValue(f.money(sale.pendingValue))}>
          {f.number(sale.pendingOrders)}
        </Stat>
      </Stats>
      <p>
        <Beside sale={sale} />
      </p>
    </>
  );
}

/** Compares full hours only: the current hour has no full counterpart yesterday. */
function Beside({ sale }: { sale: SaleFragment }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const today = Number(sale.revenueTodayToHour);
  const yesterday = Number(sale.revenueYesterdayToHour);
  if (sale.hour === 0) return <>{t.firstHour}</>;
  const change = yesterday === 0 ? undefined : ((today - yesterday) / yesterday) * 100;
  return (
    <>
      {t.toHour(sale.hour, f.money(today), f.money(yesterday))}
      {change !== undefined && (
        <span class={change < 0 ? css.down : css.up}>
          {' '}
          {change < 0 ? '▼' : '▲'} {f.percent(Math.abs(change))} {change < 0 ? t.less : t.more}
        </span>
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    revenue: 'Receita de hoje',
    quotas: 'Cotas hoje',
    orders: 'Pedidos pagos hoje',
    pending: 'Aguardando pagamento',
    pendingValue: (value: string) => `valem ${value}`,
    firstHour: 'A comparação com ontem começa à 1h.',
    toHour: (hour: number, today: string, yesterday: string) =>
      `Só as horas inteiras, até as ${hour}h: hoje ${today}, ontem ${yesterday}.`,
    more: 'a mais',
    less: 'a menos',
  },
  en: {
    revenue: 'Revenue today',
    quotas: 'Quotas today',
    orders: 'Orders paid today',
    pending: 'Waiting for payment',
    pendingValue: (value: string) => `worth ${value}`,
    firstHour: 'The comparison with yesterday begins at 1:00.',
    toHour: (hour: number, today: string, yesterday: string) =>
      `Full hours alone, until ${hour}:00: today ${today}, yesterday ${yesterday}.`,
    more: 'more',
    less: 'less',
  },
});

export function SaleBar({ sale, bar }: { sale: SaleFragment; bar: BarFragment }) {
  const t = useTexts(BAR_TEXTS);
  const f = useFormats();
  return (
    <>
      <div class={css.bar}>
        <p class={css.barFigure}>
          <span class={css.big}>{f.percent(bar.percentage)}</span>
          <span>{t.paidOf(f.number(bar.paid), f.number(bar.total))}</span>
        </p>
        <Progress percentage={bar.percentage} label={t.paid} />
      </div>
      {bar.displayedIsAdjusted && (
        <Notice tone="warn">
          <p>{t.adjusted(f.percent(bar.displayedPercentage), f.percent(bar.percentage))}</p>
        </Notice>
      )}
      <Stats>
        <Stat name={t.reserved}>{f.number(bar.reserved)}</Stat>
        <Stat name={t.available}>{f.number(bar.available)}</Stat>
        <Stat name={t.buyers}>{f.number(sale.buyers)}</Stat>
        <Stat name={t.revenue}>{f.money(sale.revenue)}</Stat>
      </Stats>
    </>
  );
}

const BAR_TEXTS = texts({
  'pt-BR': {
    paid: 'Cotas pagas',
    paidOf: (paid: string, total: string) => `${paid} de ${total} cotas pagas`,
    adjusted: (displayed: string, real: string) =>
      `A página da rifa mostra ${displayed}, e não os ${real} reais: um operador ajustou o que é exibido.`,
    reserved: 'Reservadas',
    available: 'Livres',
    buyers: 'Compradores',
    revenue: 'Receita da rifa',
  },
  en: {
    paid: 'Paid quotas',
    paidOf: (paid: string, total: string) => `${paid} of ${total} quotas paid`,
    adjusted: (displayed: string, real: string) =>
      `The raffle’s page shows ${displayed}, not the real ${real}: an operator adjusted what is displayed.`,
    reserved: 'Reserved',
    available: 'Free',
    buyers: 'Buyers',
    revenue: 'The raffle’s revenue',
  },
});
