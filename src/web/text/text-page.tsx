import type { SiteOfPage, TextPage as TextOfPage } from '../../pages/page-renderer.js';
import { useTexts } from '../common/language.js';
import { ShopHeader, TEXT_TITLES, SiteFooter } from '../common/site-frame.js';
import { Card } from '../ui/surface.js';
import css from './text-page.module.css';

/** It needs no script. */
export function TextPage({ site, page }: { site: SiteOfPage; page: TextOfPage }) {
  const titles = useTexts(TEXT_TITLES);
  return (
    <>
      <ShopHeader site={site} />
      <main id="main" class={css.main} tabIndex={-1}>
        <h1>{titles[page.name]}</h1>
        {page.name === 'faq' ? (
          page.faqs.map(({ id, question, answer }) => (
            <Card key={id} title={question}>
              <div class={css.text}>
                <Paragraphs text={answer} />
              </div>
            </Card>
          ))
        ) : (
          <div class={css.text}>
            <Paragraphs text={page.text} />
          </div>
        )}
      </main>
      <SiteFooter site={site} />
    </>
  );
}

/** Plain text: a blank line ends a paragraph, a line break stays. */
function Paragraphs({ text }: { text: string }) {
  const parts = text.replaceAll('\r\n', '\n').split(/\n[^\S\n]*\n\s*/);
  return (
    <>
      {parts
        .filter((part) => part.trim() !== '')
        .map((part, place) => (
          <p key={place}>{part}</p>
        ))}
    </>
  );
}
