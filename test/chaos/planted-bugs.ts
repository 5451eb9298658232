import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { copyRepository } from '../mutants/repository-copy.js';
import type { Fault } from './faults.js';

const run = promisify(execFile);
const LONGEST_MS = 600_000;
const SECONDS = 20;

interface PlantedBug {
  name: string;
  edits: { file: string; find: string; replace: string }[];
  /** What the judge says of it, as it begins. */
  foundBy: RegExp;
  /** It is found within these. */
  seeds: number[];
  faults?: Fault[];
}

/** Bugs that a sale must not have, and which of the judge's invariants notices each, in a run of the chaos. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'an event is lost',
    edits: [
      {
        file: 'src/quotas/locked-quotas.ts',
        find: "    await moved(released, (order) => orderEvent(status === 'EXPIRED' ? 'order.expired' : 'order.cancelled', order));\n",
        replace: '',
      },
    ],
    foundBy: /^orders moved without their event/,
    seeds: [1, 2],
  },
  {
    name: 'quotas are not released',
    edits: [
      { file: 'src/quotas/move-orders.sql.ts', find: 'reserved = c.reserved - e.quantity', replace: 'reserved = c.reserved' },
    ],
    foundBy: /^the large raffle breaks that the counter reserves what its unpaid orders do/,
    seeds: [1, 2],
  },
  {
    name: 'an order is acknowledged before it is durable',
    edits: [
      {
        file: 'src/quotas/reserve-orders.ts',
        find: 'kept: db.wasCommitted(witnessId) }',
        replace: 'kept: Promise.resolve(true) }',
      },
    ],
    foundBy: /^orders that were acknowledged are not there/,
    seeds: [1, 2, 3, 4],
    faults: ['crash'],
  },
  {
    name: 'a callback that comes again is applied again',
    edits: [
      {
        file: 'src/payments/payment-rows.ts',
        find: 'known: new Set(recorded.map(({ endToEndId }) => endToEndId)),',
        replace: 'known: new Set(),',
      },
      {
        file: 'src/payments/payment-rows.ts',
        find: 'unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[]',
        replace: `unnest($1::uuid[], $2::text[], ARRAY(
    SELECT left(e, 28) || CASE WHEN EXISTS (SELECT FROM payments p WHERE p.end_to_end_id = e)
                               THEN left(md5(random()::text), 4) ELSE right(e, 4) END FROM unnest($3::text[]) e),
    $4::text[], $5::bigint[]`,
      },
    ],
    foundBy: /^(money is not where it should be|the bank says otherwise)/,
    seeds: [1, 2],
  },
  {
    name: 'a worker never runs',
    edits: [
      {
        file: 'src/orders/feature.ts',
        find: 'run: (app) => expireOrders(app, app.expiryBackoff).then(() => false)',
        replace: 'run: async () => false',
      },
    ],
    foundBy: /^orders are unpaid though their time is over/,
    seeds: [1],
  },
  {
    name: 'a refund is forgotten once its first request failed',
    edits: [
      {
        file: 'src/refunds/refund.sql.ts',
        find: "FROM refunds WHERE next_attempt_at <= now() AND status NOT IN ('FAILED', 'BY_HAND')\n    ORDER",
        replace:
          "FROM refunds WHERE next_attempt_at <= now() AND attempts < 1 AND status NOT IN ('FAILED', 'BY_HAND')\n    ORDER",
      },
    ],
    foundBy: /^refunds wait for a worker/,
    seeds: [1, 2, 3],
  },
  {
    name: 'a webhook that its receiver refused counts as delivered',
    edits: [
      {
        file: 'src/webhooks/delivery/deliveries.ts',
        find: 'const error = status >= 200 && status < 300 ?',
        replace: 'const error = status >= 200 && status < 600 ?',
      },
    ],
    foundBy: /^webhooks are delivered that their receiver never took/,
    seeds: [1],
  },
  {
    name: 'the commission of a part that went back stays',
    edits: [
      {
        file: 'src/referrals/feature.ts',
        find: '    await tx.query(adjustCommissions, [paymentIds]);\n',
        replace: '    void [tx, paymentIds, adjustCommissions];\n',
      },
    ],
    foundBy: /^the report finds disagreements/,
    seeds: [1, 2, 3],
  },
  {
    name: 'a number is given twice',
    // With the constraint the batch fails, its payments settle alone, and nothing is wrong.
    edits: [
      {
        file: 'prisma/migrations',
        find: 'int4range("first_ordinal", "end_ordinal") WITH &&) WHERE ("voided_at" IS NULL)',
        replace: 'int4range("first_ordinal", "end_ordinal") WITH =) WHERE ("voided_at" IS NULL)',
      },
      {
        file: 'src/quotas/take-quotas.ts',
        find: '    range.firstOrdinal = endOrdinal;\n',
        replace: '    if (supply.length > 1) range.firstOrdinal = endOrdinal;\n',
      },
    ],
    foundBy: /^the large raffle breaks that/,
    seeds: [1, 2],
  },
  {
    name: 'a draw takes refunded numbers',
    edits: [
      {
        file: 'src/draws/sold-blocks.ts',
        find: '    if (first > next) gaps.push([next, first - next]);\n',
        replace: '',
      },
    ],
    // With a refunded winner the draw cannot end.
    foundBy: /^(proofs of draws do not hold|draws are not drawn and proved)/,
    seeds: [1, 2],
  },
  {
    name: 'a raffle is drawn twice',
    // With the unique keys the second draw fails, and nothing is wrong.
    edits: [
      {
        file: 'src/draws/draw.ts',
        find: "if (now?.status !== 'FROZEN' || now.raffleStatus !== 'CLOSED') return false;",
        replace: 'if (!now) return false;',
      },
      {
        file: 'src/draws/draw.sql.ts',
        find: '  ORDER BY w.position DESC`,',
        replace: '  ORDER BY w.position DESC ON CONFLICT DO NOTHING`,',
      },
      {
        file: 'src/prizes/won-prize.sql.ts',
        find: 'AND p.position = n.unit\n    RETURNING *',
        replace: 'AND p.position = n.unit\n    ON CONFLICT DO NOTHING RETURNING *',
      },
    ],
    foundBy: /^raffles were not frozen and drawn once/,
    seeds: [1, 2],
  },
];

/** Writes the bug into a copy of the code, builds it and runs it, a seed after the other, until the judge says what it must. */
export async function findPlanted({
  name,
  edits,
  foundBy,
  seeds,
  faults,
}: PlantedBug): Promise<{ seed: number; by: string } | undefined> {
  const copy = await copyRepository();
  try {
    for (const edit of edits) await copy.apply({ name, tests: [], ...edit });
    const options = { cwd: copy.root, timeout: LONGEST_MS, env: { ...process.env, TMPDIR: copy.temporary } };
    await run(process.execPath, ['scripts/build.mjs'], options);
    for (const seed of seeds) {
      const args = ['--seeds', String(seed), '--seconds', String(SECONDS), ...(faults ? ['--faults', faults.join()] : [])];
      const said = await run(process.execPath, ['--import', 'tsx', 'test/chaos/main.ts', ...args], options).catch(
        (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
      );
      const by = [...said.stdout.matchAll(/BROKEN: (.*)/g)].map(([, line = '']) => line).find((line) => foundBy.test(line));
      if (by) return { seed, by };
    }
    return undefined;
  } finally {
    copy.remove();
  }
}
