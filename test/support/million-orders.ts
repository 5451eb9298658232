import pg from 'pg';
import { rebuildMetrics } from '../../src/metrics/rebuild.js';
import { aCustomer, anAdmin } from './actors.js';
import { publishRounds } from './rounds.js';
import { anOpenRaffle } from './sales.js';
import type { TestServer } from './start.js';
import { anApiClient, anEndpoint } from './webhook-inbox.js';

/** What must not be seen in any figure: `SOAK_ORDERS=10000000 npm run soak plans`, half an hour and 40 GB, asks the same of ten times more. */
const ORDERS = Number(process.env.SOAK_ORDERS ?? 1_000_000);
const SCALE = ORDERS / 1_000_000;
/** The order that half of the others are older than. */
export const MIDDLE = ORDERS / 2;
/** Orders of the raffle that was called off, which are the oldest; as many of the one that sold nothing follow. */
const CALLED_OFF = 50_000 * Math.min(1, SCALE);
const BUYERS = 250_000;
const SMALL_RAFFLES = 2_000;
const BLOCKS_A_ROUND = 5_000;
/** The latest orders: placed within the last quarter of an hour, three of four of them unpaid. */
const RECENT = 2_000;
/** Of those the oldest, whose time is over. */
const OVERDUE = 300;

/** Who and what is worth asking about in a database of a million orders. */
export interface MillionOrders {
  raffles: {
    /** Six hundred thousand orders, none of which was ever refunded. */
    huge: string;
    /** Fifty thousand orders, all of them expired or cancelled. */
    unsold: string;
    /** Nobody has ever ordered of it. */
    unordered: string;
    /** Called off: fifty thousand orders, the oldest of all, and nearly all refunds there are. */
    calledOff: string;
    /** Some hundred and fifty orders. */
    small: string;
  };
  /** Thirty thousand orders, of which three hundred are paid and the others have ended. */
  heavyBuyer: { id: string; token: string; phone: string; cpf: string };
  /** A buyer with a handful of orders. */
  buyer: { id: string; token: string; phone: string; cpf: string };
  operator: { token: string };
  /** One of the huge raffle's. */
  paidOrderId: string;
  /** The heavy buyer's latest with boxes, and one of the prizes of the huge raffle's. */
  boxedOrderId: string;
  awardedBoxId: string;
  categoryId: string;
  /** Half of the orders were placed before. */
  halfWay: Date;
  /** A legacy client with fifty thousand charges. */
  client: { id: string; token: string };
  /** Of a million deliveries it has thirty thousand, which are dead; those of the other one were delivered. */
  deadEndpoint: number;
  endpoint: number;
  /** Of those that refused it five hundred. */
  bulkActId: string;
}

/**
 * Fills a server's empty database the way some months of selling leave it: one huge raffle among thousands of small ones, few
 * orders unpaid, most of the history in states that are history. Rows are written beside the service, by the table; counters,
 * buyers, blocks and money are what the orders sum up to.
 */
