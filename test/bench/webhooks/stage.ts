import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { openDatabase } from '../../../src/platform/database/database.js';
import { seal } from '../../../src/platform/crypto.js';
import { buyerIdSql } from '../fill.js';
import { setStage, type Stage } from '../orders/stage.js';

/** What is settled and sent, and who may be told. */
export interface MoneyStage {
  orders: Stage;
  encryptionKey: Buffer;
  endpointIds: number[];
  pool: pg.Pool;
  close(): Promise<void>;
}

export const NEXT_ORDER = 'bench_next_order';

/** Writes a raffle with its buyers, and an endpoint for each receiver, all disabled, so that settling tells nobody. */
export async function setMoneyStage(
  databaseUrl: string,
  { receivers, receiverUrl }: { receivers: number; receiverUrl: string },
): Promise<MoneyStage> {
  const orders = await setStage(databaseUrl, 'NEW');
  const { encryptionKey } = orders;
  const db = openDatabase({ url: databaseUrl, poolSize: 2, preparedStatements: false, onError: (error) => console.error(error) });
  const endpointIds: number[] = [];
  for (let n = 1; n <= receivers; n++) {
    const sealedSecret = seal([encryptionKey], randomBytes(32));
    const data = { url: `${receiverUrl}/${n}`, sealedSecret, disabledAt: new Date() };
    endpointIds.push((await db.prisma.webhookEndpoint.create({ data })).id);
  }
  await db.pool.query(`CREATE SEQUENCE ${NEXT_ORDER}`);
  return { orders, encryptionKey, endpointIds, pool: db.pool, close: () => db.close() };
}

export async function addOrders({ orders, pool }: MoneyStage, count: number): Promise<number> {
  const { raffleId, quotaQuantity, quotaPriceCentavos, provider } = orders;
  const total = quotaPriceCentavos * BigInt(quotaQuantity);
  const buyer = buyerIdSql(`(1 + n % ${orders.buyers.length})::text`);
  const { rows } = await pool.query(`
    WITH ordered AS (
      INSERT INTO orders (raffle_id, user_id, status, quota_quantity, price_by_quota, total_value, payment_provider_name,
                          created_at, expires_at)
      SELECT '${raffleId}', ${buyer}, 'PENDING', ${quotaQuantity}, ${quotaPriceCentavos}, ${total}, '${provider.name}',
             now(), now() + interval '1 day'
      FROM generate_series(1, ${count}) n RETURNING id, user_id, expires_at
    ), charged AS (
      INSERT INTO charges (txid, order_id, provider_name, amount, dynamic, status, br_code, expires_at)
      SELECT 'bench' || id, id, '${provider.name}', ${total}, false, 'ACTIVE', repeat('x', 150), expires_at FROM ordered
    ), bought AS (
      INSERT INTO raffle_buyers AS b (raffle_id, user_id, reserved, allocated)
      SELECT '${raffleId}', user_id, count(*) * ${quotaQuantity}, 0 FROM ordered GROUP BY user_id
      ON CONFLICT (raffle_id, user_id) DO UPDATE SET reserved = b.reserved + excluded.reserved
    ), counted AS (
      UPDATE raffle_counters SET reserved = reserved + ${count * quotaQuantity} WHERE raffle_id = '${raffleId}'
    )
    SELECT min(id)::int AS first FROM ordered`);
  await pool.query('ANALYZE orders, charges, raffle_buyers');
  return rows[0].first;
}

/** Replaces what is to be sent by so many deliveries, spread over the first `receivers` endpoints and due now. */
export async function setBacklog(
  { endpointIds, pool }: MoneyStage,
  { count, receivers }: { count: number; receivers: number },
): Promise<void> {
  const ids = endpointIds.slice(0, receivers);
  const data = { orderId: '1234567', raffleId: '01990000-0000-7000-8000-000000000000', quotaQuantity: 2, totalValue: '3.98' };
  const body = JSON.stringify({ type: 'order.paid', timestamp: new Date(), data });
  await pool.query('UPDATE webhook_endpoints SET disabled_at = CASE WHEN id = ANY ($1::int[]) THEN NULL ELSE now() END', [ids]);
  await pool.query('TRUNCATE webhook_deliveries, webhook_events');
  await pool.query(
    `WITH event AS (
       INSERT INTO webhook_events (id, type, body)
       SELECT gen_random_uuid(), 'order.paid', $1 FROM generate_series(1, $2) RETURNING id
     ), numbered AS (SELECT id, row_number() OVER () AS n FROM event)
     INSERT INTO webhook_deliveries (id, event_id, endpoint_id, url, receiver)
     SELECT gen_random_uuid(), v.id, e.id, e.url, 'endpoint:' || e.id
     FROM numbered v JOIN webhook_endpoints e ON e.id = ($3::int[])[1 + v.n % $4]`,
    [body, count, ids, ids.length],
  );
  await pool.query('ANALYZE webhook_deliveries, webhook_events');
}

/** Ends what is left of a backlog, with nobody to be told any more. */
export async function clearBacklog({ pool }: MoneyStage): Promise<void> {
  await pool.query('UPDATE webhook_endpoints SET disabled_at = now()');
  await pool.query('TRUNCATE webhook_deliveries, webhook_events');
}
