// SQL: locks, and sums of what the buyers hold beside the raffle's limits.
import type { Order, Raffle, ReservationField } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';

/** An order that has ended, with what reserve_orders.sql would look at if its buyer placed it now. */
export interface EndedOrder extends Pick<Order, 'expiresAt' | 'bonusQuotas'>, Pick<Raffle, 'adultsOnly' | 'quotaPrice'> {
  orderId: string;
  isDeleted: boolean;
  isBlocked: boolean;
  isProved: boolean;
  ownPhone: string | null;
  ownCpf: string | null;
  /** What the raffle asks of buyers, and what this one's account or order says. */
  reservationFields: ReservationField[];
  data: Partial<Record<ReservationField, string | null>>;
  /** How many quotas the buyer may still take, and how many may still wait unpaid. Null without a limit. */
  buyerLeft: number | null;
  unpaidLeft: number | null;
}

/**
 * The counter is locked. The buyers are locked too, as in reserve_orders.sql: blocking or deleting one of them waits. Unpaid orders are
 * sorted as only the index by buyer and status is. $1 orders that have ended, $2 unpaid orders that are being paid.
 */
export const selectEndedOrders = statement<EndedOrder>(
  'select_ended_orders',
  `
  SELECT o.id::text AS "orderId", o.expires_at AS "expiresAt", o.bonus_quotas AS "bonusQuotas", u.is_deleted AS "isDeleted",
         u.is_blocked OR is_blocked_person(u.phone, u.cpf, u.is_proved) AS "isBlocked", r.reservation_fields::text[] AS "reservationFields",
         r.adults_only AS "adultsOnly", r.quota_price AS "quotaPrice",
         json_build_object(
           'NAME', coalesce(nullif(u.name, ''), o.buyer_name), 'PHONE', coalesce(nullif(u.phone, ''), o.buyer_phone),
           'CPF', coalesce(nullif(u.cpf, ''), o.buyer_cpf), 'EMAIL', u.email, 'BIRTH_DATE', to_char(u.birth_date, 'YYYY-MM-DD')
         ) AS data,
         CASE WHEN r.max_buyer_quantity IS NOT NULL
           THEN r.max_buyer_quantity - quotas_of_person(r.id, o.user_id, u.phone, u.cpf, u.is_proved)
         END AS "buyerLeft",
         u.phone AS "ownPhone", u.cpf AS "ownCpf", u.is_proved AS "isProved",
         CASE WHEN r.enable_anti_spam THEN r.anti_spam_max_quota - (
           SELECT coalesce(sum(w.quota_quantity), 0)
           FROM (
             SELECT x.id, x.raffle_id, x.created_at, x.quota_quantity FROM orders x
             WHERE x.user_id = o.user_id AND x.status = 'PENDING' ORDER BY x.id NULLS FIRST OFFSET 0
           ) w
           WHERE w.raffle_id = o.raffle_id AND w.created_at > clock_timestamp() - make_interval(mins => r.anti_spam_timeout)
             AND w.id <> ALL ($2::bigint[])
         ) END::int AS "unpaidLeft"
  FROM orders o JOIN raffles r ON r.id = o.raffle_id CROSS JOIN LATERAL (
    SELECT y.deleted_at IS NOT NULL AS is_deleted, y.blocked_at IS NOT NULL AS is_blocked, y.phone_proved_at IS NOT NULL AS is_proved,
           y.name, y.phone, y.cpf, y.email, y.birth_date
    FROM users y WHERE y.id = o.user_id OFFSET 0
    FOR KEY SHARE
  ) u
  WHERE o.id = ANY ($1::bigint[])`,
);
