import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { GatewayError, type FieldProblems } from '../../../../client/errors.js';
import { DeleteRaffleDocument, UpdateRaffleDocument } from '../../../../generated/client/operations.js';
import { useFormats, useTexts } from '../../../common/language.js';
import { useAction } from '../../../common/query.js';
import { useClient } from '../../../common/session.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { Row, Stats } from '../../../ui/layout.js';
import { Card, Stat, Notice, Problem } from '../../../ui/surface.js';
import { useToasts } from '../../../ui/toasts.js';
import { RaffleStatusBadge } from '../../raffles/raffle-status.js';
import type { TabProps } from '../raffle-tab.js';
import { isSetting } from '../settings/raffle-field.js';
import { goToField, ProblemSummary } from '../settings/problem-summary.js';
import { MOVE_TEXTS } from './move-texts.js';
import { movesOf, TARGETS, type Move } from './moves.js';

export function StatusMoves({ raffle, reload }: TabProps) {
  const t = useTexts(MOVE_TEXTS);
  const [asked, setAsked] = useState<Move>();
  const moves = movesOf(raffle);
  return (
    <Card title={t.title} actions={<RaffleStatusBadge status={raffle.status} />}>
      <p>{raffle.frozenAt && raffle.status !== 'DRAWN' && raffle.status !== 'FINISHED' ? t.frozen : t.means[raffle.status]}</p>
      {moves.length > 0 && (
        <Row>
          {moves.map((move, place) => (
            <Button
              key={move}
              variant={t.moves[move].isGrave ? 'danger' : place === 0 ? 'primary' : 'quiet'}
              onClick={() => setAsked(move)}
            >
              {t.moves[move].button}
            </Button>
          ))}
        </Row>
      )}
      {asked && (
        <MoveDialog move={asked} raffle={raffle} reload={reload} onGoToField={goToField} onClose={() => setAsked(undefined)} />
      )}
    </Card>
  );
}

interface MoveProps extends TabProps {
  move: Move;
  /** Where settings are to be filled in first: shows the field. */
  onGoToField?(name: string): void;
  onClose(): void;
}

export function MoveDialog({ move, raffle, reload, onGoToField, onClose }: MoveProps) {
  const t = useTexts(MOVE_TEXTS);
  const { number } = useFormats();
  const client = useClient();
  const { route } = useLocation();
  if (move === 'callOff') return <CallOffDialog raffle={raffle} reload={reload} onClose={onClose} />;
  const [isUnpayable, setUnpayable] = useState(false);
  const [missing, setMissing] = useState<FieldProblems>({});
  const words = t.moves[move];
  const reserved = raffle.sellBar?.reserved ?? 0;
  return (
    <ConfirmDialog
      title={words.ask}
      confirm={isUnpayable ? t.allTheSame : words.button}
      variant={words.isGrave || isUnpayable ? 'danger' : 'primary'}
      onClose={onClose}
      onConfirm={async () => {
        if (move === 'delete') {
          await client.mutate(DeleteRaffleDocument, { id: raffle.id });
          route('/dashboard/raffles');
          return words.done(raffle.title);
        }
        const input = { status: TARGETS[move], ...(isUnpayable && { confirmNobodyCanPay: true }) };
        try {
          await client.mutate(UpdateRaffleDocument, { id: raffle.id, input });
        } catch (error) {
          if (!(error instanceof GatewayError)) throw error;
          // The second try confirms it.
          const asks = error.problems.confirmNobodyCanPay !== undefined;
          if (!asks && !(onGoToField && Object.keys(error.fields).some(isSetting))) throw error;
          setUnpayable(asks);
          setMissing(asks ? {} : error.fields);
          return false;
        }
        reload();
        return words.done(raffle.title);
      }}
    >
      <p>{words.text}</p>
      {isUnpayable && (
        <Notice tone="warn">
          {t.nobodyCanPay} <a href="/dashboard/providers">{t.providers}</a>
        </Notice>
      )}
      {onGoToField && (
        <ProblemSummary
          problems={missing}
          attempt={0}
          onGoTo={(name) => {
            onClose();
            // The dialog gives the focus back first.
            setTimeout(() => onGoToField(name));
          }}
        />
      )}
      {move === 'close' && reserved > 0 && <p>{t.reserved(reserved, number(reserved))}</p>}
    </ConfirmDialog>
  );
}

interface Refunds {
  orders: number;
  /** Decimal text in reais. */
  sum: string;
}

/** When orders are paid the first try is refused with the total of refunds, which the second try confirms. */
function CallOffDialog({ raffle, reload, onClose }: TabProps & { onClose(): void }) {
  const t = useTexts(MOVE_TEXTS);
  const { money, number } = useFormats();
  const client = useClient();
  const say = useToasts();
  const [refunds, setRefunds] = useState<Refunds>();
  const calling = useAction(async () => {
    const input = { status: 'CANCELLED' as const, ...(refunds && { confirmRefundTotal: refunds.sum }) };
    try {
      await client.mutate(UpdateRaffleDocument, { id: raffle.id, input });
    } catch (error) {
      const total = refundsOf(error);
      if (!total) throw error;
      // Another order was paid in between: show the new total and ask again.
      setRefunds(total);
      return;
    }
    say(t.moves.callOff.done(raffle.title));
    reload();
    onClose();
  });
  const paid = raffle.sellBar?.paid ?? 0;
  const reserved = raffle.sellBar?.reserved ?? 0;
  return (
    <Dialog title={t.moves.callOff.ask} onClose={onClose}>
      <p>{t.moves.callOff.text}</p>
      {reserved > 0 && <p>{t.unpaidEnd(reserved, number(reserved))}</p>}
      {refunds ? (
        <>
          <Stats>
            <Stat name={t.paidOrders}>{number(refunds.orders)}</Stat>
            <Stat name={t.goesBack}>{money(refunds.sum)}</Stat>
          </Stats>
          <Notice tone="warn">{t.refundsStart}</Notice>
        </>
      ) : (
        <p>{paid > 0 ? t.sumFirst(paid, number(paid)) : t.nothingPaid}</p>
      )}
      <Problem problem={calling.error} />
      <DialogActions>
        <Button onClick={onClose}>{t.back}</Button>
        <Button variant="danger" isBusy={calling.isBusy} onClick={() => void calling.act()}>
          {refunds ? t.callOffAndRefund(money(refunds.sum)) : paid > 0 ? t.seeSum : t.moves.callOff.button}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function refundsOf(error: unknown): Refunds | undefined {
  const [problem] = (error instanceof GatewayError && error.problems.confirmRefundTotal) || [];
  const { orders, sum } = problem?.params ?? {};
  return orders === undefined || sum === undefined
    ? undefined
    : { orders: Number.parseInt(String(orders), 10), sum: String(sum) };
}
