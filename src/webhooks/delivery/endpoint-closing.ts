import type { App } from '../../context.js';
import { writeAudit } from '../../platform/audit.js';
import { markDeliveriesDead } from './delivery.sql.js';

const BATCH = 2_000;

/** Marks what waits for the endpoint as DEAD. Safe to repeat. */
export async function endDeliveries({ db }: Pick<App, 'db'>, endpointId: number, reason: string): Promise<void> {
  let buried: number;
  do {
    buried = (await db.query(markDeliveriesDead, [endpointId, reason, BATCH])).length;
  } while (buried > 0);
}

/** False when it was disabled before. */
export async function disableGoneEndpoint({ db, log }: Pick<App, 'db' | 'log'>, endpointId: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const where = { id: endpointId, disabledAt: null };
    const { count } = await tx.prisma.webhookEndpoint.updateMany({ where, data: { disabledAt: new Date() } });
    if (count === 0) return false;
    await writeAudit(tx, {
      by: null,
      action: 'disableWebhookEndpoint',
      subjectType: 'webhookEndpoint',
      subjectId: String(endpointId),
      details: { reason: 'its receiver answered 410' },
    });
    tx.afterCommit(() =>
      log.warn({ event: 'webhooks.endpoint.disabled', endpointId }, 'a webhook endpoint answered 410 and was disabled'),
    );
    return true;
  });
}
