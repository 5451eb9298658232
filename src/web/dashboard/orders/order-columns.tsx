import type { OrderOfBuyerFragment } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import type { Column } from '../../ui/table.js';
import { Badge } from '../../ui/surface.js';
import { OrderLink, PersonLink, RaffleLink } from '../links.js';
import { OrderStatusBadge } from './order-status.js';
import { formatPhone } from '../people/people-texts.js';
import css from './orders.module.css';

/** `isNew` marks orders that arrived since the screen opened. */
export function useOrderColumns(isNew: (id: string) => boolean = () => false): readonly Column<OrderOfBuyerFragment>[] {
  const t = useTexts(TEXTS);
  const f = useFormats();
  return [
    {
      key: 'id',
      head: t.order,
      cell: ({ id }) => (
        <>
          <OrderLink id={id} /> {isNew(id) && <Badge tone="good">{t.isNew}</Badge>}
        </>
      ),
    },
    { key: 'status', head: t.status, cell: ({ status }) => <OrderStatusBadge status={status} /> },
    { key: 'total', head: t.total, isFigure: true, cell: ({ totalValue }) => f.money(totalValue) },
    {
      key: 'buyer',
      head: t.buyer,
      cell: ({ user }) =>
        user && (
          <span class={css.buyer}>
            <PersonLink person={user} />
            <small>{formatPhone(user.phone)}</small>
          </span>
        ),
    },
    {
      key: 'raffle',
      head: t.raffle,
      cell: ({ raffle }) => <span class={css.raffle}>{raffle && <RaffleLink raffle={raffle} />}</span>,
    },
    { key: 'quotas', head: t.quotas, isFigure: true, cell: ({ quotaQuantity }) => f.number(quotaQuantity) },
    { key: 'when', head: t.when, isFigure: true, cell: ({ createdAt }) => <span class={css.when}>{f.dateTime(createdAt)}</span> },
  ];
}

const TEXTS = texts({
  'pt-BR': {
    order: 'Pedido',
    status: 'Situação',
    buyer: 'Comprador',
    raffle: 'Rifa',
    quotas: 'Cotas',
    total: 'Total',
    when: 'Feito em',
    isNew: 'novo',
  },
  en: {
    order: 'Order',
    status: 'Status',
    buyer: 'Buyer',
    raffle: 'Raffle',
    quotas: 'Quotas',
    total: 'Total',
    when: 'Placed',
    isNew: 'new',
  },
});
