import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { DeleteRaffleDocument, UpdateRaffleDocument } from '../../../../generated/client/operations.js';
import { useFormats, useTexts } from '../../../common/language.js';
import { AskDialog } from '../../../ui/ask-dialog.js';
import { Button } from '../../../ui/button.js';
import { Row } from '../../../ui/layout.js';
import { Card } from '../../../ui/surface.js';
import { RaffleStatusBadge } from '../../raffles/raffle-status.js';
import type { TabProps } from '../desk.js';
import { useMutate } from '../use-mutate.js';
import { CallOffDialog } from './call-off-dialog.js';
import { MOVE_TEXTS } from './move-texts.js';
import { movesOf, TARGETS, type Move } from './moves.js';

/** How the raffle stands, what that means, and where it can go from there. */
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
              look={t.moves[move].isGrave ? 'danger' : place === 0 ? 'primary' : 'quiet'}
              onClick={() => setAsked(move)}
            >
              {t.moves[move].button}
            </Button>
          ))}
        </Row>
      )}
      {asked && <MoveDialog move={asked} raffle={raffle} reload={reload} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

/** Asks before a move, and makes it. */
export function MoveDialog({ move, raffle, reload, onClose }: TabProps & { move: Move; onClose(): void }) {
  const t = useTexts(MOVE_TEXTS);
  const { number } = useFormats();
  const mutate = useMutate();
  const { route } = useLocation();
  if (move === 'callOff') return <CallOffDialog raffle={raffle} reload={reload} onClose={onClose} />;
  const words = t.moves[move];
  const reserved = raffle.sellBar?.reserved ?? 0;
  return (
    <AskDialog
      title={words.ask}
      confirm={words.button}
      look={words.isGrave ? 'danger' : 'primary'}
      onClose={onClose}
      onConfirm={async () => {
        if (move === 'delete') {
          await mutate(DeleteRaffleDocument, { id: raffle.id });
          route('/dashboard/raffles');
          return;
        }
        await mutate(UpdateRaffleDocument, { id: raffle.id, input: { status: TARGETS[move] } });
        reload();
      }}
    >
      <p>{words.text}</p>
      {move === 'close' && reserved > 0 && <p>{t.reserved(reserved, number(reserved))}</p>}
    </AskDialog>
  );
}
