import { useEffect, useState } from 'preact/hooks';
import { calendarAddress, shopAddress } from '../../addresses/shop-address.js';
import type { BarFragment } from '../../generated/client/operations.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { CompositionWords } from '../common/composition.js';
import { texts, useFormats, useLanguage, useTexts } from '../common/language.js';
import { RafflePicture } from '../common/raffle-picture.js';
import { Badge, Progress } from '../ui/surface.js';
import { Countdown } from '../ui/countdown.js';
import css from './raffle.module.css';
import { DRAWN_TITLE, isDrawn, SALE_STATES, SALE_TONES, saleStateOf } from './sale-rules.js';

const SIZES = '(min-width: 72rem) 44rem, (min-width: 60rem) calc(100vw - 28rem), calc(100vw - 2rem)';

export function Hero({ raffle, bar }: { raffle: RaffleOfPage; bar: BarFragment | undefined }) {
  const t = useTexts(TEXTS);
  const states = useTexts(SALE_STATES);
  const { money, dateTime } = useFormats();
  const state = saleStateOf(raffle, bar);
  const isFree = Number(raffle.quotaPrice) === 0;
  const drawn = useTexts(DRAWN_TITLE);
  const hasWinners = isDrawn(raffle.status);
  return (
    <>
      <div class={css.picture}>
        <RafflePicture photoUrl={raffle.photoUrl} sizes={SIZES} isEager />
      </div>
      <div class={css.head}>
        <p class={css.state}>
          <Badge tone={hasWinners ? 'good' : SALE_TONES[state]}>
            {raffle.statusText ?? (hasWinners ? drawn : states[state])}
          </Badge>
          {raffle.category && <span class={css.soft}>{raffle.category.name}</span>}
        </p>
        <h1>{raffle.title}</h1>
        {raffle.subtitle && <p class={css.subtitle}>{raffle.subtitle}</p>}
        <dl class={css.facts}>
          {raffle.showPrices && (
            <div>
              <dt>{t.price}</dt>
              <dd>{isFree ? t.free : money(raffle.quotaPrice)}</dd>
            </div>
          )}
          {state === 'soon' && raffle.startsAt && (
            <div>
              <dt>{t.startsAt}</dt>
              <dd>{dateTime(raffle.startsAt)}</dd>
            </div>
          )}
          {raffle.showEndsAt && raffle.endsAt && (
            <div>
              <dt>{t.endsAt}</dt>
              <dd>{dateTime(raffle.endsAt)}</dd>
            </div>
          )}
          {raffle.drawAt && (
            <div>
              <dt>{t.drawAt}</dt>
              <dd>{dateTime(raffle.drawAt)}</dd>
              {(state === 'selling' || state === 'soldOut' || state === 'over') && !hasWinners && (
                <DrawIn slug={raffle.slug} at={raffle.drawAt} />
              )}
            </div>
          )}
        </dl>
        {raffle.showProgressBar && bar && <SoldBar bar={bar} />}
        <CompositionWords of={bar?.composition} class={css.soft} />
      </div>
    </>
  );
}

/** Nothing once it is over: the draw follows when the operator freezes the raffle. */
function DrawIn({ slug, at }: { slug: string; at: string }) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const [isOver, setOver] = useState(false);
  useEffect(() => setOver(Date.parse(at) <= Date.now()), [at]);
  if (isOver) return null;
  return (
    <dd class={css.soft}>
      {t.in} <Countdown until={Date.parse(at)} onEnd={() => setOver(true)} />
      <a class={css.calendar} href={shopAddress(calendarAddress(slug), {}, language)}>
        {t.calendar}
      </a>
    </dd>
  );
}

function SoldBar({ bar }: { bar: BarFragment }) {
  const t = useTexts(TEXTS);
  const { percent, number } = useFormats();
  const words = t.sold(percent(bar.displayedPercentage));
  return (
    <div class={css.bar}>
      <p class={css.barWords}>
        <strong aria-live="polite">{words}</strong>
        {/* The real counts would contradict an adjusted percentage. */}
        <span class={css.soft}>{bar.displayedIsAdjusted ? t.adjusted : t.left(number(bar.available), number(bar.total))}</span>
      </p>
      <Progress percentage={bar.displayedPercentage} label={words} />
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': {
    price: 'Cada cota',
    free: 'Grátis',
    startsAt: 'Começa em',
    endsAt: 'Vendas até',
    drawAt: 'Sorteio em',
    in: 'Faltam',
    calendar: 'Pôr no calendário',
    sold: (share: string) => `${share} vendido`,
    left: (left: string, total: string) => `${left} de ${total} livres`,
    adjusted: 'valor ajustado pelo organizador',
  },
  en: {
    price: 'Each quota',
    free: 'Free',
    startsAt: 'Begins',
    endsAt: 'On sale until',
    drawAt: 'Draw',
    in: 'In',
    calendar: 'Add to calendar',
    sold: (share: string) => `${share} sold`,
    left: (left: string, total: string) => `${left} of ${total} left`,
    adjusted: 'a figure adjusted by the organiser',
  },
});
