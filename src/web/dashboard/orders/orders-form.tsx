import { useEffect, useState } from 'preact/hooks';
import { texts, useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { Select, TextField } from '../../ui/field.js';
import { RaffleSelect } from '../raffles/raffle-select.js';
import { openSearch } from '../search/open-search.js';
import { ORDER_STATUS_TEXTS, ORDER_STATUSES } from './order-status.js';
import { orderSearchOf, type OrdersQuery } from './orders-query.js';
import css from './orders.module.css';

interface Props {
  query: OrdersQuery;
  /** Of the chosen one, where its orders say it. */
  raffleTitle: string | undefined;
  onQuery(query: OrdersQuery): void;
}

export function OrdersForm({ query, raffleTitle, onQuery }: Props) {
  const t = useTexts(TEXTS);
  const statusTexts = useTexts(ORDER_STATUS_TEXTS);
  const [text, setText] = useState(query.q ?? '');
  useEffect(() => setText(query.q ?? ''), [query.q]);
  return (
    <form
      class={css.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '' || orderSearchOf(text)) onQuery({ ...query, q: text.trim(), as: undefined });
        else openSearch(text.trim());
      }}
    >
      <TextField label={t.search} hint={t.hint} type="search" maxLength={200} value={text} onValue={setText} />
      <RaffleSelect id={query.raffle} title={raffleTitle} onId={(raffle) => onQuery({ ...query, raffle })} />
      <Select
        label={t.status}
        value={query.status ?? ''}
        onValue={(value) => onQuery({ ...query, status: ORDER_STATUSES.find((known) => known === value) })}
        options={[{ value: '', label: t.all }, ...ORDER_STATUSES.map((value) => ({ value, label: statusTexts[value] }))]}
      />
      <TextField label={t.from} type="date" value={query.from ?? ''} onValue={(from) => onQuery({ ...query, from })} />
      <TextField label={t.to} type="date" value={query.to ?? ''} onValue={(to) => onQuery({ ...query, to })} />
      <Button type="submit">{t.find}</Button>
    </form>
  );
}

const TEXTS = texts({
  'pt-BR': {
    search: 'Procurar pedidos',
    hint: 'Telefone com DDD, CPF, nome, txid, id fim a fim (E2E) ou número do pedido.',
    find: 'Procurar',
    status: 'Situação',
    all: 'Todas',
    from: 'Feitos desde',
    to: 'Feitos até',
  },
  en: {
    search: 'Search orders',
    hint: 'Phone with area code, CPF, name, txid, E2E or order number.',
    find: 'Search',
    status: 'Status',
    all: 'All',
    from: 'Placed from',
    to: 'Placed until',
  },
});
