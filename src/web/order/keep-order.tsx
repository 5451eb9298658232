import { orderPictureAddress, orderReceiptAddress } from '../../addresses/order-address.js';
import { shopAddress } from '../../addresses/shop-address.js';
import type { SharedOrderFragment } from '../../generated/client/operations.js';
import { texts, useLanguage, useTexts } from '../common/language.js';
import { ShareLinks } from '../common/share-links.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Row } from '../ui/layout.js';
import { Card } from '../ui/surface.js';
import css from './order.module.css';

/** Sends the link on, or prints the page. */
export function KeepOrder({ order, token }: { order: SharedOrderFragment; token: string }) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  return (
    <div class={css.onScreen}>
      <Card title={t.title}>
        <ShareLinks title={order.raffle?.title ?? ''} address={order.shareUrl} />
        <Row>
          <Button small onClick={() => print()}>
            {t.print}
          </Button>
          <ButtonLink small download href={shopAddress(orderReceiptAddress(token), {}, language)}>
            {t.file}
          </ButtonLink>
          <ButtonLink small download href={shopAddress(orderPictureAddress(token), {}, language)}>
            {t.picture}
          </ButtonLink>
        </Row>
      </Card>
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': { title: 'Guarde ou envie', print: 'Imprimir', file: 'Baixar PDF', picture: 'Baixar imagem' },
  en: { title: 'Keep it or send it', print: 'Print', file: 'Download PDF', picture: 'Download picture' },
});
