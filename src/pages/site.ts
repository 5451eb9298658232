import { formatCnpj } from '@brazilian-utils/brazilian-utils';
import type { Context } from '../context.js';
import { accentStyle } from './accent.js';
import type { Site, TextPage } from './page-renderer.js';
import { TEXT_PAGES, type TextPageName } from './text-pages.js';

type SiteView = Awaited<ReturnType<Context['site']['view']>>;

const MAX_NOTICES = 10;

let styled: { color: string; style: string } | undefined;

export function siteOf(view: SiteView, { timeZone, testBank }: Pick<Site, 'timeZone' | 'testBank'>): Site {
  const { settings, notifications } = view;
  const { siteName, color, logoUrl, showCompany, companyName, cnpj } = settings;
  return {
    name: siteName,
    logoUrl: logoUrl ?? undefined,
    style: styleOf(color),
    timeZone,
    testBank,
    textPages: (Object.keys(TEXT_PAGES) as TextPageName[])
      .filter((name) => textOf(view, name) !== undefined)
      .map((name) => ({ name, path: TEXT_PAGES[name] })),
    email: settings.supportEmail,
    phone: settings.supportPhone,
    links: settings.socialLinks,
    company: showCompany ? [companyName, cnpj && `CNPJ ${formatCnpj(cnpj, { version: 2 })}`].filter(Boolean).join(' · ') : '',
    notices: notifications
      .slice(0, MAX_NOTICES)
      .map(({ id, updatedAt, title, body, link }) => ({ key: `${id} ${updatedAt.getTime()}`, title, body, link })),
  };
}

export function textOf({ settings, faqs }: SiteView, name: TextPageName): TextPage | undefined {
  const path = TEXT_PAGES[name];
  if (name === 'faq') {
    return faqs.length > 0 ? { name, path, faqs: faqs.map(({ id, question, answer }) => ({ id, question, answer })) } : undefined;
  }
  const text = { about: settings.aboutText, terms: settings.termsText, privacy: settings.privacyText }[name];
  return text === null ? undefined : { name, path, text };
}

function styleOf(color: string | null): string {
  if (color === null) return '';
  if (styled?.color !== color) styled = { color, style: accentStyle(color) };
  return styled.style;
}
