import { useState } from 'preact/hooks';
import { raffleAddress } from '../../../../addresses/shop-address.js';
import { texts, useTexts } from '../../../common/language.js';
import { CopyButton } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { Choice, Row } from '../../../ui/layout.js';
import { Card } from '../../../ui/surface.js';

const LONGEST = 60;

/** The address of the raffle with a source, so that the figures tell what an advertisement brought. */
export function CampaignLink({ slug }: { slug: string }) {
  const t = useTexts(TEXTS);
  const [source, setSource] = useState('');
  const [campaign, setCampaign] = useState('');
  const address = new URL(raffleAddress(slug, 'pt-BR'), location.origin);
  for (const [name, value] of [
    ['utm_source', source],
    ['utm_campaign', campaign],
  ] as const)
    if (value.trim()) address.searchParams.set(name, value.trim());
  return (
    <Card title={t.title}>
      <p>{t.what}</p>
      <Choice>
        <TextField label={t.source} hint={t.sourceHint} maxLength={LONGEST} value={source} onValue={setSource} />
        <TextField label={t.campaign} hint={t.campaignHint} maxLength={LONGEST} value={campaign} onValue={setCampaign} />
      </Choice>
      <Row>
        <code>{address.href}</code>
        <CopyButton small text={address.href} label={t.copy} done={t.copied} />
      </Row>
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Link para divulgar',
    what: 'Use um link para cada anúncio, perfil ou grupo. Os números acima dizem quanto cada um vendeu.',
    source: 'Origem',
    sourceHint: 'Por exemplo: instagram',
    campaign: 'Campanha',
    campaignHint: 'Por exemplo: moto-dezembro',
    copy: 'Copiar o link',
    copied: 'Link copiado',
  },
  en: {
    title: 'Link to publish',
    what: 'Use a link of its own for each advertisement, profile or group. The figures above tell how much each of them sold.',
    source: 'Source',
    sourceHint: 'For example: instagram',
    campaign: 'Campaign',
    campaignHint: 'For example: moto-december',
    copy: 'Copy the link',
    copied: 'Link copied',
  },
});
