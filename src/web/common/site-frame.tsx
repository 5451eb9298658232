import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SocialNetwork } from '../../generated/client/operations.js';
import type { SiteOfPage } from '../../pages/page-renderer.js';
import { SHOP, shopAddress } from '../../addresses/shop-address.js';
import { ButtonLink } from '../ui/button.js';
import { texts, useTexts, useLanguage } from './language.js';
import css from './site-frame.module.css';

export function SiteHeader({
  site,
  href,
  isWide,
  children,
}: {
  site: Pick<SiteOfPage, 'name' | 'logoUrl' | 'isDevelopment' | 'testBank'>;
  href?: string;
  isWide?: boolean;
  children?: ComponentChildren;
}) {
  const t = useTexts(TEXTS);
  const brand = site.logoUrl ? <img class={css.logo} src={site.logoUrl} alt={site.name} height={36} /> : site.name;
  return (
    <>
      <a class="visually-hidden" href="#main">
        {t.skip}
      </a>
      {site.isDevelopment && <DevelopmentBar testBank={site.testBank} />}
      <header class={css.header}>
        <div class={isWide ? `${css.inner} ${css.wide}` : css.inner}>
          {href ? (
            <a class={css.brand} href={href}>
              {brand}
            </a>
          ) : (
            <p class={css.brand}>{brand}</p>
          )}
          <div class={css.actions}>{children}</div>
        </div>
      </header>
      <OfflineNotice />
    </>
  );
}

const TEXTS = texts({ 'pt-BR': { skip: 'Ir para o conteúdo' }, en: { skip: 'Skip to the content' } });

/** Of every page for buyers. `children` stand in place of the way to the account. */
export function ShopHeader({ site, children }: { site: SiteOfPage; children?: ComponentChildren }) {
  const t = useTexts(SHOP_TEXTS);
  const language = useLanguage();
  return (
    <SiteHeader site={site} href={shopAddress(SHOP.home, {}, language)}>
      <nav class={css.nav} aria-label={t.shop}>
        <a href={shopAddress(site.shopPath, {}, language)}>{t.raffles}</a>
        <a href={shopAddress(SHOP.winners, {}, language)}>{t.winners}</a>
      </nav>
      {children === undefined ? (
        <ButtonLink small href={shopAddress(SHOP.account, {}, language)}>
          {t.account}
        </ButtonLink>
      ) : (
        children
      )}
    </SiteHeader>
  );
}

const SHOP_TEXTS = texts({
  'pt-BR': {
    shop: 'Loja',
    raffles: 'Rifas',
    winners: 'Ganhadores',
    account: 'Minha conta',
    other: 'English',
    otherLanguage: 'en',
  },
  en: {
    shop: 'Shop',
    raffles: 'Raffles',
    winners: 'Winners',
    account: 'My account',
    other: 'Português',
    otherLanguage: 'pt-BR',
  },
});

/** What a developer looks for, which buyers never see. */
function DevelopmentBar({ testBank }: { testBank: string | null }) {
  const t = useTexts(DEVELOPMENT_TEXTS);
  return (
    <nav class={css.development} aria-label={t.development}>
      <strong>{t.development}</strong>
      <a href="/">{t.shop}</a>
      <a href="/dashboard">{t.dashboard}</a>
      <a href="/ide">GraphQL</a>
      <a href="/docs">REST</a>
      {testBank && <a href={testBank}>{t.bank}</a>}
    </nav>
  );
}

const DEVELOPMENT_TEXTS = texts({
  'pt-BR': { development: 'Desenvolvimento', shop: 'Loja', dashboard: 'Painel', bank: 'Banco de testes' },
  en: { development: 'Development', shop: 'Shop', dashboard: 'Dashboard', bank: 'Test bank' },
});

