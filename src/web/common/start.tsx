import { hydrate, type ComponentType } from 'preact';
import { CodeWaysProvider } from './code-ways.js';
import { LocaleProvider } from './language.js';
import { readPageData, ROOT_ID, type PageData } from './page-data.js';

/** Time of the last reload, ms since 1970. */
const RELOADED_AT = 'raffle-gateway.reloaded-at';
const AGAIN_MS = 60_000;

/**
 * A page that was opened before a new release asks for parts by names that are no longer there: it is loaded anew, but not again and
 * again where something else is wrong.
 */
function reloadForNewParts(): void {
  addEventListener('vite:preloadError', (event) => {
    try {
      if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < AGAIN_MS) return;
      sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    } catch {
      return;
    }
    event.preventDefault();
    location.reload();
  });
}

export function startPage<Data>(Page: ComponentType<Omit<PageData<Data>, 'locale'>>): void {
  reloadForNewParts();
  const { locale, ...page } = readPageData<Data>();
  const root = document.getElementById(ROOT_ID);
  if (!root) throw new Error('The page has no root.');
  hydrate(
    <LocaleProvider locale={locale}>
      <CodeWaysProvider ways={page.site}>
        <Page {...page} />
      </CodeWaysProvider>
    </LocaleProvider>,
    root,
  );
}
