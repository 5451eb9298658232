import type { SiteOfPage } from '../../pages/page-renderer.js';
import type { Locale } from './language.js';

export interface PageData<Data> {
  locale: Locale;
  site: SiteOfPage;
  data: Data;
}

export const ROOT_ID = 'page';
export const DATA_ID = 'page-data';

export function jsonInHtml(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

export function readPageData<Data>(): PageData<Data> {
  return JSON.parse(document.getElementById(DATA_ID)?.textContent ?? '') as PageData<Data>;
}
