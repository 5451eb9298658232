// SQL: measured: leases and results of messages; what a message tells is read in one statement.
// A claim or a result may get lost: then the message is sent once more, under the same Message-ID.
import type { MessageChannel, MessageKind } from '../generated/prisma/enums.js';
import { instantText } from '../platform/database/sql-text.js';
import { statement } from '../platform/database/statement.js';

const WRITTEN = 'id, kind, channel, priority, user_id, subject, not_before, next_attempt_at, ends_at';

/**
 * For buyers who have such a contact. A phone must be proved: anybody can type one. $1 ids, $2 kinds, $3 channels, $4 buyers, $5 subjects,
 * $6 not before, $7 not after, $8 priorities.
 */
export const insertMessages = statement<object>(
  'insert_messages',
  `
  INSERT INTO messages (${WRITTEN})
  SELECT m.id, m.kind, m.channel, m.priority, m.user_id, m.subject, m.not_before, m.not_before, m.ends_at
  FROM unnest($1::uuid[], $2::message_kind[], $3::message_channel[], $4::uuid[], $5::text[], $6::timestamptz[], $7::timestamptz[],
              $8::int[]) AS m(id, kind, channel, user_id, subject, not_before, ends_at, priority)
  JOIN users u ON u.id = m.user_id
  WHERE u.deleted_at IS NULL AND CASE m.channel WHEN 'EMAIL' THEN u.email IS NOT NULL ELSE u.phone_proved_at IS NOT NULL END
  ON CONFLICT DO NOTHING`,
  { repeatable: true },
);

/** $1 id, $2 sealed address and code, $3 until when. */
export const insertCodeMessage = statement<object>(
  'insert_code_message',
  `
  INSERT INTO messages (${WRITTEN}, sealed) VALUES ($1::uuid, 'CODE', 'EMAIL', 0, NULL, $1::uuid::text, now(), now(), $3, $2)`,
);

export interface ClaimedMessage {
  id: string;
  kind: MessageKind;
  channel: MessageChannel;
  priority: number;
  userId: string | null;
  subject: string;
  sealed: Buffer | null;
  attempts: number;
  endsAt: Date;
  leasedUntil: Date;
}

/**
 * By priority. Of one person's messages the oldest: a later one waits for it unless the later one is more urgent. $1 channel, $2 how many,
 * $3 lease in seconds.
 */
export const claimMessages = statement<ClaimedMessage>(
  'claim_messages',
  `
  WITH due AS MATERIALIZED (
    SELECT m.id FROM messages m
    WHERE m.status = 'PENDING' AND m.channel = $1::message_channel AND m.next_attempt_at <= now()
      AND (m.user_id IS NULL OR NOT EXISTS (
        SELECT FROM messages e WHERE e.user_id = m.user_id AND e.channel = $1::message_channel AND e.status = 'PENDING'
          AND e.priority <= m.priority AND e.id < m.id AND e.not_before <= now()))
    ORDER BY m.priority, m.next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  UPDATE messages m SET next_attempt_at = now() + make_interval(secs => $3)
  WHERE m.id = ANY (ARRAY(SELECT id FROM due))
  RETURNING m.id, m.kind, m.channel, m.priority, m.user_id AS "userId", m.subject, m.sealed, m.attempts, m.ends_at AS "endsAt",
    m.next_attempt_at AS "leasedUntil"`,
);

/**
 * SENT counts under any lease, DROPPED and DEAD only under their own. $1 id, $2 lease, $3 SENT, DROPPED or DEAD, $4 error, $5 hash of the
 * contact.
 */
export const endMessage = statement<{ id: string }>(
  'end_message',
  `
  UPDATE messages SET status = $3::message_status, ended_at = now(), sealed = NULL,
    attempts = attempts + CASE $3::message_status WHEN 'DROPPED' THEN 0 ELSE 1 END, last_error = $4, contact_hash = $5
  WHERE id = $1 AND status = 'PENDING' AND ($3::message_status = 'SENT' OR next_attempt_at = $2) RETURNING id::text`,
  { repeatable: true },
);

/** $1 id, $2 lease, $3 seconds until the next attempt, $4 error, $5 whether this was an attempt. */
export const postponeMessage = statement<object>(
  'postpone_message',
  `
  UPDATE messages SET next_attempt_at = now() + make_interval(secs => $3), last_error = coalesce($4, last_error),
    attempts = attempts + $5::boolean::int
  WHERE id = $1 AND status = 'PENDING' AND next_attempt_at = $2`,
  { repeatable: true },
);

