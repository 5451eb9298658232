import pg from 'pg';
import { rebuildMetrics } from '../../src/metrics/rebuild.js';
import { buildStaticCode } from '../../src/payment-providers/adapters/static-adapter.js';
import { newTxid } from '../../src/payment-providers/adapters/adapter.js';
import { openDatabase } from '../../src/platform/database/database.js';

export const ORDERS = 300_000;
/** Each has 25 orders: every twelve-thousandth. */
export const BUYERS = 12_000;
export const QUOTA_PRICE = 199n;
export const provider = {
  name: 'static',
  pixKey: '123e4567-e12b-12d1-a456-426655440000',
  merchantName: 'Rifa Legal',
  merchantCity: 'SAO PAULO',
};

export function buyerId(n: number): string {
  return `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

/** SQL for the id of the buyer with a number, given as text. */
export function buyerIdSql(number: string): string {
  return `('00000000-0000-7000-8000-' || lpad(${number}, 12, '0'))::uuid`;
}

const BUYER_OF_N = buyerIdSql(`(1 + n % ${BUYERS})::text`);

export const INSERT_BUYERS = `
  INSERT INTO users (id, role, name, phone, cpf, email, birth_date)
  SELECT ${BUYER_OF_N}, 'USER', (ARRAY['Maria', 'José', 'Ana', 'João'])[1 + n % 4] || ' Aparecida da ' ||
         (ARRAY['Silva', 'Conceição', 'Costa'])[1 + n % 3], '+55119' || 80000000 + n, lpad((10000000000 + n)::text, 11, '0'),
         'buyer' || n || '@bench.example', date '1960-01-01' + n % 15000
  FROM generate_series(0, ${BUYERS - 1}) n`;

/** References hold by construction: to look each up takes half of the time. Only a superuser may leave that out. */
const WITHOUT_LOOK_UPS = `
  SELECT set_config('session_replication_role', 'replica', false) FROM pg_roles WHERE rolname = current_user AND rolsuper`;

/**
 * Fills a raffle that has none with orders, as a sale of half a week leaves it: of twenty twelve are paid and own blocks, one is
 * unpaid, the others have expired or were cancelled. Blocks, buyers, counter and money are what the orders sum up to.
 */
export async function fillRaffle(databaseUrl: string, raffleId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(WITHOUT_LOOK_UPS);
    for (const sql of [...buyersAndOrders(raffleId), ...whatTheySumUpTo(raffleId), 'VACUUM ANALYZE']) await client.query(sql);
    // No trigger has counted them.
    const db = openDatabase({
      url: databaseUrl,
      poolSize: 2,
      preparedStatements: false,
      onError: (error) => console.error(error),
    });
    await rebuildMetrics(db, 'America/Sao_Paulo').finally(() => db.close());
  } finally {
    await client.end();
  }
}

function buyersAndOrders(raffleId: string): string[] {
  const code = buildStaticCode(provider, { txid: newTxid('static'), amountCentavos: QUOTA_PRICE, description: 'Moto zero' });
  return [
    INSERT_BUYERS,
    // Nothing expires while it is measured.
    `INSERT INTO orders (id, raffle_id, user_id, status, quota_quantity, price_by_quota, total_value, payment_provider_name,
                         referral, created_at, expires_at, paid_at, ended_at)
     SELECT n, '${raffleId}', ${BUYER_OF_N}, status, quantity, ${QUOTA_PRICE}, ${QUOTA_PRICE} * quantity, '${provider.name}',
            CASE WHEN n % 3 = 0 THEN 'instagram' END, created_at,
            CASE status WHEN 'PENDING' THEN now() + interval '1 day' ELSE created_at + interval '15 minutes' END,
            CASE status WHEN 'PAID' THEN created_at + interval '3 minutes' END,
            CASE WHEN status IN ('EXPIRED', 'CANCELLED') THEN created_at + interval '18 minutes' END
     FROM (
       SELECT n, 1 + n % 5 AS quantity, now() - interval '1 hour' - (${ORDERS} - n) * interval '1 second' AS created_at,
              (CASE WHEN turn < 12 THEN 'PAID' WHEN turn < 17 THEN 'EXPIRED' WHEN turn < 19 THEN 'CANCELLED' ELSE 'PENDING' END
              )::order_status AS status
       -- Another turn with each of a buyer's orders.
       FROM (SELECT n, (n * 7 + n / ${BUYERS}) % 20 AS turn FROM generate_series(1::bigint, ${ORDERS}) n) numbered
     ) o`,
    `SELECT setval('orders_id_seq', ${ORDERS})`,
    `INSERT INTO charges (txid, order_id, provider_name, amount, dynamic, status, br_code, expires_at)
     SELECT 'order' || lpad(id::text, 20, '0'), id, payment_provider_name, total_value, false,
            (CASE status WHEN 'PENDING' THEN 'ACTIVE' WHEN 'PAID' THEN 'PAID' ELSE 'CANCELLED' END)::charge_status,
            '${code}', expires_at FROM orders`,
  ];
}

function whatTheySumUpTo(raffleId: string): string[] {
  const sumOf = (status: string): string => `coalesce(sum(quota_quantity) FILTER (WHERE status = '${status}'), 0)`;
  return [
    `INSERT INTO payments (id, provider_name, txid, order_id, amount, source, paid_at)
     SELECT gen_random_uuid(), o.payment_provider_name, c.txid, o.id, o.total_value, 'ADMIN', o.paid_at
     FROM orders o JOIN charges c ON c.order_id = o.id WHERE o.status = 'PAID'`,
    // Built at the end, an index that excludes overlaps takes a tenth of the time.
    'ALTER TABLE quota_allocations DROP CONSTRAINT quota_allocations_never_overlap',
    `INSERT INTO quota_allocations (raffle_id, leaf, order_id, first_ordinal, end_ordinal, how)
     SELECT raffle_id, leaf, id, last - quota_quantity, last, 'BY_HAND'
     FROM (SELECT id, raffle_id, quota_quantity, sum(quota_quantity) OVER (ORDER BY id) AS last,
                  row_number() OVER (ORDER BY id) - 1 AS leaf FROM orders WHERE status = 'PAID') o`,
    `ALTER TABLE quota_allocations ADD CONSTRAINT quota_allocations_never_overlap
     EXCLUDE USING gist (raffle_id WITH =, int4range(first_ordinal, end_ordinal) WITH &&) WHERE (voided_at IS NULL)`,
    `INSERT INTO raffle_buyers (raffle_id, user_id, reserved, allocated)
     SELECT raffle_id, user_id, ${sumOf('PENDING')}, ${sumOf('PAID')} FROM orders GROUP BY raffle_id, user_id`,
    `UPDATE raffle_counters SET (reserved, allocated, leaves) =
       (SELECT ${sumOf('PENDING')}, ${sumOf('PAID')}, count(*) FILTER (WHERE status = 'PAID') FROM orders)
     WHERE raffle_id = '${raffleId}'`,
  ];
}
