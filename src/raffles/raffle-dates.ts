import type { App } from '../context.js';
import type { RaffleStatus } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import { statement } from '../platform/database/statement.js';
import { forEachApart } from '../platform/each.js';
import { lockQuotas } from '../quotas/locked-quotas.js';

const BATCH = 100;

const ENDED = `status = 'OPEN' AND ends_at <= now() AND deleted_at IS NULL`;
const BEGUN = `status = 'SOON' AND starts_at <= now() AND deleted_at IS NULL`;

const selectDueRaffles = statement<{ id: string }>(
  'select_due_raffles',
  `
  (SELECT id FROM raffles WHERE ${ENDED} ORDER BY ends_at LIMIT $1)
  UNION ALL (SELECT id FROM raffles WHERE ${BEGUN} ORDER BY starts_at LIMIT $1)`,
);

/** No row if another process or an operator moved the raffle. The counter is locked. $1 raffle id. */
const moveDueRaffle = statement<{ status: RaffleStatus; statusBefore: RaffleStatus }>(
  'move_due_raffle',
  `
  UPDATE raffles r SET status = CASE before.status WHEN 'OPEN' THEN 'CLOSED'::raffle_status ELSE 'OPEN' END,
                       version = version + 1, updated_at = now()
  FROM (SELECT id, status FROM raffles WHERE id = $1 AND ((${ENDED}) OR (${BEGUN})) FOR UPDATE) before
  WHERE r.id = before.id RETURNING r.status, before.status AS "statusBefore"`,
);

/** Sales check the dates themselves: this changes what people see. Returns how many moved. */
export async function moveRafflesByDate(app: App): Promise<number> {
  const due = await app.db.query(selectDueRaffles, [BATCH]);
  let moved = 0;
  await forEachApart(due, async ({ id }) => {
    if (await moveRaffle(app, id)) moved += 1;
  });
  return moved;
}

function moveRaffle(app: App, id: string): Promise<boolean> {
  return app.db.queuedBy(id).transaction(async (tx) => {
    await lockQuotas(app, tx, [id]);
    const [raffle] = await tx.query(moveDueRaffle, [id]);
    if (!raffle) return false;
    const { status, statusBefore } = raffle;
    const details = { status, statusBefore, reason: status === 'OPEN' ? 'startsAt has come' : 'endsAt has come' };
    await writeAudit(tx, { by: null, action: 'updateRaffle', subjectType: 'raffle', subjectId: id, details });
    return true;
  });
}
