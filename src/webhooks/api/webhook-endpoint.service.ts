import type { Actor } from '../../platform/principal.js';
import type { App } from '../../context.js';
import type { Prisma, WebhookEndpoint } from '../../generated/prisma/client.js';
import { writeAudit, type AuditEntry } from '../../platform/audit.js';
import { seal } from '../../platform/crypto.js';
import { statement } from '../../platform/database/statement.js';
import { refuse, refuseField } from '../../platform/domain-error.js';
import { endDeliveries } from '../delivery/endpoint-closing.js';
import { receiverUrl } from '../sending/webhook-url.js';
import { formatWebhookSecret, newWebhookSecret } from '../sending/webhook-signature.js';
import type { WebhookEventType } from '../webhook-event.type.js';

function isEndpointId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id < 2 ** 31;
}

/** NOT_FOUND for a text that is no id. */
export function numberOfId(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (isEndpointId(id)) return id;
  throw refuse('webhooks.notFound');
}

/** Of one owner: every event is written once for each. */
const MAX_ENDPOINTS = 20;
const CHANGE_OVER_MS = 24 * 3600 * 1_000;

/** The secrets stay in the database. */
export type EndpointRow = Omit<WebhookEndpoint, 'sealedSecret' | 'sealedPreviousSecret'>;

/** A legacy client's endpoints, or the operators' (null); `by` is for the audit log. */
export interface EndpointOwner {
  clientId: string | null;
  by: Actor | null;
}

type Base = Pick<App, 'config' | 'db'>;

/** $1 id. */
export const lockEndpoint = statement<object>(
  'lock_webhook_endpoint',
  'SELECT FROM webhook_endpoints WHERE id = $1 FOR NO KEY UPDATE',
);
const omit = { sealedSecret: true, sealedPreviousSecret: true } as const;

/** The oldest first; with `deleted` the latest 100 of all. */
export async function listEndpointsOf(
  { db }: Base,
  { clientId }: EndpointOwner,
  options: { deleted?: boolean } = {},
): Promise<EndpointRow[]> {
  const where = { clientId, ...(!options.deleted && { deletedAt: null }) };
  return (await db.prisma.webhookEndpoint.findMany({ where, omit, orderBy: { id: 'desc' }, take: 100 })).reverse();
}

/** Deleted or not. NOT_FOUND. */
export async function findEndpointOf({ db }: Base, { clientId }: EndpointOwner, id: number): Promise<EndpointRow> {
  const endpoint = isEndpointId(id) ? await db.prisma.webhookEndpoint.findFirst({ where: { id, clientId }, omit }) : null;
  if (!endpoint) throw refuse('webhooks.notFound');
  return endpoint;
}

/** Returns the secret (`whsec_...`) only this once. BAD_USER_INPUT on `url`, or when the owner has too many. */
export async function createEndpointOf(
  app: Base,
  owner: EndpointOwner,
  input: { url: string; type: number | null; events: WebhookEventType[] },
): Promise<{ endpoint: EndpointRow; secret: string }> {
  const url = receiverUrl(app.config, input.url);
  await refuseTooMany(app, owner);
  const secret = newWebhookSecret();
  const endpoint = await app.db.transaction(async (tx) => {
    const sealedSecret = seal(app.config.encryptionKeys, secret);
    const created = await tx.prisma.webhookEndpoint.create({
      data: { ...input, events: distinct(input.events), url, clientId: owner.clientId, sealedSecret },
      omit,
    });
    await writeAudit(tx, auditEntry(owner, 'createWebhookEndpoint', created, { url }));
    return created;
  });
  return { endpoint, secret: formatWebhookSecret(secret) };
}

/** Deliveries that wait go to the new address. NOT_FOUND; BAD_USER_INPUT on `url`. */
export function updateEndpointOf(
  app: Base,
  owner: EndpointOwner,
  id: number,
  { url, type, events }: { url?: string | null; type?: number; events?: WebhookEventType[] | null },
): Promise<EndpointRow> {
  const changes = {
    ...(url != null && { url: receiverUrl(app.config, url) }),
    ...(type !== undefined && { type }),
    ...(events && { events: distinct(events) }),
  };
  return changeEndpoint(app, owner, id, 'updateWebhookEndpoint', (endpoint) => {
    if (endpoint.deletedAt) throw refuse('webhooks.notFound');
    return changes;
  });
}

