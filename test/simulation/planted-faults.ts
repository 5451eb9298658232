import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PLANTED_BUGS } from '../chaos/planted-bugs.js';
import { copyRepository } from '../mutants/repository-copy.js';

const run = promisify(execFile);
interface PlantedFault {
  name: string;
  edits: readonly { file: string; find: string; replace: string }[];
}

const OWN_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a transaction whose reply was lost is believed to be done',
    edits: [{ file: 'src/platform/database/transaction-outcome.ts', find: 'return answer!.committed;', replace: 'return true;' }],
  },
  {
    name: 'what was done is done again after a lost reply',
    edits: [
      {
        file: 'src/quotas/reserve-orders.ts',
        find: "(await db.wasCommitted(witnessId)) ? readBack(db, requests) : requests.map(() => 'RETRY');",
        replace: "requests.length < 0 ? readBack(db, requests) : requests.map(() => 'RETRY');",
      },
    ],
  },
  {
    name: 'the key of an order is forgotten',
    edits: [
      {
        file: 'src/orders/place-order.ts',
        find: 'idempotency: idempotency ?? (provider ? null : ownKey(userId)),',
        replace: 'idempotency: provider ? null : ownKey(userId),',
      },
    ],
  },
  {
    name: 'the worker of callbacks never runs',
    edits: [
      {
        file: 'src/payments/feature.ts',
        find: 'run: async (app) => (await processCallbacks(app)) > 0,',
        replace: 'run: async () => false,',
      },
    ],
  },
  {
    name: 'the result of a delivery is forgotten',
    edits: [{ file: 'src/webhooks/delivery/deliveries.ts', find: '    results.ended(outcome);\n', replace: '' }],
  },
  {
    name: 'what a bank takes back is not booked',
    edits: [
      {
        file: 'src/refunds/feature.ts',
        find: 'paymentReturnHook: applyReportedReturns,',
        replace: 'paymentReturnHook: async () => undefined,',
      },
    ],
  },
  {
    name: 'a buyer goes on holding what an ended order reserved',
    edits: [
      {
        file: 'src/quotas/move-orders.sql.ts',
        find: 'UPDATE raffle_buyers b SET reserved = b.reserved - e.quantity',
        replace: 'UPDATE raffle_buyers b SET reserved = b.reserved',
      },
    ],
  },
  {
    name: 'a refunded order keeps its quotas',
    edits: [
      {
        file: 'src/quotas/move-orders.sql.ts',
        find: 'UPDATE quota_allocations SET voided_at = clock_timestamp() WHERE order_id',
        replace: 'UPDATE quota_allocations SET voided_at = NULL WHERE order_id',
      },
    ],
  },
  {
    name: 'a refund is asked for again under another id',
    edits: [
      {
        file: 'src/refunds/refund-worker.ts',
        find: 'const reference = { endToEndId, refundId: id };',
        replace: 'const reference = { endToEndId, refundId: `${id}${attempts > 1 ? attempts : ""}` };',
      },
    ],
  },
  {
    name: 'the counter of a raffle is read without a lock',
    edits: [
      {
        file: 'src/quotas/counter.sql.ts',
        find: "statement<Counter>('lock_counters', lockingCounters('FOR UPDATE'))",
        replace: "statement<Counter>('lock_counters', lockingCounters(''))",
      },
    ],
  },
  {
    name: 'an order is paid by hand although a bank just paid it',
    edits: [
      {
        file: 'src/payments/settle-orders.ts',
        find: "      if (byHand && order.status === 'PAID') return 'REPEATED';\n",
        replace: '',
      },
      {
        file: 'src/payments/settle-orders.ts',
        find: "      if (reason && byHand) return 'REFUSED';\n",
        replace: '',
      },
    ],
  },
  {
    name: 'an order that ends goes on counting as unproven',
    edits: [
      { file: 'src/quotas/move-orders.sql.ts', find: 'unproven = c.unproven - e.unproven', replace: 'unproven = c.unproven' },
    ],
  },
  {
    name: 'a paid order keeps its reservation too',
    edits: [
      {
        file: 'src/quotas/move-orders.sql.ts',
        find: 'SET reserved = c.reserved - p.freed, unproven',
        replace: 'SET reserved = c.reserved, unproven',
      },
    ],
  },
  {
    name: 'a payment without a callback is never found',
    edits: [
      {
        file: 'src/reconciliation/received-scan.sql.ts',
        find: 'SELECT end_to_end_id AS "endToEndId" FROM payments WHERE end_to_end_id = ANY ($1::text[])',
        replace: 'SELECT e AS "endToEndId" FROM unnest($1::text[]) e',
      },
    ],
  },
  {
    name: 'a prize is decided twice',
    edits: [
      {
        file: 'src/instant-prizes/decide.ts',
        find: 'isWon: lists.quotaPrizes.map(({ id }) => won.has(id)),',
        replace: 'isWon: lists.quotaPrizes.map(({ id }) => won.has(id) && false),',
      },
    ],
  },
  {
    name: 'the units of a box that came out are forgotten by another process',
    edits: [
      {
        file: 'src/instant-prizes/decide.ts',
        find: 'unitsOut: standings?.unitsOut ?? [],',
        replace: 'unitsOut: (standings?.unitsOut ?? []).map(() => 0),',
      },
    ],
  },
  {
    name: 'blocks are never decided',
    edits: [
      {
        file: 'src/instant-prizes/feature.ts',
        find: 'everyMs: 500, run: decideRaffles }',
        replace: 'everyMs: 500, run: async () => false }',
      },
    ],
  },
  {
    name: 'a refund that was not answered is final',
    edits: [
      {
        file: 'src/refunds/refund-worker.ts',
        find: "return { status: 'PENDING', error: (error instanceof Error",
        replace: "return { status: 'FAILED', error: (error instanceof Error",
      },
    ],
  },
  {
    name: 'refunded orders take part in a draw',
    edits: [
      {
        file: 'src/draws/freeze.ts',
        find: 'const voided = await voidedOrdinals(db, { raffleId, allocated });',
        replace: 'const voided = (await voidedOrdinals(db, { raffleId, allocated })).slice(0, 0);',
      },
    ],
  },
  {
    name: 'a prize of a draw is owed to nobody',
    edits: [
      {
        file: 'src/draws/draw.ts',
        find: '      won.map(({ position, luckyNumber, orderId }) => {',
        replace: '      won.slice(1).map(({ position, luckyNumber, orderId }) => {',
      },
    ],
  },
  {
    name: 'a draw is proved by another permutation',
    edits: [
      {
        file: 'src/lucky-numbers/permutations.ts',
        find: 'return createPermutation(derivePermutationKey(secret, raffleId), Number(size));',
        replace: 'return createPermutation(derivePermutationKey(secret, ""), Number(size));',
      },
    ],
  },
  {
    name: 'a raffle that was frozen is never drawn',
    edits: [
      {
        file: 'src/draws/feature.ts',
        find: 'run: async (app) => (await processDraws(app, app.drawBackoff)) > 0,',
        replace: 'run: async () => false,',
      },
    ],
  },
];

/** Nobody refers buyers here. */
const NOT_SIMULATED = new Set(['the commission of a part that went back stays']);

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  ...PLANTED_BUGS.filter(({ name }) => !NOT_SIMULATED.has(name)),
  ...OWN_FAULTS,
];

/** Writes the fault into a copy of the code and runs so many histories in it, until a rule is broken. */
export async function findPlanted(
  { name, edits }: PlantedFault,
  histories: number,
): Promise<{ seed: number; rule: string } | undefined> {
  const copy = await copyRepository();
  try {
    for (const edit of edits) await copy.apply({ name, tests: [], ...edit });
    const args = ['--import', 'tsx', 'test/simulation/main.ts', '--histories', String(histories), '--until-broken'];
    const options = { cwd: copy.root, maxBuffer: 2 ** 26, env: { ...process.env, TMPDIR: copy.temporary } };
    const { stdout } = await run(process.execPath, args, options).catch((error: { stdout?: string }) => ({
      stdout: error.stdout ?? '',
    }));
    const [, seed, rule = ''] = /^BROKEN by seed (\d+): (.*?): /m.exec(stdout) ?? [];
    return seed ? { seed: Number(seed), rule } : undefined;
  } finally {
    copy.remove();
  }
}
