import type { MarkedBarFragment, SaleFragment } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Stats } from '../../ui/layout.js';
import { Progress } from '../../ui/progress.js';
import { Notice, Stat } from '../../ui/surface.js';
import css from './overview.module.css';

/** How far a sale has come, and where the public is shown another figure. */
export function SaleBar({ sale, bar }: { sale: SaleFragment; bar: MarkedBarFragment }) {
  const t = useTexts(TEXTS);
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

const TEXTS = texts({
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
