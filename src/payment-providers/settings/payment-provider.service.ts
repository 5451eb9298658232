import { actorOf } from '../../platform/principal.js';
import type { Context } from '../../context.js';
import type { PaymentProvider as ShownProvider } from './payment-provider.type.js';
import { CREDENTIAL_NAMES, sendsCallbackSecret, type ProviderCredentials } from '../adapters/adapter.js';
import { newCallbackSecret, replaceCallbackSecret } from '../callback-secret.js';
import { openCredentials, sealCredentials } from '../providers.js';
import { writeAudit, type AuditEntry } from '../../platform/audit.js';
import { seal, unseal } from '../../platform/crypto.js';
import type { PaymentProvider } from '../../generated/prisma/client.js';
import type { Transaction } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/statement.js';
import { serializationFailure } from '../../platform/database/retry.js';
import { renderText } from '../../platform/texts.js';
import { refuse, refuseField } from '../../platform/domain-error.js';
import {
  checkSettings,
  changedNames,
  fieldsAfter,
  sendsSecretElsewhere,
  type ProviderFields,
} from './payment-provider-fields.js';
import type { UpsertPaymentProviderInput } from './payment-provider.input.js';
import { lockPaymentProvider, updatePaymentProvider } from '../provider.sql.js';

const MAX_PROVIDERS = 50;

export async function listPaymentProviders(ctx: Context): Promise<ShownProvider[]> {
  const orderBy = [{ priority: 'asc' }, { name: 'asc' }] as const;
  const rows = await ctx.db.prisma.paymentProvider.findMany({ orderBy: [...orderBy], take: MAX_PROVIDERS });
  return Promise.all(rows.map((row) => shown(ctx, row)));
}

export async function findPaymentProvider(ctx: Context, name: string): Promise<ShownProvider> {
  const row = await ctx.db.prisma.paymentProvider.findUnique({ where: { name } });
  if (!row) throw refuse('paymentProviders.notFound');
  return shown(ctx, row);
}

/** Audited without values. BAD_USER_INPUT, by field, for settings that no adapter can be made of. */
export async function upsertPaymentProvider(ctx: Context, input: UpsertPaymentProviderInput): Promise<ShownProvider> {
  const row = await ctx.db.transaction(async (tx) => {
    const [known] = await tx.query(lockPaymentProvider, [input.name]);
    return known ? change(tx, ctx, known, input) : create(tx, ctx, input);
  });
  ctx.providers.drop();
  return shown(ctx, row);
}

async function create(tx: Transaction, ctx: Context, input: UpsertPaymentProviderInput): Promise<PaymentProvider> {
  const { encryptionKeys } = ctx.config;
  const fields = fieldsAfter(input, undefined);
  const callbackSecret = newCallbackSecret();
  await checkSettings(fields.adapter, { name: input.name, ...fields, callbackSecret }, ctx);
  if ((await tx.prisma.paymentProvider.count()) >= MAX_PROVIDERS) {
    throw refuse('paymentProviders.tooMany', { most: MAX_PROVIDERS });
  }

  const { credentials, ...plain } = fields;
  const data = {
    ...plain,
    name: input.name,
    sealedCredentials: sealCredentials(encryptionKeys, credentials),
    sealedCallbackSecret: seal(encryptionKeys, Buffer.from(callbackSecret)),
  };
  const [created] = await tx.prisma.paymentProvider.createManyAndReturn({ data: [data], skipDuplicates: true });
  if (!created) throw serializationFailure('the provider was made meanwhile: it is to be changed');
  await audit(tx, ctx, input.name, { created: true, fields: changedNames(undefined, fields).join(', ') });
  return created;
}

async function change(
  sql: Sql,
  ctx: Context,
  known: PaymentProvider,
  input: UpsertPaymentProviderInput,
): Promise<PaymentProvider> {
  const { encryptionKeys } = ctx.config;
  const stored = storedCredentials(ctx, known);
  if (!stored && input.credentials === undefined) throw refuse('paymentProviders.unreadableCredentials');
  const before: ProviderFields = { ...known, credentials: stored ?? {} };
  const after = fieldsAfter(input, before);
  if (sendsSecretElsewhere(input, before, after)) {
    throw refuseField('credentials.clientSecret', 'paymentProviders.sendAgain');
  }
  const callbackSecret = unlessLost(() => unseal(encryptionKeys, known.sealedCallbackSecret).toString());
  await checkSettings(after.adapter, { name: known.name, ...after, callbackSecret: callbackSecret ?? '' }, ctx);

  const names = [...changedNames(before, after), ...(callbackSecret === undefined ? ['callbackSecret'] : [])];
  if (names.length === 0 && stored) return known;
  const isSame = stored && !names.some((name) => name.startsWith('credentials.'));
  const { active, priority, pixKey, merchantName, merchantCity, baseUrl } = after;
  const [updated = known] = await sql.query(updatePaymentProvider, [
    known.name,
    active,
    priority,
    pixKey,
    merchantName,
    merchantCity,
    baseUrl,
    isSame ? known.sealedCredentials : sealCredentials(encryptionKeys, after.credentials),
  ]);
  // No key opens the old one: the provider needs our address again.
  const isLost = callbackSecret === undefined;
  const changed = isLost ? await replaceCallbackSecret(sql, ctx, known, { keepsPrevious: false, origin: null }) : updated;
  await audit(sql, ctx, known.name, { created: false, fields: names.join(', ') });
  return changed ?? updated;
}

/** Callbacks with the old secret are believed for 24 hours. Audited. NOT_FOUND; CONFLICT where callbacks carry no secret of ours. */
export async function rotateCallbackSecret(ctx: Context, name: string): Promise<ShownProvider> {
  const row = await ctx.db.transaction(async (tx) => {
    const [known] = await tx.query(lockPaymentProvider, [name]);
    if (!known) throw refuse('paymentProviders.notFound');
    if (!sendsCallbackSecret(known.adapter)) throw refuse('paymentProviders.noCallbackSecret', { adapter: known.adapter });
    const changed = await replaceCallbackSecret(tx, ctx, known, { keepsPrevious: true, origin: null });
    const subject = { subjectType: 'paymentProvider', subjectId: name };
    await writeAudit(tx, { by: actorOf(ctx), action: 'rotateCallbackSecret', ...subject, details: {} });
    return changed ?? known;
  });
  ctx.providers.drop();
  return shown(ctx, row);
}

async function shown(ctx: Context, row: PaymentProvider): Promise<ShownProvider> {
  const { sealedCredentials: _, sealedCallbackSecret: __, sealedPreviousCallbackSecret: ___, ...plain } = row;
  const credentials = storedCredentials(ctx, row) ?? {};
  const problem = await ctx.providers.problemOf(row.name);
  return {
    ...plain,
    credentialsSet: CREDENTIAL_NAMES.filter((name) => credentials[name] !== undefined),
    problem: problem ? renderText(problem, 'en') : null,
  };
}

function storedCredentials({ config }: Context, { sealedCredentials }: PaymentProvider): ProviderCredentials | undefined {
  return unlessLost(() => openCredentials(config.encryptionKeys, sealedCredentials));
}

/** Undefined when no key opens what is read. */
function unlessLost<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

async function audit(sql: Sql, ctx: Context, name: string, details: AuditEntry['details']): Promise<void> {
  const subject = { subjectType: 'paymentProvider', subjectId: name };
  await writeAudit(sql, { by: actorOf(ctx), action: 'upsertPaymentProvider', ...subject, details });
}
