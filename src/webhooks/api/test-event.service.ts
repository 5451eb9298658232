import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.js';
import { writeAudit } from '../../platform/audit.js';
import { refuse } from '../../platform/domain-error.js';
import { actorOf } from '../../platform/principal.js';
import { writeTestEvent } from '../outbox.js';
import type { WebhookEventType } from '../webhook-event.type.js';
import type { DeliveryRow } from './delivery-log.sql.js';
import { numberOfId } from './endpoint-id.js';
import { lockEndpoint } from './webhook-endpoint.service.js';

/** For one endpoint: who mends a receiver tries it a few times, and a minute later again. */
const TESTS_A_MINUTE = 10;
const ACTION = 'sendTestEvent';
const SUBJECT = 'webhookEndpoint';

/**
 * Queues a sample of a kind of event for one of the operators' endpoints, whichever kinds it is sent: signed, logged and repeated
 * like any other, with `test: true` in its body. NOT_FOUND; CONFLICT while the endpoint is disabled; RATE_LIMITED.
 */
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
