import { regulationAddress } from '../../addresses/regulation-address.js';
import type { AuthorisationFragment } from '../../generated/client/operations.js';
import { dayOf, texts, useLocale, useTexts, type Locale } from '../common/language.js';
import { shownCnpj } from '../common/shown-cnpj.js';
import css from './refund-note.module.css';

/** Who answers for the raffle before the law, and by which certificate. */
export function Authorisation({ raffle }: { raffle: AuthorisationFragment }) {
  const t = useTexts(TEXTS);
  const locale = useLocale();
  return (
    <>
      {authorisationLines(raffle, locale).map((line) => (
        <p key={line} class={css.note}>
          {line}
        </p>
      ))}
      {raffle.regulationHash && (
        <p class={css.note}>
          <a href={regulationAddress(raffle.slug, locale.language)}>{t.regulation}</a>
        </p>
      )}
    </>
  );
}

export function authorisationLines(raffle: AuthorisationFragment, locale: Locale): string[] {
  const t = TEXTS[locale.language];
  const day = dayOf(locale);
  const { promoter, certificateCode: code, certificateIssuer: issuer } = raffle;
  const { certificateValidFrom: from, certificateValidUntil: until } = raffle;
  const company = promoter && [promoter.name, promoter.cnpj && `CNPJ ${shownCnpj(promoter.cnpj)}`].filter(Boolean).join(' · ');
  const certificate = code && [
    t.certificate(code),
    issuer && t.issuer(issuer),
    from && t.from(day(from)),
    until && t.until(day(until)),
  ];
  return [company && t.promoter(company), certificate && certificate.filter(Boolean).join(', ')].filter(
    (line): line is string => !!line,
  );
}

const TEXTS = texts({
  'pt-BR': {
    regulation: 'Regulamento da rifa',
    promoter: (company: string) => `Promotora: ${company}`,
    certificate: (code: string) => `Certificado de autorização ${code}`,
    issuer: (issuer: string) => `emitido por ${issuer}`,
    from: (day: string) => `válido a partir de ${day}`,
    until: (day: string) => `válido até ${day}`,
  },
  en: {
    regulation: 'Regulation of the raffle',
    promoter: (company: string) => `Promoter: ${company}`,
    certificate: (code: string) => `Certificate of authorisation ${code}`,
    issuer: (issuer: string) => `issued by ${issuer}`,
    from: (day: string) => `valid from ${day} on`,
    until: (day: string) => `valid until ${day}`,
  },
});
