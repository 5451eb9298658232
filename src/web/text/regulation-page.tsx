import { regulationAddress } from '../../addresses/regulation-address.js';
import type { RegulationPageData, SiteOfPage } from '../../pages/page-renderer.js';
import { texts, useFormats, useLanguage, useTexts } from '../common/language.js';
import { ShopHeader, SiteFooter } from '../common/site-frame.js';
import { Authorisation } from '../raffle/authorisation.js';
import { ButtonLink } from '../ui/button.js';
import { Card, Notice } from '../ui/surface.js';
import css from './text-page.module.css';

/** It needs no script. */
export function RegulationPage({ site, data }: { site: SiteOfPage; data: RegulationPageData }) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const { dateTime } = useFormats();
  const { raffle, regulation } = data;
  const { version, lastVersion, hash, text, url, createdAt } = regulation;
  const others = Array.from({ length: lastVersion }, (_, place) => lastVersion - place).filter((one) => one !== version);
  return (
    <>
      <ShopHeader site={site}>
        <ButtonLink small href={`/r/${raffle.slug}`}>
          {t.toRaffle}
        </ButtonLink>
      </ShopHeader>
      <main id="main" class={css.main} tabIndex={-1}>
        <h1>{REGULATION_TITLES[language](raffle.title)}</h1>
        {version !== lastVersion && (
          <Notice tone="warn">
            <p>
              {t.old} <a href={regulationAddress(raffle.slug, language)}>{t.toLast}</a>
            </p>
          </Notice>
        )}
        {t.translation && <p>{t.translation}</p>}
        <div class={css.text} lang="pt-BR">
          {text.split('\n\n').map((part, place) => (
            <p key={place}>{part}</p>
          ))}
        </div>
        <Card title={t.version(version, lastVersion)}>
          <p>{t.since(dateTime(createdAt))}</p>
          <p class={css.text}>SHA-256: {hash}</p>
          <p>
            <a href={url}>{t.file}</a> {t.check}
          </p>
          <p class={css.text}>
            <code>{`sha256sum regulamento-${url.slice('/regulations/'.length).replace('/', '-')}`}</code>
          </p>
          {others.length > 0 && (
            <p>
              {t.others}{' '}
              {others.map((one) => (
                <span key={one}>
                  <a href={regulationAddress(raffle.slug, language, one)}>{one}</a>{' '}
                </span>
              ))}
            </p>
          )}
        </Card>
      </main>
      <SiteFooter site={site}>
        <Authorisation raffle={raffle} />
      </SiteFooter>
    </>
  );
}

export const REGULATION_TITLES = texts({
  'pt-BR': (raffle: string) => `Regulamento: ${raffle}`,
  en: (raffle: string) => `Regulation: ${raffle}`,
});

const TEXTS = texts({
  'pt-BR': {
    toRaffle: 'Ver a rifa',
    old: 'Esta versão não vale mais para novos pedidos. Ela continua valendo para quem a aceitou.',
    toLast: 'Ver a atual',
    translation: '',
    version: (version: number, last: number) =>
      version === last ? `Versão ${version}, a atual` : `Versão ${version} de ${last}`,
    since: (time: string) => `Desde ${time}. Nenhuma versão pode ser mudada nem apagada.`,
    file: 'Baixe este texto como arquivo',
    check: 'e confira a impressão digital dele:',
    others: 'Outras versões:',
  },
  en: {
    toRaffle: 'See the raffle',
    old: 'This version no longer applies to new orders. It still applies to those who accepted it.',
    toLast: 'See the current one',
    translation: 'The regulation is in Portuguese: that text is what buyers accept, and what the hash below is of.',
    version: (version: number, last: number) =>
      version === last ? `Version ${version}, the current one` : `Version ${version} of ${last}`,
    since: (time: string) => `Since ${time}. No version can be changed or deleted.`,
    file: 'Download this text as a file',
    check: 'and check its fingerprint:',
    others: 'Other versions:',
  },
});
