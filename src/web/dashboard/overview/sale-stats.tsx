import { texts, useFormats, useTexts } from '../../common/language.js';
import { Note, Stats } from '../../ui/layout.js';
import { Stat, Progress, Notice } from '../../ui/surface.js';
import css from './overview.module.css';
import type { Figures } from './use-sale-figures.js';

export function SaleStats({ figures: { sold, comparison } }: { figures: Figures }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  return (
    <>
      <Stats>
        <Stat name={t.revenue}>{f.money(sold.revenue)}</Stat>
        <Stat name={t.quotas}>{f.number(sold.quotas)}</Stat>
        <Stat name={t.orders}>{f.number(sold.orders)}</Stat>
      </Stats>
      <p>
        <Beside comparison={comparison} />
      </p>
    </>
  );
}

/** Only full hours are compared. The current hour is a figure of its own: with it the compared hours add up to the whole. */
function Beside({ comparison: { from, to, until, sold, before, since } }: Pick<Figures, 'comparison'>) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const now = Number(sold.revenue);
  const then = Number(before.revenue);
  const change = then === 0 ? undefined : ((now - then) / then) * 100;
  const hour = `${f.day(until.slice(0, 10))}, ${t.hour(Number(until.slice(11, 13)))}`;
  return (
    <>
      {t.compared(hour, f.money(now), f.money(then), from === to ? f.day(from) : t.days(f.day(from), f.day(to)))}
      {change !== undefined && (
        <span class={change < 0 ? css.down : css.up}>
          {' '}
          {change < 0 ? '▼' : '▲'} {f.percent(Math.abs(change))} {change < 0 ? t.less : t.more}
        </span>
      )}
      {Number(since.revenue) > 0 && ` ${t.since(f.money(since.revenue))}`}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    revenue: 'Receita',
    quotas: 'Cotas',
    orders: 'Pedidos pagos',
    hour: (hour: number) => `${hour}h`,
    days: (from: string, to: string) => `${from} a ${to}`,
    compared: (until: string, now: string, then: string, before: string) =>
      `Até ${until}: ${now}. No mesmo tempo de ${before}: ${then}.`,
    since: (value: string) => `Na hora atual: ${value}.`,
    more: 'a mais',
    less: 'a menos',
  },
  en: {
    revenue: 'Revenue',
    quotas: 'Quotas',
    orders: 'Orders paid',
    hour: (hour: number) => `${hour}:00`,
    days: (from: string, to: string) => `${from} to ${to}`,
    compared: (until: string, now: string, then: string, before: string) =>
      `Until ${until}: ${now}. In the same time of ${before}: ${then}.`,
    since: (value: string) => `In the current hour: ${value}.`,
    more: 'more',
    less: 'less',
  },
});

/** Of one raffle. */
export function SaleBar({ figures: { progress } }: { figures: Figures }) {
  const t = useTexts(BAR_TEXTS);
  const f = useFormats();
  if (!progress) return null;
  const { percentage, paid, total, reserved, available, displayedIsAdjusted, displayedPercentage } = progress;
  // Their money went back, and they are not sold again.
  const returned = total - paid - reserved - available;
  return (
    <>
      <div class={css.bar}>
        <p class={css.barFigure}>
          <span class={css.big}>{f.percent(percentage)}</span>
          <span>{t.paidOf(f.number(paid), f.number(total))}</span>
        </p>
        <Progress percentage={percentage} label={t.paid} />
      </div>
      {displayedIsAdjusted && (
        <Notice tone="warn">
          <p>{t.adjusted(f.percent(displayedPercentage), f.percent(percentage))}</p>
        </Notice>
      )}
      <Stats>
        <Stat name={t.reserved}>{f.number(reserved)}</Stat>
        <Stat name={t.available}>{f.number(available)}</Stat>
        {returned > 0 && <Stat name={t.returned}>{f.number(returned)}</Stat>}
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
    returned: 'Devolvidas',
  },
  en: {
    paid: 'Paid quotas',
    paidOf: (paid: string, total: string) => `${paid} of ${total} quotas paid`,
    adjusted: (displayed: string, real: string) =>
      `The raffle’s page shows ${displayed}, not the real ${real}: an operator adjusted what is displayed.`,
    reserved: 'Reserved',
    available: 'Free',
    returned: 'Refunded',
  },
});

export function SaleStanding({ figures: { standing, progress } }: { figures: Figures }) {
  const t = useTexts(STANDING_TEXTS);
  const f = useFormats();
  const paid = standing.orders.find(({ status }) => status === 'PAID');
  return (
    <>
      <Stats>
        <Stat name={t.revenue}>{f.money(paid?.value ?? 0)}</Stat>
        {!progress && <Stat name={t.quotas}>{f.number(paid?.quotas ?? 0)}</Stat>}
        <Stat name={t.buyers}>{f.number(standing.buyers)}</Stat>
        <Stat name={t.ticket}>{standing.averageTicket === null ? '—' : f.money(standing.averageTicket)}</Stat>
        <Stat name={t.conversion}>{standing.conversion === null ? '—' : f.percent(standing.conversion)}</Stat>
        {!progress && <Stat name={t.open}>{f.number(standing.openRaffles)}</Stat>}
      </Stats>
      <Note>{progress ? t.noteOfOne : t.note}</Note>
    </>
  );
}

const STANDING_TEXTS = texts({
  'pt-BR': {
    revenue: 'Receita total',
    quotas: 'Cotas vendidas',
    buyers: 'Compradores',
    ticket: 'Ticket médio',
    conversion: 'Conversão',
    open: 'Rifas abertas',
    note: 'Receita é o que foi pago pelos pedidos pagos; devoluções de uma parte não são descontadas. Quem comprou em duas rifas conta duas vezes. Conversão é a parte dos pedidos que foi paga, os devolvidos também.',
    noteOfOne:
      'Receita é o que foi pago pelos pedidos pagos; devoluções de uma parte não são descontadas. Conversão é a parte dos pedidos que foi paga, os devolvidos também.',
  },
  en: {
    revenue: 'Total revenue',
    quotas: 'Quotas sold',
    buyers: 'Buyers',
    ticket: 'Average order',
    conversion: 'Conversion',
    open: 'Open raffles',
    note: 'Revenue is what was paid for the paid orders; refunds of a part are not taken off. Who bought in two raffles counts twice. Conversion is the share of orders that were paid, refunded ones too.',
    noteOfOne:
      'Revenue is what was paid for the paid orders; refunds of a part are not taken off. Conversion is the share of orders that were paid, refunded ones too.',
  },
});
