import { useEffect, useState } from 'preact/hooks';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts, useTexts } from '../common/language.js';
import { ShareLinks } from '../common/share-links.js';
import { Card } from '../ui/surface.js';

/** The address of the raffle without what belongs to this visit alone. */
export function ShareRaffle({ raffle }: { raffle: Pick<RaffleOfPage, 'title' | 'slug'> }) {
  const t = useTexts(TEXTS);
  // The HTML is made once for all addresses of the service.
  const [address, setAddress] = useState(`/r/${raffle.slug}`);
  useEffect(() => setAddress(`${location.origin}/r/${raffle.slug}`), [raffle.slug]);
  return (
    <Card title={t.title}>
      <ShareLinks title={raffle.title} address={address} />
    </Card>
  );
}

const TEXTS = texts({ 'pt-BR': { title: 'Chame os amigos' }, en: { title: 'Tell your friends' } });
