import { hydrate, type ComponentType } from 'preact';
import { LocaleProvider } from './language.js';
import { readPageData, ROOT_ID, type PageData } from './page-data.js';

/** Goes on where the HTML ends. */
export function startPage<Data>(Page: ComponentType<Omit<PageData<Data>, 'locale'>>): void {
  const { locale, ...page } = readPageData<Data>();
  const root = document.getElementById(ROOT_ID);
  if (!root) throw new Error('The page has no root.');
  hydrate(
    <LocaleProvider locale={locale}>
      <Page {...page} />
    </LocaleProvider>,
    root,
  );
}
