import type { RaffleBoxesQuery } from '../../generated/client/operations.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { Badge, Card } from '../ui/surface.js';
import css from './about.module.css';

/** Boxes that come with larger orders: from how many quotas, what may be in them, who won. */
export function BoxPrizes({ boxes, raffle }: { boxes: RaffleBoxesQuery; raffle: RaffleOfPage }) {
  const t = useTexts(TEXTS);
  const { money, number, percent, date } = useFormats();
  const combos = boxes.awardedBoxCombos;
  const prizes = boxes.awardedBoxesByRaffle.nodes;
  const winners = boxes.awardedBoxWinners.nodes;
  if (combos.length === 0 && prizes.length === 0) return null;
  return (
    <Card title={t.title}>
      {combos.length > 0 && (
        <div class={css.group}>
          <p>{raffle.acumulativeCombo ? t.howAll : t.howHighest}</p>
          <ul class={css.chips}>
            {combos.map(({ id, quantityTitles, quantityBoxes, highlighted }) => (
              <li key={id} class={highlighted ? css.highlighted : undefined}>
                {t.combo(number(quantityTitles), number(quantityBoxes))}
              </li>
            ))}
          </ul>
        </div>
      )}
      {prizes.length > 0 && (
        <div class={css.group}>
          <h3>{t.prizes}</h3>
          <ul class={css.rows}>
            {prizes.map((box) => (
              <li key={box.id}>
                <span>
                  <strong>{box.title}</strong> {box.isLocked && <Badge tone="warn">{t.locked}</Badge>}
                </span>
                <span class={css.soft}>
                  {[
                    t.units(number(box.quantity), money(box.prize)),
                    box.percentage === null ? undefined : t.chance(percent(box.percentage)),
                    box.releaseAtPercentage > 0 ? t.release(percent(box.releaseAtPercentage)) : undefined,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {winners.length > 0 && (
        <div class={css.group}>
          <h3>{t.winners}</h3>
          <ul class={css.rows}>
            {winners.map(({ name, title, prize, openedAt }) => (
              <li key={`${openedAt} ${name} ${title}`}>
                <span>{name}</span>
                <span class={css.soft}>
                  {title} · {money(prize)} · {date(openedAt)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Caixas premiadas',
    howAll: 'Um pedido ganha, quando é pago, as caixas de todas as faixas que alcança:',
    howHighest: 'Um pedido ganha, quando é pago, as caixas da maior faixa que alcança:',
    combo: (quotas: string, boxes: string) => `${quotas} cotas: ${boxes === '1' ? '1 caixa' : `${boxes} caixas`}`,
    prizes: 'O que pode haver nelas',
    units: (count: string, prize: string) => `${count} de ${prize}`,
    chance: (share: string) => `${share} de chance por caixa`,
    release: (share: string) => `a partir de ${share} vendido`,
    locked: 'Bloqueado',
    winners: 'Quem já ganhou',
  },
  en: {
    title: 'Boxes with prizes',
    howAll: 'An order receives, when it is paid, the boxes of every step that it reaches:',
    howHighest: 'An order receives, when it is paid, the boxes of the highest step that it reaches:',
    combo: (quotas: string, boxes: string) => `${quotas} quotas: ${boxes === '1' ? '1 box' : `${boxes} boxes`}`,
    prizes: 'What may be in them',
    units: (count: string, prize: string) => `${count} of ${prize}`,
    chance: (share: string) => `a chance of ${share} a box`,
    release: (share: string) => `from ${share} sold on`,
    locked: 'Locked',
    winners: 'Who has won',
  },
});
