import { useEffect, useState } from 'preact/hooks';
import { DrawProofDocument } from '../../../../generated/client/operations.js';
import { useQuery } from '../../../common/query.js';
import { texts, useTexts } from '../../../common/language.js';
import { Button } from '../../../ui/button.js';
import { Skeleton, Card, Notice, Problem } from '../../../ui/surface.js';
import type { TabProps } from '../raffle-tab.js';
import { MoveDialog } from '../status/status-moves.js';
import { ContestResults } from './contest-results.js';
import { Drawn } from './drawn.js';
import { Freeze } from './freeze.js';
import { Steps } from './steps.js';
import { WaitForContest } from './wait-for-contest.js';
import { WaitForRound } from './wait-for-round.js';

const WAITING_MS = 2_000;

export function DrawTab({ raffle, reload }: TabProps) {
  const t = useTexts(TEXTS);
  const [isWaiting, setWaiting] = useState(false);
  const [isClosing, setClosing] = useState(false);
  const asked = useQuery(DrawProofDocument, { raffleId: raffle.id }, { ...(isWaiting && { everyMs: WAITING_MS }) });
  const proof = asked.data?.drawProof;
  // The proof comes moments after the winners.
  const isProofDue = proof?.status === 'DRAWN' && !proof.proofUrl;
  const goesOn =
    proof?.status === 'FREEZING'
    || (proof?.status === 'FROZEN' && (proof.awaits === 'ROUND' || proof.awaits === null))
    || isProofDue;
  if (goesOn !== isWaiting) setWaiting(goesOn);
  const changed = (): void => {
    asked.reload();
    reload();
  };
  const { status } = raffle;
  const isBehind = proof?.status === 'DRAWN' && status !== 'DRAWN' && status !== 'FINISHED';
  // It was drawn automatically.
  useEffect(() => {
    if (isBehind) reload();
  }, [isBehind, reload]);
  if (status === 'CANCELLED') return <Notice>{t.calledOff}</Notice>;
  if (!asked.data)
    return (
      <Card title={t.title}>
        <Problem problem={asked.error} onRetry={asked.reload} />
        {!asked.error && <Skeleton lines={6} />}
      </Card>
    );
  const step = proof
    ? proof.status === 'DRAWN'
      ? 'done'
      : 'draw'
    : status === 'CLOSED' || status === 'SOLD_OUT'
      ? 'freeze'
      : 'close';
  return (
    <>
      <Card title={t.title}>
        <Steps raffle={raffle} current={step} />
      </Card>
      {asked.error && <Problem problem={asked.error} onRetry={asked.reload} />}
      {step === 'close' && (
        <Card title={t.close}>
          <p>{status === 'OPEN' ? t.stillSells : t.notSold}</p>
          {status === 'OPEN' && (
            <p>
              <Button variant="primary" onClick={() => setClosing(true)}>
                {t.close}
              </Button>
            </p>
          )}
        </Card>
      )}
      {step === 'freeze' && <Freeze raffle={raffle} onChanged={changed} />}
      {proof?.status === 'FREEZING' && (
        <Card title={t.freezing}>
          <div role="status">
            <p>{t.freezingText}</p>
          </div>
        </Card>
      )}
      {proof?.status === 'FROZEN' && proof.mode === 'BEACON' && <WaitForRound raffle={raffle} proof={proof} onDrawn={changed} />}
      {proof?.awaits === 'CONTEST' && <WaitForContest raffle={raffle} proof={proof} onHeld={changed} />}
      {(proof?.awaits === 'RESULTS' || proof?.awaits === 'CONFIRMATION') && (
        <ContestResults raffle={raffle} proof={proof} onTyped={changed} />
      )}
      {proof?.status === 'DRAWN' && <Drawn raffle={raffle} proof={proof} reload={reload} />}
      {isClosing && <MoveDialog move="close" raffle={raffle} reload={changed} onClose={() => setClosing(false)} />}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'O sorteio, passo a passo',
    close: 'Encerrar as vendas',
    stillSells:
      'A rifa ainda está à venda. O sorteio só acontece com as vendas encerradas; elas se encerram sozinhas no fim das vendas, ao esgotar, ou agora.',
    notSold: 'Esta rifa ainda não esteve à venda. Abra as vendas nas configurações.',
    freezing: 'Congelando a rifa',
    freezingText: 'O registro de quem participa está sendo feito. Isso segue sozinho, e esta página mostra quando terminar.',
    calledOff: 'A rifa foi cancelada: não há sorteio.',
  },
  en: {
    title: 'The draw, step by step',
    close: 'Close sales',
    stillSells: 'The raffle is still on sale. It is drawn when its sale is over: at the end of sales, when all is sold, or now.',
    notSold: 'This raffle was not on sale yet. Open its sales in the settings.',
    freezing: 'Freezing the raffle',
    freezingText: 'The record of who takes part is being made. It goes on by itself, and this page shows when it is done.',
    calledOff: 'The raffle was called off: there is no draw.',
  },
});
