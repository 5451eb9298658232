import type { App } from '../context.js';
import type { Prisma, WebhookDelivery, WebhookDeliveryStatus } from '../generated/prisma/client.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageArgs } from '../graphql/connection.js';
import { DomainError, notFound } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import type { EndpointOwner } from './webhook-endpoint.service.js';
import type { WebhookEventType } from './webhook-event.type.js';

type Base = Pick<App, 'db' | 'deliveries'>;

/** A line of the delivery log; the event's body is loaded apart. */
export interface DeliveryRow extends WebhookDelivery {
  eventType: WebhookEventType;
}

/** What a list of deliveries has; what is undefined or null does not narrow it. */
export interface DeliveryFilter {
  clientId?: string | null;
  endpointId?: number | null;
  status?: WebhookDeliveryStatus | null;
}

const CURSOR = [/^\d{1,14}$/, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/];
const include = { event: { select: { type: true } } } as const;

/** The delivery log, newest first. */
export async function listDeliveries({ db }: Pick<Base, 'db'>, args: DeliveryFilter & PageArgs): Promise<Page<DeliveryRow>> {
  const { clientId, endpointId, status, ...page } = args;
  const listed: Prisma.WebhookDeliveryWhereInput = {
    ...(clientId != null && { clientId }),
    ...(endpointId != null && { endpointId }),
    ...(status != null && { status }),
  };
  const found = await db.prisma.webhookDelivery.findMany({
    where: { AND: [listed, page.after == null ? {} : olderThan(page.after)] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: page.first + 1,
    include,
  });
  return pageOf(found.map(asRow), page, cursorOf, () => db.prisma.webhookDelivery.count({ where: listed }));
}

/**
 * Sends a delivery again at once, under the same webhook-id and with the whole schedule before it: one that is DEAD, DELIVERED
 * or waits for its next attempt. One whose first attempt is still to come stays as it is. A client redelivers its own only.
 * NOT_FOUND; CONFLICT while its endpoint is deleted or disabled.
 */
export async function redeliverDelivery({ db, deliveries }: Base, { clientId, actorId }: EndpointOwner, id: string): Promise<DeliveryRow> {
  if (!isUuid(id)) throw notFound('delivery');
  const delivery = await db.prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM webhook_deliveries WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const before = await tx.webhookDelivery.findFirst({
      where: { id, ...(clientId !== null && { clientId }) },
      include: { ...include, endpoint: { select: { deletedAt: true, disabledAt: true } } },
    });
    if (!before) throw notFound('delivery');
    if (before.endpoint?.deletedAt || before.endpoint?.disabledAt) {
      throw new DomainError('CONFLICT', 'Its endpoint is deleted or disabled: enable it first.');
    }
    if (before.status === 'PENDING' && before.attempts === 0) return before;
    const details = { statusBefore: before.status, attemptsBefore: before.attempts };
    await tx.auditEntry.create({ data: { actorId, action: 'redeliverWebhook', subjectType: 'webhookDelivery', subjectId: id, details } });
    return tx.webhookDelivery.update({ where: { id }, data: { status: 'PENDING', attempts: 0, nextAttemptAt: new Date() }, include });
  });
  deliveries.nudge();
  return asRow(delivery);
}

function asRow({ event, ...delivery }: WebhookDelivery & { event: { type: string } }): DeliveryRow {
  return { ...delivery, eventType: event.type as WebhookEventType };
}

function cursorOf({ createdAt, id }: DeliveryRow): string {
  return encodeCursor(createdAt.getTime(), id);
}

/** Written so that the first condition alone bounds the index scan; Postgres gets nothing from an OR. */
function olderThan(cursor: string): Prisma.WebhookDeliveryWhereInput {
  const [time, id] = decodeCursor(cursor, CURSOR);
  const createdAt = new Date(Number(time));
  return { createdAt: { lte: createdAt }, OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }] };
}
