import { useLocation } from 'preact-iso';
import { OrdersDocument, type OrderStatus } from '../../../generated/client/operations.js';
import { texts, useTexts } from '../../common/language.js';
import { usePages } from '../../common/paging.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/field.js';
import { Choice, TitleRow } from '../../ui/layout.js';
import { ListEnd } from '../../ui/list-end.js';
import { Bones, Card, Empty, Problem } from '../../ui/surface.js';
import { Table } from '../../ui/table.js';
import { useOrderColumns } from './order-columns.js';
import { ORDER_STATUS_TEXTS, ORDER_STATUSES } from './order-status.js';

/** The address that lists the orders of one status, or all. */
export const ordersHref = (status?: OrderStatus): string => `/dashboard/orders${status ? `?status=${status}` : ''}`;

/** All orders. The status is in the address, so that a list can be linked to and come back to. */
export function OrdersScreen() {
  const { query, route } = useLocation();
  const t = useTexts(TEXTS);
  const statusTexts = useTexts(ORDER_STATUS_TEXTS);
  const status = ORDER_STATUSES.find((known) => known === query.status) ?? null;
  const list = usePages(OrdersDocument, { status }, ({ orders }) => orders);
  const columns = useOrderColumns();
  return (
    <>
      <TitleRow>
        <h1>{t.title}</h1>
        <Choice>
          <Select
            label={t.filter}
            value={status ?? ''}
            onValue={(value) => route(ordersHref(ORDER_STATUSES.find((known) => known === value)), true)}
            options={[{ value: '', label: t.all }, ...ORDER_STATUSES.map((value) => ({ value, label: statusTexts[value] }))]}
          />
        </Choice>
      </TitleRow>
      <Card title={status ? statusTexts[status] : t.all} actions={<Reload onClick={list.reload} isBusy={list.isLoading} />}>
        {!list.nodes && list.error && <Problem problem={list.error} onRetry={list.reload} />}
        {!list.nodes && !list.error && <Bones lines={12} />}
        {list.nodes?.length === 0 && (
          <Empty>
            <p>{status ? t.noneOfStatus : t.none}</p>
            {status && (
              <p>
                <a href={ordersHref()}>{t.showAll}</a>
              </p>
            )}
          </Empty>
        )}
        {list.nodes && list.nodes.length > 0 && (
          <Table caption={t.title} columns={columns} rows={list.nodes} keyOf={({ id }) => id} />
        )}
        <ListEnd list={list} />
      </Card>
    </>
  );
}

function Reload({ onClick, isBusy }: { onClick(): void; isBusy: boolean }) {
  const t = useTexts(TEXTS);
  return (
    <Button small isBusy={isBusy} onClick={onClick}>
      {t.reload}
    </Button>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Pedidos',
    filter: 'Situação',
    all: 'Todos',
    none: 'Nenhum pedido ainda. Os pedidos aparecem aqui assim que alguém compra.',
    noneOfStatus: 'Nenhum pedido está nesta situação.',
    showAll: 'Ver todos os pedidos',
    reload: 'Atualizar',
  },
  en: {
    title: 'Orders',
    filter: 'Status',
    all: 'All',
    none: 'There are no orders yet. They appear here as soon as somebody buys.',
    noneOfStatus: 'No order has this status.',
    showAll: 'See all orders',
    reload: 'Refresh',
  },
});
