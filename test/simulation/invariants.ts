import { gunzipSync } from 'node:zlib';
import { toHex } from '../../src/proof/bytes.js';
import { manifestHash } from '../../src/proof/draw-manifest.js';
import type { Proof } from '../../src/proof/draw-proof.js';
import { verifyProof } from '../../src/proof/verify-proof.js';
import { boxFaults } from '../support/walked-boxes.js';
import { DIFFERING_FIGURES } from '../support/differing-figures.js';
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
  /** Payments that the banks took back. */
  takenBack: Set<string>;
  /** Hashes of the manifests that were answered, by raffle. */
  manifests: Map<string, string>;
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
  'a refund fails only where the banks took the money': `
    SELECT f.id, f.last_error FROM refunds f WHERE f.status = 'FAILED'
      AND NOT EXISTS (SELECT FROM refunds b WHERE b.payment_id = f.payment_id AND b.initiator = 'BANK')`,
  'nobody types a payment of what is paid': `
    SELECT p.id, p.order_id::text FROM payments p JOIN late_payments l ON l.payment_id = p.id WHERE p.end_to_end_id IS NULL`,
  'a winner has paid, and the money did not go back': `
    SELECT w.raffle_id, w.position, o.id::text, o.status FROM raffle_winners w JOIN orders o ON o.id = w.order_id
    WHERE o.status <> 'PAID' OR o.raffle_id <> w.raffle_id OR NOT EXISTS (
      SELECT FROM quota_allocations a WHERE a.order_id = w.order_id AND a.voided_at IS NULL
        AND w.ordinal >= a.first_ordinal AND w.ordinal < a.end_ordinal)`,
  'a prize of a draw is owed to its winner, once': `
    SELECT w.raffle_id, w.position FROM raffle_winners w WHERE 1 <> (
      SELECT count(*) FROM won_prizes p WHERE p.raffle_id = w.raffle_id AND p.kind = 'DRAW' AND p.unit = w.position AND p.order_id = w.order_id)`,
  'a draw tells so, once': `
    SELECT d.raffle_id, e.frozen, e.drawn FROM draws d CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE type = 'raffle.frozen') AS frozen, count(*) FILTER (WHERE type = 'raffle.drawn') AS drawn
      FROM webhook_events WHERE type IN ('raffle.frozen', 'raffle.drawn') AND body::jsonb #>> '{data,raffleId}' = d.raffle_id::text
    ) e WHERE d.status = 'DRAWN' AND (e.frozen, e.drawn) <> (1, 1)`,
};
const TALLY = ['acknowledged', 'refunded', 'refused', 'takenBack'] as const satisfies (keyof Tally)[];
/** $1 what the tally has. */
const RULES_OF_TALLY: Record<string, [of: (typeof TALLY)[number], text: string]> = {
  'an acknowledged order is there': [
    'acknowledged',
    'SELECT id FROM unnest($1::text[]) id WHERE NOT EXISTS (SELECT FROM orders o WHERE o.id = id::bigint)',
  ],
  'nothing is done of what was refused': [
    'refused',
    `SELECT id::text, status FROM orders WHERE referral = ANY ($1::text[]) AND status <> 'CANCELLED'`,
  ],
  'the bank takes back what it said, and returns the rest when asked': [
    'takenBack',
    `SELECT r.id, r.amount FROM refunds r JOIN payments p ON p.id = r.payment_id
     WHERE r.initiator = 'BANK' AND p.end_to_end_id <> ALL ($1::text[])`,
  ],
  'an acknowledged refund is done': [
    'refunded',
    `SELECT id::text, status FROM orders WHERE id = ANY ($1::text[]::bigint[]) AND status <> 'REFUNDED'`,
  ],
};
const TIME_ZONE = 'America/Sao_Paulo';

