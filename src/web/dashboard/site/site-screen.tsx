import { SiteSettingsDocument } from '../../../generated/client/operations.js';
import { useQuery } from '../../common/query.js';
import { texts, useTexts } from '../../common/language.js';
import { TitleRow } from '../../ui/layout.js';
import { Skeleton, Card, Problem } from '../../ui/surface.js';
import { Faqs } from './faqs.js';
import { MessageTexts } from './message-texts.js';
import { Notifications } from './notifications.js';
import { SettingsForm } from './settings-form.js';
import { TrackingForm } from './tracking-form.js';

export function SiteScreen() {
  const t = useTexts(TEXTS);
  // Forms start with the first answer: a reload never overwrites typed values.
  const { data, error, reload } = useQuery(SiteSettingsDocument, {});
  return (
    <>
      <TitleRow>
        <h1>{t.title}</h1>
      </TitleRow>
      <Notifications />
      <Faqs />
      <MessageTexts />
      <Card title={t.settings}>
        <Problem problem={error} onRetry={reload} />
        {!data && !error && <Skeleton lines={12} />}
        {data && <SettingsForm known={data.settings} />}
      </Card>
      <Card title={t.tracking}>
        <p>{t.trackingAbout}</p>
        {data && <TrackingForm known={data.trackingInfo} />}
      </Card>
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Site',
    settings: 'Dados do site',
    tracking: 'Códigos de rastreamento',
    trackingAbout:
      'Para páginas suas que carregam essas ferramentas. As páginas deste serviço não carregam scripts de terceiros. Cole só o identificador, nunca o script.',
  },
  en: {
    title: 'Site',
    settings: 'About the site',
    tracking: 'Tracking ids',
    trackingAbout:
      'For pages of your own that load these tools. The pages of this service load no script of others. Paste the id alone, never the script.',
  },
});
