import { actorOf } from '../../platform/principal.js';
import type { Context } from '../../context.js';
import {
  type ProviderCharge,
  type ProviderWebhook,
  newTxid,
  type ProviderSettings,
  sendsCallbackSecret,
} from '../adapters/adapter.js';
import { replaceCallbackSecret } from '../callback-secret.js';
import { giveCallbackSecret, lockPaymentProvider } from '../provider.sql.js';
import { noneActive, type Provider } from '../providers.js';
import { writeAudit, type AuditEntry } from '../../platform/audit.js';
import { refuse, refuseField, DomainError, textOf, refuseFields } from '../../platform/domain-error.js';
import { formatMoney } from '../../platform/money.js';
import type { ErrorCode } from '../../platform/error-codes.js';
import { ProviderError } from '../client/provider-error.js';
import { addressProblem } from '../../platform/text-problem.js';

/** The secret that proves callbacks goes there: to us, or where the environment says, but nowhere that an operator chooses. */
function callbackUrl({ address, config }: Context, name: string, given: Name): string {
  if (given == null) return `${address.origin()}/v1/payments/callbacks/${name}`;
  const problem = addressProblem(given);
  if (problem) throw refuseFields({ url: [problem] });
  const url = new URL(given);
  if (!address.isOwn(url) && !config.callbackOrigins.includes(url.origin)) {
    throw refuseField('url', 'paymentProviders.ownCallbacks', { origin: address.origin() });
  }
  return given;
}

/** A shorter text is no secret, and would blank out words by chance. */
const SHORTEST_SECRET = 4;

/** Its failures become PAYMENT_PROVIDER_UNAVAILABLE, or BAD_USER_INPUT or CONFLICT where it refuses, without our secrets. */
async function askProvider<T>({ settings }: Provider, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const reason = error.message.replaceAll(`${error.provider}: ${error.operation}: `, '');
    const failure = { name: settings.name, kind: error.kind, reason: withoutSecrets(reason, settings) };
    throw new DomainError(codeOf(error), textOf('paymentProviders.failed', failure));
  }
}

function withoutSecrets(text: string, { credentials, callbackSecret, previousCallbackSecret }: ProviderSettings): string {
  const values: string[] = [...Object.values(credentials), callbackSecret, previousCallbackSecret?.secret ?? ''];
  const secrets = values.filter((secret) => secret.length >= SHORTEST_SECRET);
  // The longest first: one may be a part of another.
  secrets.sort((one, other) => other.length - one.length);
  return secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((blanked, secret) => blanked.replaceAll(secret, '***'), text);
}

function codeOf({ kind, status }: ProviderError): ErrorCode {
  if (kind !== 'REJECTED') return 'PAYMENT_PROVIDER_UNAVAILABLE';
  return status === 400 || status === 422 ? 'BAD_USER_INPUT' : 'CONFLICT';
}

type Name = string | null | undefined;
type Webhook = Omit<ProviderWebhook, 'createdAt'> & { createdAt: Date | null };

const MAX_SHOWN = 100;
const REFERENCE = /^[\w-]{1,100}$/;

export async function createGatewayAccessToken(ctx: Context, providerName: Name) {
  const provider = await chosen(ctx, providerName);
  const { accessToken, expiresAt } = await askProvider(provider, () => provider.adapter.accessToken());
  const { name } = provider.settings;
  await audit(ctx, 'createGatewayAccessToken', name, { expiresAt: expiresAt.toISOString() });
  return { providerName: name, maskedToken: masked(accessToken), expiresAt };
}

/** Audited. */
export async function generateBillingQrCode(
  ctx: Context,
  input: { providerName?: Name; amount: bigint; description: string; expiresInSeconds: number },
) {
  if (input.amount === 0n) throw refuseField('amount', 'platform.min', { min: '0.01' });
  const provider = await chosen(ctx, input.providerName);
  const { adapter, settings } = provider;
  const { amount: amountCentavos, description, expiresInSeconds } = input;
  const request = { txid: newTxid(adapter.adapter), amountCentavos, description, expiresInSeconds };
  const charge = await askProvider(provider, () => adapter.createCharge(request));
  await audit(ctx, 'generateBillingQrCode', settings.name, { txid: charge.txid, amount: formatMoney(amountCentavos) });
  return shownCharge(provider, charge);
}

