import type { SharedOrderFragment } from '../../generated/client/operations.js';
import { texts, useTexts } from '../common/language.js';
import { ShareLinks } from '../common/share-links.js';
import { Button } from '../ui/button.js';
import { Row } from '../ui/layout.js';
import { Card } from '../ui/surface.js';
import css from './order.module.css';

/** Sends the link on, or prints the page. */
export function KeepOrder({ order }: { order: SharedOrderFragment }) {
  const t = useTexts(TEXTS);
  return (
    <div class={css.onScreen}>
      <Card title={t.title}>
        <ShareLinks title={order.raffle?.title ?? ''} address={order.shareUrl} />
        <Row>
          <Button small onClick={() => print()}>
            {t.print}
          </Button>
        </Row>
      </Card>
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': { title: 'Guarde ou envie', print: 'Imprimir ou salvar em PDF' },
  en: { title: 'Keep it or send it', print: 'Print or save as PDF' },
});
