import { statement } from '../platform/database/statement.js';

const money = (centavos: string): string => `to_char(${centavos} / 100.0, 'FM999999999999990.00')`;

/** As every other answer writes an instant. */
const time = (at: string): string => `to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A part of what is kept about a person, as JSON, and where it stands in its list. */
export interface PersonalRow {
  status: string;
  id: string;
  json: string;
}

/**
 * What a person ordered, and what came of each order: in the order of the index that finds them. $1 user, $2 and $3 status and id of the one
 * to go on after, $4 how many.
 */
export const selectPersonalOrders = statement<PersonalRow>(
  'select_personal_orders',
  `
  SELECT o.status, o.id::text, jsonb_build_object(
    'id', o.id, 'raffle', r.title, 'raffleId', o.raffle_id, 'status', o.status, 'createdAt', ${time('o.created_at')}, 'paidAt', ${time('o.paid_at')},
    'endedAt', ${time('o.ended_at')}, 'quotaQuantity', o.quota_quantity, 'totalValue', ${money('o.total_value')}, 'referral', o.referral,
    'tracking', o.tracking,
    'buyerName', o.buyer_name, 'buyerCpf', o.buyer_cpf, 'buyerPhone', o.buyer_phone,
    'payments', (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'amount', ${money('p.amount')}, 'paidAt', ${time('p.paid_at')}, 'endToEndId', p.end_to_end_id, 'payerName', p.payer_name,
        'payerCpf', p.payer_cpf, 'refunds', (
          SELECT coalesce(jsonb_agg(jsonb_build_object(
            'amount', ${money('f.amount')}, 'status', f.status, 'createdAt', ${time('f.created_at')}, 'settledAt', ${time('f.settled_at')})), '[]')
          FROM refunds f WHERE f.payment_id = p.id))), '[]')
      FROM payments p WHERE p.order_id = o.id),
    'boxes', (SELECT b.boxes FROM order_boxes b WHERE b.order_id = o.id),
    'quotaPrizes', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('prize', q.prize, 'wonAt', ${time('q.won_at')})), '[]')
      FROM quota_prizes q WHERE q.won_order_id = o.id),
    'prizes', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('position', w.position, 'prize', w.prize)), '[]')
      FROM raffle_winners w WHERE w.order_id = o.id)
  )::text AS json
  FROM orders o JOIN raffles r ON r.id = o.raffle_id
  WHERE o.user_id = $1 AND (o.status, o.id) > ($2::order_status, $3::bigint)
  ORDER BY o.status, o.id NULLS FIRST LIMIT $4`,
);

/** What a person earned by referring others. $1 user, $2 not used, $3 the id to go on after, $4 how many. */
export const selectPersonalCommissions = statement<PersonalRow>(
  'select_personal_commissions',
  `
  SELECT $2::text AS status, c.id::text, jsonb_build_object(
    'type', c.type, 'amount', ${money('c.amount')}, 'orderId', c.order_id, 'reference', c.reference, 'createdAt', ${time('c.created_at')}
  )::text AS json
  FROM commission_entries c WHERE c.referrer_id = $1 AND c.id > $3::bigint
  ORDER BY c.id NULLS FIRST LIMIT $4`,
);

/** From where a person is logged in. $1 user, $2 and $3 not used, $4 how many: a user has no more than a page of them. */
export const selectPersonalSessions = statement<PersonalRow>(
  'select_personal_sessions',
  `
  SELECT $2::text AS status, $3::text AS id, jsonb_build_object(
    'createdAt', ${time('s.created_at')}, 'refreshedAt', ${time('s.rotated_at')}, 'network', s.network, 'userAgent', s.user_agent
  )::text AS json
  FROM sessions s WHERE s.user_id = $1 ORDER BY s.id LIMIT $4`,
);

/** Raffles that are not over in which a person holds quotas: three are enough to say so. $1 user. */
export const selectRafflesUnderWay = statement<{ title: string }>(
  'select_raffles_under_way',
  `
  SELECT DISTINCT r.title FROM orders o JOIN raffles r ON r.id = o.raffle_id
  WHERE o.user_id = $1 AND (o.status = 'PENDING' OR (o.status = 'PAID' AND r.status NOT IN ('DRAWN', 'FINISHED', 'CANCELLED')))
  ORDER BY r.title LIMIT 3`,
);
