import type { ProviderFragment, UpsertPaymentProviderInput } from '../../../generated/client/operations.js';
import { credentialsOf, CREDENTIALS, hasApi, isNeeded, type Credential } from './adapters.js';

type CredentialField = `credentials.${Credential}`;

export type ProviderValues = Record<
  'name' | 'adapter' | 'priority' | 'pixKey' | 'merchantName' | 'merchantCity' | 'baseUrl',
  string
> & {
  active: boolean;
} & Record<CredentialField, string>;

export type Fate = 'keep' | 'replace' | 'remove';
export type Fates = Partial<Record<Credential, Fate>>;

export const fieldOf = (credential: Credential): CredentialField => `credentials.${credential}`;

export function valuesOf(known: ProviderFragment | undefined): ProviderValues {
  return {
    name: known?.name ?? '',
    adapter: known?.adapter ?? 'bacen',
    active: known?.active ?? true,
    priority: String(known?.priority ?? 100),
    pixKey: known?.pixKey ?? '',
    merchantName: known?.merchantName ?? '',
    merchantCity: known?.merchantCity ?? '',
    baseUrl: known?.baseUrl ?? '',
    ...(Object.fromEntries(CREDENTIALS.map((name) => [fieldOf(name), ''])) as Record<CredentialField, string>),
  };
}

/** Only the differences, and only the secrets that were typed or removed. */
export function inputOf(values: ProviderValues, known: ProviderFragment | undefined, fates: Fates): UpsertPaymentProviderInput {
  const { name, adapter, active } = values;
  const texts = {
    pixKey: values.pixKey.trim(),
    merchantName: values.merchantName.trim(),
    merchantCity: values.merchantCity.trim(),
  };
  const baseUrl = hasApi(adapter) ? values.baseUrl.trim() || null : null;
  const priority = Number(values.priority);
  const credentials = credentialsIn(values, known, fates);
  const isOther = (key: 'pixKey' | 'merchantName' | 'merchantCity') => texts[key] !== known?.[key];
  return {
    name: name.trim(),
    ...(!known && { adapter }),
    ...(active !== known?.active && { active }),
    ...(priority !== known?.priority && { priority }),
    ...(isOther('pixKey') && { pixKey: texts.pixKey }),
    ...(isOther('merchantName') && { merchantName: texts.merchantName }),
    ...(isOther('merchantCity') && { merchantCity: texts.merchantCity }),
    ...(baseUrl !== (known?.baseUrl ?? null) && { baseUrl }),
    ...(Object.keys(credentials).length > 0 && { credentials }),
  };
}

/** Required and empty. Stored credentials need not be typed again. */
export function missingIn(values: ProviderValues, known: ProviderFragment | undefined, fates: Fates): readonly string[] {
  const { adapter } = values;
  const fields = ['pixKey', 'merchantName', 'merchantCity', ...(hasApi(adapter) ? ['baseUrl' as const] : [])] as const;
  const set = known?.credentialsSet ?? [];
  const isStored = (name: Credential) => set.includes(name) && fates[name] !== 'replace';
  const credentials = CREDENTIALS.filter((name) => isNeeded(adapter, name) && !isStored(name)).map(fieldOf);
  return [...fields, ...credentials].filter((field) => values[field].trim() === '');
}

function credentialsIn(
  values: ProviderValues,
  known: ProviderFragment | undefined,
  fates: Fates,
): Partial<Record<Credential, string | null>> {
  const set = known?.credentialsSet ?? [];
  const sent: Partial<Record<Credential, string | null>> = {};
  for (const name of credentialsOf(values.adapter, set)) {
    // Blanks at the ends of a pasted secret are not part of it.
    const typed = values[fieldOf(name)].trim();
    if (!set.includes(name) && typed !== '') sent[name] = typed;
    if (set.includes(name) && fates[name] === 'replace' && typed !== '') sent[name] = typed;
    if (set.includes(name) && fates[name] === 'remove') sent[name] = null;
  }
  return sent;
}