export async function fillWithAMillionOrders(server: TestServer): Promise<MillionOrders> {
  const huge = await anOpenRaffle(server, {
    quotaQuantity: 10_000_000,
    enableAntiSpam: true,
    antiSpamMaxQuota: 1_000,
    antiSpamTimeout: 60,
    maxBuyerQuantity: 1_000_000,
  });
  const unsold = await anOpenRaffle(server, { quotaQuantity: 1_000_000 });
  const unordered = await anOpenRaffle(server, { quotaQuantity: 1_000_000 });
  const calledOff = await anOpenRaffle(server, { quotaQuantity: 1_000_000, status: 'CANCELLED' });
  const small = await anOpenRaffle(server, { quotaQuantity: 10_000 });
  const [heavyBuyer, buyer, operator] = [await aCustomer(server), await aCustomer(server), await anAdmin(server)];
  const apiClient = await anApiClient(server);
  const { id: endpoint } = await anEndpoint(server, 'http://127.0.0.1:9/operators');
  const { id: deadEndpoint } = await anEndpoint(server, 'http://127.0.0.1:9/dead', ['order.refunded']);

  const examples = {} as Pick<MillionOrders, 'halfWay' | 'categoryId' | 'paidOrderId' | 'boxedOrderId' | 'awardedBoxId'>;
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    // References hold by construction: a million look-ups for each would be half of the time.
    await client.query('SET session_replication_role = replica');
    const rows = [
      ...people(),
      ...orders({
        huge: huge.id,
        unsold: unsold.id,
        calledOff: calledOff.id,
        small: small.id,
        heavyBuyer: heavyBuyer.id,
        buyer: buyer.id,
      }),
      ...whatOrdersSumUpTo([unsold.id, calledOff.id, small.id]),
      ...quotaPrizes(huge.id),
      ...money(),
      ...legacyCharges(apiClient.id),
      ...commissions(),
      ...boxes(huge.id),
      ...decisions(huge.id, server.app.rounds.chain.hash),
      ...draws(),
      WON_PRIZES,
      pictures(operator.id),
      ...actsOnMany(operator.id),
      ...aroundThem({ endpoint, deadEndpoint }),
      'VACUUM ANALYZE',
    ];
    for (const sql of rows) await client.query(sql);
    await publishRounds(
      server.app,
      Array.from({ length: 1 + ORDERS / BLOCKS_A_ROUND }, (_, n) => n + 1),
    );
    // No trigger has counted them.
    await rebuildMetrics(server.app.db, server.app.config.businessTimeZone);
    await client.query('VACUUM ANALYZE order_totals, sales_hours, buyer_days, raffle_buyers');
    const { rows: found } = await client.query(`
      SELECT (SELECT created_at FROM orders WHERE id = ${MIDDLE}) AS "halfWay", (SELECT id FROM raffle_categories LIMIT 1) AS "categoryId",
             (SELECT id::text FROM orders WHERE raffle_id = '${huge.id}' AND status = 'PAID' LIMIT 1) AS "paidOrderId",
             (SELECT max(order_id)::text FROM order_boxes WHERE user_id = '${heavyBuyer.id}') AS "boxedOrderId",
             ${uuidOf(7, '2')} AS "awardedBoxId"`);
    Object.assign(examples, found[0]);
  } finally {
    await client.end();
  }
  return {
    ...examples,
    raffles: { huge: huge.id, unsold: unsold.id, unordered: unordered.id, calledOff: calledOff.id, small: small.id },
    heavyBuyer,
    buyer,
    operator,
    client: { id: apiClient.id, token: server.app.tokens.issue('CLIENT', apiClient.id).accessToken },
    deadEndpoint,
    endpoint,
    bulkActId: A_BULK_ACT,
  };
}

