import type { ComponentChildren } from 'preact';
import { OfflineNotice } from './offline-notice.js';
import css from './site-header.module.css';
import { texts, useTexts } from './language.js';

/** The head of every page: whose it is, and what its reader can do anywhere. */
export function SiteHeader({
  site,
  href,
  isWide,
  children,
}: {
  site: { name: string; logoUrl: string | undefined };
  /** Where the name leads; without it, nowhere. */
  href?: string;
  /** As wide as the dashboard. */
  isWide?: boolean;
  children?: ComponentChildren;
}) {
  const t = useTexts(TEXTS);
  const brand = site.logoUrl ? <img class={css.logo} src={site.logoUrl} alt={site.name} height={36} /> : site.name;
  return (
    <>
      <a class="heard" href="#main">
        {t.skip}
      </a>
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
