import type { RegisteredPrizeFragment } from '../../../generated/client/operations.js';
import { deliverPrizeRoles, denyPrizeRoles } from '../../../generated/client/operator-roles.js';
import { useFormats, useTexts } from '../../common/language.js';
import { Button } from '../../ui/button.js';
import { Note } from '../../ui/layout.js';
import { Badge } from '../../ui/surface.js';
import type { Column } from '../../ui/table.js';
import { ChatLink, OrderLink, PersonLink, RaffleLink } from '../links.js';
import { formatPhone } from '../people/people-texts.js';
import { useMay } from '../may.js';
import type { PrizeStep } from './prize-dialog.js';
import { PRIZE_TEXTS } from './prize-texts.js';
import css from './prizes.module.css';

export const LATE_AFTER_MS = 30 * 86_400_000;

const TONES = {
  WON: 'warn',
  CONTACTED: 'warn',
  DELIVERED: 'good',
  LAPSED: 'calm',
  DENIED: 'calm',
  RETURNED_TO_CLOSE: 'calm',
} as const;

const isOwed = ({ state }: RegisteredPrizeFragment): boolean => state === 'WON' || state === 'CONTACTED';

function isLate(prize: RegisteredPrizeFragment): boolean {
  return isOwed(prize) && prize.shownAt !== null && Date.parse(prize.shownAt) < Date.now() - LATE_AFTER_MS;
}

export function usePrizeColumns(
  ask: (step: PrizeStep, prize: RegisteredPrizeFragment) => void,
): readonly Column<RegisteredPrizeFragment>[] {
  const t = useTexts(PRIZE_TEXTS);
  const f = useFormats();
  const may = useMay();
  const mayDeliver = may(deliverPrizeRoles);
  const mayDeny = may(denyPrizeRoles);
  const button = (step: PrizeStep, prize: RegisteredPrizeFragment) => (
    <Button small onClick={() => ask(step, prize)}>
      {t[step]}
    </Button>
  );
  return [
    {
      key: 'prize',
      head: t.prize,
      cell: (prize) => (
        <div class={css.prize}>
          <div class={css.line}>
            <strong>{prize.title}</strong>
            {prize.value !== null && <span>{f.money(prize.value)}</span>}
            <Badge tone={TONES[prize.state]}>{t.states[prize.state]}</Badge>
            {prize.withheld && <Badge tone="bad">{t.withheld[prize.withheld]}</Badge>}
            {isLate(prize) && <Badge tone="bad">{t.late}</Badge>}
            {prize.shownAt === null && <Badge tone="bad">{t.closed}</Badge>}
          </div>
          {prize.shownAt === null && <Note>{t.closedHint}</Note>}
          <Note>
            {[
              t.kinds[prize.kind],
              prize.boxNumber !== null && t.box(f.number(prize.boxNumber)),
              prize.luckyNumber !== null && t.number(prize.luckyNumber),
            ]
              .filter(Boolean)
              .join(' · ')}{' '}
            · <RaffleLink raffle={{ id: prize.raffleId, title: prize.raffleTitle }} />
          </Note>
        </div>
      ),
    },
    {
      key: 'actions',
      head: t.actions,
      cell: (prize) => (
        <div class={css.buttons}>
          {prize.state === 'WON' && button('contact', prize)}
          {mayDeliver && isOwed(prize) && prize.withheld !== 'DISPUTED' && button('deliver', prize)}
          {mayDeny && prize.withheld === 'MONEY_RETURNED' && button('deny', prize)}
          {mayDeliver && !isOwed(prize) && prize.state !== 'RETURNED_TO_CLOSE' && button('reopen', prize)}
        </div>
      ),
    },
    {
      key: 'winner',
      head: t.winner,
      cell: (prize) => (
        <div class={css.prize}>
          <div class={css.line}>
            {prize.winner && <PersonLink person={prize.winner} />}
            <OrderLink id={prize.orderId} />
          </div>
          <div class={css.line}>
            {prize.winner?.phone && <span>{formatPhone(prize.winner.phone)}</span>}
            {/* A closed box is nobody's to tell. */}
            {prize.winner?.phone && isOwed(prize) && prize.shownAt !== null && (
              <ChatLink phone={prize.winner.phone} text={t.hello(prize.winner.name, prize.title, prize.raffleTitle)} />
            )}
          </div>
        </div>
      ),
    },
    {
      key: 'won',
      head: t.won,
      cell: (prize) => (
        <div class={css.prize}>
          {f.dateTime(prize.wonAt)}
          {isOwed(prize) && <Note>{prize.claimedAt ? t.claimed : t.lapses(f.date(prize.lapsesAt))}</Note>}
          {prize.deliveredAt && <Note>{t.delivered(f.dateTime(prize.deliveredAt))}</Note>}
          {prize.receipt?.note && <Note>{prize.receipt.note}</Note>}
          {prize.receipt?.pictureUrl && <a href={prize.receipt.pictureUrl}>{t.picture}</a>}
        </div>
      ),
    },
  ];
}
