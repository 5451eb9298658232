import { boxFaults } from '../support/walked-boxes.js';
import { differingFigures } from '../support/differing-figures.js';
import { moneyBalance } from '../support/money-balance.js';
import { EVENTS_OF_ORDERS, SALE_RULES, UNREFUNDED_SALE_RULES } from '../support/sale-invariants.js';
import type { World } from './world.js';

/** What buyers know, whatever the database says. */
export interface Tally {
  acknowledged: Set<string>;
  /** Orders whose refund was acknowledged. */
  refunded: Set<string>;
  /** References of orders whose buyer was told that nothing was done. */
  refused: Set<string>;
}

export interface Broken {
  rule: string;
  rows: unknown[];
}

const RULES: Record<string, string> = {
  'an order that moved told so, once': EVENTS_OF_ORDERS,
  'a key makes one order': `
    SELECT referral, count(*)::int AS orders FROM orders WHERE status <> 'CANCELLED' GROUP BY referral HAVING count(*) > 1`,
  'an event is on its way to its receiver': `
    SELECT e.id, e.type FROM webhook_events e WHERE NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.id)`,
};
/** $1 what the tally has. */
const RULES_OF_TALLY: Record<string, [of: keyof Tally, text: string]> = {
  'an acknowledged order is there': [
    'acknowledged',
    'SELECT id FROM unnest($1::text[]) id WHERE NOT EXISTS (SELECT FROM orders o WHERE o.id = id::bigint)',
  ],
  'nothing is done of what was refused': [
    'refused',
    `SELECT id::text, status FROM orders WHERE referral = ANY ($1) AND status <> 'CANCELLED'`,
  ],
  'an acknowledged refund is done': [
    'refunded',
    `SELECT id::text, status FROM orders WHERE id = ANY ($1::text[]::bigint[]) AND status <> 'REFUNDED'`,
  ],
};

/** Each rule that does not hold when all work is done. */
export async function brokenRules(world: World, tally: Tally): Promise<Broken[]> {
  const { postgres, raffles, network, gateways } = world;
  const { ask } = postgres;
  const pool = { query: async (text: string, values?: unknown[]) => ({ rows: await ask(text, values) }) };
  const app = { db: { pool }, config: { businessTimeZone: 'America/Sao_Paulo' } } as never as World['gateways'][number]['app'];

  const refunded = new Set(
    (await ask<{ id: string }>(`SELECT DISTINCT raffle_id AS id FROM orders WHERE status = 'REFUNDED'`)).map(({ id }) => id),
  );
  const ids = Object.values(raffles);
  // All at once: each is a round trip.
  const looks: [rule: string, rows: Promise<unknown[]>][] = [
    ...ids.flatMap((id) =>
      Object.entries(refunded.has(id) ? SALE_RULES : { ...SALE_RULES, ...UNREFUNDED_SALE_RULES }).map(
        ([rule, text]): [string, Promise<unknown[]>] => [rule, ask(text, [id])],
      ),
    ),
    ...Object.entries(RULES).map(([rule, text]): [string, Promise<unknown[]>] => [rule, ask(text)]),
    ...Object.entries(RULES_OF_TALLY).map(([rule, [of, text]]): [string, Promise<unknown[]>] => [
      rule,
      ask(text, [[...tally[of]]]),
    ]),
    ['money is where it should be', moneyBalance(app.db).then(({ problems }) => problems)],
    ...ids.map((id): [string, Promise<unknown[]>] => ['its figures are what its orders say', differingFigures({ app }, id)]),
    ['the bank says the same', differencesToBank(world)],
    ['a delivered event reached its receiver', unreceived(world)],
  ];
  const broken: Broken[] = [];
  for (const [rule, rows] of looks) {
    const found = await rows;
    if (found.length > 0) broken.push({ rule, rows: found });
  }
  const [instant] = await ask<{ leaves: number }>('SELECT leaves FROM raffle_counters WHERE raffle_id = $1 AND leaves > 0', [
    raffles.prized,
  ]);
  const faults = instant ? await network.carry(() => boxFaults(gateways[0]!)) : [];
  if (faults.length > 0) broken.push({ rule: 'boxes and numbers are what anybody computes', rows: faults });
  return broken;
}

/** Payments of which the bank says something else: received or returned. */
export async function differencesToBank({ postgres, bank }: World): Promise<unknown[]> {
  const payments = await postgres.ask<{ id: string; amount: string; returned: string }>(
    `SELECT p.end_to_end_id AS id, p.amount, coalesce(sum(r.amount) FILTER (WHERE r.status = 'RETURNED'), 0)::bigint AS returned
     FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id WHERE p.end_to_end_id IS NOT NULL GROUP BY p.id`,
  );
  const booked = new Map(payments.map((payment) => [payment.id, payment]));
  const unknown = payments.filter(({ id }) => !bank.ledger.pix(id));
  const differing = bank.ledger.allPix().flatMap(({ endToEndId, valor, devolucoes = [] }) => {
    const here = booked.get(endToEndId);
    const returned = devolucoes
      .filter(({ status }) => status === 'DEVOLVIDO')
      .reduce((sum, one) => sum + centavos(one.valor), 0n);
    const isSame = here && BigInt(here.amount) === centavos(valor) && BigInt(here.returned) === returned;
    return isSame ? [] : [{ endToEndId, valor, returned, here }];
  });
  return [...differing, ...unknown];
}

async function unreceived({ postgres, received }: World): Promise<unknown[]> {
  const sent = await postgres.ask<{ id: string; type: string }>(
    `SELECT d.id::text, e.type FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id WHERE d.status = 'DELIVERED'`,
  );
  return sent.filter(({ id }) => !received.has(id));
}

const centavos = (valor: string): bigint => BigInt(valor.replace('.', ''));
