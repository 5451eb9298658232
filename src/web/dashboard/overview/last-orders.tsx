import { useEffect, useRef, useState } from 'preact/hooks';
import { LastOrdersDocument } from '../../../generated/client/operations.js';
import { useQuery } from '../../common/query.js';
import { texts, useTexts } from '../../common/language.js';
import { ButtonLink } from '../../ui/button.js';
import { Skeleton, Card, Empty, Problem } from '../../ui/surface.js';
import { Table } from '../../ui/table.js';
import { useOrderColumns } from '../orders/order-columns.js';
import { ordersHref } from '../orders/orders-query.js';
import { useReloadOnChange } from './reload-on-change.js';

const ASK_MS = 15_000;
const AGAIN_MS = 2_000;
const NEW_MS = 20_000;

export function LastOrders({ version }: { version: string | undefined }) {
  const t = useTexts(TEXTS);
  const { data, error, reload } = useQuery(LastOrdersDocument, { first: 10 }, { everyMs: ASK_MS });
  useReloadOnChange(version, reload, AGAIN_MS);
  const orders = data?.lastOrders;
  const fresh = useFresh(orders?.map(({ id }) => id));
  const columns = useOrderColumns((id) => fresh.has(id));
  return (
    <Card
      title={t.title}
      actions={
        <ButtonLink small href={ordersHref()}>
          {t.all}
        </ButtonLink>
      }
    >
      <Problem problem={error} onRetry={reload} />
      <p class="visually-hidden" role="status">
        {fresh.size > 0 && t.came(fresh.size)}
      </p>
      {!orders && !error && <Skeleton lines={8} />}
      {orders?.length === 0 && (
        <Empty>
          <p>{t.none}</p>
        </Empty>
      )}
      {orders && orders.length > 0 && (
        <Table caption={t.table} columns={columns} rows={orders} keyOf={({ id }) => id} isOfLines />
      )}
    </Card>
  );
}

function useFresh(ids: readonly string[] | undefined): ReadonlySet<string> {
  const known = useRef<Set<string>>(undefined);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const key = ids?.join(' ');
  useEffect(() => {
    if (!ids) return undefined;
    const came = known.current ? ids.filter((id) => !known.current?.has(id)) : [];
    known.current = new Set([...(known.current ?? []), ...ids]);
    if (came.length === 0) return undefined;
    setFresh((old) => new Set([...old, ...came]));
    setTimeout(() => setFresh((old) => new Set([...old].filter((id) => !came.includes(id)))), NEW_MS);
    return undefined;
    // The key stands for the ids.
  }, [key]);
  return fresh;
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Últimos pedidos',
    table: 'Os dez últimos pedidos',
    all: 'Todos os pedidos',
    none: 'Nenhum pedido ainda. Eles aparecem aqui assim que alguém compra.',
    came: (count: number) => (count === 1 ? 'Chegou um pedido novo.' : `Chegaram ${count} pedidos novos.`),
  },
  en: {
    title: 'Latest orders',
    table: 'The latest ten orders',
    all: 'All orders',
    none: 'There are no orders yet. They appear here as soon as somebody buys.',
    came: (count: number) => (count === 1 ? 'A new order came.' : `${count} new orders came.`),
  },
});
