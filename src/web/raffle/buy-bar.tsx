import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import css from './buy-bar.module.css';

/** On a phone: the way back to the purchase, while it is out of sight. */
export function BuyBar({ raffle, buyRef }: { raffle: RaffleOfPage; buyRef: RefObject<HTMLElement | null> }) {
  const t = useTexts(TEXTS);
  const { money } = useFormats();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!buyRef.current) return undefined;
    const observer = new IntersectionObserver(([seen]) => setShown(seen?.isIntersecting === false));
    observer.observe(buyRef.current);
    return () => observer.disconnect();
  }, [buyRef]);
  if (!isShown) return null;
  const isFree = Number(raffle.quotaPrice) === 0;
  return (
    <aside class={css.bar} aria-label={t.takePart}>
      <span class={css.price}>{isFree ? t.free : raffle.showPrices ? t.price(money(raffle.quotaPrice)) : ''}</span>
      <a class={css.button} href="#buy">
        {t.takePart}
      </a>
    </aside>
  );
}

const TEXTS = texts({
  'pt-BR': { free: 'Grátis', price: (price: string) => `${price} por cota`, takePart: 'Participar' },
  en: { free: 'Free', price: (price: string) => `${price} a quota`, takePart: 'Take part' },
});