/** All rules that are SQL, as one statement: a round trip takes longer than most of them. $1 time zone, then the tally, then raffles. */
function textOfRules(raffles: number): string {
  const rules: string[] = [];
  const add = (rule: string, text: string, unless = 'false'): void => {
    rules.push(`
      SELECT '${rule.replaceAll("'", "''")}' AS rule, CASE WHEN ${unless} THEN NULL ELSE (SELECT json_agg(to_json(r)) FROM (${text}) r) END AS rows`);
  };
  const numbered = (text: string, first: string, second = ''): string =>
    text.replaceAll(/\$([12])(?!\d)/g, (_, n) => (n === '1' ? first : second));
  for (let raffle = 0; raffle < raffles; raffle += 1) {
    const id = `$${TALLY.length + 2 + raffle}::uuid`;
    const isRefunded = `EXISTS (SELECT FROM orders WHERE raffle_id = ${id} AND status = 'REFUNDED')`;
    for (const [rule, text] of Object.entries(SALE_RULES)) add(rule, numbered(text, id));
    for (const [rule, text] of Object.entries(UNREFUNDED_SALE_RULES)) add(rule, numbered(text, id), isRefunded);
    for (const [table, text] of Object.entries(DIFFERING_FIGURES))
      add(`its figures in ${table} are what its orders say`, numbered(text, id, '$1::text'));
  }
  for (const [rule, text] of Object.entries(RULES)) add(rule, text);
  for (const [rule, [of, text]] of Object.entries(RULES_OF_TALLY)) add(rule, numbered(text, `$${TALLY.indexOf(of) + 2}`));
  return `SELECT * FROM (${rules.join(' UNION ALL ')}) all_rules WHERE rows IS NOT NULL`;
}
let rulesText: string | undefined;

/** Each rule that does not hold when all work is done. */
export async function brokenRules(world: World, tally: Tally): Promise<Broken[]> {
  const { postgres, raffles, network, gateways } = world;
  const { ask } = postgres;
  const pool = { query: async (text: string, values?: unknown[]) => ({ rows: await ask(text, values) }) };
  const db = { pool } as never as World['gateways'][number]['app']['db'];
  const ids = Object.values(raffles);
  rulesText ??= textOfRules(ids.length);
  const [broken, { problems }, differing, lost, unproven, [instant]] = await Promise.all([
    ask<Broken>(rulesText, [TIME_ZONE, ...TALLY.map((of) => [...tally[of]]), ...ids]),
    moneyBalance(db),
    differencesToBank(world),
    unreceived(world),
    drawFaults(world, tally),
    ask<{ leaves: number }>('SELECT leaves FROM raffle_counters WHERE raffle_id = $1 AND leaves > 0', [raffles.prized]),
  ]);
  const faults = instant ? await network.carry(() => boxFaults(gateways[0]!)) : [];
  const others: [rule: string, rows: unknown[]][] = [
    ['money is where it should be', problems],
    ['the bank says the same', differing],
    ['a delivered event reached its receiver', lost],
    ['a draw is what anybody computes', unproven],
    ['boxes and numbers are what anybody computes', faults],
  ];
  return [...broken, ...others.flatMap(([rule, rows]) => (rows.length > 0 ? [{ rule, rows }] : []))];
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

/** Draws that are not what their proof says, and proofs that do not hold. */
async function drawFaults({ postgres }: World, { manifests }: Tally): Promise<unknown[]> {
  const draws = await postgres.ask<{ raffleId: string; hash: string; proof: Buffer | null; winners: unknown[] }>(
    `SELECT d.raffle_id::text AS "raffleId", encode(d.manifest_hash, 'hex') AS hash, d.proof_gzip AS proof, coalesce((
       SELECT json_agg(json_build_array(w.position, w.ordinal, w.number) ORDER BY w.position)
       FROM raffle_winners w WHERE w.raffle_id = d.raffle_id), '[]') AS winners
     FROM draws d WHERE d.manifest_hash IS NOT NULL`,
  );
  const hashes = new Map(draws.map(({ raffleId, hash }) => [raffleId, hash]));
  const changed = [...manifests].filter(([raffleId, hash]) => hashes.get(raffleId) !== hash);
  const wrong = draws.flatMap(({ raffleId, hash, proof, winners }): unknown[] => {
    if (!proof) return [];
    const read = JSON.parse(gunzipSync(proof).toString()) as Proof;
    const { ok, steps, manifest } = verifyProof(read);
    const failed = steps.filter((step) => !step.ok);
    if (!ok || !manifest || manifest.raffleId !== raffleId) return [{ raffleId, failed }];
    if (toHex(manifestHash(read.manifest)) !== hash) return [{ raffleId, hash, manifest: read.manifest }];
    const proved = read.winners.map(({ prize, ordinal, number }) => [prize, ordinal, Number(number)]);
    return JSON.stringify(proved) === JSON.stringify(winners) ? [] : [{ raffleId, proved, winners }];
  });
  return [...changed, ...wrong];
}

async function unreceived({ postgres, received }: World): Promise<unknown[]> {
  const sent = await postgres.ask<{ id: string; type: string }>(
    `SELECT d.id::text, e.type FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id WHERE d.status = 'DELIVERED'`,
  );
  return sent.filter(({ id }) => !received.has(id));
}

const centavos = (valor: string): bigint => BigInt(valor.replace('.', ''));
