import { messagesAddress } from '../../addresses/message-address.js';
import type { MessagesPageData, SiteOfPage } from '../../pages/page-renderer.js';
import { texts, useTexts } from '../common/language.js';
import { CHOSEN_KINDS, MESSAGE_KIND_TITLES } from '../common/message-kinds.js';
import { ShopHeader, SiteFooter } from '../common/site-frame.js';
import { Button } from '../ui/button.js';
import field from '../ui/field.module.css';
import { Notice } from '../ui/surface.js';
import css from './text-page.module.css';

/** A form: it needs no script, and opens from a mail program. */
export function MessagesPage({ site, data: { token, wanted, isSaved } }: { site: SiteOfPage; data: MessagesPageData }) {
  const t = useTexts(MESSAGES_TEXTS);
  const titles = useTexts(MESSAGE_KIND_TITLES);
  return (
    <>
      <ShopHeader site={site} />
      <main id="main" class={css.main} tabIndex={-1}>
        <h1>{t.title}</h1>
        {isSaved && (
          <Notice tone="good">
            <p>{t.saved}</p>
          </Notice>
        )}
        <p>{t.hint}</p>
        <form class={css.text} method="post" action={messagesAddress(token)}>
          {CHOSEN_KINDS.map((kind) => (
            <div key={kind} class={field.check}>
              <input id={kind} type="checkbox" name="kind" value={kind} checked={wanted.includes(kind)} />
              <label for={kind}>{titles[kind]}</label>
            </div>
          ))}
          <Button type="submit">{t.save}</Button>
        </form>
      </main>
      <SiteFooter site={site} />
    </>
  );
}

export const MESSAGES_TEXTS = texts({
  'pt-BR': {
    title: 'Que mensagens você quer receber?',
    hint: 'Vale para o endereço em que esta mensagem chegou. Códigos de confirmação chegam sempre que alguém os pede.',
    save: 'Salvar',
    saved: 'Salvo.',
  },
  en: {
    title: 'Which messages do you want?',
    hint: 'This is for the address that the message came to. Confirmation codes come whenever somebody asks for one.',
    save: 'Save',
    saved: 'Saved.',
  },
});