export interface MessageFacts {
  name: string;
  /** The address or phone now. Null where there is none any more. */
  contact: string | null;
  language: string | null;
  /** Also false where the thing is over. */
  isWanted: boolean;
  raffle: string;
  slug: string;
  orderId: string | null;
  quantity: number | null;
  /** Of the order, or of what was returned. */
  total: bigint | null;
  expiresAt: Date | null;
  drawAt: Date | null;
  prize: string | null;
  lapsesAt: Date | null;
}

const CONTACT =
  "CASE $2::message_channel WHEN 'EMAIL' THEN lower(u.email) ELSE CASE WHEN u.phone_proved_at IS NOT NULL THEN u.phone END END";
const WANTED = `u.deleted_at IS NULL AND u.blocked_at IS NULL AND NOT EXISTS (
    SELECT FROM message_opt_outs x WHERE x.contact_hash = sha256(convert_to(${CONTACT}, 'UTF8')) AND x.kind = $3::message_kind)`;
const OF_BUYER = `u.name, ${CONTACT} AS contact, u.language, r.title AS raffle, r.slug`;

/** Reminders to one address in a day. */
const REMINDERS_A_DAY = 5;

/** $1 order, $2 channel, $3 kind. */
const selectOrderFacts = statement<MessageFacts>(
  'select_message_facts_of_order',
  `
  SELECT ${OF_BUYER}, o.id::text AS "orderId", o.quota_quantity AS quantity, o.total_value AS total, o.expires_at AS "expiresAt",
    NULL::timestamptz AS "drawAt", NULL::text AS prize, NULL::timestamptz AS "lapsesAt", ${WANTED} AND CASE $3::message_kind
      WHEN 'ORDER_PAID' THEN o.status = 'PAID'
      WHEN 'ORDER_REFUNDED' THEN o.status = 'REFUNDED'
      ELSE o.status = 'PENDING' AND o.reservation = 'RESERVED' AND o.expires_at > now() AND ${REMINDERS_A_DAY} > (
        SELECT count(*) FROM messages m WHERE m.contact_hash = sha256(convert_to(${CONTACT}, 'UTF8')) AND m.kind = $3::message_kind
          AND m.status = 'SENT' AND m.ended_at > now() - interval '1 day')
      END AS "isWanted"
  FROM orders o JOIN users u ON u.id = o.user_id JOIN raffles r ON r.id = o.raffle_id WHERE o.id = $1::text::bigint`,
);

/** $1 refund, $2 channel, $3 kind. */
const selectRefundFacts = statement<MessageFacts>(
  'select_message_facts_of_refund',
  `
  SELECT ${OF_BUYER}, o.id::text AS "orderId", NULL::int AS quantity, f.amount AS total, NULL::timestamptz AS "expiresAt",
    NULL::timestamptz AS "drawAt", NULL::text AS prize, NULL::timestamptz AS "lapsesAt",
    ${WANTED} AND f.status = 'RETURNED' AND o.status <> 'REFUNDED' AS "isWanted"
  FROM refunds f JOIN payments p ON p.id = f.payment_id JOIN orders o ON o.id = p.order_id JOIN users u ON u.id = o.user_id
    JOIN raffles r ON r.id = o.raffle_id
  WHERE f.id = $1`,
);

/** Whom to tell of refunds. A refunded order was told of already. $1 refunds. */
export const selectBuyersOfRefunds = statement<{ refundId: string; userId: string }>(
  'select_buyers_of_refunds',
  `
  SELECT f.id AS "refundId", o.user_id AS "userId"
  FROM refunds f JOIN payments p ON p.id = f.payment_id JOIN orders o ON o.id = p.order_id
  WHERE f.id = ANY ($1::text[]) AND o.status <> 'REFUNDED'`,
);

/** $1 prize, $2 channel, $3 kind. */
const selectPrizeFacts = statement<MessageFacts>(
  'select_message_facts_of_prize',
  `
  SELECT ${OF_BUYER}, w.order_id::text AS "orderId", NULL::int AS quantity, NULL::bigint AS total, NULL::timestamptz AS "expiresAt",
    NULL::timestamptz AS "drawAt", w.title AS prize, w.lapses_at AS "lapsesAt",
    ${WANTED} AND CASE $3::message_kind WHEN 'PRIZE_DELIVERED' THEN w.state = 'DELIVERED'
      ELSE w.state IN ('WON', 'CONTACTED') END AS "isWanted"
  FROM won_prizes w JOIN users u ON u.id = w.user_id JOIN raffles r ON r.id = w.raffle_id WHERE w.id = $1::text::uuid`,
);

