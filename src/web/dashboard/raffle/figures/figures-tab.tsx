import { useEffect, useRef, useState } from 'preact/hooks';
import { OrdersByRaffleDocument, type OrdersByRaffleQuery, type OrderStatus } from '../../../../generated/client/operations.js';
import { createExportRoles, updateFakeSoldQuotasPercentageRoles } from '../../../../generated/client/operator-roles.js';
import { texts, useFormats, useTexts } from '../../../common/language.js';
import { usePagedQuery } from '../../../common/paged-query.js';
import { Select } from '../../../ui/field.js';
import { Choice, Row } from '../../../ui/layout.js';
import { Skeleton, Card, Empty, Problem } from '../../../ui/surface.js';
import { LoadMore, Table, type Column } from '../../../ui/table.js';
import { ORDER_STATUS_TEXTS, ORDER_STATUSES, OrderStatusBadge } from '../../orders/order-status.js';
import { SaleFigures } from '../../overview/sale-figures.js';
import { useSaleFigures } from '../../overview/use-sale-figures.js';
import type { TabProps } from '../raffle-tab.js';
import css from '../raffle.module.css';
import { ordersHref } from '../../orders/orders-query.js';
import { FileButton } from '../../../common/file-button.js';
import { ExportButton } from '../../exports/export-button.js';
import { OrderLink } from '../../links.js';
import { prizesHref } from '../../prizes/prizes-query.js';
import { useMay } from '../../may.js';
import { CampaignLink } from './campaign-link.js';
import { DisplayedPercentage } from './displayed-percentage.js';

export function FiguresTab({ raffle }: TabProps) {
  const sales = useSaleFigures(raffle.id);
  const may = useMay();
  return (
    <>
      <SaleFigures of={sales} />
      <CampaignLink slug={raffle.slug} />
      <LastOrders raffle={raffle} version={sales.version} />
      <WonPrizes raffleId={raffle.id} />
      {raffle.certificateCode === null && may(updateFakeSoldQuotasPercentageRoles) && (
        <DisplayedPercentage raffleId={raffle.id} of={sales} />
      )}
    </>
  );
}

type Order = OrdersByRaffleQuery['ordersByRaffle']['nodes'][number];

/** Reloads when `version` changes. */
function LastOrders({ raffle, version }: { raffle: { id: string; title: string }; version: string | undefined }) {
  const { id: raffleId } = raffle;
  const t = useTexts(TEXTS);
  const statuses = useTexts(ORDER_STATUS_TEXTS);
  const f = useFormats();
  const mayExport = useMay()(createExportRoles);
  const [status, setStatus] = useState<OrderStatus | null>(null);
  const list = usePagedQuery(OrdersByRaffleDocument, { raffleId, status }, ({ ordersByRaffle }) => ordersByRaffle, 10);
  const { reload } = list;
  const latest = useRef(reload);
  latest.current = reload;
  const seen = useRef(version);
  useEffect(() => {
    // The first version is no change.
    if (seen.current !== undefined) latest.current();
    seen.current = version;
  }, [version]);
  const columns: readonly Column<Order>[] = [
    { key: 'id', head: t.order, cell: ({ id }) => <OrderLink id={id} /> },
    { key: 'status', head: t.status, cell: (order) => <OrderStatusBadge status={order.status} /> },
    { key: 'buyer', head: t.buyer, cell: ({ user }) => <span class={css.name}>{user?.name}</span> },
    { key: 'quotas', head: t.quotas, isFigure: true, cell: ({ quotaQuantity }) => f.number(quotaQuantity) },
    { key: 'total', head: t.total, isFigure: true, cell: ({ totalValue }) => f.money(totalValue) },
    { key: 'when', head: t.when, isFigure: true, cell: ({ createdAt }) => f.dateTime(createdAt) },
  ];
  return (
    <Card
      title={t.title}
      actions={
        <Row>
          <ExportButton key={status} wanted={{ raffleId, status: status ?? '' }} raffleTitle={raffle.title} />
          {mayExport && (
            <FileButton
              path={`/v1/raffles/${raffleId}/orders.csv${status ? `?status=${status}` : ''}`}
              fileName={`pedidos-${raffleId}${status ? `-${status.toLowerCase()}` : ''}.csv`}
              label={status ? t.saveThese : t.saveAll}
            />
          )}
        </Row>
      }
    >
      <Choice>
        <Select
          label={t.status}
          value={status ?? ''}
          onValue={(value) => setStatus(ORDER_STATUSES.find((known) => known === value) ?? null)}
          options={[{ value: '', label: t.all }, ...ORDER_STATUSES.map((value) => ({ value, label: statuses[value] }))]}
        />
      </Choice>
      {!list.nodes && <Problem problem={list.error} onRetry={list.reload} />}
      {!list.nodes && !list.error && <Skeleton lines={8} />}
      {list.nodes?.length === 0 && (
        <Empty>
          <p>{status ? t.noneOfStatus : t.none}</p>
        </Empty>
      )}
      {list.nodes && list.nodes.length > 0 && (
        <Table caption={t.listed} columns={columns} rows={list.nodes} keyOf={({ id }) => id} />
      )}
      <LoadMore list={list} />
      <p>
        <a href={ordersHref({ raffle: raffleId, status: status ?? undefined })}>{t.inOrders}</a>
      </p>
    </Card>
  );
}

function WonPrizes({ raffleId }: { raffleId: string }) {
  const t = useTexts(TEXTS);
  const mayExport = useMay()(createExportRoles);
  const file = mayExport && (
    <FileButton path={`/v1/raffles/${raffleId}/won-prizes.csv`} fileName={`premios-${raffleId}.csv`} label={t.savePrizes} />
  );
  return (
    <Card title={t.wonPrizes} actions={file}>
      <p>
        {t.aboutWonPrizes} <a href={prizesHref({ raffle: raffleId, state: 'ALL' })}>{t.register}</a>
      </p>
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Últimos pedidos',
    listed: 'Lista dos últimos pedidos',
    order: 'Pedido',
    status: 'Situação',
    buyer: 'Comprador',
    quotas: 'Cotas',
    total: 'Total',
    when: 'Feito em',
    all: 'Todos',
    none: 'Nenhum pedido ainda. Eles aparecem aqui assim que alguém compra.',
    noneOfStatus: 'Nenhum pedido desta rifa está nesta situação.',
    inOrders: 'Procurar, cancelar ou devolver em Pedidos',
    saveAll: 'Baixar todos (CSV)',
    saveThese: 'Baixar estes (CSV)',
    wonPrizes: 'Prêmios ganhos',
    savePrizes: 'Baixar os prêmios (CSV)',
    aboutWonPrizes: 'O arquivo diz o que cada ganhador desta rifa ganhou, e se recebeu.',
    register: 'Prêmios desta rifa',
  },
  en: {
    title: 'Last orders',
    listed: 'List of the last orders',
    order: 'Order',
    status: 'Status',
    buyer: 'Buyer',
    quotas: 'Quotas',
    total: 'Total',
    when: 'Placed',
    all: 'All',
    none: 'There are no orders yet. They appear here as soon as somebody buys.',
    noneOfStatus: 'No order of this raffle has this status.',
    inOrders: 'Search, cancel or refund in Orders',
    saveAll: 'Download all (CSV)',
    saveThese: 'Download these (CSV)',
    wonPrizes: 'Prizes won',
    savePrizes: 'Download the prizes (CSV)',
    aboutWonPrizes: 'The file says what each winner of this raffle won, and whether it was handed over.',
    register: 'Prizes of this raffle',
  },
});
