import { texts, useTexts } from '../../../common/language.js';
import { shownCnpj } from '../../../common/shown-cnpj.js';
import { useSession } from '../../../common/session.js';
import { Note } from '../../../ui/layout.js';
import { Card, Notice } from '../../../ui/surface.js';
import { menuOf } from '../../menu.js';
import type { Raffle } from '../raffle-tab.js';

/** Who answers for the raffle before the law, which is set once for the whole site. */
export function WhoAnswers({ raffle: { promoter, quotaPrice, certificateCode } }: { raffle: Raffle }) {
  const t = useTexts(TEXTS);
  const role = useSession().person?.operatorRole ?? null;
  const maySet = menuOf(role).some(({ key }) => key === 'site');
  const isAskedFor = Number(quotaPrice) > 0 || Boolean(certificateCode);
  const link = maySet && <a href="/dashboard/site">{promoter ? t.change : t.set}</a>;
  return (
    <Card title={t.title}>
      {!isAskedFor && <p>{t.free}</p>}
      {isAskedFor && promoter && (
        <>
          <p>{[promoter.name, promoter.cnpj && `CNPJ ${shownCnpj(promoter.cnpj)}`].filter(Boolean).join(' · ')}</p>
          <Note>
            {t.shown} {link}
          </Note>
        </>
      )}
      {isAskedFor && (!promoter?.name || !promoter.cnpj) && (
        <Notice tone="warn">
          {promoter ? t.half : t.nobody} {maySet ? !promoter && link : t.askOwner}
        </Notice>
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Quem responde pela rifa',
    free: 'A rifa é grátis e sem autorização: a lei não pede uma promotora.',
    shown: 'Aparece na página da rifa e no regulamento.',
    nobody: 'Ninguém ainda: falta o nome e o CNPJ da empresa.',
    half: 'Falta o nome ou o CNPJ da empresa: os dois aparecem na página da rifa.',
    set: 'Dizer quem responde',
    change: 'Mudar em Site',
    askOwner: 'Peça a quem cuida do site.',
  },
  en: {
    title: 'Who answers for the raffle',
    free: 'The raffle is free and has no authorisation: the law asks for no promoter.',
    shown: 'It is on the page of the raffle and in its regulation.',
    nobody: 'Nobody yet: the name and the CNPJ of the company are missing.',
    half: 'The name or the CNPJ of the company is missing: both are on the page of the raffle.',
    set: 'Say who answers',
    change: 'Change it in Site',
    askOwner: 'Ask those who manage the site.',
  },
});
