import { getPixKeyInfo } from '@brazilian-utils/brazilian-utils/get-pix-key-info';
import { CREDENTIAL_NAMES, NO_PROVIDER, type ProviderCredentials, type ProviderSettings } from '../adapters/adapter.js';
import { addressProblem } from '../../platform/address-problem.js';
import { textOf, refuse, refuseFields, DomainError, refuseField } from '../../platform/domain-error.js';
import type { FieldProblems } from '../../platform/refusal.js';
import { createAdapter } from '../adapters/create-adapter.js';
import { foldToAscii } from '../../platform/fold-to-ascii.js';

/** What an operator sets of a provider, complete. */
export interface ProviderFields {
  adapter: string;
  active: boolean;
  priority: number;
  pixKey: string;
  merchantName: string;
  merchantCity: string;
  baseUrl: string | null;
  credentials: ProviderCredentials;
}

type Plain = Omit<ProviderFields, 'credentials'>;

/** What a request brings of it. Left out stays, null clears. */
export type ProviderInput = { name: string } & { [Field in keyof Plain]?: Plain[Field] | null } & {
  credentials?: { [Name in keyof ProviderCredentials]?: string | null } | null;
};

const PLAIN_NAMES = ['adapter', 'active', 'priority', 'pixKey', 'merchantName', 'merchantCity', 'baseUrl'] as const;
const DEFAULTS = { active: true, priority: 100, baseUrl: null };

/**
 * A provider's fields after a request: `before` with what the input brings, or of a new provider the defaults with it. Texts
 * are trimmed, the PIX key is brought into the DICT's form. Throws BAD_USER_INPUT by field for what is missing, null, or wrong
 * by itself, and CONFLICT for another adapter than before.
 */
export function fieldsAfter(input: ProviderInput, before: ProviderFields | undefined): ProviderFields {
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
  if (before && given.adapter !== undefined && given.adapter !== before.adapter) throw fixedAdapter(before.adapter);
  const credentials = credentialsAfter(input.credentials, before?.credentials);
  return { ...DEFAULTS, ...before, ...given, credentials } as ProviderFields;
}

/** The names of what differs, credentials as `credentials.<name>`; of a new provider the names of what is set. */
export function changedNames(before: ProviderFields | undefined, after: ProviderFields): string[] {
  const credentials = CREDENTIAL_NAMES.filter((name) => before?.credentials[name] !== after.credentials[name]);
  return [
    ...PLAIN_NAMES.filter((name) => (before?.[name] ?? null) !== after[name]),
    ...credentials.map((name) => `credentials.${name}`),
  ];
}

/**
 * Whether the stored client secret would go to another host than before without the caller having shown to know it: credentials
 * that nobody can read must not be had by pointing the provider at a host of one's own either.
 */
export function sendsSecretElsewhere(input: ProviderInput, before: ProviderFields, after: ProviderFields): boolean {
  const { clientSecret } = after.credentials;
  const isStored = clientSecret !== undefined && clientSecret === before.credentials.clientSecret;
  const isKnownToCaller = input.credentials?.clientSecret === clientSecret;
  return isStored && !isKnownToCaller && originsOf(before) !== originsOf(after);
}

function credentialsAfter(given: ProviderInput['credentials'], before: ProviderCredentials = {}): ProviderCredentials {
  if (given === null) return {};
  const after = CREDENTIAL_NAMES.map((name) => [name, given?.[name] === undefined ? before[name] : given[name]] as const);
  return Object.fromEntries(after.filter(([, value]) => value != null));
}

/** Where the secret is sent and where what it buys is. */
function originsOf({ baseUrl, credentials: { tokenUrl } }: ProviderFields): string {
  const origins = [baseUrl, tokenUrl ?? baseUrl].map((url) => (url && URL.canParse(url) ? new URL(url).origin : ''));
  return origins.join(' ');
}

function fixedAdapter(adapter: string): DomainError {
  const stays = textOf('paymentProviders.fixedAdapter', { adapter });
  return refuse('paymentProviders.adapterStays', { problem: stays }, { fields: { adapter: [stays] } });
}

/**
 * Throws BAD_USER_INPUT, by the field of `UpsertPaymentProviderInput`, for settings that no charge can be made with. It makes the
 * adapter, which sends nothing yet: only the provider knows whether the credentials are right.
 */
export async function checkSettings(adapter: string, settings: ProviderSettings, production: boolean): Promise<void> {
  if (production && adapter === 'sandbox') throw refuseField('adapter', 'paymentProviders.sandbox');
  // Also where the adapter makes no codes of its own: `createOrderWithoutPaymentGateway` makes static ones for any provider.
  for (const field of ['merchantName', 'merchantCity'] as const) {
    if (foldToAscii(settings[field], 1) === '') throw refuseField(field, 'paymentProviders.notInCodes');
  }
  try {
    await createAdapter(adapter, settings).close();
  } catch (error) {
    throw error instanceof DomainError ? inTermsOfInput(error) : error;
  }
}

/** Adapters speak of `clientId`; here it is `credentials.clientId`. */
function inTermsOfInput({ code, fields = {} }: DomainError): DomainError {
  const nameOf = (field: string): string => (CREDENTIAL_NAMES.some((name) => name === field) ? `credentials.${field}` : field);
  const renamed = Object.fromEntries(Object.entries(fields).map(([field, problems]) => [nameOf(field), problems]));
  return new DomainError(code, { fields: renamed });
}
