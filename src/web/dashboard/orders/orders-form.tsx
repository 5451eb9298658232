import { useEffect, useState } from 'preact/hooks';
import { texts, useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { Select, TextField } from '../../ui/field.js';
import { RaffleSelect } from '../raffles/raffle-select.js';
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
  const [isWrong, setWrong] = useState(false);
  useEffect(() => setText(query.q ?? ''), [query.q]);
  return (
    <form
      class={css.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const isMeant = text.trim() === '' || orderSearchOf(text) !== undefined;
        setWrong(!isMeant);
        if (isMeant) onQuery({ ...query, q: text.trim(), as: undefined });
      }}
    >
      <TextField
        label={t.search}
        hint={t.hint}
        type="search"
        maxLength={200}
        value={text}
        onValue={setText}
        problems={isWrong ? [t.wrong] : undefined}
      />
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
    hint: 'Telefone com DDD, CPF, txid, id fim a fim (E2E) ou número do pedido.',
    wrong:
      'Escreva o telefone com DDD, o CPF, o txid, o id fim a fim ou o número do pedido, inteiros. Para um nome, use a busca no alto do painel (Ctrl K).',
    find: 'Procurar',
    status: 'Situação',
    all: 'Todas',
    from: 'Feitos desde',
    to: 'Feitos até',
  },
  en: {
    search: 'Search orders',
    hint: 'Phone with area code, CPF, txid, E2E or order number.',
    wrong:
      'Write the whole phone with its area code, CPF, txid, end-to-end id or order number. For a name, use the search at the top of the dashboard (Ctrl K).',
    find: 'Search',
    status: 'Status',
    all: 'All',
    from: 'Placed from',
    to: 'Placed until',
  },
});
