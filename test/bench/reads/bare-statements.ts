/** Every list asks for one row more than it answers: whether there are more. */
const LIMIT = 21;

/** The raffle with its category, its counter and its prizes, which come as JSON: joined, they would repeat all of it. $1 slug. */
export const RAFFLE_PAGE_SQL = `
SELECT r.id, r.slug, r.title, r.subtitle, r.description, r.status, r.status_text AS "statusText", r.photo_url AS "photoUrl",
       r.starts_at AS "startsAt", r.ends_at AS "endsAt", r.show_ends_at AS "showEndsAt", r.draw_at AS "drawAt",
       r.quota_price AS "quotaPrice", r.quota_quantity AS "quotaQuantity",
       r.min_reservation_quantity AS "minReservationQuantity", r.max_reservation_quantity AS "maxReservationQuantity",
       r.max_buyer_quantity AS "maxBuyerQuantity", r.reservation_time_limit AS "reservationTimeLimit",
       r.fast_selection_cards AS "fastSelectionCards", r.popular_selection_card AS "popularSelectionCard",
       r.show_progress_bar AS "showProgressBar", r.show_prices AS "showPrices", r.whatsapp,
       g.id AS "categoryId", g.name AS "categoryName", c.sellable, c.reserved, c.allocated,
       (SELECT coalesce(json_agg(json_build_object('position', p.position, 'title', p.title, 'description', p.description)
                                 ORDER BY p.position), '[]')
        FROM raffle_prizes p WHERE p.raffle_id = r.id) AS prizes
FROM raffles r
JOIN raffle_counters c ON c.raffle_id = r.id
LEFT JOIN raffle_categories g ON g.id = r.category_id
WHERE r.slug = $1 AND r.deleted_at IS NULL AND r.status <> 'DRAFT'`;

export interface RafflePageRow {
  id: string;
  quotaPrice: string;
  categoryId: string | null;
  categoryName: string | null;
  sellable: number;
  reserved: number;
  allocated: number;
  prizes: object[];
}

const ORDER_COLUMNS = `
       o.id, o.status, o.quota_quantity AS "quotaQuantity", o.price_by_quota AS "priceByQuota", o.total_value AS "totalValue",
       o.payment_provider_name AS "paymentProviderName", c.txid AS "qrCodeId", c.br_code AS "qrCodeContent",
       o.created_at AS "createdAt", o.expires_at AS "expiresAt", o.paid_at AS "paidAt",
       r.id AS "raffleId", r.title AS "raffleTitle", r.slug AS "raffleSlug"`;

/** A page of orders is cut first, newest first; what belongs to them is joined to it. */
function pageSql(options: { condition: string; columns?: string; joins?: string }): string {
  const { condition, columns, joins = '' } = options;
  return `
SELECT ${ORDER_COLUMNS}${columns ? `, ${columns}` : ''}
FROM (SELECT * FROM orders WHERE ${condition} ORDER BY id DESC LIMIT ${LIMIT}) o
JOIN raffles r ON r.id = o.raffle_id LEFT JOIN charges c ON c.order_id = o.id ${joins}
ORDER BY o.id DESC`;
}

export const MY_ORDERS_SQL = pageSql({ condition: 'user_id = $1' });

/** With the blocks that the lucky numbers come from. $1 buyer. */
export const MY_ORDERS_AND_BLOCKS_SQL = pageSql({
  condition: 'user_id = $1',
  columns: 'a.first_ordinal AS "firstOrdinal", a.end_ordinal AS "endOrdinal"',
  joins: 'LEFT JOIN quota_allocations a ON a.order_id = o.id',
});

export const ORDERS_OF_RAFFLE_SQL = pageSql({
  condition: 'raffle_id = $1',
  columns: 'u.id AS "userId", u.name AS "userName"',
  joins: 'JOIN users u ON u.id = o.user_id',
});

export const ALL_ORDERS_SQL = pageSql({
  condition: 'id < $1',
  columns:
    'o.referral, o.bonus_quotas AS "bonusQuotas", o.discount, o.tracking, u.id AS "userId", u.name AS "userName", u.phone, u.cpf',
  joins: 'JOIN users u ON u.id = o.user_id',
});

/** A row of a page of orders; the columns that the tree is not built from go into the answer as they are. */
export interface OrderRow {
  id: string;
  createdAt: Date;
  priceByQuota: string;
  totalValue: string;
  raffleId: string;
  raffleTitle: string;
  raffleSlug: string;
}

export interface MyOrderRow extends OrderRow {
  firstOrdinal: number | null;
  endOrdinal: number | null;
}

export interface BoughtOrderRow extends OrderRow {
  userId: string;
  userName: string;
}

export interface RestOrderRow extends BoughtOrderRow {
  discount: string;
  phone: string | null;
  cpf: string | null;
}
