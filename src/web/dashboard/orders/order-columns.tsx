import type { OrderOfBuyerFragment } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import type { Column } from '../../ui/table.js';
import { Badge } from '../../ui/surface.js';
import { OrderLink, PersonLink, RaffleLink } from '../links.js';
import { OrderStatusBadge } from './order-status.js';
import { formatPhone } from '../people/people-texts.js';

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
      isCut: true,
      cell: ({ user }) =>
        user && (
          <span title={user.name}>
            <PersonLink person={user} />
          </span>
        ),
    },
    { key: 'phone', head: t.phone, cell: ({ user }) => user && formatPhone(user.phone) },
    {
      key: 'raffle',
      head: t.raffle,
      isCut: true,
      cell: ({ raffle }) =>
        raffle && (
          <span title={raffle.title}>
            <RaffleLink raffle={raffle} />
          </span>
        ),
    },
    { key: 'quotas', head: t.quotas, isFigure: true, cell: ({ quotaQuantity }) => f.number(quotaQuantity) },
    { key: 'when', head: t.when, isFigure: true, cell: ({ createdAt }) => f.dateTime(createdAt) },
  ];
}

const TEXTS = texts({
  'pt-BR': {
    order: 'Pedido',
    status: 'Situação',
    buyer: 'Comprador',
    phone: 'Telefone',
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
    phone: 'Phone',
    raffle: 'Raffle',
    quotas: 'Quotas',
    total: 'Total',
    when: 'Placed',
    isNew: 'new',
  },
});
