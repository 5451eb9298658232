import type { RaffleBoxesQuery } from '../../generated/client/operations.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts, useTexts, useFormats } from '../common/language.js';
import { Card, Badge } from '../ui/surface.js';
import css from './about.module.css';
import { PrizeHistory } from './prize-history.js';

type SalePhase = 'selling' | 'over' | 'drawn' | 'cancelled';

/** When the sale is over, what has not come out is drawn at the close. */
function phaseOf({ status, frozenAt }: RaffleOfPage): SalePhase {
  if (status === 'CANCELLED') return 'cancelled';
  if (status === 'DRAWN' || status === 'FINISHED') return 'drawn';
  return frozenAt !== null ? 'over' : 'selling';
}

type QuotaPrize = RaffleOfPage['quotaPrizes']['nodes'][number];

const TONES = { AVAILABLE: 'good', WON: 'calm', LOCKED: 'warn', VOID: 'calm', WON_AT_CLOSE: 'calm', NOT_WON: 'calm' } as const;

/** What is not won when the sale is over waits for the close. */
function stateOf({ standing, history }: QuotaPrize, phase: SalePhase): keyof typeof TONES {
  if (history.some(({ kind }) => kind === 'WON_AT_CLOSE')) return 'WON_AT_CLOSE';
  if (standing === 'WON' || phase === 'selling') return standing;
  return phase === 'cancelled' ? 'NOT_WON' : standing === 'AVAILABLE' ? 'LOCKED' : standing;
}

function winnerOf({ winnerName, history }: QuotaPrize, state: keyof typeof TONES): string | null {
  if (state === 'WON_AT_CLOSE') return history.find(({ kind }) => kind === 'WON_AT_CLOSE')?.winnerName ?? null;
  return state === 'WON' ? winnerName : null;
}

export function QuotaPrizes({ raffle, isPublicChain }: { raffle: RaffleOfPage; isPublicChain: boolean }) {
  const t = useTexts(QUOTA_PRIZES_TEXTS);
  const { number, percent } = useFormats();
  const { nodes, pageInfo } = raffle.quotaPrizes;
  if (!raffle.enableQuotaPrizes || nodes.length === 0) return null;
  const phase = phaseOf(raffle);
  const isSelling = phase === 'selling';
  const canBeWon = pageInfo.hasNextPage || nodes.some(({ standing }) => standing === 'AVAILABLE');
  const { quotaPrizesInPlay = 0, quotaPrizesOf = 0 } = raffle.instantChance ?? {};
  return (
    <Card title={t.title}>
      {isSelling && <p>{canBeWon ? t.how(number(raffle.quotaPrizesLeft)) : raffle.quotaPrizesLeft > 0 ? t.atClose : t.none}</p>}
      {(phase === 'over' || phase === 'drawn') && <p>{t[phase]}</p>}
      {isSelling && quotaPrizesInPlay > 0 && <p>{t.chance(number(quotaPrizesInPlay), number(quotaPrizesOf))}</p>}
      {isSelling && canBeWon && <p class={css.soft}>{isPublicChain ? t.rule : t.privateRule}</p>}
      <ul class={css.rows}>
        {nodes.map((prize) => {
          const state = stateOf(prize, phase);
          const winner = winnerOf(prize, state);
          return (
            <li key={prize.id}>
              <span>
                {prize.luckyNumber && <span class={css.mono}>{prize.luckyNumber} </span>}
                <strong>{prize.prize}</strong>
              </span>
              <span class={css.soft}>
                {state === 'AVAILABLE' && isAwaited(prize) && `${t.release(percent(prize.releaseAtPercentage))} · `}
                {winner && `${winner} · `}
                <Badge tone={TONES[state]}>{t.state[state]}</Badge>
              </span>
              <PrizeHistory prize={prize} what={prize.prize} />
            </li>
          );
        })}
      </ul>
      {pageInfo.hasNextPage && <p class={css.soft}>{t.more}</p>}
    </Card>
  );
}

