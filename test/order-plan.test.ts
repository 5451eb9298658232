import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reserveBatch } from '../src/quotas/reserve-orders.js';
import { anOpenRaffle, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const BUYERS = 20_000;
const BATCH = 32;
const LARGE = 'users, raffle_buyers, orders, idempotency_keys, charges';

const server = forTests(startTestServer);
let connection: pg.Client;
beforeAll(async () => {
  await seedProviders(server);
  connection = new pg.Client({ connectionString: server.databaseUrl });
  await connection.connect();
});
afterAll(() => connection?.end());

const buyerId = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Rows that this connection read of each table; what it read since the statistics were last sent is all that is in it. */
async function rowsRead(): Promise<Record<string, number>> {
  const { rows } = await connection.query<{ table: string; rows: string }>(`
    SELECT relname AS table, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS rows FROM pg_stat_xact_user_tables`);
  return Object.fromEntries(rows.map(({ table, rows: count }) => [table, Number(count)]));
}

async function reserve(raffleId: string, buyers: number[]) {
  const orders = buyers.map((n) => ({
    raffle_id: raffleId,
    version: 1,
    user_id: buyerId(n),
    quantity: 1,
    price: 100,
    total: 100,
    provider: 'static',
    txid: randomBytes(12).toString('hex'),
    dynamic: false,
    br_code: 'code',
    adult_since: '2010-01-31',
    principal: `user:${n}`,
    key: randomBytes(8).toString('hex'),
    fingerprint_hex: Buffer.from('body').toString('hex'),
  }));
  // In a transaction, where the statistics are kept back: what is counted between the two is what was read.
  await connection.query('BEGIN');
  const before = await rowsRead();
  const { rows } = await connection.query<{ outcome: string }>(reserveBatch.text, [
    [raffleId],
    buyers.map(buyerId),
    JSON.stringify(orders),
    1_200,
    uuidv7(),
  ]);
  const after = await rowsRead();
  await connection.query('COMMIT');
  const read = (table: string): number => (after[table] ?? 0) - (before[table] ?? 0);
  return { outcomes: rows.map(({ outcome }) => outcome), read };
}

it.each<[string, string?, string?]>([
  ['new'],
  ['known to be empty', `VACUUM ${LARGE}`],
  // As autovacuum leaves it: what is known of the columns is of rows that are gone.
  ['emptied after they were analyzed', `VACUUM ${LARGE}`, `ANALYZE ${LARGE}`],
])(
  "reads no more of large tables than its own buyers' rows, also when it was planned while they were %s",
  async (_, after, before) => {
    if (before) await connection.query(before);
    await connection.query('TRUNCATE orders, users, idempotency_keys CASCADE');
    await connection.query('DISCARD PLANS');
    if (after) await connection.query(after);
    const raffle = await anOpenRaffle(server, {
      quotaQuantity: 1_000_000,
      enableAntiSpam: true,
      antiSpamMaxQuota: 100,
      antiSpamTimeout: 60,
      maxBuyerQuantity: 100,
      reservationFields: ['NAME', 'BIRTH_DATE'],
    });
    await connection.query(
      `INSERT INTO users (id, role, name, birth_date) VALUES ('${buyerId(0)}', 'USER', 'Ana', '1990-01-31')`,
    );
    expect((await reserve(raffle.id, [0])).outcomes).toEqual(['RESERVED']);

    // Not analyzed: nothing tells the connection to plan again.
    await connection.query(`
    INSERT INTO users (id, role, name, birth_date)
    SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'USER', 'Ana', '1990-01-31' FROM generate_series(1, ${BUYERS}) n`);
    await connection.query(`INSERT INTO raffle_buyers (raffle_id, user_id, reserved, allocated)
    SELECT '${raffle.id}', id, 1, 0 FROM users WHERE id <> '${buyerId(0)}'`);
    await connection.query(`
    INSERT INTO orders (raffle_id, user_id, quota_quantity, price_by_quota, total_value, payment_provider_name, created_at, expires_at)
    SELECT '${raffle.id}', id, 1, 100, 100, 'static', now(), now() + interval '1 hour' FROM users WHERE id <> '${buyerId(0)}'`);
    await connection.query(`
    INSERT INTO idempotency_keys (principal, key, fingerprint, order_id, created_at)
    SELECT 'user:' || id, 'key', 'body', id, now() FROM orders`);
    await connection.query(`UPDATE raffle_counters SET reserved = reserved + ${BUYERS}`);

    const { outcomes, read } = await reserve(
      raffle.id,
      Array.from({ length: BATCH }, (_, i) => i * 100 + 1),
    );
    expect(outcomes).toEqual(Array.from({ length: BATCH }, () => 'RESERVED'));
    // By its keys and for the checks of its references, each row some times: a scan would be thousands.
    for (const table of ['users', 'raffle_buyers', 'orders', 'idempotency_keys', 'charges']) {
      expect.soft(read(table), table).toBeLessThanOrEqual(4 * BATCH);
    }

    await connection.query(`
    INSERT INTO orders (raffle_id, user_id, status, quota_quantity, price_by_quota, total_value, payment_provider_name, created_at, expires_at)
    SELECT '${raffle.id}', '${buyerId(0)}', 'EXPIRED', 1, 100, 100, 'static', now(), now() FROM generate_series(1, ${BUYERS})`);
    const again = await reserve(raffle.id, [0]);
    expect(again.outcomes).toEqual(['RESERVED']);
    // What the buyer ordered and let end is not read to find what is unpaid.
    expect(again.read('orders')).toBeLessThanOrEqual(10);

    // However many accounts have the phone and the CPF, a sale does not read them all.
    await connection.query(`UPDATE users SET phone = '+5511980000000', cpf = '52998224725'`);
    const crowded = await reserve(raffle.id, [0]);
    expect(crowded.outcomes).toEqual(['BUYER_LIMIT']);
    expect(crowded.read('users')).toBeLessThanOrEqual(300);
    expect(crowded.read('raffle_buyers')).toBeLessThanOrEqual(300);
  },
);
