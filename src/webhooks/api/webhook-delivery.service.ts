import type { App, Context } from '../../context.js';
import type { WebhookDelivery } from '../../generated/prisma/client.js';
import { WebhookDeliveryStatus } from '../../generated/prisma/enums.js';
import type { Page, PageRequest } from '../../platform/page.js';
import { writeAudit } from '../../platform/audit.js';
import { statement } from '../../platform/database/statement.js';
import { refuse } from '../../platform/domain-error.js';
import { isUuid } from '../../platform/uuid.js';
import { deliveryLog, type DeliveryRow, type DeliveryScope } from './delivery-log.sql.js';
import { type EndpointOwner, numberOfId, lockEndpoint } from './webhook-endpoint.service.js';
import type { WebhookEventType } from '../webhook-event.type.js';
import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { actorOf } from '../../platform/principal.js';
import { writeTestEvent } from '../outbox.js';

type Base = Pick<App, 'db' | 'deliveries'>;

/** $1 id. */
const lockDelivery = statement<object>('lock_webhook_delivery', 'SELECT FROM webhook_deliveries WHERE id = $1 FOR NO KEY UPDATE');

/** Newest first. `status` null: all. */
export async function listDeliveries(
  { db }: Pick<Base, 'db'>,
  args: PageRequest & { scope: DeliveryScope; scopeId: string | number | null; status?: WebhookDeliveryStatus | null },
): Promise<Page<DeliveryRow>> {
  const { scope, scopeId, status, ...page } = args;
  const statuses = status == null ? Object.values(WebhookDeliveryStatus) : [status];
  return deliveryLog[scope].page(db, page, scope === 'all' ? [statuses] : [statuses, scopeId]);
}

/**
 * A delivery that was never tried stays as it is. NOT_FOUND; CONFLICT while its endpoint is closed, or when its body was secret.
 */
export async function redeliverDelivery(
  { db, deliveries }: Base,
  { clientId, by }: EndpointOwner,
  id: string,
): Promise<DeliveryRow> {
  if (!isUuid(id)) throw refuse('webhooks.deliveryNotFound');
  const delivery = await db.transaction(async (tx) => {
    await tx.query(lockDelivery, [id]);
    const before = await tx.prisma.webhookDelivery.findFirst({
      where: { id, ...(clientId !== null && { clientId }) },
      include: { event: { select: { type: true, endsAt: true } }, endpoint: { select: { deletedAt: true, disabledAt: true } } },
    });
    if (!before) throw refuse('webhooks.deliveryNotFound');
    if (before.event.endsAt) throw refuse('webhooks.codeNotKept');
    if (before.endpoint?.deletedAt || before.endpoint?.disabledAt) {
      throw refuse('webhooks.endpointGone');
    }
    if (before.status === 'PENDING' && before.attempts === 0) return before;
    const details = { statusBefore: before.status, attemptsBefore: before.attempts };
    await writeAudit(tx, { by, action: 'redeliverWebhook', subjectType: 'webhookDelivery', subjectId: id, details });
    tx.afterCommit(() => deliveries.wake());
    const data = { status: 'PENDING', attempts: 0, nextAttemptAt: new Date() } as const;
    return tx.prisma.webhookDelivery.update({ where: { id }, data, include: { event: { select: { type: true } } } });
  });
  return asRow(delivery);
}

function asRow({ event, ...delivery }: WebhookDelivery & { event: { type: string } }): DeliveryRow {
  return { ...delivery, eventType: event.type as WebhookEventType };
}

const TESTS_A_MINUTE = 10;
const ACTION = 'sendTestEvent';
const SUBJECT = 'webhookEndpoint';

/** NOT_FOUND; CONFLICT while the endpoint is disabled; RATE_LIMITED. */
export async function sendTestEvent(ctx: Context, endpointId: string, type: WebhookEventType): Promise<DeliveryRow> {
  const id = numberOfId(endpointId);
  const [eventId, deliveryId] = [uuidv7(), randomUUID()];
  const delivery = await ctx.db.transaction(async (tx) => {
    await tx.query(lockEndpoint, [id]);
    const endpoint = await tx.prisma.webhookEndpoint.findFirst({ where: { id, clientId: null, deletedAt: null } });
    if (!endpoint) throw refuse('webhooks.notFound');
    if (endpoint.disabledAt) throw refuse('webhooks.endpointDisabled');
    const createdAt = { gt: new Date(Date.now() - 60_000) };
    const where = { subjectType: SUBJECT, subjectId: String(id), action: ACTION, createdAt };
    if ((await tx.prisma.auditEntry.count({ where })) >= TESTS_A_MINUTE) {
      throw refuse('webhooks.tooManyTests', { most: TESTS_A_MINUTE }, { retryAfterSeconds: 60 });
    }
    await writeAudit(tx, { by: actorOf(ctx), action: ACTION, subjectType: SUBJECT, subjectId: String(id), details: { type } });
    return writeTestEvent(ctx, tx, { type, endpoint, eventId, deliveryId });
  });
  return { ...delivery, eventType: type };
}