/** The subject of what an order won without a draw. */
export const winsOf = (orderId: string): string => `order ${orderId}`;

/** What the buyer knows of it. $1 subject, $2 channel, $3 kind. */
const selectWinsFacts = statement<MessageFacts>(
  'select_message_facts_of_wins',
  `
  SELECT ${OF_BUYER}, o.id::text AS "orderId", NULL::int AS quantity, NULL::bigint AS total, NULL::timestamptz AS "expiresAt",
    NULL::timestamptz AS "drawAt", array_to_string(w.titles[1:3], ', ') || CASE WHEN w.count > 3 THEN ' +' || w.count - 3 ELSE '' END AS prize,
    w."lapsesAt", ${WANTED} AND w.count > 0 AS "isWanted"
  FROM orders o JOIN users u ON u.id = o.user_id JOIN raffles r ON r.id = o.raffle_id CROSS JOIN LATERAL (
    SELECT array_agg(x.title ORDER BY x.shown_at, x.id) AS titles, count(*), min(x.lapses_at) AS "lapsesAt" FROM won_prizes x
    WHERE x.order_id = o.id AND x.kind <> 'DRAW' AND x.shown_at IS NOT NULL AND x.state IN ('WON', 'CONTACTED')
  ) w WHERE o.id = substr($1::text, ${winsOf('').length + 1})::bigint`,
);

/** $1 raffle and the moment of its draw, $2 channel, $3 kind, $4 buyer. */
const selectDrawFacts = statement<MessageFacts>(
  'select_message_facts_of_draw',
  `
  SELECT ${OF_BUYER}, NULL::text AS "orderId", NULL::int AS quantity, NULL::bigint AS total, NULL::timestamptz AS "expiresAt",
    r.draw_at AS "drawAt", NULL::text AS prize, NULL::timestamptz AS "lapsesAt",
    ${WANTED} AND r.draw_at > now() AND r.draw_at = split_part($1::text, ' ', 2)::timestamptz
      AND r.status IN ('OPEN', 'SOLD_OUT', 'CLOSED') AND b.allocated > 0 AS "isWanted"
  FROM raffles r JOIN raffle_buyers b ON b.raffle_id = r.id JOIN users u ON u.id = b.user_id
  WHERE r.id = split_part($1::text, ' ', 1)::uuid AND b.user_id = $4::uuid`,
);

/** $1 hash of the address. */
export const selectCodesSent = statement<{ count: number }>(
  'select_codes_sent_to_address',
  `
  SELECT count(*)::int AS count FROM messages
  WHERE contact_hash = $1 AND kind = 'CODE' AND status = 'SENT' AND ended_at > now() - interval '1 day'`,
);

type StatementOfFacts = typeof selectOrderFacts;

const FACTS: Record<Exclude<MessageKind, 'CODE'>, StatementOfFacts> = {
  ORDER_PAID: selectOrderFacts,
  ORDER_EXPIRING: selectOrderFacts,
  ORDER_REFUNDED: selectOrderFacts,
  MONEY_RETURNED: selectRefundFacts,
  DRAW_SOON: selectDrawFacts,
  PRIZE_WON: selectPrizeFacts,
  PRIZE_DELIVERED: selectPrizeFacts,
};

export function factsOf(kind: Exclude<MessageKind, 'CODE'>, subject: string): StatementOfFacts {
  return kind === 'PRIZE_WON' && subject.startsWith(winsOf('')) ? selectWinsFacts : FACTS[kind];
}

/**
 * Orders that hold quotas, expire within these seconds and have no reminder. A short reservation is due at half of its time. $1 seconds, $2
 * how many, $3 whether by e-mail, $4 whether by phone.
 */
