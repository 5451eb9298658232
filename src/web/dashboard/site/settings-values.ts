import type { FieldProblems } from '../../../client/errors.js';
import type { SiteInFullFragment, SocialNetwork, UpdateSettingsInput } from '../../../generated/client/operations.js';

export const NETWORKS = [
  'INSTAGRAM',
  'FACEBOOK',
  'TIKTOK',
  'YOUTUBE',
  'TELEGRAM',
  'X',
] as const satisfies readonly SocialNetwork[];

/** Fields of one line, and of several. */
export const LINES = ['siteName', 'color', 'logoUrl', 'supportEmail', 'supportPhone', 'companyName', 'cnpj'] as const;
export const PARAGRAPHS = ['aboutText', 'termsText', 'privacyText', 'notes'] as const;
const TEXTS = [...LINES, ...PARAGRAPHS] as const;

/** The texts of the form; a network's is its address or handle. */
export type SettingsValues = Record<(typeof TEXTS)[number] | SocialNetwork, string> & { showCompany: boolean };

export function valuesOf(known: SiteInFullFragment): SettingsValues {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, known[name] ?? '']));
  const links = Object.fromEntries(
    NETWORKS.map((name) => [name, known.socialLinks.find((link) => link.network === name)?.url ?? '']),
  );
  return { ...texts, ...links, showCompany: known.showCompany ?? false } as SettingsValues;
}

/** What is to be sent: what differs. An empty text takes the setting away. */
export function inputOf(values: SettingsValues, known: SiteInFullFragment): UpdateSettingsInput {
  const before = valuesOf(known);
  const changed = TEXTS.filter((name) => values[name].trim() !== before[name]);
  return {
    ...Object.fromEntries(changed.map((name) => [name, values[name].trim() || null])),
    ...(values.showCompany !== before.showCompany && { showCompany: values.showCompany }),
    ...(NETWORKS.some((name) => values[name].trim() !== before[name]) && { socialLinks: linksIn(values) }),
  };
}

/** Refusals under the names of the form: links are counted in the order in which they were sent. */
export function problemsOf(fields: FieldProblems, values: SettingsValues): FieldProblems {
  const sent = linksIn(values);
  return Object.fromEntries(
    Object.entries(fields).map(([name, problems]) => {
      const place = /^socialLinks\.(\d+)\./.exec(name)?.[1];
      return [(place && sent[Number(place)]?.network) ?? name, problems];
    }),
  );
}

function linksIn(values: SettingsValues): { network: SocialNetwork; link: string }[] {
  return NETWORKS.flatMap((network) => {
    const link = values[network].trim();
    return link ? [{ network, link }] : [];
  });
}
