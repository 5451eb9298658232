import { raffleAddress } from '../../addresses/shop-address.js';
import type { SharedOrderFragment } from '../../generated/client/operations.js';
import { ORDER_STATES, ORDER_TONES } from '../buyer/order-states.js';
import { texts, useFormats, useLanguage, useTexts } from '../common/language.js';
import { RafflePicture } from '../common/raffle-picture.js';
import { AcceptedRegulation } from '../raffle/accepted-regulation.js';
import { Facts } from '../ui/layout.js';
import { Badge } from '../ui/surface.js';
import css from './order.module.css';

const SIZES = '(min-width: 42rem) 12rem, calc(100vw - 2rem)';

/** Whose order it is, of which raffle, and how it stands. */
export function OrderHead({ order }: { order: SharedOrderFragment }) {
  const t = useTexts(TEXTS);
  const states = useTexts(ORDER_STATES);
  const language = useLanguage();
  const { money, number, dateTime } = useFormats();
  const { id, status, raffle, awardedBoxes: boxes } = order;
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
        <Facts
          of={[
            [t.order, id],
            [t.quotas, number(order.quotaQuantity)],
            [t.total, Number(order.totalValue) === 0 ? t.free : money(order.totalValue)],
            [t.createdAt, dateTime(order.createdAt)],
            [t.paidAt, order.paidAt === null ? null : dateTime(order.paidAt)],
            [t.drawAt, raffle?.drawAt ? dateTime(raffle.drawAt) : null],
            [t.boxes, boxes.count > 0 ? t.opened(number(boxes.opened), number(boxes.count)) : null],
          ]}
        />
        {raffle && <AcceptedRegulation slug={raffle.slug} accepted={order.acceptedRegulation} />}
      </div>
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: (name: string) => `Pedido de ${name}`,
    order: 'Pedido',
    quotas: 'Cotas',
    total: 'Valor',
    free: 'Grátis',
    createdAt: 'Feito em',
    paidAt: 'Pago em',
    drawAt: 'Sorteio',
    boxes: 'Caixas',
    opened: (opened: string, count: string) => `${opened} de ${count} abertas`,
  },
  en: {
    title: (name: string) => `Order of ${name}`,
    order: 'Order',
    quotas: 'Quotas',
    total: 'Amount',
    free: 'Free',
    createdAt: 'Placed on',
    paidAt: 'Paid on',
    drawAt: 'Draw',
    boxes: 'Boxes',
    opened: (opened: string, count: string) => `${opened} of ${count} opened`,
  },
});
