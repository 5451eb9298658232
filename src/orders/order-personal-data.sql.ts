// SQL: JSON over several tables.
import { instantText, moneyText } from '../platform/database/sql-text.js';
import { statement } from '../platform/database/statement.js';

/**
 * What a person ordered, and what came of each order: in the order of the index that finds them. $1 user, $2 and $3 status and id of the one
 * to go on after, $4 how many.
 */
export const selectPersonalOrders = statement<{ status: string; id: string; json: string }>(
  'select_personal_orders',
  `
  SELECT o.status, o.id::text, jsonb_build_object(
    'id', o.id, 'raffle', r.title, 'raffleId', o.raffle_id, 'status', o.status, 'createdAt', ${instantText('o.created_at')}, 'paidAt', ${instantText('o.paid_at')},
    'endedAt', ${instantText('o.ended_at')}, 'quotaQuantity', o.quota_quantity, 'totalValue', ${moneyText('o.total_value')}, 'referral', o.referral,
    'tracking', o.tracking,
    'buyerName', o.buyer_name, 'buyerCpf', o.buyer_cpf, 'buyerPhone', o.buyer_phone,
    'payments', (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'amount', ${moneyText('p.amount')}, 'paidAt', ${instantText('p.paid_at')}, 'endToEndId', p.end_to_end_id, 'payerName', p.payer_name,
        'payerCpf', p.payer_cpf, 'refunds', (
          SELECT coalesce(jsonb_agg(jsonb_build_object(
            'amount', ${moneyText('f.amount')}, 'status', f.status, 'createdAt', ${instantText('f.created_at')}, 'settledAt', ${instantText('f.settled_at')})), '[]')
          FROM refunds f WHERE f.payment_id = p.id))), '[]')
      FROM payments p WHERE p.order_id = o.id),
    'boxes', (SELECT b.boxes FROM order_boxes b WHERE b.order_id = o.id),
    'quotaPrizes', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('prize', q.prize, 'wonAt', ${instantText('q.won_at')})), '[]')
      FROM quota_prizes q WHERE q.won_order_id = o.id),
    'prizes', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('position', w.position, 'prize', w.prize)), '[]')
      FROM raffle_winners w WHERE w.order_id = o.id)
  )::text AS json
  FROM orders o JOIN raffles r ON r.id = o.raffle_id
  WHERE o.user_id = $1 AND (o.status, o.id) > ($2::order_status, $3::bigint)
  ORDER BY o.status, o.id NULLS FIRST LIMIT $4`,
);
