import { orderAddress } from '../../addresses/order-address.js';
import { raffleAddress, shopAddress } from '../../addresses/shop-address.js';
import type { NumberPageData, SiteOfPage } from '../../pages/page-renderer.js';
import { ORDER_STATES, ORDER_TONES } from '../buyer/order-states.js';
import { texts, useFormats, useLanguage, useTexts } from '../common/language.js';
import { RafflePicture } from '../common/raffle-picture.js';
import { ShopHeader, SiteFooter } from '../common/site-frame.js';
import { ButtonLink } from '../ui/button.js';
import { Row } from '../ui/layout.js';
import { Badge, Card } from '../ui/surface.js';
import { OrderPrizes } from './order-prizes.js';
import css from './order.module.css';
import { WhatIsPublic } from './what-is-public.js';

const SIZES = '(min-width: 42rem) 40rem, calc(100vw - 4rem)';

/** The ticket of one lucky number. It needs no script. */
export function NumberPage({ site, data: { token, ticket } }: { site: SiteOfPage; data: NumberPageData }) {
  const t = useTexts(TEXTS);
  const states = useTexts(ORDER_STATES);
  const language = useLanguage();
  const { dateTime } = useFormats();
  const { order } = ticket;
  const { raffle, status } = order;
  return (
    <>
      <ShopHeader site={site} />
      <main id="main" class={css.main} tabIndex={-1}>
        <Card>
          <RafflePicture photoUrl={raffle?.photoUrl ?? null} sizes={SIZES} isEager />
          <p>
            <Badge tone={ORDER_TONES[status]}>{states[status]}</Badge>
          </p>
          <h1 class={css.ticket}>
            <span class={css.soft}>{t.number}</span> {ticket.number}
          </h1>
          <p class={css.raffle}>{raffle && <a href={raffleAddress(raffle.slug, language)}>{raffle.title}</a>}</p>
          <p>
            {t.of(order.buyerName)}
            {raffle?.drawAt && ` · ${t.drawAt(dateTime(raffle.drawAt))}`}
          </p>
          {status === 'REFUNDED' && <p>{t.refunded}</p>}
          <Row>
            <ButtonLink small href={shopAddress(orderAddress(token), {}, language)}>
              {t.all}
            </ButtonLink>
            {raffle && (
              <ButtonLink small href={raffleAddress(raffle.slug, language, { isDraw: true })}>
                {t.draw}
              </ButtonLink>
            )}
          </Row>
        </Card>
        {ticket.prizes.length > 0 && <OrderPrizes prizes={ticket.prizes} />}
        <WhatIsPublic />
      </main>
      <SiteFooter site={site} />
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    number: 'Número',
    of: (name: string) => `De ${name}`,
    drawAt: (time: string) => `sorteio em ${time}`,
    refunded: 'O pedido foi devolvido: este número não participa do sorteio.',
    all: 'Ver o pedido inteiro',
    draw: 'Ver o sorteio',
  },
  en: {
    number: 'Number',
    of: (name: string) => `Of ${name}`,
    drawAt: (time: string) => `draw on ${time}`,
    refunded: 'The order was refunded: this number takes no part in the draw.',
    all: 'See the whole order',
    draw: 'See the draw',
  },
});