export const selectExpiringOrders = statement<{ id: string; userId: string; expiresAt: Date }>(
  'select_expiring_orders',
  `
  SELECT o.id::text, o.user_id AS "userId", o.expires_at AS "expiresAt" FROM orders o
  WHERE o.status = 'PENDING' AND o.reservation = 'RESERVED' AND o.expires_at > now() AND o.expires_at <= now() + make_interval(secs => $1)
    AND now() >= o.created_at + (o.expires_at - o.created_at) / 2 AND o.total_value > 0
    AND NOT EXISTS (SELECT FROM messages m WHERE m.kind = 'ORDER_EXPIRING' AND m.subject = o.id::text)
    AND EXISTS (SELECT FROM users u WHERE u.id = o.user_id
      AND ($3::boolean AND u.email IS NOT NULL OR $4::boolean AND u.phone_proved_at IS NOT NULL))
  ORDER BY o.expires_at LIMIT $2`,
);

/** The next draw within these hours of which not all buyers were told. $1 hours. */
export const selectDrawToAnnounce = statement<{ raffleId: string; drawAt: Date; upTo: string | null }>(
  'select_draw_to_announce',
  `
  SELECT r.id AS "raffleId", r.draw_at AS "drawAt", CASE WHEN a.draw_at = r.draw_at THEN a.up_to END AS "upTo"
  FROM raffles r LEFT JOIN draw_announcements a ON a.raffle_id = r.id
  WHERE r.status IN ('OPEN', 'SOLD_OUT', 'CLOSED') AND r.deleted_at IS NULL
    AND r.draw_at > now() AND r.draw_at <= now() + make_interval(hours => $1)
    AND (a.raffle_id IS NULL OR a.draw_at <> r.draw_at OR a.done_at IS NULL)
  ORDER BY r.draw_at LIMIT 1`,
);

/** $1 raffle, $2 the last buyer seen or null, $3 how many. */
export const selectBuyersToTell = statement<{ userId: string }>(
  'select_buyers_to_tell',
  `
  SELECT user_id AS "userId" FROM raffle_buyers
  WHERE raffle_id = $1 AND ($2::uuid IS NULL OR user_id > $2) AND allocated > 0 ORDER BY user_id LIMIT $3`,
);

/** $1 raffle, $2 the moment of the draw, $3 the last buyer told, $4 whether that was the last of all. */
export const keepAnnouncement = statement<object>(
  'keep_draw_announcement',
  `
  INSERT INTO draw_announcements (raffle_id, draw_at, up_to, done_at) VALUES ($1::uuid, $2, $3::uuid, CASE WHEN $4::boolean THEN now() END)
  ON CONFLICT (raffle_id) DO UPDATE SET draw_at = excluded.draw_at, up_to = excluded.up_to, done_at = excluded.done_at`,
  { repeatable: true },
);

/** Whose channel was turned off: nobody claims them. $1 days since they could be sent, $2 how many. */
export const endOverdueMessages = statement<{ id: string }>(
  'end_overdue_messages',
  `
  UPDATE messages SET status = 'DROPPED', ended_at = now(), sealed = NULL, last_error = 'TOO_LATE' WHERE id = ANY (ARRAY(
    SELECT id FROM messages WHERE status = 'PENDING' AND ends_at < now() - make_interval(days => $1) ORDER BY ends_at LIMIT $2
  )) AND status = 'PENDING' RETURNING id::text`,
);

/** $1 days since they ended, $2 how many. */
export const purgeMessages = statement<{ id: string }>(
  'purge_messages',
  `
  DELETE FROM messages WHERE id = ANY (ARRAY(
    SELECT id FROM messages WHERE ended_at < now() - make_interval(days => $1) ORDER BY ended_at LIMIT $2
  )) RETURNING id`,
);

/** A deleted person gets nothing more. $1 user. */
export const dropMessagesOf = statement<object>(
  'drop_messages_of_the_deleted',
  `
  UPDATE messages SET status = 'DROPPED', ended_at = now(), sealed = NULL WHERE user_id = $1 AND status = 'PENDING'`,
);

/** $1 user, $2 and $3 status and id of the last one seen, $4 limit. */
export const selectPersonalMessages = statement<{ status: string; id: string; json: string }>(
  'select_personal_messages',
  `
  SELECT $2::text AS status, m.id::text, jsonb_build_object(
    'kind', m.kind, 'channel', m.channel, 'about', m.subject, 'status', m.status, 'createdAt', ${instantText('m.created_at')},
    'endedAt', ${instantText('m.ended_at')})::text AS json
  FROM messages m WHERE m.user_id = $1
    AND m.id > coalesce(nullif($3::text, '0'), '00000000-0000-0000-0000-000000000000')::uuid
  ORDER BY m.id LIMIT $4`,
);
