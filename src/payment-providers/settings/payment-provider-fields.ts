import { getPixKeyInfo } from '@brazilian-utils/brazilian-utils/get-pix-key-info';
import { CREDENTIAL_NAMES, NO_PROVIDER, type ProviderCredentials, type ProviderSettings } from '../adapters/adapter.js';
import type { App } from '../../context.js';
import { addressProblem } from '../../platform/text-problem.js';
import { textOf, refuse, refuseFields, DomainError, refuseField } from '../../platform/domain-error.js';
import type { FieldProblems } from '../../platform/refusal.js';
import type { PaymentProvider } from '../../generated/prisma/client.js';
import { createAdapter } from '../adapters/create-adapter.js';
import type { UpsertPaymentProviderInput } from './payment-provider.input.js';
import { foldToAscii } from '../../platform/fold-to-ascii.js';

const PLAIN_NAMES = ['adapter', 'active', 'priority', 'pixKey', 'merchantName', 'merchantCity', 'baseUrl'] as const;
type Plain = Pick<PaymentProvider, (typeof PLAIN_NAMES)[number]>;

export type ProviderFields = Plain & { credentials: ProviderCredentials };
const DEFAULTS = { active: true, priority: 100, baseUrl: null };

/** BAD_USER_INPUT, by field, for what is missing or wrong by itself; CONFLICT for another adapter. */
export function fieldsAfter(input: UpsertPaymentProviderInput, before: ProviderFields | undefined): ProviderFields {
  const problems: FieldProblems = {};
  const given: Partial<Plain> = {};
  if (!before && input.name === NO_PROVIDER) problems.name = [textOf('paymentProviders.reservedName')];
  for (const name of PLAIN_NAMES) {
    const value = typeof input[name] === 'string' ? input[name].trim() : input[name];
    if (value === null && name !== 'baseUrl') problems[name] = [textOf('platform.notNull')];
    else if (value !== undefined) Object.assign(given, { [name]: value });
    else if (!before && !Object.hasOwn(DEFAULTS, name)) problems[name] = [textOf('paymentProviders.required')];
  }
  if (given.pixKey !== undefined) {
    const key = getPixKeyInfo(given.pixKey);
    if (key) given.pixKey = key.value;
    else problems.pixKey = [textOf('paymentProviders.pixKey')];
  }
  const addresses = { baseUrl: given.baseUrl, tokenUrl: input.credentials?.tokenUrl };
  for (const [name, url] of Object.entries(addresses)) {
    const wrong = url ? addressProblem(url) : undefined;
    if (wrong) problems[name] = [wrong];
  }
  if (Object.keys(problems).length > 0) throw refuseFields(problems);
  if (before && given.adapter !== undefined && given.adapter !== before.adapter) {
    const stays = textOf('paymentProviders.fixedAdapter', { adapter: before.adapter });
    throw refuse('paymentProviders.adapterStays', { problem: stays }, { fields: { adapter: [stays] } });
  }
  const credentials = credentialsAfter(input.credentials, before?.credentials);
  return { ...DEFAULTS, ...before, ...given, credentials } as ProviderFields;
}

/** Of a new provider what is set; credentials as `credentials.<name>`. */
export function changedNames(before: ProviderFields | undefined, after: ProviderFields): string[] {
  const credentials = CREDENTIAL_NAMES.filter((name) => before?.credentials[name] !== after.credentials[name]);
  return [
    ...PLAIN_NAMES.filter((name) => (before?.[name] ?? null) !== after[name]),
    ...credentials.map((name) => `credentials.${name}`),
  ];
}

/** Nobody may learn a stored secret by pointing the provider at a host of one's own. */
export function sendsSecretElsewhere(input: UpsertPaymentProviderInput, before: ProviderFields, after: ProviderFields): boolean {
  const { clientSecret } = after.credentials;
  const isStored = clientSecret !== undefined && clientSecret === before.credentials.clientSecret;
  const isKnownToCaller = input.credentials?.clientSecret === clientSecret;
  return isStored && !isKnownToCaller && originsOf(before) !== originsOf(after);
}

function credentialsAfter(
  given: UpsertPaymentProviderInput['credentials'],
  before: ProviderCredentials = {},
): ProviderCredentials {
  if (given === null) return {};
  const after = CREDENTIAL_NAMES.map((name) => [name, given?.[name] === undefined ? before[name] : given[name]] as const);
  return Object.fromEntries(after.filter(([, value]) => value != null));
}

function originsOf({ baseUrl, credentials: { tokenUrl } }: ProviderFields): string {
  const origins = [baseUrl, tokenUrl ?? baseUrl].map((url) => (url && URL.canParse(url) ? new URL(url).origin : ''));
  return origins.join(' ');
}

/** Making the adapter sends nothing: only the provider knows whether the credentials are right. */
export async function checkSettings(
  adapter: string,
  settings: ProviderSettings,
  { config, providers }: Pick<App, 'config' | 'providers'>,
): Promise<void> {
  if (config.production && adapter === 'sandbox') throw refuseField('adapter', 'paymentProviders.sandbox');
  // For all adapters: `createOrderWithoutPaymentGateway` makes static codes for any provider.
  for (const field of ['merchantName', 'merchantCity'] as const) {
    if (foldToAscii(settings[field], 1) === '') throw refuseField(field, 'paymentProviders.notInCodes');
  }
  try {
    await createAdapter(adapter, settings, { hosts: providers.hosts }).close();
  } catch (error) {
    throw error instanceof DomainError ? inTermsOfInput(error) : error;
  }
}

/** Adapters name `clientId`; here it is `credentials.clientId`. */
function inTermsOfInput({ code, fields = {} }: DomainError): DomainError {
  const nameOf = (field: string): string => (CREDENTIAL_NAMES.some((name) => name === field) ? `credentials.${field}` : field);
  const renamed = Object.fromEntries(Object.entries(fields).map(([field, problems]) => [nameOf(field), problems]));
  return new DomainError(code, { fields: renamed });
}