/** Whether its share of the quotas is still to be reached. */
function isAwaited({ releaseAtPercentage, history }: Pick<QuotaPrize, 'releaseAtPercentage' | 'history'>): boolean {
  return releaseAtPercentage > 0 && !history.some(({ kind }) => kind === 'RELEASED');
}

const QUOTA_PRIZES_TEXTS = texts({
  'pt-BR': {
    title: 'Cotas premiadas',
    how: (left: string) => `Quem recebe um destes números ganha. Ainda por sair, com os do encerramento: ${left}.`,
    atClose: 'O que ainda não saiu é sorteado no encerramento, entre todos os que pagaram: nenhuma cota à venda o tira.',
    none: 'Todos já saíram: nenhuma cota à venda tira mais um deles.',
    over: 'A venda acabou. O que não saiu nela é sorteado no encerramento, entre todos os que pagaram.',
    drawn: 'O que não saiu na venda foi sorteado no encerramento, entre todos os que pagaram.',
    chance: (inPlay: string, of: string) => `A próxima cota ganha um deles com chance de ${inPlay} em ${of}.`,
    rule: 'Um sorteio público, alguns segundos depois do pagamento, decide que números cada cota recebe. Ninguém sabe antes, nem o organizador.',
    privateRule:
      'Um sorteio de testes, alguns segundos depois do pagamento, decide que números cada cota recebe. Ele não é público: quem tem a chave da fonte pode saber antes.',
    release: (share: string) => `a partir de ${share} vendido`,
    state: {
      AVAILABLE: 'Disponível',
      WON: 'Já saiu',
      LOCKED: 'No encerramento',
      VOID: 'Volta no encerramento',
      WON_AT_CLOSE: 'Sorteado no encerramento',
      NOT_WON: 'Não saiu',
    },
    more: 'Há outras além destas cinquenta.',
  },
  en: {
    title: 'Lucky numbers with prizes',
    how: (left: string) => `The buyer who receives one of these numbers wins. Still to be won, with those of the close: ${left}.`,
    atClose: 'What is not won yet is drawn at the close, among all who paid: no quota on sale wins it.',
    none: 'All are won: no quota on sale wins one of them any more.',
    over: 'The sale is over. What was not won in it is drawn at the close, among all who paid.',
    drawn: 'What was not won in the sale was drawn at the close, among all who paid.',
    chance: (inPlay: string, of: string) => `The next quota wins one of them with a chance of ${inPlay} in ${of}.`,
    rule: 'A public draw, some seconds after the payment, decides which numbers each quota receives. Nobody knows before, not even the organiser.',
    privateRule:
      'A test draw, some seconds after the payment, decides which numbers each quota receives. It is not public: who has the key of its source may know before.',
    release: (share: string) => `from ${share} sold on`,
    state: {
      AVAILABLE: 'To be won',
      WON: 'Won',
      LOCKED: 'At the close',
      VOID: 'Back at the close',
      WON_AT_CLOSE: 'Drawn at the close',
      NOT_WON: 'Not won',
    },
    more: 'There are others beside these fifty.',
  },
});

interface BoxPrizesProps {
  boxes: RaffleBoxesQuery;
  raffle: RaffleOfPage;
  isPublicChain: boolean;
}

