import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { PageFrame } from '../pages/page-renderer.js';
import { LANGUAGES, LocaleProvider, type Language } from './common/language.js';
import { DATA_ID, jsonInHtml, ROOT_ID } from './common/page-data.js';

export interface Head {
  title: string;
  description: string;
  /** Path without the language. */
  path: string;
  /** A path of ours, or a full address. */
  imageUrl?: string | undefined;
  /** Of a picture that we draw, in pixels: some messengers show it the first time only then. */
  imageSize?: { width: number; height: number } | undefined;
  /** For one person: no search engine, and no preview in a messenger. */
  isPrivate?: boolean;
  /** No search engine, but a preview for who is sent the link. */
  isUnlisted?: boolean;
  /** schema.org, for search engines. */
  structured?: object;
}

const PICTURE = '/static/share.png';

/** The full address of the picture; an invalid one is replaced by the default picture. */
function pictureOf({ imageUrl }: Head, origin: string): string {
  const base = URL.canParse(origin) ? origin : 'http://localhost';
  return new URL(imageUrl !== undefined && URL.canParse(imageUrl, base) ? imageUrl : PICTURE, base).href;
}

/** The whole HTML of a page, with the data of its script as JSON. */
export function documentOf(frame: PageFrame, head: Head, data: unknown, body: ComponentChildren): string {
  const { site, language, origin, assets } = frame;
  const { style, timeZone, ...ofPage } = site;
  const locale = { language, timeZone };
  const address = (of: Language): string => `${origin}${head.path}${of === 'pt-BR' ? '' : `?lang=${of}`}`;
  // An address without a language is the canonical one for everybody.
  const own = frame.isLanguageAsked ? address(language) : address('pt-BR');
  const image = pictureOf(head, origin);
  const carried = { locale, site: ofPage, data };
  const html = renderToString(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{head.title}</title>
        <meta name="description" content={head.description} />
        {head.isPrivate || head.isUnlisted ? (
          <meta name="robots" content="noindex" />
        ) : (
          <>
            <link rel="canonical" href={own} />
            {LANGUAGES.map((other) => (
              <link key={other} rel="alternate" hreflang={other} href={address(other)} />
            ))}
          </>
        )}
        {!head.isPrivate && (
          <>
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content={site.name} />
            <meta property="og:locale" content={language.replace('-', '_')} />
            <meta property="og:title" content={head.title} />
            <meta property="og:description" content={head.description} />
            <meta property="og:url" content={own} />
            <meta property="og:image" content={image} />
            {head.imageSize && (
              <>
                <meta property="og:image:width" content={String(head.imageSize.width)} />
                <meta property="og:image:height" content={String(head.imageSize.height)} />
              </>
            )}
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1e1d1a" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href={site.iconUrl} />
        <link rel="apple-touch-icon" href={site.iconUrl} />
        <link rel="manifest" href="/site.webmanifest" />
        {head.structured && (
          <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonInHtml(head.structured) }} />
        )}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.css && <style dangerouslySetInnerHTML={{ __html: assets.css }} />}
        {style && <style dangerouslySetInnerHTML={{ __html: style }} />}
        {assets.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {assets.script && <script type="module" src={assets.script} />}
      </head>
      <body>
        <div id={ROOT_ID}>
          <LocaleProvider locale={locale}>{body}</LocaleProvider>
        </div>
        <script type="application/json" id={DATA_ID} dangerouslySetInnerHTML={{ __html: jsonInHtml(carried) }} />
      </body>
    </html>,
  );
  return `<!doctype html>${html}`;
}
