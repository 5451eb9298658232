import type { PageFrame, TextPage } from '../../pages/page-renderer.js';
import { TEXT_TITLES } from '../common/text-titles.js';
import type { Head } from '../document.js';

const LONGEST = 160;

/** What a link to a page of texts looks like in a messenger. */
export function textHead(page: TextPage, { site, language }: PageFrame): Head {
  const title = `${TEXT_TITLES[language][page.name]} · ${site.name}`;
  const text = page.name === 'faq' ? page.faqs.map(({ question }) => question).join(' ') : page.text;
  const words = [...text.replaceAll(/\s+/g, ' ').trim()];
  const description = words.length > LONGEST ? `${words.slice(0, LONGEST - 1).join('')}…` : words.join('');
  return { title, description: description || title, path: page.path };
}
