import { raffleAddress } from '../../addresses/shop-address.js';
import type { SharedOrderFragment } from '../../generated/client/operations.js';
import { ORDER_STATES, ORDER_TONES } from '../buyer/order-states.js';
import { useLanguage, useLocale, useTexts } from '../common/language.js';
import { RafflePicture } from '../common/raffle-picture.js';
import { AcceptedRegulation } from '../raffle/accepted-regulation.js';
import { Facts } from '../ui/layout.js';
import { Badge } from '../ui/surface.js';
import { factsOfOrder, ORDER_TEXTS } from './order-facts.js';
import css from './order.module.css';

const SIZES = '(min-width: 42rem) 12rem, calc(100vw - 2rem)';

/** Whose order it is, of which raffle, and how it stands. */
export function OrderHead({ order }: { order: SharedOrderFragment }) {
  const t = useTexts(ORDER_TEXTS);
  const states = useTexts(ORDER_STATES);
  const language = useLanguage();
  const locale = useLocale();
  const { status, raffle } = order;
  return (
    <div class={css.head}>
      <div class={css.picture}>
        <RafflePicture photoUrl={raffle?.photoUrl ?? null} sizes={SIZES} isEager />
      </div>
      <div class={css.words}>
        <p role="status">
          <Badge tone={ORDER_TONES[status]}>{states[status]}</Badge>
        </p>
        <h1>{t.title(order.buyerName)}</h1>
        {raffle && (
          <p class={css.raffle}>
            <a href={raffleAddress(raffle.slug, language)}>{raffle.title}</a>
          </p>
        )}
        <Facts of={factsOfOrder(order, locale)} />
        {raffle && <AcceptedRegulation slug={raffle.slug} accepted={order.acceptedRegulation} />}
      </div>
    </div>
  );
}
