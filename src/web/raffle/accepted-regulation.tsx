import { regulationAddress } from '../../addresses/regulation-address.js';
import { texts, useLanguage, useTexts } from '../common/language.js';
import css from './refund-note.module.css';

/** Which version an order accepted, and where it can be read. Nothing where it accepted none. */
export function AcceptedRegulation({ slug, accepted }: { slug: string; accepted: { version: number } | null }) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  if (!accepted) return null;
  const { version } = accepted;
  return (
    <p class={css.note}>
      {t.accepted}{' '}
      <a href={regulationAddress(slug, language, version)}>
        {t.version} {version}
      </a>
    </p>
  );
}

const TEXTS = texts({
  'pt-BR': { accepted: 'Regulamento aceito:', version: 'versão' },
  en: { accepted: 'Accepted regulation:', version: 'version' },
});
