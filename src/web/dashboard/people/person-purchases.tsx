import { useState } from 'preact/hooks';
import { NumbersOfBuyerDocument, OrdersDocument, PurchasesDocument } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { NUMBERS_A_PAGE, NumberList } from '../../common/lucky-numbers.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { useQuery } from '../../common/query.js';
import { RowButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Note, Stats } from '../../ui/layout.js';
import { Card, Problem, Skeleton, Stat } from '../../ui/surface.js';
import { PagedCard } from '../../ui/paged-card.js';
import { Table } from '../../ui/table.js';
import { RaffleLink } from '../links.js';
import { useOrderColumns } from '../orders/order-columns.js';

interface RaffleOf {
  raffleId: string;
  raffleTitle: string;
}

/** What a buyer bought: sums, raffle by raffle with the numbers, and the orders. */
export function PersonPurchases({ userId }: { userId: string }) {
  const t = useTexts(TEXTS);
  const orders = usePagedQuery(OrdersDocument, { filter: { userId } }, (data) => data.orders);
  return (
    <>
      <Sums userId={userId} />
      <PagedCard
        isOfLines
        title={t.orders}
        caption={t.listed}
        none={t.none}
        list={orders}
        columns={useOrderColumns()}
        keyOf={({ id }) => id}
      />
    </>
  );
}

function Sums({ userId }: { userId: string }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { data, error, reload } = useQuery(PurchasesDocument, { userId });
  const [shown, setShown] = useState<RaffleOf>();
  const sums = data?.purchases;
  return (
    <Card title={t.sums}>
      <Problem problem={error} onRetry={reload} />
      {!sums && !error && <Skeleton lines={6} />}
      {sums && (
        <Stats>
          <Stat name={t.orders}>{f.number(sums.orders)}</Stat>
          <Stat name={t.paidOrders}>{f.number(sums.paidOrders)}</Stat>
          <Stat name={t.paid}>{f.money(sums.paid)}</Stat>
          <Stat name={t.returned}>{f.money(sums.returned)}</Stat>
        </Stats>
      )}
      {sums?.isCut && <Note>{t.isCut}</Note>}
      {sums && sums.raffles.length > 0 && (
        <Table
          caption={t.byRaffle}
          rows={sums.raffles}
          keyOf={({ raffleId }) => raffleId}
          columns={[
            {
              key: 'raffle',
              head: t.raffle,
              cell: ({ raffleId: id, raffleTitle: title }) => <RaffleLink raffle={{ id, title }} />,
            },
            {
              key: 'numbers',
              head: t.numbers,
              cell: (raffle) =>
                raffle.quotas > 0 && (
                  <RowButton
                    label={t.showNumbers(f.number(raffle.quotas))}
                    of={raffle.raffleTitle}
                    onClick={() => setShown(raffle)}
                  />
                ),
            },
            { key: 'paid', head: t.paid, isFigure: true, cell: ({ paid }) => f.money(paid) },
            { key: 'orders', head: t.orders, isFigure: true, cell: (raffle) => f.number(raffle.orders) },
            { key: 'paidOrders', head: t.paidOrders, isFigure: true, cell: ({ paidOrders }) => f.number(paidOrders) },
            { key: 'returned', head: t.returned, isFigure: true, cell: ({ returned }) => f.money(returned) },
          ]}
        />
      )}
      {shown && (
        <Dialog title={t.numbersOf(shown.raffleTitle)} onClose={() => setShown(undefined)}>
          <NumbersOfRaffle userId={userId} raffleId={shown.raffleId} />
        </Dialog>
      )}
    </Card>
  );
}

function NumbersOfRaffle(of: { userId: string; raffleId: string }) {
  return (
    <NumberList
      list={usePagedQuery(NumbersOfBuyerDocument, of, ({ luckyNumbersByRaffle }) => luckyNumbersByRaffle, NUMBERS_A_PAGE)}
    />
  );
}

const TEXTS = texts({
  'pt-BR': {
    sums: 'Compras',
    orders: 'Pedidos',
    listed: 'Lista dos pedidos',
    none: 'Nenhum pedido ainda.',
    paidOrders: 'Pagos',
    paid: 'Em pedidos pagos',
    returned: 'Devolvido',
    isCut: 'São somados os mil pedidos mais novos de cada situação.',
    byRaffle: 'Compras por rifa',
    raffle: 'Rifa',
    numbers: 'Números',
    showNumbers: (count: string) => `Ver ${count}`,
    numbersOf: (raffle: string) => `Números em ${raffle}`,
  },
  en: {
    sums: 'Purchases',
    orders: 'Orders',
    listed: 'List of the orders',
    none: 'No orders yet.',
    paidOrders: 'Paid',
    paid: 'Amount paid',
    returned: 'Returned',
    isCut: 'The newest thousand orders of each status are summed up.',
    byRaffle: 'Purchases by raffle',
    raffle: 'Raffle',
    numbers: 'Numbers',
    showNumbers: (count: string) => `See ${count}`,
    numbersOf: (raffle: string) => `Numbers in ${raffle}`,
  },
});
