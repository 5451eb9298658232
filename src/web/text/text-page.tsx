import type { KeptForDays, SiteOfPage, TextPage as TextOfPage } from '../../pages/page-renderer.js';
import { texts, useLanguage, useTexts } from '../common/language.js';
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
        {page.name === 'privacy' && <KeptData kept={page.kept} />}
      </main>
      <SiteFooter site={site} />
    </>
  );
}

/** What is deleted after some days, as the service does it. */
function KeptData({ kept }: { kept: readonly KeptForDays[] }) {
  const t = useTexts(KEPT_TEXTS);
  const language = useLanguage();
  return (
    <Card title={t.title}>
      <p>{t.lead}</p>
      <table class={css.table}>
        <thead>
          <tr>
            <th scope="col">{t.data}</th>
            <th scope="col">{t.purpose}</th>
            <th scope="col">{t.time}</th>
          </tr>
        </thead>
        <tbody>
          {kept.map(({ days, ...words }) => (
            <tr key={words[language].data}>
              <td>{words[language].data}</td>
              <td>{words[language].purpose}</td>
              <td>{t.days(days)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t.others}</p>
    </Card>
  );
}

const KEPT_TEXTS = texts({
  'pt-BR': {
    title: 'Por quanto tempo guardamos',
    lead: 'O serviço apaga sozinho, contando de quando cada um deixa de servir:',
    data: 'Dados',
    purpose: 'Para quê',
    time: 'Tempo',
    days: (days: number) => (days === 1 ? '1 dia' : `${days} dias`),
    others:
      'O que não está nesta lista fica até você apagar a sua conta, em Minha conta. Pedidos, pagamentos e prêmios ficam depois disso sem o seu nome, pois a lei pede as contas.',
  },
  en: {
    title: 'How long we keep data',
    lead: 'The service deletes these by itself, counted from when each is of no more use:',
    data: 'Data',
    purpose: 'What for',
    time: 'Time',
    days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
    others:
      'What is not in this list stays until you delete your account, in My account. Orders, payments and prizes stay after it without your name, since the law wants the accounts.',
  },
});

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
