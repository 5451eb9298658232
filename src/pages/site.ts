import type { App, Context } from '../context.js';
import { uploadedPicture } from '../addresses/picture-address.js';
import { companyOf } from '../platform/company.js';
import { accentStyle } from './accent.js';
import type { KeptForDays, Site, TextPage } from './page-renderer.js';
import { SHOP } from '../addresses/shop-address.js';
import { TEXT_PAGES, type TextPageName } from '../addresses/text-pages.js';

type SiteView = Awaited<ReturnType<Context['site']['view']>>;

const MAX_NOTICES = 10;
const ICON = '/static/icon.svg';

/** How orders are paid, and where codes go. */
type Ways = Pick<Site, 'isPaidByHand' | 'hasPhoneCodes' | 'hasEmailCodes'>;

export const NO_WAYS: Ways = { isPaidByHand: false, hasPhoneCodes: false, hasEmailCodes: false };

export async function waysOf(app: App): Promise<Ways> {
  const [provider, hasPhoneCodes] = await Promise.all([
    // Of orders that name no provider, as those of our pages.
    app.providers.choose(null, 'GATEWAY').catch(() => undefined),
    app.arePhonesTold().catch(() => false),
  ]);
  return { isPaidByHand: provider?.adapter.adapter === 'static', hasPhoneCodes, hasEmailCodes: app.mail.isOn };
}

let styled: { color: string; style: string } | undefined;

export function siteOf(view: SiteView, { timeZone, ...of }: Pick<Site, 'timeZone' | 'testBank' | 'isDevelopment'> & Ways): Site {
  const { settings, notifications } = view;
  const { siteName, color, logoUrl, dpoName, dpoEmail } = settings;
  return {
    name: siteName,
    logoUrl: logoUrl ?? undefined,
    style: styleOf(color),
    timeZone,
    ...of,
    shopPath: settings.homeRaffleSlug === null ? SHOP.home : SHOP.list,
    iconUrl: iconOf(logoUrl),
    textPages: (Object.keys(TEXT_PAGES) as TextPageName[])
      .filter((name) => textOf(view, name) !== undefined)
      .map((name) => ({ name, path: TEXT_PAGES[name] })),
    email: settings.supportEmail,
    phone: settings.supportPhone,
    links: settings.socialLinks,
    company: companyOf(settings),
    officer: dpoName === null && dpoEmail === null ? null : { name: dpoName, email: dpoEmail },
    notices: notifications
      .slice(0, MAX_NOTICES)
      .map(({ id, updatedAt, title, body, link }) => ({ key: `${id} ${updatedAt.getTime()}`, title, body, link })),
  };
}

/** The smallest size of an uploaded logo, another logo as it is, or our own icon. */
export function iconOf(logoUrl: string | null): string {
  return logoUrl === null ? ICON : (uploadedPicture(logoUrl)?.sizes[0]?.url ?? logoUrl);
}

export function textOf(
  { settings, faqs }: SiteView,
  name: TextPageName,
  kept: readonly KeptForDays[] = [],
): TextPage | undefined {
  const path = TEXT_PAGES[name];
  if (name === 'faq') {
    return faqs.length > 0 ? { name, path, faqs: faqs.map(({ id, question, answer }) => ({ id, question, answer })) } : undefined;
  }
  if (name === 'privacy') {
    const { privacyText, dpoName, dpoEmail } = settings;
    // Whom to ask and what is kept need no words of the operator.
    return (privacyText ?? dpoName ?? dpoEmail) ? { name, path, text: privacyText ?? '', kept } : undefined;
  }
  const text = { about: settings.aboutText, terms: settings.termsText }[name];
  return text === null ? undefined : { name, path, text };
}

/** Made of what is purged, so that the page cannot say otherwise. */
export const keptForDays = ({ features }: Pick<App, 'features'>): KeptForDays[] =>
  features.flatMap(({ retention = [] }) => retention.flatMap(({ days, ofPerson }) => (ofPerson ? [{ days, ...ofPerson }] : [])));

function styleOf(color: string | null): string {
  if (color === null) return '';
  if (styled?.color !== color) styled = { color, style: accentStyle(color) };
  return styled.style;
}
