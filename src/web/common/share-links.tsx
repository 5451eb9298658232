import { useEffect, useState } from 'preact/hooks';
import { texts, useTexts } from './language.js';
import { Button, ButtonLink, CopyButton } from '../ui/button.js';
import { Row } from '../ui/layout.js';

/** Ways to send an address on. `title`: the text that goes with it. */
export function ShareLinks({ title, address }: { title: string; address: string }) {
  const t = useTexts(TEXTS);
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare(typeof navigator.share === 'function'), []);
  const share = (): void => {
    // Closing the phone's own dialog is no failure.
    navigator.share({ title, url: address }).catch(() => undefined);
  };
  return (
    <Row>
      <ButtonLink small href={`https://wa.me/?text=${encodeURIComponent(`${title} ${address}`)}`} target="_blank" rel="noopener">
        WhatsApp
      </ButtonLink>
      <CopyButton small text={address} label={t.copy} done={t.copied} />
      {canShare && (
        <Button small onClick={share}>
          {t.more}
        </Button>
      )}
    </Row>
  );
}

const TEXTS = texts({
  'pt-BR': { copy: 'Copiar o link', copied: 'Link copiado', more: 'Mais opções' },
  en: { copy: 'Copy the link', copied: 'Link copied', more: 'More ways' },
});