export function BoxPrizes({ boxes, raffle, isPublicChain }: BoxPrizesProps) {
  const t = useTexts(BOX_PRIZES_TEXTS);
  const { money, number, percent, date } = useFormats();
  const combos = boxes.awardedBoxCombos;
  const prizes = boxes.awardedBoxesByRaffle.nodes;
  const winners = boxes.awardedBoxWinners.nodes;
  if (combos.length === 0 && prizes.length === 0) return null;
  const phase = phaseOf(raffle);
  const isSelling = phase === 'selling';
  const isThere = ({ unitsLeft, isLocked }: (typeof prizes)[number]): boolean => isSelling && unitsLeft > 0 && !isLocked;
  const canBeWon = boxes.awardedBoxesByRaffle.pageInfo.hasNextPage || prizes.some(isThere);
  const hasRolled = prizes.some(({ percentage, isLocked }) => percentage !== null && !isLocked);
  const rule = isPublicChain ? t.rule : t.privateRule;
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
          {isSelling && raffle.instantChance && raffle.instantChance.boxUnitsInPlay > 0 && (
            <p>{t.next(number(raffle.instantChance.boxUnitsInPlay), number(raffle.instantChance.boxUnitsOf))}</p>
          )}
          {phase !== 'cancelled' && <p class={css.soft}>{phase !== 'selling' ? t[phase] : canBeWon ? rule : t.none}</p>}
          {phase !== 'cancelled' && hasRolled && <p class={css.soft}>{t.onlyInBoxes}</p>}
          <ul class={css.rows}>
            {prizes.map((box) => (
              <li key={box.id}>
                <span>
                  <strong>{box.title}</strong> {box.isLocked && <Badge tone="warn">{t.locked}</Badge>}
                </span>
                <span class={css.soft}>
                  {[
                    isSelling
                      ? t.units(number(box.unitsLeft), number(box.quantity), money(box.prize))
                      : t.cameOut(number(box.quantity - box.unitsLeft), number(box.quantity), money(box.prize)),
                    box.percentage !== null && isThere(box) ? t.chance(percent(box.percentage)) : undefined,
                    isThere(box) && isAwaited(box) ? t.release(percent(box.releaseAtPercentage)) : undefined,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <PrizeHistory prize={box} what={box.title} />
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
    next: (inPlay: string, of: string) =>
      `A próxima cota tira um prêmio com chance de ${inPlay} em ${of}. Se o pedido não tem caixa livre, o prêmio vai para o encerramento.`,
    rule: 'Um sorteio público, alguns segundos depois do pagamento, decide o que há nas caixas. Ninguém sabe antes, nem o organizador.',
    privateRule:
      'Um sorteio de testes, alguns segundos depois do pagamento, decide o que há nas caixas. Ele não é público: quem tem a chave da fonte pode saber antes.',
    none: 'Nenhuma caixa tem prêmio agora: todos já saíram, ou ficaram para o encerramento, entre todos os que pagaram.',
    over: 'A venda acabou. O que não saiu nas caixas é sorteado no encerramento, entre todos os que pagaram.',
    drawn: 'O que não saiu nas caixas foi sorteado no encerramento, entre todos os que pagaram.',
    onlyInBoxes: 'Um prêmio com chance por caixa só sai nas caixas: o que sobra dele não é sorteado no encerramento.',
    cameOut: (out: string, count: string, prize: string) => `${out} de ${count} saíram na venda, ${prize} cada`,
    chance: (share: string) => `${share} de chance por caixa, enquanto houver`,
    release: (share: string) => `a partir de ${share} vendido`,
    locked: 'No encerramento',
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
        ? `${count} of ${prize}, all have come out`
        : left === count
          ? `${count} of ${prize}`
          : `${left} of ${count} left, ${prize} each`,
    next: (inPlay: string, of: string) =>
      `The next quota brings a prize out with a chance of ${inPlay} in ${of}. If its order has no free box, the prize goes to the close.`,
    rule: 'A public draw, some seconds after the payment, decides what is in the boxes. Nobody knows before, not even the organiser.',
    privateRule:
      'A test draw, some seconds after the payment, decides what is in the boxes. It is not public: who has the key of its source may know before.',
    none: 'No box holds a prize now: all have come out, or are left for the close, among all who paid.',
    over: 'The sale is over. What did not come out of boxes is drawn at the close, among all who paid.',
    drawn: 'What did not come out of boxes was drawn at the close, among all who paid.',
    onlyInBoxes: 'A prize with a chance a box only comes out of boxes: what is left of it is not drawn at the close.',
    cameOut: (out: string, count: string, prize: string) => `${out} of ${count} came out in the sale, ${prize} each`,
    chance: (share: string) => `a chance of ${share} a box, while there are any`,
    release: (share: string) => `from ${share} sold on`,
    locked: 'At the close',
    winners: 'Who has won',
  },
});