const uuidOf = (kind: number, n: string): string => `('0000000${kind}-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
const buyerOf = (n: string): string => uuidOf(1, n);
const raffleOf = (n: string): string => uuidOf(2, n);

function people(): string[] {
  return [
    `INSERT INTO users (id, role, name, phone) SELECT ${buyerOf('n')}, 'USER', 'Maria da Silva', '+55219' || 10000000 + n
     FROM generate_series(1, ${BUYERS}) n`,
    `INSERT INTO notifications (id, title, body, active) SELECT ${uuidOf(3, 'n')}, 'Aviso', 'Sorteio hoje', true FROM generate_series(1, 190) n`,
    `INSERT INTO faqs (id, question, answer, position, active) SELECT ${uuidOf(3, 'n')}, 'Como pago?', 'Com PIX.', n, true FROM generate_series(1, 190) n`,
    `INSERT INTO sessions (id, user_id, token_version, generation, rotated_at, created_at, expires_at, refresh_expires_at, network, user_agent)
     SELECT gen_random_uuid(), ${buyerOf('CASE WHEN n % 2000 = 0 THEN 1 ELSE n END')}, 0, n % 3, now() - n * interval '20 seconds',
            now() - interval '60 days', now() + interval '30 days', now() + (n % 60 - 30) * interval '1 day', '192.0.2.1', 'Mozilla/5.0'
     FROM generate_series(1, ${BUYERS}) n`,
    `INSERT INTO login_codes (phone, code_hash, expires_at)
     SELECT phone, '', now() - interval '1 minute' * (row_number() OVER ()) FROM users WHERE role = 'USER' AND phone IS NOT NULL`,
    `INSERT INTO raffle_categories (id, name) SELECT ${uuidOf(3, 'n')}, 'Categoria ' || n FROM generate_series(1, 50) n`,
    `INSERT INTO raffles (id, slug, title, status, frozen_at, category_id, quota_price, quota_quantity, max_reservation_quantity,
                          sealed_secret, secret_hash, created_at, is_highlighted)
     SELECT ${raffleOf('n')}, 'rifa-' || n, 'Rifa ' || n, (ARRAY['FINISHED', 'CLOSED', 'OPEN', 'FINISHED'])[1 + n % 4]::raffle_status,
            CASE WHEN n % 4 IN (0, 3) THEN now() END,
            ${uuidOf(3, '1 + n % 50')}, 100, 100000, 20000, r.sealed_secret, r.secret_hash, now() - n * interval '1 hour', n % 100 = 0
     FROM generate_series(1, ${SMALL_RAFFLES}) n, (SELECT * FROM raffles LIMIT 1) r`,
    `INSERT INTO raffle_counters (raffle_id, sellable) SELECT ${raffleOf('n')}, 100000 FROM generate_series(1, ${SMALL_RAFFLES}) n`,
  ];
}

function orders(of: Record<'huge' | 'unsold' | 'calledOff' | 'small' | 'heavyBuyer' | 'buyer', string>): string[] {
  // As many orders whatever all others have.
  const every = Math.max(2, Math.round(30 * SCALE));
  // Of the huge raffle's, some of which are paid.
  const remainder = every > 7 ? 7 : 1;
  const heavy = `n > ${2 * CALLED_OFF} AND n % ${every} = ${remainder}`;
  return [
    `INSERT INTO orders (id, raffle_id, user_id, status, quota_quantity, price_by_quota, total_value, payment_provider_name,
                         referrer_id, commission_basis_points, created_at, expires_at, paid_at, ended_at)
     SELECT n, raffle_id::uuid, user_id, status::order_status, quantity, 100, 100 * quantity,
            CASE WHEN n % 2 = 0 THEN 'sandbox' ELSE 'static' END,
            CASE WHEN n % 3 = 0 AND status IN ('PAID', 'REFUNDED') AND user_id <> '${of.heavyBuyer}'
                 THEN CASE WHEN n % 30 = 0 THEN '${of.heavyBuyer}' ELSE ${buyerOf('1 + n % 100000')} END END, 100,
            created_at, created_at + interval '15 minutes',
            CASE WHEN status IN ('PAID', 'REFUNDED') THEN created_at + interval '5 minutes' END,
            CASE WHEN status NOT IN ('PAID', 'PENDING') THEN created_at + interval '18 minutes' END
     FROM (
       SELECT n, ${SCALE > 1 ? 1 : '1 + n % 5'} AS quantity,
              CASE WHEN n <= ${CALLED_OFF} THEN '${of.calledOff}' WHEN n <= ${2 * CALLED_OFF} THEN '${of.unsold}' WHEN n % 3 < 2 THEN '${of.huge}'
                   WHEN n % 1999 = 5 THEN '${of.small}' ELSE ${raffleOf(`1 + n % ${SMALL_RAFFLES}`)}::text END AS raffle_id,
              CASE WHEN ${heavy} THEN '${of.heavyBuyer}' WHEN n % ${100_003 * Math.min(1, SCALE)} = 9 THEN '${of.buyer}'
                   ELSE ${buyerOf(`1 + (n * 7919) % ${BUYERS}`)} END AS user_id,
              CASE WHEN n <= ${CALLED_OFF} THEN CASE WHEN n % 10 = 0 THEN 'EXPIRED' ELSE 'REFUNDED' END
                   WHEN n <= ${2 * CALLED_OFF} THEN CASE WHEN n % 10 = 0 THEN 'CANCELLED' ELSE 'EXPIRED' END
                   WHEN ${heavy} THEN CASE WHEN n % ${100 * every} = ${remainder} THEN 'PAID' WHEN n % ${2 * every} = ${remainder} THEN 'CANCELLED' ELSE 'EXPIRED' END
                   WHEN n > ${ORDERS - RECENT} AND n % 4 > 0 THEN 'PENDING'
                   WHEN n * 31 % 100 < 60 THEN 'PAID' WHEN n * 31 % 100 < 90 THEN 'EXPIRED' WHEN n * 31 % 100 < 99 THEN 'CANCELLED'
                   WHEN n % 3 < 2 THEN 'PAID' ELSE 'REFUNDED' END AS status,
              now() - CASE WHEN n > ${ORDERS - RECENT + OVERDUE} THEN (${ORDERS} - n) * interval '0.4 seconds'
                           WHEN n > ${ORDERS - RECENT} THEN interval '30 minutes'
                           ELSE interval '1 hour' + (${ORDERS} - n) * interval '8 seconds' END AS created_at
       FROM generate_series(1::bigint, ${ORDERS}) n
     ) o`,
    `SELECT setval('orders_id_seq', ${ORDERS})`,
    // A registered charge of an order that ended was asked about until nothing was left to learn; of the unpaid, all wait.
    `INSERT INTO charges (txid, order_id, provider_name, amount, dynamic, status, br_code, expires_at, next_check_at, checks)
     SELECT 'order' || lpad(id::text, 21, '0'), id, payment_provider_name, total_value, id % 2 = 0,
            (CASE WHEN status = 'PENDING' THEN 'ACTIVE' WHEN paid_at IS NOT NULL THEN 'PAID' ELSE 'CANCELLED' END)::charge_status,
            '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000', expires_at,
            CASE WHEN status = 'PENDING' AND id % 2 = 0 THEN created_at + interval '14 minutes' END, 0
     FROM orders`,
  ];
}

function whatOrdersSumUpTo(withoutPrizes: string[]): string[] {
  const isInstant = `raffle_id NOT IN (${withoutPrizes.map((id) => `'${id}'`).join()})`;
  return [
    // Built at the end, an index that excludes overlaps takes a tenth of the time.
    'ALTER TABLE quota_allocations DROP CONSTRAINT quota_allocations_never_overlap',
    `INSERT INTO quota_allocations (raffle_id, leaf, order_id, first_ordinal, end_ordinal, how, round, voided_at)
     SELECT raffle_id, leaf, id, last - quota_quantity, last, 'PIX', CASE WHEN ${isInstant} THEN 1 + leaf / ${BLOCKS_A_ROUND} END,
            CASE WHEN status = 'REFUNDED' THEN ended_at END
     FROM (SELECT *, sum(quota_quantity) OVER (PARTITION BY raffle_id ORDER BY id) AS last,
                  row_number() OVER (PARTITION BY raffle_id ORDER BY id) - 1 AS leaf
           FROM orders WHERE status IN ('PAID', 'REFUNDED')) o`,
    `INSERT INTO book_entries (raffle_id, leaf, type, block_leaf, created_at)
     SELECT a.raffle_id, n.blocks + row_number() OVER (PARTITION BY a.raffle_id ORDER BY a.leaf) - 1, 'VOID', a.leaf, a.voided_at
     FROM quota_allocations a JOIN (SELECT raffle_id, count(*) AS blocks FROM quota_allocations GROUP BY raffle_id) n USING (raffle_id)
     WHERE a.voided_at IS NOT NULL`,
    `ALTER TABLE quota_allocations ADD CONSTRAINT quota_allocations_never_overlap
     EXCLUDE USING gist (raffle_id WITH =, int4range(first_ordinal, end_ordinal) WITH &&) WHERE (voided_at IS NULL)`,
    `INSERT INTO raffle_buyers (raffle_id, user_id, reserved, allocated, given_back)
     SELECT raffle_id, user_id, coalesce(sum(quota_quantity) FILTER (WHERE status = 'PENDING'), 0),
            coalesce(sum(quota_quantity) FILTER (WHERE status = 'PAID'), 0),
            coalesce(sum(quota_quantity) FILTER (WHERE status = 'REFUNDED'), 0) FROM orders GROUP BY raffle_id, user_id`,
    `INSERT INTO returned_quotas (raffle_id, first_ordinal, end_ordinal)
     SELECT a.raffle_id, a.first_ordinal, a.end_ordinal FROM quota_allocations a JOIN raffles r ON r.id = a.raffle_id
     WHERE a.voided_at IS NOT NULL AND r.status <> 'CANCELLED' AND NOT a.${isInstant}`,
    `UPDATE raffle_counters c SET reserved = o.reserved, allocated = o.allocated, leaves = o.leaves,
            returned = CASE WHEN c.${isInstant} OR r.status = 'CANCELLED' THEN 0 ELSE o.returned END,
            spent = CASE WHEN c.${isInstant} OR r.status = 'CANCELLED' THEN o.returned ELSE 0 END, is_instant = c.${isInstant},
            last_round = CASE WHEN c.${isInstant} THEN 1 + o.leaves / ${BLOCKS_A_ROUND} ELSE 0 END
     FROM (SELECT raffle_id, count(*) FILTER (WHERE status = 'PAID') + 2 * count(*) FILTER (WHERE status = 'REFUNDED') AS leaves, coalesce(sum(quota_quantity) FILTER (WHERE status = 'PENDING'), 0) AS reserved,
                  coalesce(sum(quota_quantity) FILTER (WHERE status IN ('PAID', 'REFUNDED')), 0) AS allocated,
                  coalesce(sum(quota_quantity) FILTER (WHERE status = 'REFUNDED'), 0) AS returned
           FROM orders GROUP BY raffle_id) o JOIN raffles r ON r.id = o.raffle_id WHERE o.raffle_id = c.raffle_id`,
  ];
}

function quotaPrizes(huge: string): string[] {
  const wins = `
     WITH paid AS (
       SELECT o.id, o.raffle_id, o.paid_at, a.first_ordinal, row_number() OVER (PARTITION BY o.raffle_id ORDER BY o.id) AS place
       FROM orders o JOIN quota_allocations a ON a.order_id = o.id WHERE o.status = 'PAID'
     )
     UPDATE quota_prizes p SET won_order_id = o.id, won_at = o.paid_at, won_ordinal = o.first_ordinal
     FROM paid o WHERE o.raffle_id = p.raffle_id AND o.place = p.position AND p.position % 2 = 0`;
  return [
    // Those that were not won wait for the end, so that they lie behind all that was sold.
    `INSERT INTO quota_prizes (id, raffle_id, position, number, prize, release_at)
     SELECT gen_random_uuid(), '${huge}', n, n * 9973, 'R$ 500', CASE WHEN n % 2 = 0 THEN 0 ELSE 9900 END FROM generate_series(1, 1000) n`,
    `INSERT INTO quota_prizes (id, raffle_id, position, number, prize)
     SELECT gen_random_uuid(), ${raffleOf('raffle')}, n, n * 7, 'R$ 50'
     FROM generate_series(1, ${SMALL_RAFFLES}) raffle, generate_series(1, 100) n`,
    wins,
    `UPDATE raffle_counters c SET quota_prizes = p.total, quota_prize_changes = 1
     FROM (SELECT raffle_id, count(*) AS total FROM quota_prizes GROUP BY raffle_id) p
     WHERE p.raffle_id = c.raffle_id`,
  ];
}

function money(): string[] {
  return [
    `INSERT INTO payments (id, provider_name, end_to_end_id, txid, order_id, amount, source, paid_at)
     SELECT ${uuidOf(4, 'id')}, payment_provider_name, 'E' || lpad(id::text, 31, '0'), 'order' || lpad(id::text, 21, '0'), id,
            total_value, 'CALLBACK', paid_at FROM orders WHERE paid_at IS NOT NULL`,
    // One in fifty comes twice, or for an order that has ended.
    `INSERT INTO payments (id, provider_name, end_to_end_id, txid, order_id, amount, source, paid_at)
     SELECT ${uuidOf(5, 'id')}, payment_provider_name, 'L' || lpad(id::text, 31, '0'), 'order' || lpad(id::text, 21, '0'), id,
            total_value, 'CALLBACK', created_at + interval '1 hour' FROM orders WHERE id % 50 = 3 AND status <> 'PENDING'`,
    `INSERT INTO late_payments (id, payment_id, amount, reason, status, created_at)
     SELECT ${uuidOf(6, 'order_id')}, id, amount, 'ORDER_ENDED',
            (CASE WHEN order_id % 2000 = 3 THEN 'PENDING' ELSE 'RESOLVED' END)::late_payment_status, paid_at
     FROM payments WHERE end_to_end_id LIKE 'L%'`,
    `INSERT INTO refunds (id, payment_id, amount, status, initiator, created_at, settled_at)
     SELECT 'refund' || o.id, ${uuidOf(4, 'o.id')}, o.total_value,
            (CASE WHEN o.id % 5000 = 1 THEN 'FAILED' WHEN o.id % 5000 = 2 THEN 'BY_HAND' ELSE 'RETURNED' END)::refund_status,
            'OPERATOR', o.ended_at, o.ended_at FROM orders o WHERE o.status = 'REFUNDED'`,
    `INSERT INTO payment_callbacks (id, provider_name, body, received_at, next_attempt_at, processed_at, outcome, last_error, about)
     SELECT gen_random_uuid(), provider_name, '{"pix": [{"endToEndId": "' || end_to_end_id || '"}]}', paid_at, paid_at,
            CASE WHEN order_id % 100000 > 2 THEN paid_at + interval '1 second' END,
            CASE WHEN order_id % 100000 > 2
              THEN (CASE WHEN order_id % 5000 = 3 THEN 'ORPHAN' ELSE 'SETTLED' END)::callback_outcome END,
            CASE WHEN order_id % 100000 <= 2 THEN 'the provider does not answer' END, ARRAY[end_to_end_id]
     FROM payments WHERE source = 'CALLBACK'`,
  ];
}

function legacyCharges(clientId: string): string[] {
  return [
    `INSERT INTO billing_orders (id, client_id, external_id, fingerprint, payer_name, description, amount, status, end_to_end_id, paid_at)
     SELECT ${uuidOf(8, 'n')}, '${clientId}', 'order-' || n, '', 'Maria', 'Rifa', 100,
            (CASE WHEN n % 2 = 0 THEN 'PAID' ELSE 'PENDING' END)::billing_order_status,
            CASE WHEN n % 2 = 0 THEN 'B' || lpad(n::text, 31, '0') END, CASE WHEN n % 2 = 0 THEN now() END
     FROM generate_series(1, 50000) n`,
    `INSERT INTO charges (txid, billing_order_id, provider_name, amount, dynamic, status, br_code, expires_at)
     SELECT 'BILLINGORDER' || number, id, 'sandbox', amount, false, (CASE status WHEN 'PAID' THEN 'PAID' ELSE 'ACTIVE' END)::charge_status,
            '00020126', '9999-12-31' FROM billing_orders`,
    `INSERT INTO payments (id, provider_name, end_to_end_id, txid, billing_order_id, amount, source, paid_at)
     SELECT ${uuidOf(9, 'number')}, 'sandbox', end_to_end_id, 'BILLINGORDER' || number, id, amount, 'CALLBACK', paid_at
     FROM billing_orders WHERE status = 'PAID'`,
    `INSERT INTO ledger_entries (client_id, billing_order_id, type, amount, balance)
     SELECT client_id, id, 'CREDIT', 100, 100 * row_number() OVER (ORDER BY number) FROM billing_orders WHERE status = 'PAID'`,
    `UPDATE api_clients SET balance = (SELECT sum(amount) FROM ledger_entries) WHERE id = '${clientId}'`,
  ];
}

/** Of the orders that were referred: a third of those that were paid, every tenth of them by one user. */
function commissions(): string[] {
  return [
    `INSERT INTO commission_entries (referrer_id, type, amount, order_id, created_at)
     SELECT referrer_id, 'ACCRUED', quota_quantity, id, paid_at FROM orders WHERE referrer_id IS NOT NULL ORDER BY id`,
    `INSERT INTO commission_entries (referrer_id, type, amount, order_id, created_at)
     SELECT referrer_id, 'REVERSED', quota_quantity, id, ended_at FROM orders WHERE referrer_id IS NOT NULL AND status = 'REFUNDED' ORDER BY id`,
    `INSERT INTO referrers (user_id, orders, accrued, reversed, balance)
     SELECT referrer_id, count(*) FILTER (WHERE type = 'ACCRUED') - count(*) FILTER (WHERE type = 'REVERSED'),
            sum(amount) FILTER (WHERE type = 'ACCRUED'), coalesce(sum(amount) FILTER (WHERE type = 'REVERSED'), 0),
            sum(CASE type WHEN 'ACCRUED' THEN amount ELSE -amount END) FROM commission_entries GROUP BY referrer_id`,
    `INSERT INTO pending_commissions (referrer_id, hour, amount)
     SELECT referrer_id, date_bin('1 hour', paid_at, 'epoch'), sum(CASE status WHEN 'PAID' THEN quota_quantity ELSE 0 END)
     FROM orders WHERE referrer_id IS NOT NULL AND paid_at > now() - interval '8 days' GROUP BY 1, 2`,
    `UPDATE raffles SET affiliate = true, commission_basis_points = 100, enable_promotions = true, cumulative = true`,
  ];
}

function pictures(operatorId: string): string {
  return `
    INSERT INTO files (id, name, sha256, width, height, bytes, uploaded_by)
    SELECT ${uuidOf(8, 'n')}, substr(md5(n::text), 1, 22), sha256(n::text::bytea), 1280, 960, 200000, '${operatorId}'
    FROM generate_series(1, 50000) n;
    UPDATE raffles SET photo_url = 'https://rifas.example.com/files/' || substr(md5(r.n::text), 1, 22) || '-1280.webp'
    FROM (SELECT id, row_number() OVER () AS n FROM raffles LIMIT 1000) r WHERE raffles.id = r.id`;
}

const A_BULK_ACT = '00000006-0000-7000-8000-000000000001';

/** A month of them. */
function actsOnMany(operatorId: string): string[] {
  return [
    `INSERT INTO bulk_acts (id, created_by, kind, state, client_address, request_id, total, tried, failed, created_at, started_at, ended_at)
     SELECT ${uuidOf(6, 'n')}, '${operatorId}', 'CANCEL_ORDERS', 'DONE', '192.0.2.1', 'request', 500, 500, 500, now() - n * interval '20 minutes',
            now() - n * interval '20 minutes', now() - n * interval '20 minutes' FROM generate_series(1, 2000) n`,
    `INSERT INTO bulk_act_items (bulk_act_id, position, subject_id, problem)
     SELECT ${uuidOf(6, 'n')}, p, p::text, '{"code":"CONFLICT","key":"orders.onlyUnpaidCancelled","params":{"status":"PAID"}}'
     FROM generate_series(1, 200) n, generate_series(1, 500) p`,
  ];
}

/** Twenty winners in each of the small raffles. */
function draws(): string[] {
  return [
    `INSERT INTO draws (raffle_id, mode, status, frozen_at, manifest, manifest_hash, chain, round, due_at, signature, drawn_at, proof_gzip)
     SELECT id, 'BEACON', 'DRAWN', now(), '{}', '', '{}', 1, now(), '', now(), '' FROM raffles WHERE status = 'FINISHED'`,
    `INSERT INTO raffle_winners (raffle_id, position, prize, ordinal, number, order_id)
     SELECT raffle_id, n, 'Moto', n, n, id FROM (
       SELECT o.raffle_id, o.id, row_number() OVER (PARTITION BY o.raffle_id ORDER BY o.id) AS n
       FROM orders o JOIN draws USING (raffle_id) WHERE o.status = 'PAID'
     ) paid WHERE n <= 20`,
  ];
}

/** Every fifth order that was paid won a box: most were delivered, some lapsed, a few are owed. */
const WON_PRIZES = `
  INSERT INTO won_prizes (id, raffle_id, kind, prize_id, unit, title, value, box_index, order_id, user_id, won_at, shown_at, lapses_at, state,
                          claimed_at, contacted_at, delivered_at, receipt_note, lapsed_at)
  SELECT gen_random_uuid(), raffle_id, 'BOX', gen_random_uuid(), 0, 'R$ 50', 5000, 0, id, user_id, paid_at,
         CASE WHEN id % 3 = 0 THEN paid_at END, paid_at + interval '180 days', state,
         CASE state WHEN 'DELIVERED' THEN paid_at END, CASE state WHEN 'CONTACTED' THEN paid_at END, CASE state WHEN 'DELIVERED' THEN paid_at END,
         CASE state WHEN 'DELIVERED' THEN 'PIX' END, CASE state WHEN 'LAPSED' THEN paid_at + interval '180 days' END
  FROM (
    SELECT *, (CASE WHEN id % 1000 = 0 THEN 'WON' WHEN id % 1000 = 5 THEN 'CONTACTED' WHEN id % 50 = 0 THEN 'LAPSED' ELSE 'DELIVERED' END)
                ::won_prize_state AS state
    FROM orders WHERE status = 'PAID' AND id % 5 = 0
  ) o`;

/**
 * Boxes of every order of the huge raffle that was paid, every tenth with one that won: of a prize that is locked now, so that others are
 * won from here on.
 */
function boxes(raffleId: string): string[] {
  return [
    `INSERT INTO raffle_commitments (raffle_id, boxes_hash) VALUES ('${raffleId}', sha256('boxes'))`,
    `INSERT INTO awarded_boxes (id, raffle_id, position, title, quantity, prize, mode, percentage, standing)
     SELECT ${uuidOf(7, 'n')}, '${raffleId}', n, 'R$ ' || n, CASE n WHEN 1 THEN 1000000 ELSE 1000 END, 100,
            (CASE n WHEN 2 THEN 'ALEATORIO' ELSE 'PORCENTAGEM' END)::box_mode, CASE WHEN n <> 2 THEN 1 END,
            (CASE n WHEN 1 THEN 'LOCKED' ELSE 'UNLOCKED' END)::box_standing
     FROM generate_series(1, 50) n`,
    `INSERT INTO awarded_box_combos (id, raffle_id, quantity_titles, quantity_boxes)
     SELECT ${uuidOf(8, 'n')}, '${raffleId}', n, 2 * n FROM generate_series(1, 20) n`,
    `INSERT INTO order_boxes (order_id, raffle_id, user_id, boxes, opened, opened_count)
     SELECT o.id, o.raffle_id, o.user_id, 2 * o.quota_quantity,
            CASE WHEN o.id % 2 = 0 THEN decode('01' || repeat('00', (2 * o.quota_quantity - 1) / 8), 'hex') END,
            CASE WHEN o.id % 2 = 0 THEN 1 ELSE 0 END
     FROM orders o JOIN quota_allocations a ON a.order_id = o.id WHERE o.raffle_id = '${raffleId}'`,
    `INSERT INTO box_wins (order_id, box_index, raffle_id, prize_id, unit, quantity, shown_at)
     SELECT b.order_id, 0, b.raffle_id, ${uuidOf(7, '1')}, row_number() OVER (ORDER BY b.order_id) - 1, 1000000,
            CASE WHEN b.opened IS NOT NULL THEN o.paid_at END
     FROM order_boxes b JOIN orders o ON o.id = b.order_id WHERE b.order_id % 10 < 2`,
    `UPDATE awarded_boxes SET given = (SELECT count(*) FROM box_wins) WHERE id = ${uuidOf(7, '1')}`,
  ];
}

/** All blocks are decided; of the huge raffle the quota prizes that were not won, and the first box, were sent to the close. */
function decisions(huge: string, chain: string): string[] {
  return [
    `WITH sent AS (
       UPDATE quota_prizes SET is_locked = true WHERE raffle_id = '${huge}' AND won_at IS NULL AND position < 900 RETURNING id
     ), entered AS (
       INSERT INTO book_entries (raffle_id, leaf, type, ordinal, prize_id)
       SELECT c.raffle_id, c.leaves + row_number() OVER () - 1, 'TO_CLOSE', c.allocated, p.id
       FROM raffle_counters c, (SELECT id FROM sent UNION ALL SELECT ${uuidOf(7, '1')}) p WHERE c.raffle_id = '${huge}' RETURNING 1
     )
     UPDATE raffle_counters SET leaves = leaves + (SELECT count(*) FROM entered), sellable = sellable - (SELECT count(*) FROM sent)
     WHERE raffle_id = '${huge}'`,
    `INSERT INTO raffle_instants (raffle_id, chain, decided_leaf, decided_to, quota_prizes_won, is_over)
     SELECT c.raffle_id, '${chain}', c.leaves, c.allocated,
            (SELECT count(won_at) FROM quota_prizes p WHERE p.raffle_id = c.raffle_id), r.status IN ('DRAWN', 'FINISHED', 'CANCELLED')
     FROM raffle_counters c JOIN raffles r ON r.id = c.raffle_id WHERE c.is_instant`,
  ];
}

/** Keys, events with their deliveries, and an entry of the audit log an order. */
function aroundThem({ endpoint, deadEndpoint }: { endpoint: number; deadEndpoint: number }): string[] {
  return [
    `INSERT INTO idempotency_keys (principal, key, fingerprint, order_id, created_at)
     SELECT 'USER:' || user_id, 'key-' || id, '', id, created_at FROM orders WHERE id > ${MIDDLE}`,
    // An event an order; those of refunds go to both endpoints, of which one has answered nothing for a month.
    `INSERT INTO webhook_events (id, type, body, ends_at, created_at)
     SELECT gen_random_uuid(), 'login.code_requested', CASE WHEN n > 20 THEN '' ELSE '{}' END, now() + (n % 10) * interval '1 minute', now()
     FROM generate_series(1, 20000) n`,
    `INSERT INTO webhook_events (id, type, body, created_at)
     SELECT ${uuidOf(1, 'id')}, CASE status WHEN 'REFUNDED' THEN 'order.refunded' ELSE 'order.paid' END, '{}', created_at
     FROM orders WHERE status <> 'PENDING'`,
    `INSERT INTO webhook_deliveries (id, event_id, endpoint_id, url, receiver, status, attempts, next_attempt_at, created_at, delivered_at)
     SELECT ${uuidOf(2, 'id')}, ${uuidOf(1, 'id')}, ${endpoint}, 'http://127.0.0.1:9/operators', 'endpoint:${endpoint}',
            (CASE WHEN id > ${ORDERS - 500} THEN 'PENDING' ELSE 'DELIVERED' END)::webhook_delivery_status, 1,
            CASE WHEN id > ${ORDERS - 500} THEN now() + interval '1 hour' END, created_at, CASE WHEN id <= ${ORDERS - 500} THEN created_at END
     FROM orders WHERE status <> 'PENDING'`,
    `INSERT INTO webhook_deliveries (id, event_id, endpoint_id, url, receiver, status, attempts, next_attempt_at, created_at)
     SELECT ${uuidOf(3, 'id')}, ${uuidOf(1, 'id')}, ${deadEndpoint}, 'http://127.0.0.1:9/dead', 'endpoint:${deadEndpoint}', 'DEAD',
            10, NULL, created_at FROM orders WHERE status = 'REFUNDED'`,
    `INSERT INTO audit_log (actor_id, action, subject_type, subject_id, details, created_at)
     SELECT user_id, CASE id % 3 WHEN 0 THEN 'payOrder' ELSE 'refundOrder' END, 'order', id::text, '{}', created_at FROM orders
     ORDER BY id`,
  ];
}
