import type { RaffleBoxesQuery } from '../../generated/client/operations.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts, useTexts, useFormats } from '../common/language.js';
import { Card, Badge } from '../ui/surface.js';
import css from './about.module.css';

export function Prizes({ raffle }: { raffle: RaffleOfPage }) {
  const t = useTexts(TEXTS);
  return (
    <>
      {raffle.prizes.length > 0 && (
        <Card title={raffle.prizes.length === 1 ? t.prize : t.prizes}>
          <ol class={css.prizes}>
            {raffle.prizes.map(({ position, title, description }) => (
              <li key={position}>
                <span class={css.place}>{t.place(position)}</span>
                <div>
                  <strong>{title}</strong>
                  {description && <p class={css.soft}>{description}</p>}
                </div>
              </li>
            ))}
          </ol>
        </Card>
      )}
      {raffle.description && (
        <Card title={t.about}>
          <p class={css.text}>{raffle.description}</p>
        </Card>
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': { prize: 'Prêmio', prizes: 'Prêmios', about: 'Descrição e regras', place: (n: number) => `${n}º` },
  en: { prize: 'Prize', prizes: 'Prizes', about: 'Description and rules', place: (n: number) => `${n}.` },
});

const TONES = { AVAILABLE: 'good', WON: 'calm', LOCKED: 'warn', VOID: 'calm' } as const;

export function QuotaPrizes({ raffle }: { raffle: RaffleOfPage }) {
  const t = useTexts(QUOTA_PRIZES_TEXTS);
  const { number, percent } = useFormats();
  const { nodes, pageInfo } = raffle.quotaPrizes;
  if (!raffle.enableQuotaPrizes || nodes.length === 0) return null;
  return (
    <Card title={t.title}>
      <p>{t.how(number(raffle.quotaPrizesLeft))}</p>
      {raffle.instantChance && raffle.instantChance.quotaPrizesInPlay > 0 && (
        <p>{t.chance(number(raffle.instantChance.quotaPrizesInPlay), number(raffle.instantChance.quotaPrizesOf))}</p>
      )}
      <p class={css.soft}>{t.rule}</p>
      <ul class={css.rows}>
        {nodes.map((prize) => (
          <li key={prize.id}>
            <span>
              {prize.luckyNumber && <span class={css.mono}>{prize.luckyNumber} </span>}
              <strong>{prize.prize}</strong>
            </span>
            <span class={css.soft}>
              {prize.releaseAtPercentage > 0
                && prize.standing === 'AVAILABLE'
                && `${t.release(percent(prize.releaseAtPercentage))} · `}
              {prize.winnerName && `${prize.winnerName} · `}
              <Badge tone={TONES[prize.standing]}>{t.standing[prize.standing]}</Badge>
            </span>
          </li>
        ))}
      </ul>
      {pageInfo.hasNextPage && <p class={css.soft}>{t.more}</p>}
    </Card>
  );
}

const QUOTA_PRIZES_TEXTS = texts({
  'pt-BR': {
    title: 'Cotas premiadas',
    how: (left: string) =>
      left === '0' ? 'Nenhuma espera mais por quem a tire.' : `Quem recebe um destes números ganha. Ainda por sair: ${left}.`,
    chance: (inPlay: string, of: string) => `A próxima cota ganha um deles com chance de ${inPlay} em ${of}.`,
    rule: 'Um sorteio público, alguns segundos depois do pagamento, decide que números cada cota recebe. Ninguém sabe antes, nem o organizador.',
    release: (share: string) => `a partir de ${share} vendido`,
    standing: { AVAILABLE: 'Disponível', WON: 'Já saiu', LOCKED: 'No encerramento', VOID: 'Volta no encerramento' },
    more: 'Há outras além destas cinquenta.',
  },
  en: {
    title: 'Lucky numbers with prizes',
    how: (left: string) =>
      left === '0' ? 'None is left to be won.' : `Whoever receives one of these numbers wins. Still to be won: ${left}.`,
    chance: (inPlay: string, of: string) => `The next quota wins one of them with a chance of ${inPlay} in ${of}.`,
    rule: 'A public draw, some seconds after the payment, decides which numbers each quota receives. Nobody knows before, not even the organiser.',
    release: (share: string) => `from ${share} sold on`,
    standing: { AVAILABLE: 'To be won', WON: 'Won', LOCKED: 'At the close', VOID: 'Back at the close' },
    more: 'There are others beside these fifty.',
  },
});

export function BoxPrizes({ boxes, raffle }: { boxes: RaffleBoxesQuery; raffle: RaffleOfPage }) {
  const t = useTexts(BOX_PRIZES_TEXTS);
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
          {raffle.instantChance && raffle.instantChance.boxUnitsInPlay > 0 && (
            <p>{t.next(number(raffle.instantChance.boxUnitsInPlay), number(raffle.instantChance.boxUnitsOf))}</p>
          )}
          <p class={css.soft}>{t.rule}</p>
          <ul class={css.rows}>
            {prizes.map((box) => (
              <li key={box.id}>
                <span>
                  <strong>{box.title}</strong> {box.isLocked && <Badge tone="warn">{t.locked}</Badge>}
                </span>
                <span class={css.soft}>
                  {[
                    t.units(number(box.unitsLeft), number(box.quantity), money(box.prize)),
                    box.percentage === null || box.unitsLeft === 0 ? undefined : t.chance(percent(box.percentage)),
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

const BOX_PRIZES_TEXTS = texts({
  'pt-BR': {
    title: 'Caixas premiadas',
    howAll: 'Um pedido ganha, quando é pago, as caixas de todas as faixas que alcança:',
    howHighest: 'Um pedido ganha, quando é pago, as caixas da maior faixa que alcança:',
    combo: (quotas: string, boxes: string) => `${quotas} cotas: ${boxes === '1' ? '1 caixa' : `${boxes} caixas`}`,
    prizes: 'O que pode haver nelas',
    units: (left: string, count: string, prize: string) =>
      left === '0'
        ? `${count} de ${prize}, todos já saíram`
        : left === count
          ? `${count} de ${prize}`
          : `${left} de ${count} por sair, ${prize} cada`,
    next: (inPlay: string, of: string) => `A próxima cota tira um prêmio com chance de ${inPlay} em ${of}.`,
    rule: 'Um sorteio público, alguns segundos depois do pagamento, decide o que há nas caixas. Ninguém sabe antes, nem o organizador.',
    chance: (share: string) => `${share} de chance por caixa`,
    release: (share: string) => `a partir de ${share} vendido`,
    locked: 'No encerramento, entre todos os que pagaram',
    winners: 'Quem já ganhou',
  },
  en: {
    title: 'Boxes with prizes',
    howAll: 'An order receives, when it is paid, the boxes of every step that it reaches:',
    howHighest: 'An order receives, when it is paid, the boxes of the highest step that it reaches:',
    combo: (quotas: string, boxes: string) => `${quotas} quotas: ${boxes === '1' ? '1 box' : `${boxes} boxes`}`,
    prizes: 'What may be in them',
    units: (left: string, count: string, prize: string) =>
      left === '0'
        ? `${count} of ${prize}, all are won`
        : left === count
          ? `${count} of ${prize}`
          : `${left} of ${count} left, ${prize} each`,
    next: (inPlay: string, of: string) => `The next quota brings a prize out with a chance of ${inPlay} in ${of}.`,
    rule: 'A public draw, some seconds after the payment, decides what is in the boxes. Nobody knows before, not even the organiser.',
    chance: (share: string) => `a chance of ${share} a box`,
    release: (share: string) => `from ${share} sold on`,
    locked: 'At the close, among all who paid',
    winners: 'Who has won',
  },
});
