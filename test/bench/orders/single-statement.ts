import { buildStaticCode } from '../../../src/payment-providers/adapters/static-adapter.js';
import { newTxid } from '../../../src/payment-providers/adapters/adapter.js';
import { buyerIdSql } from '../fill.js';
import type { Stage } from './stage.js';

/** How the buyer's number is written in the statement: a variable of pgbench, a parameter of pg. */
export type BuyerPlaceholder = ':buyer' | '$1';

/**
 * The best one statement an order can be: the counter's update is the condition, everything else hangs on it, one round
 * trip and one commit. It writes the counter, buyer, order and charge that the gateway writes, and asks for no rule and no
 * idempotency key. The code is made outside in the
 * gateway; here it is a constant of the same length, so that the rows weigh the same.
 */
export function singleStatement(stage: Stage, buyer: BuyerPlaceholder, raffleIds: readonly string[] = [stage.raffleId]): string {
  const { quotaQuantity: quantity, quotaPriceCentavos: price, provider } = stage;
  const anyRaffle = `(ARRAY['${raffleIds.join("', '")}']::uuid[])[1 + floor(random() * ${raffleIds.length})::int]`;
  const total = price * BigInt(quantity);
  const txid = newTxid('static');
  const code = buildStaticCode(provider, { txid, amountCentavos: total, description: 'Moto zero' });
  return `
WITH counted AS (
  UPDATE raffle_counters SET reserved = reserved + ${quantity}
  WHERE raffle_id = (SELECT ${anyRaffle}) AND reserved + allocated + ${quantity} <= sellable
  RETURNING raffle_id, ${buyerIdSql(buyer)} AS user_id,
            clock_timestamp() AS created, clock_timestamp() + interval '60 min' AS expires
), bought AS (
  INSERT INTO raffle_buyers AS b (raffle_id, user_id, reserved, allocated) SELECT raffle_id, user_id, ${quantity}, 0 FROM counted
  ON CONFLICT (raffle_id, user_id) DO UPDATE SET reserved = b.reserved + excluded.reserved
), ordered AS (
  INSERT INTO orders (raffle_id, user_id, status, quota_quantity, price_by_quota, total_value,
                      payment_provider_name, created_at, expires_at)
  SELECT raffle_id, user_id, 'PENDING', ${quantity}, ${price}, ${total}, '${provider.name}', created, expires FROM counted
  RETURNING id, created_at, expires_at
), charged AS (
  INSERT INTO charges (txid, order_id, provider_name, amount, dynamic, status, br_code, expires_at)
  SELECT left(replace(gen_random_uuid()::text, '-', ''), 25), id, '${provider.name}', ${total}, false, 'ACTIVE', '${code}', expires_at
  FROM ordered
)
SELECT id, created_at, expires_at FROM ordered`.trim();
}
