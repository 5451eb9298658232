import { useEffect, useState } from 'preact/hooks';
import type { PriceFragment } from '../../generated/client/operations.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { Button } from '../ui/button.js';
import css from './buy-card.module.css';
import { quantityOf } from './sale-rules.js';

interface Picking {
  raffle: RaffleOfPage;
  cardPrices: readonly (PriceFragment | null)[];
  limits: { min: number; max: number };
  value: number;
  onValue(value: number): void;
}

export function QuantityPicker({ raffle, cardPrices, limits, value, onValue }: Picking) {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const set = (next: number): void => onValue(Math.min(limits.max, Math.max(limits.min, next)));
  return (
    <div class={css.picker}>
      {raffle.fastSelectionCards.length > 0 && (
        <fieldset>
          <legend class="visually-hidden">{t.cards}</legend>
          <div class={css.cards}>
            {raffle.fastSelectionCards.map((quantity, index) => (
              <Card
                key={quantity}
                raffle={raffle}
                quantity={quantity}
                price={cardPrices[index] ?? null}
                value={value}
                limits={limits}
                onValue={onValue}
              />
            ))}
          </div>
        </fieldset>
      )}
      <div class={css.stepper}>
        <Button aria-label={t.fewer} disabled={value <= limits.min} onClick={() => set(value - 1)}>
          −
        </Button>
        <input
          class={css.number}
          type="text"
          inputMode="numeric"
          aria-label={t.quantity}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            const quantity = quantityOf(event.currentTarget.value, limits);
            if (quantity !== undefined && quantity === Number(event.currentTarget.value)) onValue(quantity);
          }}
          onBlur={() => {
            const quantity = quantityOf(text, limits) ?? value;
            setText(String(quantity));
            onValue(quantity);
          }}
        />
        <Button aria-label={t.more} disabled={value >= limits.max} onClick={() => set(value + 1)}>
          +
        </Button>
      </div>
      <p class={css.limits}>{t.limits(number(limits.min), number(limits.max))}</p>
    </div>
  );
}

function Card(card: Omit<Picking, 'cardPrices'> & { quantity: number; price: PriceFragment | null }) {
  const { raffle, quantity, price, value, limits, onValue } = card;
  const t = useTexts(TEXTS);
  const { money, number } = useFormats();
  const isPopular = raffle.popularSelectionCard === quantity;
  const isPossible = quantity <= limits.max && price !== null;
  return (
    <label class={css.card}>
      <input
        class="visually-hidden"
        type="radio"
        name="quantity"
        checked={value === quantity}
        disabled={!isPossible}
        onChange={() => onValue(quantity)}
      />
      <span class={css.inner}>
        {isPopular && <span class={css.popular}>{t.popular}</span>}
        <span class={css.quantity}>{number(quantity)}</span>
        {price && raffle.showPrices && (
          <span class={css.price}>{Number(price.totalValue) === 0 ? t.free : money(price.totalValue)}</span>
        )}
        {price && price.bonusQuotas > 0 && <span class={css.bonus}>{t.bonus(number(price.bonusQuotas))}</span>}
      </span>
    </label>
  );
}

const TEXTS = texts({
  'pt-BR': {
    cards: 'Escolha quantas cotas',
    quantity: 'Quantidade de cotas',
    fewer: 'Uma a menos',
    more: 'Uma a mais',
    popular: 'Mais popular',
    free: 'Grátis',
    bonus: (count: string) => `+${count} de brinde`,
    limits: (min: string, max: string) => (min === max ? `${min} por pedido` : `De ${min} a ${max} por pedido`),
  },
  en: {
    cards: 'Choose how many quotas',
    quantity: 'Number of quotas',
    fewer: 'One less',
    more: 'One more',
    popular: 'Most popular',
    free: 'Free',
    bonus: (count: string) => `+${count} for free`,
    limits: (min: string, max: string) => (min === max ? `${min} an order` : `${min} to ${max} an order`),
  },
});
