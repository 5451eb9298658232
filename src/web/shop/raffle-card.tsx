import type { ShopCardFragment } from '../../generated/client/operations.js';
import { raffleAddress } from '../../addresses/shop-address.js';
import { texts, useFormats, useLanguage, useTexts } from '../common/language.js';
import { RafflePicture } from '../common/raffle-picture.js';
import { DRAWN_TITLE, isDrawn, SALE_STATES, SALE_TONES, saleStateOf } from '../raffle/sale-rules.js';
import { Badge, Progress } from '../ui/surface.js';
import css from './shop.module.css';

interface CardProps {
  raffle: ShopCardFragment;
  isLarge?: boolean;
  /** Its picture is loaded before others. */
  isEager?: boolean;
  level?: 2 | 3;
}

const SIZES = '(min-width: 60rem) 22rem, (min-width: 36rem) 50vw, 100vw';
const LARGE_SIZES = '(min-width: 60rem) 40rem, 100vw';

export function RaffleCard({ raffle, isLarge, isEager = isLarge ?? false, level = 3 }: CardProps) {
  const t = useTexts(TEXTS);
  const states = useTexts(SALE_STATES);
  const { money, dateTime, percent } = useFormats();
  const language = useLanguage();
  const bar = raffle.sellBar ?? undefined;
  const drawn = useTexts(DRAWN_TITLE);
  const hasWinners = isDrawn(raffle.status);
  const state = saleStateOf(raffle, bar);
  const href = raffleAddress(raffle.slug, language, { isDraw: hasWinners });
  const Title = level === 2 ? 'h2' : 'h3';
  const isFree = Number(raffle.quotaPrice) === 0;
  const isOnSale = state === 'selling' || state === 'soon';
  return (
    <article class={isLarge ? `${css.card} ${css.large}` : css.card}>
      <div class={css.picture}>
        <RafflePicture photoUrl={raffle.photoUrl} sizes={isLarge ? LARGE_SIZES : SIZES} isEager={isEager} />
      </div>
      <div class={css.words}>
        <p class={css.state}>
          <Badge tone={hasWinners ? 'good' : SALE_TONES[state]}>
            {raffle.statusText ?? (hasWinners ? drawn : states[state])}
          </Badge>
          {raffle.category && <span class={css.soft}>{raffle.category.name}</span>}
        </p>
        <Title class={css.title}>
          <a href={href}>{raffle.title}</a>
        </Title>
        {raffle.subtitle && <p class={css.soft}>{raffle.subtitle}</p>}
        {isOnSale && raffle.showPrices && <p class={css.price}>{isFree ? t.free : t.price(money(raffle.quotaPrice))}</p>}
        {state === 'soon' && raffle.startsAt && <p class={css.soft}>{t.startsAt(dateTime(raffle.startsAt))}</p>}
        {!hasWinners && raffle.drawAt && <p class={css.soft}>{t.drawAt(dateTime(raffle.drawAt))}</p>}
        {state === 'selling' && raffle.showProgressBar && bar && (
          <div class={css.bar}>
            <Progress percentage={bar.displayedPercentage} label={t.sold(percent(bar.displayedPercentage))} />
            <p class={css.soft}>{t.sold(percent(bar.displayedPercentage))}</p>
          </div>
        )}
        <p class={css.go} aria-hidden="true">
          {hasWinners ? t.result : state === 'selling' ? t.take : t.see}
        </p>
      </div>
    </article>
  );
}

const TEXTS = texts({
  'pt-BR': {
    free: 'Grátis',
    price: (price: string) => `${price} por cota`,
    startsAt: (at: string) => `Começa em ${at}`,
    drawAt: (at: string) => `Sorteio em ${at}`,
    sold: (share: string) => `${share} vendido`,
    take: 'Participar',
    see: 'Ver a rifa',
    result: 'Ver o resultado',
  },
  en: {
    free: 'Free',
    price: (price: string) => `${price} a quota`,
    startsAt: (at: string) => `Begins ${at}`,
    drawAt: (at: string) => `Draw ${at}`,
    sold: (share: string) => `${share} sold`,
    take: 'Take part',
    see: 'See the raffle',
    result: 'See the result',
  },
});
