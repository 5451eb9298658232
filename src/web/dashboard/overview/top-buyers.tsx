import { useState } from 'preact/hooks';
import type { TopBuyersOrder } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Card, Empty } from '../../ui/surface.js';
import { Table } from '../../ui/table.js';
import { PersonLink } from '../links.js';
import css from './overview.module.css';
import { Toggle } from '../../ui/button.js';
import type { Figures } from './use-sale-figures.js';

/** Of the whole sale. */
export function TopBuyers({ figures }: { figures: Figures }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const [by, setBy] = useState<TopBuyersOrder>('QUOTAS');
  const buyers = by === 'QUOTAS' ? figures.topByQuotas : figures.topByValue;
  return (
    <Card
      title={t.title}
      actions={
        <Toggle
          label={t.by}
          value={by}
          onValue={setBy}
          options={[
            { value: 'QUOTAS', label: t.quotas },
            { value: 'VALUE', label: t.value },
          ]}
        />
      }
    >
      {buyers.length === 0 && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      {buyers.length > 0 && (
        <Table
          caption={t.table}
          rows={buyers}
          keyOf={({ rank }) => String(rank)}
          columns={[
            { key: 'rank', head: '#', cell: ({ rank }) => f.number(rank) },
            {
              key: 'name',
              head: t.name,
              cell: ({ userId, name }) => (
                <span class={css.buyer}>{userId === null ? name : <PersonLink person={{ id: userId, name }} />}</span>
              ),
            },
            { key: 'orders', head: t.orders, isFigure: true, cell: ({ orders }) => f.number(orders) },
            { key: 'quotas', head: t.quotas, isFigure: true, cell: ({ quotas }) => f.number(quotas) },
            { key: 'value', head: t.value, isFigure: true, cell: ({ value }) => (value === null ? '—' : f.money(value)) },
          ]}
        />
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Maiores compradores da rifa',
    table: 'Os dez que mais compraram',
    by: 'Ordenar por',
    quotas: 'Cotas',
    value: 'Valor',
    none: 'Ninguém tem cotas pagas.',
    name: 'Nome',
    orders: 'Pedidos',
  },
  en: {
    title: 'Top buyers of the raffle',
    table: 'The ten who bought most',
    by: 'Rank by',
    quotas: 'Quotas',
    value: 'Value',
    none: 'Nobody has bought yet.',
    name: 'Name',
    orders: 'Orders',
  },
});
