import { useEffect, useState } from 'preact/hooks';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts, useTexts } from '../common/language.js';
import { Button, ButtonLink, CopyButton } from '../ui/button.js';
import { Row } from '../ui/layout.js';
import { Card } from '../ui/surface.js';

/** The address of the raffle without what belongs to this visit alone. */
export function ShareLinks({ raffle }: { raffle: Pick<RaffleOfPage, 'title' | 'slug'> }) {
  const t = useTexts(TEXTS);
  // The HTML is made once for all addresses of the service.
  const [address, setAddress] = useState(`/r/${raffle.slug}`);
  const [canShare, setCanShare] = useState(false);
  useEffect(() => {
    setAddress(`${location.origin}/r/${raffle.slug}`);
    setCanShare(typeof navigator.share === 'function');
  }, [raffle.slug]);
  const share = (): void => {
    // Closing the phone's own dialog is no failure.
    navigator.share({ title: raffle.title, url: address }).catch(() => undefined);
  };
  return (
    <Card title={t.title}>
      <Row>
        <ButtonLink
          small
          href={`https://wa.me/?text=${encodeURIComponent(`${raffle.title} ${address}`)}`}
          target="_blank"
          rel="noopener"
        >
          WhatsApp
        </ButtonLink>
        <CopyButton small text={address} label={t.copy} done={t.copied} />
        {canShare && (
          <Button small onClick={share}>
            {t.more}
          </Button>
        )}
      </Row>
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': { title: 'Chame os amigos', copy: 'Copiar o link', copied: 'Link copiado', more: 'Mais opções' },
  en: { title: 'Tell your friends', copy: 'Copy the link', copied: 'Link copied', more: 'More ways' },
});
