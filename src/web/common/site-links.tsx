import type { SiteOfPage } from '../../pages/page-renderer.js';
import { texts, useLanguage, useTexts } from './language.js';
import { NETWORK_NAMES } from './network-names.js';
import { TEXT_TITLES } from './text-titles.js';
import css from './site-links.module.css';

/** The end of a page: what else the operator has to say, where they are to be found, and who they are. */
export function SiteLinks({ site }: { site: SiteOfPage }) {
  const t = useTexts(TEXTS);
  const titles = useTexts(TEXT_TITLES);
  const language = useLanguage();
  const suffix = language === 'pt-BR' ? '' : `?lang=${language}`;
  const { name, textPages, email, phone, links, company } = site;
  const found = [
    ...(phone ? [{ href: `https://wa.me/${phone.replaceAll(/\D/g, '')}`, text: `WhatsApp ${phone}` }] : []),
    ...(email ? [{ href: `mailto:${email}`, text: email }] : []),
    ...links.map(({ network, url }) => ({ href: url, text: NETWORK_NAMES[network] })),
  ];
  return (
    <>
      {textPages.length > 0 && (
        <nav aria-label={t.texts}>
          <ul class={css.links}>
            {textPages.map((page) => (
              <li key={page.name}>
                <a href={`${page.path}${suffix}`}>{titles[page.name]}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {found.length > 0 && (
        <ul class={css.links} aria-label={t.found(name)}>
          {found.map(({ href, text }) => (
            <li key={href}>
              <a href={href} rel="noopener" target="_blank">
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p>{[name, company].filter(Boolean).join(' · ')}</p>
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    texts: 'Textos do site',
    found: (name: string) => `Onde encontrar ${name}`,
  },
  en: {
    texts: 'Texts of the site',
    found: (name: string) => `Where to find ${name}`,
  },
});
