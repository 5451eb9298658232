import type { RaffleOfPage, SiteOfPage } from '../../pages/page-renderer.js';
import { texts, useTexts } from '../common/language.js';
import { OutsideLinks, SiteFooter } from '../common/site-frame.js';
import css from './about.module.css';
import { Authorisation } from './authorisation.js';

export function RaffleFooter({ site, raffle }: { site: SiteOfPage; raffle: RaffleOfPage }) {
  const t = useTexts(TEXTS);
  const { whatsapp, whatsappGroup, telegram, email } = raffle;
  const links = [
    whatsapp && { href: `https://wa.me/${whatsapp.replaceAll(/\D/g, '')}`, text: 'WhatsApp' },
    whatsappGroup && { href: whatsappGroup, text: t.group },
    telegram && { href: telegram, text: 'Telegram' },
    email && { href: `mailto:${email}`, text: email },
  ].filter((link) => link !== null && link !== '');
  return (
    <SiteFooter site={site}>
      {links.length > 0 && <OutsideLinks label={t.contact} links={links} />}
      <Authorisation raffle={raffle} />
      <p>
        {t.promise} <span class={css.hash}>{raffle.secretHash}</span>
      </p>
    </SiteFooter>
  );
}

const TEXTS = texts({
  'pt-BR': {
    contact: 'Contato',
    group: 'Grupo do WhatsApp',
    promise: 'Impressão digital do segredo dos números, publicada antes da primeira venda:',
  },
  en: {
    contact: 'Contact',
    group: 'WhatsApp group',
    promise: 'The fingerprint of the secret behind the numbers, published before the first sale:',
  },
});
