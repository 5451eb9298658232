import type { ComponentChildren } from 'preact';
import { texts, useTexts } from '../../common/language.js';
import { Select, TextField } from '../../ui/field.js';
import { Choice, TitleRow } from '../../ui/layout.js';
import css from './overview.module.css';
import type { Asked } from './use-sale-figures.js';

const PERIODS = ['TODAY', 'YESTERDAY', 'LAST_7_DAYS', 'LAST_30_DAYS', 'THIS_MONTH', 'LAST_MONTH', 'CHOSEN'] as const;

export function PeriodPicker({
  asked,
  onAsk,
  problems,
  picker,
}: {
  asked: Asked;
  onAsk(asked: Asked): void;
  problems: readonly string[] | undefined;
  picker?: ComponentChildren;
}) {
  const t = useTexts(TEXTS);
  const periods = useTexts(PERIOD_TEXTS);
  return (
    <>
      <TitleRow>
        <h2>{t.title}</h2>
        <div class={css.pickers}>
          {picker}
          <Choice>
            <Select
              label={t.period}
              value={asked.period}
              onValue={(value) => onAsk({ ...asked, period: PERIODS.find((period) => period === value) ?? 'TODAY' })}
              options={PERIODS.map((value) => ({ value, label: periods[value] }))}
            />
          </Choice>
        </div>
      </TitleRow>
      {asked.period === 'CHOSEN' && (
        <form class={css.days} onSubmit={(event) => event.preventDefault()}>
          <TextField label={t.from} type="date" value={asked.from} onValue={(from) => onAsk({ ...asked, from })} />
          <TextField label={t.to} type="date" value={asked.to} onValue={(to) => onAsk({ ...asked, to })} problems={problems} />
        </form>
      )}
    </>
  );
}

export const PERIOD_TEXTS = texts<Record<Asked['period'], string>>({
  'pt-BR': {
    TODAY: 'Hoje',
    YESTERDAY: 'Ontem',
    LAST_7_DAYS: 'Últimos 7 dias',
    LAST_30_DAYS: 'Últimos 30 dias',
    THIS_MONTH: 'Este mês',
    LAST_MONTH: 'Mês passado',
    CHOSEN: 'Escolher os dias',
  },
  en: {
    TODAY: 'Today',
    YESTERDAY: 'Yesterday',
    LAST_7_DAYS: 'Last 7 days',
    LAST_30_DAYS: 'Last 30 days',
    THIS_MONTH: 'This month',
    LAST_MONTH: 'Last month',
    CHOSEN: 'Choose the days',
  },
});

const TEXTS = texts({
  'pt-BR': { title: 'Vendas', period: 'Período', from: 'Desde', to: 'Até' },
  en: { title: 'Sales', period: 'Period', from: 'From', to: 'Until' },
});