/** `reference` is what `generateBillingQrCode` answered, or the txid of an order's charge. NOT_FOUND. */
export async function findBillingQrCode(ctx: Context, reference: string, providerName: Name) {
  const known = await ctx.db.prisma.charge.findUnique({ where: { txid: reference } });
  const provider = await chosen(ctx, providerName ?? known?.providerName);
  const { adapter } = provider;
  const isKnownHere = known?.providerName === provider.settings.name;
  const charge = await askProvider(provider, async () => {
    if (isKnownHere) return adapter.consultCharge({ txid: reference, providerReference: known.providerReference ?? undefined });
    if (!REFERENCE.test(reference)) return undefined;
    // Providers go by one of the two, and ask nobody by the other.
    return (await adapter.consultCharge({ txid: reference })) ?? adapter.consultCharge({ providerReference: reference });
  });
  if (!charge) throw refuse('paymentProviders.qrCodeNotFound');
  return shownCharge(provider, charge);
}

export async function listGatewayWebhooks(ctx: Context, providerName: Name): Promise<Webhook[]> {
  return webhooksOf(await chosen(ctx, providerName));
}

export async function registerGatewayWebhook(ctx: Context, input: { providerName?: Name; url?: Name }): Promise<Webhook> {
  const asked = await chosen(ctx, input.providerName);
  const { name } = asked.settings;
  const url = callbackUrl(ctx, name, input.url);
  const provider = await withItsSecret(ctx, asked);
  const webhook = await askProvider(provider, () => provider.adapter.registerWebhook(url));
  await audit(ctx, 'registerGatewayWebhook', name, { webhookId: webhook.id, host: new URL(url).host });
  return shownWebhook(provider, webhook);
}

/**
 * The secret that one host knows is not sent to another: else an operator could point the provider at a host of one's own, register
 * there, and know what proves the provider's callbacks.
 */
async function withItsSecret(ctx: Context, provider: Provider): Promise<Provider> {
  const { name, baseUrl } = provider.settings;
  if (!baseUrl || !sendsCallbackSecret(provider.adapter.adapter)) return provider;
  const { origin } = new URL(baseUrl);
  const isReplaced = await ctx.db.transaction(async (tx) => {
    const [row] = await tx.query(lockPaymentProvider, [name]);
    if (!row || row.callbackSecretOrigin === origin) return false;
    if (row.callbackSecretOrigin === null) {
      await tx.query(giveCallbackSecret, [name, origin]);
      return false;
    }
    await replaceCallbackSecret(tx, ctx, row, { keepsPrevious: false, origin });
    return true;
  });
  if (!isReplaced) return provider;
  ctx.providers.drop();
  return chosen(ctx, name);
}

/** Audited. NOT_FOUND. */
export async function deleteGatewayWebhook(ctx: Context, id: string, providerName: Name): Promise<Webhook> {
  const provider = await chosen(ctx, providerName);
  const webhook = (await webhooksOf(provider)).find((one) => one.id === id);
  const isDeleted = webhook && (await askProvider(provider, () => provider.adapter.deleteWebhook(id)));
  if (!isDeleted) throw refuse('paymentProviders.webhookNotFound');
  await audit(ctx, 'deleteGatewayWebhook', provider.settings.name, { webhookId: id });
  return webhook;
}

/** An inactive one too, when it is named. */
async function chosen({ providers }: Context, name: Name): Promise<Provider> {
  const provider = name == null ? (await providers.all()).find(({ active }) => active) : await providers.find(name);
  if (provider) return provider;
  if (name == null) throw noneActive();
  const problem = await providers.problemOf(name);
  if (problem === undefined) throw refuseField('providerName', 'paymentProviders.noSuchName');
  throw refuse('paymentProviders.cannotBeUsed', { name, problem });
}

async function webhooksOf(provider: Provider): Promise<Webhook[]> {
  const webhooks = await askProvider(provider, () => provider.adapter.listWebhooks());
  return webhooks.slice(0, MAX_SHOWN).map((webhook) => shownWebhook(provider, webhook));
}

function shownWebhook({ settings }: Provider, { id, url, createdAt }: ProviderWebhook): Webhook {
  return { id, url: withoutSecrets(url, settings), createdAt: createdAt ?? null };
}

function shownCharge({ settings }: Provider, charge: ProviderCharge) {
  const payments = charge.payments.slice(0, MAX_SHOWN);
  return {
    reference: charge.providerReference ?? charge.txid,
    providerName: settings.name,
    status: charge.status,
    amount: charge.amountCentavos,
    content: charge.brCode,
    payments: payments.map(({ endToEndId, amountCentavos, paidAt }) => ({ endToEndId, amount: amountCentavos, paidAt })),
  };
}

/** Enough to tell two tokens apart. */
function masked(token: string): string {
  return `***${token.length >= 24 ? token.slice(-4) : ''}`;
}

async function audit(ctx: Context, action: string, name: string, details: AuditEntry['details']): Promise<void> {
  await writeAudit(ctx.db, { by: actorOf(ctx), action, subjectType: 'paymentProvider', subjectId: name, details });
}