function OfflineNotice() {
  const [isOffline, setOffline] = useState(false);
  const t = useTexts(OFFLINE_NOTICE_TEXTS);
  useEffect(() => {
    const look = (): void => setOffline(!navigator.onLine);
    look();
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  return (
    <div class={css.place} role="status">
      {isOffline && <p class={css.notice}>{t.offline}</p>}
    </div>
  );
}

const OFFLINE_NOTICE_TEXTS = texts({
  'pt-BR': { offline: 'Sem internet. O que você vê é de antes; tudo continua sozinho quando ela voltar.' },
  en: { offline: 'No connection. What you see is from before; all goes on by itself when it is back.' },
});

function SiteLinks({ site }: { site: SiteOfPage }) {
  const t = useTexts(SITE_LINKS_TEXTS);
  const titles = useTexts(TEXT_TITLES);
  const language = useLanguage();
  const ofShop = useTexts(SHOP_TEXTS);
  const suffix = language === 'pt-BR' ? '' : `?lang=${language}`;
  const { name, textPages, email, phone, links, company, officer } = site;
  const found = [
    ...(phone ? [{ href: `https://wa.me/${phone.replaceAll(/\D/g, '')}`, text: `WhatsApp ${phone}` }] : []),
    ...(email ? [{ href: `mailto:${email}`, text: email }] : []),
    ...links.map(({ network, url }) => ({ href: url, text: NETWORK_NAMES[network] })),
  ];
  return (
    <>
      <nav aria-label={t.texts}>
        <ul class={css.links}>
          <li>
            <a href={shopAddress(site.shopPath, {}, language)}>{ofShop.raffles}</a>
          </li>
          <li>
            <a href={shopAddress(SHOP.winners, {}, language)}>{ofShop.winners}</a>
          </li>
          <li>
            <a href={shopAddress(SHOP.account, {}, language)}>{ofShop.account}</a>
          </li>
          {textPages.map((page) => (
            <li key={page.name}>
              <a href={`${page.path}${suffix}`}>{titles[page.name]}</a>
            </li>
          ))}
          <li>
            <a href={`?lang=${ofShop.otherLanguage}`} hreflang={ofShop.otherLanguage} lang={ofShop.otherLanguage}>
              {ofShop.other}
            </a>
          </li>
        </ul>
      </nav>
      {found.length > 0 && <OutsideLinks label={t.found(name)} links={found} />}
      <p>{[name, company].filter(Boolean).join(' · ')}</p>
      <OfficerWords officer={officer} />
    </>
  );
}

/** Whom to ask about personal data. */
function OfficerWords({ officer }: Pick<SiteOfPage, 'officer'>) {
  const t = useTexts(OFFICER_TEXTS);
  if (!officer) return null;
  const { name, email } = officer;
  return (
    <p>
      {t.officer}{' '}
      {[name, email && <a href={`mailto:${email}`}>{email}</a>].filter(Boolean).map((part, place) => [place > 0 && ' · ', part])}
    </p>
  );
}

const OFFICER_TEXTS = texts({
  'pt-BR': { officer: 'Encarregado de dados pessoais:' },
  en: { officer: 'Data protection officer:' },
});

/** The end of every page, with what belongs to this page before the links of the site. */
export function SiteFooter({ site, children }: { site: SiteOfPage; children?: ComponentChildren }) {
  return (
    <footer class={css.footer}>
      <div class={css.footerInner}>
        {children}
        <SiteLinks site={site} />
      </div>
    </footer>
  );
}

export function OutsideLinks({ label, links }: { label: string; links: readonly { href: string; text: string }[] }) {
  return (
    <ul class={css.links} aria-label={label}>
      {links.map(({ href, text }) => (
        <li key={href}>
          <a href={href} rel="noopener" target="_blank">
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

const SITE_LINKS_TEXTS = texts({
  'pt-BR': {
    texts: 'Páginas do site',
    found: (name: string) => `Onde encontrar ${name}`,
  },
  en: {
    texts: 'Pages of the site',
    found: (name: string) => `Where to find ${name}`,
  },
});

export const NETWORK_NAMES: Record<SocialNetwork, string> = {
  INSTAGRAM: 'Instagram',
  FACEBOOK: 'Facebook',
  TIKTOK: 'TikTok',
  YOUTUBE: 'YouTube',
  TELEGRAM: 'Telegram',
  X: 'X',
};

export const TEXT_TITLES = texts({
  'pt-BR': { faq: 'Perguntas frequentes', about: 'Quem somos', terms: 'Termos de uso', privacy: 'Privacidade' },
  en: { faq: 'Frequent questions', about: 'Who we are', terms: 'Terms of use', privacy: 'Privacy' },
});
