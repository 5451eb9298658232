import type { FeatureTests } from '../features.js';

const METRICS = 'test/metrics.test.ts';
const PERSONS = ['test/persons.test.ts'];
const RESALE = ['test/resale.test.ts'];

const MERGED = ['test/merged-accounts.test.ts'];

export const quotas: FeatureTests = {
  events: { transitions: ['order.paid', 'order.cancelled', 'order.expired', 'order.unreserved'] },
  faults: {
    'src/quotas/move-buyers.sql.ts': [
      {
        name: 'a stranger who gave quotas back uses up the limit of who has the phone',
        find: "WHERE user_id = ANY ($1::uuid[]) AND status IN ('PENDING', 'PAID')`,",
        replace: 'WHERE user_id = ANY ($1::uuid[])`,',
        tests: MERGED,
      },
      {
        name: 'a raffle counts a buyer twice whose accounts were merged',
        find: 'SET buyers = c.buyers - m.buyers + (NOT m.is_known)::int',
        replace: 'SET buyers = c.buyers',
        tests: MERGED,
      },
      {
        name: 'quotas that are reserved stay with an account that has ended',
        find: 'SELECT m.raffle_id, $2, m.reserved, m.allocated,',
        replace: 'SELECT m.raffle_id, $2, 0, m.allocated,',
        tests: MERGED,
      },
    ],
    'src/quotas/move-buyers.ts': [
      {
        name: 'an order whose answer got lost is placed twice after a login by code',
        find: '  await tx.query(sql.moveIdempotencyKeys, [from.map((id) => `USER:${id}`), `USER:${to}`]);\n',
        replace: '',
        tests: MERGED,
      },
    ],
    'src/quotas/expiry-grace.ts': [
      {
        name: 'an order expires at its time, and a callback that lags finds its quotas gone',
        find: 'EXPIRY_GRACE_SECONDS = 120;',
        replace: 'EXPIRY_GRACE_SECONDS = 60;',
        tests: ['test/order-expiry.test.ts'],
      },
    ],
    'src/quotas/reserve-orders.ts': [
      {
        name: 'a batch of orders whose reply was lost is written again',
        find: '(error) => isConflict(error) || isKeyTaken(error)',
        replace: '(error) => isConflict(error) || isConnectionLost(error) || isKeyTaken(error)',
        tests: ['test/order-faults.test.ts'],
      },
      {
        name: 'a batch of orders that arrives late is written beside the one that was written for it',
        find: 'WITH witness AS (INSERT INTO transaction_witnesses (id) VALUES ($5))',
        replace: 'WITH witness AS (SELECT $5::uuid)',
        tests: ['test/order-faults.test.ts'],
      },
      {
        name: 'an order is answered before it is durable',
        find: 'kept: db.wasCommitted(witnessId) }',
        replace: 'kept: Promise.resolve(true) }',
        tests: ['test/order-queue.test.ts'],
      },
      {
        name: 'a raffle that another transaction holds holds up the orders of all',
        find: 'if (skipsHeld && isLockTimeout(error)) return reserve(0);',
        replace: '',
        tests: ['test/order-queue.test.ts'],
      },
    ],
    'src/quotas/move-orders.sql.ts': [
      {
        name: 'the charge of a released order is not asked about at once',
        find: 'WHEN dynamic THEN now() END',
        replace: 'WHEN dynamic THEN next_check_at END',
        tests: ['test/late-money.test.ts'],
      },
      {
        name: 'a buyer who pays a second order is counted again',
        find: 'b.paid_orders = p.orders AS is_new',
        replace: 'true AS is_new',
        tests: [METRICS],
      },
      {
        name: 'late money for an order that gave its quotas back takes them off the reservations of others',
        find: 'SELECT raffle_id, coalesce(sum(quantity) FILTER (WHERE reserved), 0) AS freed,',
        replace: 'SELECT raffle_id, sum(quantity) AS freed,',
        tests: ['test/settle.test.ts'],
      },
      {
        name: 'what a buyer has paid is not counted against their limit',
        find: 'allocated = b.allocated + p.taken',
        replace: 'allocated = b.allocated',
        tests: ['test/settle.test.ts', 'test/order-sale-state.test.ts'],
      },
      {
        name: 'late money buys quotas of a raffle that was deleted',
        find: ' AND deleted_at IS NULL',
        replace: '',
        tests: ['test/settle.test.ts', 'test/order-endings.test.ts'],
      },
      {
        name: 'late money buys quotas after the sale has ended',
        find: 'coalesce(clock_timestamp() < ends_at, true)',
        replace: 'true',
        tests: ['test/settle.test.ts'],
      },
      {
        name: 'the orders that are being paid are read without their locks',
        find: ' ORDER BY orders.id FOR NO KEY UPDATE`',
        replace: ' ORDER BY orders.id`',
        tests: ['test/process-order-races.test.ts', 'test/settle.test.ts'],
        survives: "an order's state moves only under its raffle's counter, which is locked first",
      },
      {
        name: 'a buyer whose last order is refunded stays counted',
        find: 'b.paid_orders = 0) AS buyers',
        replace: 'b.paid_orders < 0) AS buyers',
        tests: [METRICS],
      },
      {
        name: 'a refund leaves what the buyer paid',
        find: 'paid_value = b.paid_value - e.value',
        replace: 'paid_value = b.paid_value',
        tests: [METRICS],
      },
      {
        name: 'the numbers of a refunded order stay in the draw',
        find: 'UPDATE quota_allocations SET voided_at = clock_timestamp()',
        replace: 'UPDATE quota_allocations SET voided_at = NULL',
        tests: ['test/refunds-once.test.ts'],
      },
      {
        name: 'the numbers of a refunded order are sold again',
        // Not in a statement of its own: of two that change a row in one WITH, only one does.
        find: 'SET buyers = c.buyers - gone.buyers',
        replace: 'SET buyers = c.buyers - gone.buyers, allocated = c.allocated - 1',
        tests: ['test/refunds.test.ts'],
      },
      {
        name: 'an order that is refunded already is voided once more',
        find: "WHERE id = ANY ($1::bigint[]) AND status = 'PAID'",
        replace: 'WHERE id = ANY ($1::bigint[])',
        tests: ['test/reported-returns.test.ts', 'test/refunds-once.test.ts'],
        survives: 'whoever voids orders has looked for those that are PAID, under the same lock',
      },
      {
        name: "a voided block still counts among its buyer's numbers",
        find: 'SET allocated = b.allocated - e.quantity',
        replace: 'SET allocated = b.allocated',
        tests: ['test/lucky-numbers.test.ts'],
      },
      {
        name: 'giving quotas back makes room for others',
        find: 'given_back = b.given_back + e.quantity',
        replace: 'given_back = b.given_back',
        tests: ['test/order-sale-state.test.ts'],
      },
      {
        name: 'an order that was paid in the last moment is ended and its quotas are given back',
        find: "WHERE id = ANY ($1::bigint[]) AND status = 'PENDING'\n",
        replace: 'WHERE id = ANY ($1::bigint[])\n',
        tests: ['test/order-expiry.test.ts', 'test/order-charges.test.ts'],
      },
      {
        name: 'the quotas of an ended order are sold to nobody',
        find: 'reserved = c.reserved - e.quantity',
        replace: 'reserved = c.reserved',
        tests: ['test/order-endings.test.ts'],
      },
      {
        name: 'an ended order counts against its buyer for ever',
        find: 'reserved = b.reserved - e.quantity',
        replace: 'reserved = b.reserved',
        tests: ['test/order-endings.test.ts', 'test/order-sale-state.test.ts'],
      },
      {
        name: 'the charge of an order that ended unasked stays open at its provider',
        find: 'WHEN dynamic THEN now() END',
        replace: 'WHEN dynamic THEN NULL END',
        tests: ['test/order-expiry.test.ts', 'test/reconciliation.test.ts'],
      },
    ],
    'src/quotas/locked-quotas.ts': [
      {
        name: 'the boxes of an order that is refunded can still be opened',
        find: 'await hook.voided?.(tx, voided, counterOf)',
        replace: 'await Promise.resolve(hook)',
        tests: ['test/held-boxes.test.ts'],
      },
      {
        name: 'a raffle stays OPEN when its last quota is paid',
        find: 'return allocated - returned === sellable ? raffleId : [];',
        replace: 'return allocated - returned > sellable ? raffleId : [];',
        tests: ['test/order-endings.test.ts'],
      },
    ],
    'src/quotas/resale.sql.ts': [
      {
        name: 'a returned range of which a part was sold is for sale as a whole',
        find: 'SET first_ordinal = t.taken_to FROM taken t',
        replace: 'SET first_ordinal = t.first_ordinal FROM taken t',
        tests: RESALE,
      },
      {
        name: 'a raffle whose draw was to be opens again',
        find: 'AND coalesce(least(ends_at, draw_at) > clock_timestamp(), true)',
        replace: '',
        tests: RESALE,
      },
    ],
    'src/quotas/counter.sql.ts': [
      {
        name: "a raffle's counter is read without its lock",
        find: "lockingCounters('FOR UPDATE')",
        replace: "lockingCounters('')",
        tests: ['test/refund-races.test.ts', 'test/process-order-races.test.ts'],
      },
      {
        name: 'a payment reads every version of a counter that a backup keeps',
        find: 'ORDER BY x.raffle_id, x.sold_in DESC LIMIT 1`',
        replace: 'LIMIT 1`',
        tests: ['test/counter-versions.test.ts'],
      },
      {
        name: 'payments leave the newest version of a counter behind the others',
        find: "SOLD_NOW = 'greatest(",
        replace: "SOLD_NOW = 'least(",
        tests: ['test/counter-versions.test.ts'],
      },
    ],
    'src/quotas/take-quotas.ts': [
      {
        name: 'paid orders of one batch get the same numbers',
        find: '    range.firstOrdinal = endOrdinal;\n',
        replace: '    if (supply.length > 1) range.firstOrdinal = endOrdinal;\n',
        tests: ['test/payment-batches.test.ts'],
      },
      {
        name: 'paid orders of one batch get the same leaf of the book',
        find: 'leaf: counter.leaves + i }',
        replace: 'leaf: counter.leaves }',
        tests: ['test/payment-batches.test.ts'],
      },
    ],
    'src/quotas/room.ts': [
      {
        name: 'an ended order is revived with quotas that others hold',
        find: 'return quotaQuantity <= free ? [] : undefined;',
        replace: 'return quotaQuantity <= unpaid ? [] : undefined;',
        tests: ['test/settle.test.ts'],
      },
      {
        name: 'orders without a reservation that are paid in one batch get the same last quotas',
        find: '      free += freed - order.quotaQuantity;\n',
        replace: '',
        tests: ['test/payment-races.test.ts'],
        survives: "the counter's constraint refuses such a batch, and then each payment is decided alone",
      },
      {
        name: 'a payment takes reservations within the share of strangers',
        find: 'unproven - freed <= kept',
        replace: 'unproven - freed <= 0',
        tests: ['test/payment-room.test.ts'],
      },
      {
        name: 'strangers keep more than their share from a buyer who pays',
        find: 'shareOf(unpaid - quotaQuantity, sale.unprovenShare)',
        replace: 'shareOf(unpaid, sale.unprovenShare)',
        tests: ['test/unpaid-orders.test.ts', 'test/payment-room.test.ts'],
      },
    ],
    'src/quotas/displace-orders.sql.ts': [
      {
        name: 'a reservation that gave way is counted on',
        find: 'SET reserved = c.reserved - d.quantity, unproven',
        replace: 'SET unproven',
        tests: ['test/unpaid-orders.test.ts'],
      },
      {
        name: 'the oldest reservations give way',
        find: 'ORDER BY orders.id DESC LIMIT $4',
        replace: 'ORDER BY orders.id LIMIT $4',
        tests: ['test/unpaid-orders.test.ts'],
      },
      {
        name: 'an order that is being paid gives way in the same moment',
        find: ' AND id <> ALL ($3::bigint[])',
        replace: '',
        tests: ['test/unpaid-orders.test.ts'],
      },
    ],
    'prisma/functions/paid_for_good_inlined.sql': [
      {
        name: 'money that comes back lets an account reserve',
        find: 'SELECT r.frozen_at IS NOT NULL OR (',
        replace: 'SELECT true OR (',
        tests: ['test/unpaid-orders.test.ts'],
      },
      {
        name: 'money that can be taken back no more lets an account reserve nothing',
        find: "coalesce(sum(p.total_value) FILTER (WHERE p.paid_at <= p_at - interval '7 days'), 0) AS over",
        replace: '0 AS over',
        tests: ['test/unpaid-orders.test.ts'],
      },
    ],
    'prisma/functions/is_blocked_person_inlined.sql': [
      {
        name: 'who is blocked orders by an account with another phone',
        find: 'WHERE b.phone_proved_at IS NOT NULL OR NOT p_proved',
        replace: 'WHERE b.phone_proved_at IS NOT NULL',
        tests: PERSONS,
      },
      {
        name: 'who is blocked proves another phone and orders',
        find: 'WHERE b.phone_proved_at IS NOT NULL OR NOT p_proved',
        replace: 'WHERE NOT p_proved',
        tests: PERSONS,
      },
      {
        name: "a stranger's blocked account blocks the owner of the CPF",
        find: 'WHERE b.phone_proved_at IS NOT NULL OR NOT p_proved',
        replace: 'WHERE true',
        tests: PERSONS,
      },
      {
        name: 'who is blocked orders by an account with another CPF',
        find: ' OR NOT p_proved AND EXISTS (',
        replace: ' OR false AND EXISTS (',
        tests: PERSONS,
      },
      {
        name: "a stranger's blocked account blocks the owner of the phone",
        find: ' OR NOT p_proved AND EXISTS (',
        replace: ' OR EXISTS (',
        tests: PERSONS,
      },
    ],
    'prisma/functions/quotas_of_person_inlined.sql': [
      {
        name: 'what strangers bought uses up the limit of who proved the phone',
        find: 'WHERE NOT p_proved AND u.phone',
        replace: 'WHERE u.phone',
        tests: PERSONS,
      },
      {
        name: 'more accounts with one phone take more than the limit',
        find: 'u.phone = p_phone',
        replace: 'u.phone = p_cpf',
        tests: PERSONS,
      },
      {
        name: 'more accounts with one CPF take more than the limit',
        find: 'u.cpf BETWEEN p_cpf AND p_cpf',
        replace: 'u.cpf BETWEEN p_phone AND p_phone',
        tests: PERSONS,
      },
      {
        name: 'accounts without number take more than the limit',
        find: 'THEN 10000000',
        replace: 'THEN 0',
        tests: PERSONS,
      },
      {
        name: 'a sale reads all accounts with one CPF',
        find: 'ORDER BY u.cpf LIMIT 101',
        replace: 'ORDER BY u.cpf',
        tests: ['test/order-plan.test.ts'],
      },
    ],
    'prisma/functions/reserve_orders.sql': [
      {
        name: "a buyer's unpaid orders may be sorted from another index",
        find: 'SET enable_sort = off\n',
        replace: '',
        tests: ['test/order-plan.test.ts'],
      },
      {
        name: 'a batch of orders reads every version of a counter that a backup keeps',
        find: 'ORDER BY x.raffle_id, x.sold_in DESC LIMIT 1 FOR UPDATE\n',
        replace: 'OFFSET 0 FOR UPDATE\n',
        tests: ['test/counter-versions.test.ts'],
      },
      {
        name: 'orders leave the newest version of a counter behind the others',
        find: 'sold_in = greatest(',
        replace: 'sold_in = least(',
        tests: ['test/counter-versions.test.ts'],
      },
      {
        name: 'orders of other raffles in the batch use up the quotas of a raffle',
        find: 'OVER (PARTITION BY s.raffle_id ORDER BY s.line) AS queue_sum',
        replace: 'OVER (ORDER BY s.line) AS queue_sum',
        tests: ['test/order-queue.test.ts'],
      },
      {
        name: 'orders of other raffles in the batch use up the share of strangers',
        find: 'OVER (PARTITION BY r.raffle_id ORDER BY r.line) <= r.share',
        replace: 'OVER (ORDER BY r.line) <= r.share',
        tests: ['test/order-queue.test.ts'],
      },
      {
        name: 'what a buyer has paid for counts in each raffle of a batch',
        find: 'OVER (PARTITION BY a.user_id ORDER BY a.line) AS buyer_total',
        replace: 'OVER (PARTITION BY a.raffle_id, a.user_id ORDER BY a.line) AS buyer_total',
        tests: ['test/order-queue.test.ts'],
      },
      {
        name: 'an order whose buyer another transaction holds is refused',
        find: 'h.sale_id IS NULL OR a.user_id <> ALL (free_buyers)',
        replace: 'h.sale_id IS NULL',
        tests: ['test/order-queue.test.ts'],
      },
      {
        name: 'orders are reserved without the lock on the counter',
        find: 'sold_in DESC LIMIT 1 FOR UPDATE\n',
        replace: 'sold_in DESC LIMIT 1\n',
        tests: ['test/process-order-races.test.ts'],
      },
      {
        name: 'returned quotas are not for sale',
        find: ' + c.returned',
        replace: '',
        tests: RESALE,
      },
      {
        name: 'one quota more than there is is reserved',
        find: 'q.may_hold AND q.queue_sum <= q.free AS',
        replace: 'q.may_hold AND q.queue_sum <= q.free + 1 AS',
        tests: ['test/orders.test.ts', 'test/order-queue.test.ts'],
      },
      {
        name: 'strangers reserve all of a raffle',
        find: 'OVER (PARTITION BY r.raffle_id ORDER BY r.line) <= r.share',
        replace: 'OVER (PARTITION BY r.raffle_id ORDER BY r.line) <= r.free',
        tests: ['test/order-queue.test.ts', 'test/unpaid-orders.test.ts'],
      },
      {
        name: 'one cheap paid order lets an account reserve all of a raffle',
        find: 'a.total > 0 AND h.owed + a.total > h.paid AS unproven',
        replace: 'a.total > 0 AND h.paid = 0 AS unproven',
        tests: ['test/unpaid-orders.test.ts'],
      },
      {
        name: 'an account reserves again and again what it once paid',
        find: 'a.total > 0 AND h.owed + a.total > h.paid AS unproven, h.paid - h.owed AS credit',
        replace: 'a.total > 0 AND a.total > h.paid AS unproven, h.paid AS credit',
        tests: ['test/unpaid-orders.test.ts', 'test/order-queue.test.ts'],
      },
      {
        name: 'an order is sold at the price of before the raffle was changed',
        find: "WHEN b.is_current IS NOT TRUE THEN 'STALE'",
        replace: "WHEN b.is_current IS NULL THEN 'STALE'",
        tests: ['test/orders.test.ts'],
      },
      {
        name: 'orders are reserved after the sale has ended',
        find: ' AND created < x.ends_at AS is_open',
        replace: ' AS is_open',
        tests: ['test/order-sale-state.test.ts', 'test/order-queue.test.ts'],
      },
      {
        name: "a buyer's limit does not count the orders of the same batch",
        find: "             WHEN b.held + coalesce(b.claims_sum - b.buyer_sum, b.buyer_sum) > b.max_buyer_quantity THEN 'RETRY'\n",
        replace: '',
        tests: ['test/order-sale-state.test.ts', 'test/order-queue.test.ts'],
      },
      {
        name: "the limit of a person does not count other accounts' orders of the same batch",
        find: 'coalesce(b.claims_sum - b.buyer_sum, b.buyer_sum)',
        replace: 'b.buyer_sum',
        tests: PERSONS,
      },
      {
        name: 'who is blocked orders while the token lasts',
        find: 'x.blocked OR k.blocked AS blocked',
        replace: 'k.blocked',
        tests: PERSONS,
      },
      {
        name: 'a blocked person orders by another account',
        find: 'x.blocked OR k.blocked AS blocked',
        replace: 'x.blocked',
        tests: PERSONS,
      },
      {
        name: 'an Idempotency-Key answers the order of another body',
        find: "WHEN NOT b.same THEN 'MISMATCH'",
        replace: "WHEN NOT b.same THEN 'REPEATED'",
        tests: ['test/order-idempotency.test.ts'],
      },
      {
        name: 'a buyer whose account is deleted reserves',
        find: "             WHEN b.gone THEN 'NO_BUYER'\n",
        replace: '',
        tests: ['test/order-buyers.test.ts', 'test/order-faults.test.ts'],
      },
      {
        name: 'a raffle sells to a buyer who has not told what it asks for',
        find: "             WHEN b.missing <> '{}' THEN 'BUYER_DATA'\n",
        replace: '',
        tests: ['test/order-buyers.test.ts'],
      },
      {
        name: 'a raffle for adults sells to anybody',
        find: "             WHEN b.underage THEN 'UNDERAGE'\n",
        replace: '',
        tests: ['test/order-buyers.test.ts'],
      },
      {
        name: 'the link of an account that was merged earns nothing for the one that is left',
        find: 'l.id = coalesce(u.merged_into, u.id)',
        replace: 'l.id = u.id',
        tests: ['test/merged-accounts.test.ts'],
      },
      {
        name: 'a buyer refers themself',
        find: " AND l.role = 'USER' AND l.id <> a.user_id",
        replace: " AND l.role = 'USER'",
        tests: ['test/order-buyers.test.ts'],
      },
    ],
    'prisma/migrations': [
      {
        name: 'the database lets a raffle be oversold',
        find: ' AND "reserved" + "allocated" - "returned" <= "sellable"',
        replace: '',
        tests: ['test/database-guards.test.ts'],
      },
      {
        name: 'the database lets blocks of numbers overlap',
        find: 'int4range("first_ordinal", "end_ordinal") WITH &&) WHERE ("voided_at" IS NULL)',
        replace: 'int4range("first_ordinal", "end_ordinal") WITH =) WHERE ("voided_at" IS NULL)',
        tests: ['test/database-guards.test.ts'],
      },
    ],
  },
};