/** Deliveries that wait are DEAD. Safe to repeat. NOT_FOUND. */
export async function deleteEndpointOf(app: Base, owner: EndpointOwner, id: number): Promise<EndpointRow> {
  const deleted = await changeEndpoint(app, owner, id, 'deleteWebhookEndpoint', ({ deletedAt }) =>
    deletedAt ? undefined : { deletedAt: new Date() },
  );
  await endDeliveries(app, id, 'the endpoint was deleted');
  return deleted;
}

/** NOT_FOUND; when there are too many, CONFLICT for operators and BAD_USER_INPUT on `url` for a client. */
export async function restoreEndpointOf(app: Base, owner: EndpointOwner, id: number): Promise<EndpointRow> {
  const { deletedAt } = await findEndpointOf(app, owner, id);
  if (deletedAt) await refuseTooMany(app, owner);
  return changeEndpoint(app, owner, id, 'restoreWebhookEndpoint', (endpoint) =>
    endpoint.deletedAt || endpoint.disabledAt ? { deletedAt: null, disabledAt: null } : undefined,
  );
}

/** Returns the new secret only this once. The one before signs too for 24 hours. NOT_FOUND. */
export async function rotateSecretOf(
  app: Base,
  owner: EndpointOwner,
  id: number,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  const secret = newWebhookSecret();
  const endpoint = await changeEndpoint(app, owner, id, 'rotateWebhookEndpointSecret', ({ deletedAt, sealedSecret }) => {
    if (deletedAt) throw refuse('webhooks.notFound');
    return {
      sealedSecret: seal(app.config.encryptionKeys, secret),
      sealedPreviousSecret: sealedSecret,
      previousSecretEndsAt: new Date(Date.now() + CHANGE_OVER_MS),
    };
  });
  return { endpoint, secret: formatWebhookSecret(secret) };
}

/** Under the endpoint's lock, with an audit entry; `undefined` changes nothing. */
async function changeEndpoint(
  { db }: Base,
  owner: EndpointOwner,
  id: number,
  action: string,
  change: (endpoint: WebhookEndpoint) => Prisma.WebhookEndpointUpdateInput | undefined,
): Promise<EndpointRow> {
  if (!isEndpointId(id)) throw refuse('webhooks.notFound');
  return db.transaction(async (tx) => {
    await tx.query(lockEndpoint, [id]);
    const before = await tx.prisma.webhookEndpoint.findFirst({ where: { id, clientId: owner.clientId } });
    if (!before) throw refuse('webhooks.notFound');
    const data = change(before);
    if (!data) return tx.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id }, omit });
    const after = await tx.prisma.webhookEndpoint.update({ where: { id }, data, omit });
    await writeAudit(tx, auditEntry(owner, action, after, differences(before, after)));
    return after;
  });
}

function differences(before: WebhookEndpoint, after: EndpointRow): Record<string, string> {
  const events = ({ events: list }: EndpointRow): string => list.join(' ') || 'every event';
  return {
    ...(before.url !== after.url && { urlBefore: before.url, url: after.url }),
    ...(events(before) !== events(after) && { eventsBefore: events(before), events: events(after) }),
    ...(before.type !== after.type && { typeBefore: String(before.type), type: String(after.type) }),
  };
}

function auditEntry({ by }: EndpointOwner, action: string, { id }: EndpointRow, details: Record<string, string>): AuditEntry {
  return { by, action, subjectType: 'webhookEndpoint', subjectId: String(id), details };
}

async function refuseTooMany({ db }: Base, { clientId }: EndpointOwner): Promise<void> {
  if ((await db.prisma.webhookEndpoint.count({ where: { clientId, deletedAt: null } })) < MAX_ENDPOINTS) return;
  if (clientId === null) throw refuse('webhooks.tooManyEndpoints', { most: MAX_ENDPOINTS });
  throw refuseField('url', 'webhooks.tooMany', { max: MAX_ENDPOINTS });
}

function distinct(events: WebhookEventType[]): WebhookEventType[] {
  return [...new Set(events)];
}
