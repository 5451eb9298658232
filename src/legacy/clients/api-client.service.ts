import { randomBytes } from 'node:crypto';
import { actorOf } from '../../platform/principal.js';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.js';
import type { ApiClient } from '../../generated/prisma/client.js';
import { UUID, type Page, type PageRequest } from '../../platform/page.js';
import { writeAudit, type AuditEntry } from '../../platform/audit.js';
import type { Transaction } from '../../platform/database/database.js';
import { modelPage } from '../../platform/database/model-page.js';
import { statement, type Sql } from '../../platform/database/statement.js';
import { refuse, refuseField } from '../../platform/domain-error.js';
import { isUuid } from '../../platform/uuid.js';
import { newClientSecret, newSignatureSecret } from './api-client-caller.js';

/** $1 id. */
const lockApiClient = statement<object>('lock_api_client', 'SELECT FROM api_clients WHERE id = $1 FOR NO KEY UPDATE');

export type ApiClientRow = Omit<ApiClient, keyof typeof SECRETS>;
const SECRETS = { clientSecretHash: true, sealedSignatureSecret: true, tokenVersion: true, updatedAt: true } as const;

/** Makes a client; its secrets are shown only here. */
export async function createApiClient(ctx: Context, input: { name: string }) {
  const name = input.name.trim();
  const { clientSecret, clientSecretHash } = newClientSecret();
  const { signatureSecret, sealedSignatureSecret } = newSignatureSecret(ctx.config.encryptionKeys);
  const data = { id: uuidv7(), name, clientKey: randomBytes(16).toString('hex'), clientSecretHash, sealedSignatureSecret };
  const client = await ctx.db.transaction(async (tx) => {
    const created = await tx.prisma.apiClient.create({ data, omit: SECRETS });
    await audit(tx, ctx, 'createApiClient', created, { name, companyId: created.companyId });
    return created;
  });
  return { client, clientKey: client.clientKey, clientSecret, signatureSecret, companyId: client.companyId };
}

export async function findApiClient(ctx: Context, id: string): Promise<ApiClientRow> {
  const client = isUuid(id) ? await ctx.db.prisma.apiClient.findUnique({ where: { id }, omit: SECRETS }) : null;
  if (!client) throw refuse('legacy.clientNotFound');
  return client;
}

export function listApiClients({ db }: Context, page: PageRequest): Promise<Page<ApiClientRow>> {
  return modelPage<ApiClientRow>(db.prisma.apiClient, page, { key: [['id', UUID]], omit: SECRETS });
}

export function updateApiClient(
  ctx: Context,
  id: string,
  input: { name?: string | null; requiresSignature?: boolean | null },
): Promise<ApiClientRow> {
  const name = input.name?.trim();
  const { requiresSignature } = input;
  return change(ctx, id, 'updateApiClient', (client) => ({
    ...client,
    name: name ?? client.name,
    requiresSignature: requiresSignature ?? client.requiresSignature,
  }));
}

export function blockApiClient(ctx: Context, id: string): Promise<ApiClientRow> {
  return change(ctx, id, 'blockApiClient', (client) => ({ ...client, blockedAt: client.blockedAt ?? new Date() }));
}

export function unblockApiClient(ctx: Context, id: string): Promise<ApiClientRow> {
  return change(ctx, id, 'unblockApiClient', (client) => ({ ...client, blockedAt: null }));
}

/** Gives a client new secrets. The old ones end at once, and the tokens of the old client secret. */
export async function rotateApiClientSecrets(
  ctx: Context,
  id: string,
  secrets: ('CLIENT_SECRET' | 'SIGNATURE_SECRET')[],
): Promise<{ client: ApiClientRow; clientSecret: string | null; signatureSecret: string | null }> {
  if (secrets.length === 0) throw refuseField('secrets', 'legacy.noSecret');
  const login = secrets.includes('CLIENT_SECRET') ? newClientSecret() : undefined;
  const signing = secrets.includes('SIGNATURE_SECRET') ? newSignatureSecret(ctx.config.encryptionKeys) : undefined;
  const client = await ctx.db.transaction(async (tx) => {
    const before = await lock(tx, id);
    const data = {
      ...(login && { clientSecretHash: login.clientSecretHash }),
      ...(signing && { sealedSignatureSecret: signing.sealedSignatureSecret }),
    };
    const rotated = await tx.prisma.apiClient.update({ where: { id: before.id }, data, omit: SECRETS });
    await audit(tx, ctx, 'rotateApiClientSecrets', before, { clientSecret: Boolean(login), signatureSecret: Boolean(signing) });
    return rotated;
  });
  return { client, clientSecret: login?.clientSecret ?? null, signatureSecret: signing?.signatureSecret ?? null };
}

/** A change that changes nothing writes nothing. */
function change(
  ctx: Context,
  id: string,
  action: string,
  changed: (client: ApiClientRow) => ApiClientRow,
): Promise<ApiClientRow> {
  return ctx.db.transaction(async (tx) => {
    const before = await lock(tx, id);
    const { name, requiresSignature, blockedAt } = changed(before);
    const isSame = name === before.name && requiresSignature === before.requiresSignature && blockedAt === before.blockedAt;
    if (isSame) return before;
    const data = { name, requiresSignature, blockedAt };
    const after = await tx.prisma.apiClient.update({ where: { id: before.id }, data, omit: SECRETS });
    await audit(tx, ctx, action, before, {
      nameBefore: before.name,
      requiresSignatureBefore: before.requiresSignature,
      blockedBefore: before.blockedAt !== null,
      name,
      requiresSignature,
      blocked: blockedAt !== null,
    });
    return after;
  });
}

async function lock(tx: Transaction, id: string): Promise<ApiClientRow> {
  if (!isUuid(id)) throw refuse('legacy.clientNotFound');
  await tx.query(lockApiClient, [id]);
  const client = await tx.prisma.apiClient.findUnique({ where: { id }, omit: SECRETS });
  if (!client) throw refuse('legacy.clientNotFound');
  return client;
}

function audit(sql: Sql, ctx: Context, action: string, { id }: ApiClientRow, details: AuditEntry['details']): Promise<void> {
  return writeAudit(sql, { by: actorOf(ctx), action, subjectType: 'apiClient', subjectId: id, details });
}
