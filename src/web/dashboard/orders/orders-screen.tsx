import { useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import { OrdersDocument, LatePaymentsFoundDocument, type OrderFilterInput } from '../../../generated/client/operations.js';
import { createOrderWithoutPaymentGatewayRoles } from '../../../generated/client/operator-roles.js';
import { texts, useTexts, useTimeZone, useFormats } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { useQuery } from '../../common/query.js';
import { Button } from '../../ui/button.js';
import { Row, TitleRow } from '../../ui/layout.js';
import { Skeleton, Card, Empty, Notice, Problem } from '../../ui/surface.js';
import { LoadMore, Table } from '../../ui/table.js';
import { ExportButton } from '../exports/export-button.js';
import { SavedFilters } from '../filters/saved-filters.js';
import { MoneyLink, orderHref } from '../links.js';
import { useChosen } from '../bulk/use-chosen.js';
import { useMay } from '../may.js';
import { ChosenOrders } from './chosen-orders.js';
import { actsOf } from './order-acts.js';
import { useOrderColumns } from './order-columns.js';
import { OrdersForm } from './orders-form.js';
import { SellDialog } from './sell-dialog.js';
import { filterOf, ordersHref, readOrdersQuery, type OrdersQuery } from './orders-query.js';

/** The query is in the address, for links and the back button. */
export function OrdersScreen() {
  const { query: address, route } = useLocation();
  const t = useTexts(TEXTS);
  const query = readOrdersQuery(address);
  const { filter, search } = filterOf(query, useTimeZone());
  const orderId = search && 'orderId' in search ? search.orderId : undefined;
  useEffect(() => {
    if (orderId !== undefined) route(orderHref(orderId), true);
  }, [orderId, route]);
  const list = usePagedQuery(OrdersDocument, { filter }, ({ orders }) => orders);
  const may = useMay();
  const maySell = may(createOrderWithoutPaymentGatewayRoles);
  const [isSelling, setSelling] = useState(false);
  const chosen = useChosen(list.nodes ?? [], ({ id }) => `#${id}`, JSON.stringify(filter));
  const orderColumns = useOrderColumns();
  const columns = actsOf(may).length > 0 ? [chosen.column, ...orderColumns] : orderColumns;
  const onQuery = (wanted: OrdersQuery): void => route(ordersHref(wanted), true);
  const isNarrowed = Object.values(query).some(Boolean);
  const found = search && 'filter' in search ? search : undefined;
  const other = found?.other;
  return (
    <>
      <TitleRow>
        <h1>{t.title}</h1>
        <Row>
          <Button small isBusy={list.isLoading} onClick={list.reload}>
            {t.reload}
          </Button>
          <ExportButton
            wanted={{ status: query.status ?? '', from: query.from ?? '', to: query.to ?? '' }}
            isSearch={Boolean(query.q)}
          />
          {maySell && (
            <Button small onClick={() => setSelling(true)}>
              {t.sell}
            </Button>
          )}
        </Row>
      </TitleRow>
      {isSelling && <SellDialog onSold={(id) => route(`/dashboard/orders/${id}`)} onClose={() => setSelling(false)} />}
      <Card>
        <OrdersForm query={query} raffleTitle={query.raffle && list.nodes?.[0]?.raffle?.title} onQuery={onQuery} />
        <SavedFilters
          list="ORDERS"
          path={ordersHref()}
          values={{ status: query.status, raffle: query.raffle, from: query.from, to: query.to }}
        />
        {other && (
          <Notice tone="calm">
            <p>
              {t.taken[other === 'phone' ? 'cpf' : 'phone']} <a href={ordersHref({ ...query, as: other })}>{t.other[other]}</a>
            </p>
          </Notice>
        )}
        {!list.nodes && list.error && <Problem problem={list.error} onRetry={list.reload} />}
        {!list.nodes && !list.error && <Skeleton lines={12} />}
        {list.nodes?.length === 0 && (
          <Empty>
            <p>{isNarrowed ? t.noneFound : t.none}</p>
            {found && <MoneyOfNoOrder filter={found.filter} />}
            {isNarrowed && (
              <p>
                <a href={ordersHref()}>{t.showAll}</a>
              </p>
            )}
          </Empty>
        )}
        {list.nodes && list.nodes.length > 0 && (
          <Table caption={t.title} columns={columns} rows={list.nodes} keyOf={({ id }) => id} isOfLines />
        )}
        <ChosenOrders chosen={chosen} onChanged={list.reload} />
        <LoadMore list={list} />
      </Card>
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Pedidos',
    sell: 'Vender a um cliente',
    none: 'Nenhum pedido ainda. Os pedidos aparecem aqui assim que alguém compra.',
    noneFound: 'Nenhum pedido é assim.',
    showAll: 'Ver todos os pedidos',
    reload: 'Atualizar',
    taken: { cpf: 'Procuramos por um CPF.', phone: 'Procuramos por um telefone.' },
    other: { cpf: 'Procurar como CPF', phone: 'Procurar como telefone' },
  },
  en: {
    title: 'Orders',
    sell: 'Sell to a customer',
    none: 'There are no orders yet. They appear here as soon as somebody buys.',
    noneFound: 'No order is like this.',
    showAll: 'See all orders',
    reload: 'Refresh',
    taken: { cpf: 'We searched for a CPF.', phone: 'We searched for a phone.' },
    other: { cpf: 'Search as a CPF', phone: 'Search as a phone' },
  },
});

/** Money that came with a reference of no order. */
function MoneyOfNoOrder({ filter }: { filter: Pick<OrderFilterInput, 'txid' | 'endToEndId'> }) {
  const t = useTexts(NO_ORDER_TEXTS);
  const f = useFormats();
  const { txid = null, endToEndId = null } = filter;
  const skip = txid === null && endToEndId === null;
  const { data } = useQuery(LatePaymentsFoundDocument, { txid, endToEndId }, { skip });
  const [late] = data?.latePayments.nodes ?? [];
  if (!late) return null;
  return (
    <Notice tone="warn">
      <p>
        {t.came(f.money(late.amount))} <MoneyLink>{t.toMoney}</MoneyLink>
      </p>
    </Notice>
  );
}

const NO_ORDER_TEXTS = texts({
  'pt-BR': {
    came: (amount: string) => `Com esta referência chegaram ${amount}, que não são de nenhum pedido.`,
    toMoney: 'Ver em Pendências',
  },
  en: {
    came: (amount: string) => `Under this reference ${amount} came that is of no order.`,
    toMoney: 'See it in Open work',
  },
});
