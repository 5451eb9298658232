import { useState } from 'preact/hooks';
import { AdvanceDrawDocument, type DrawProofQuery } from '../../../../generated/client/operations.js';
import { QUICKNET } from '../../../../proof/chain.js';
import { useAction } from '../../../common/query.js';
import { texts, useFormats, useTexts } from '../../../common/language.js';
import { useClient } from '../../../common/session.js';
import { Button } from '../../../ui/button.js';
import { Countdown } from '../../../ui/countdown.js';
import { Card, Notice, Problem } from '../../../ui/surface.js';
import type { Raffle } from '../raffle-tab.js';
import css from './draw.module.css';
import { PublicLinks } from './public-links.js';

export function WaitForRound({
  raffle,
  proof,
  onDrawn,
}: {
  raffle: Raffle;
  proof: NonNullable<DrawProofQuery['drawProof']>;
  onDrawn(): void;
}) {
  const t = useTexts(TEXTS);
  const { dateTime, number } = useFormats();
  const client = useClient();
  const until = proof.dueAt ? Date.parse(proof.dueAt) : undefined;
  const [isDue, setDue] = useState(until !== undefined && until <= Date.now());
  const drawing = useAction(async () => {
    await client.mutate(AdvanceDrawDocument, { raffleId: raffle.id, input: {} });
    onDrawn();
  });
  const isPublic = proof.chainHash === QUICKNET.hash;
  return (
    <Card title={t.title}>
      {until !== undefined && proof.dueAt && (
        <>
          <p>
            {t.round(proof.round === null ? '' : number(proof.round), dateTime(proof.dueAt))} {isPublic && t.nobodyKnows}{' '}
            {t.byItself}
          </p>
          {!isDue && (
            <p class={css.until}>
              <Countdown until={until} onEnd={() => setDue(true)} />
            </p>
          )}
        </>
      )}
      <div role="status">{isDue && <p>{t.due}</p>}</div>
      {!isPublic && <Notice tone="warn">{t.notPublic(proof.chainName ?? '')}</Notice>}
      {isDue && (
        <p>
          <Button isBusy={drawing.isBusy} onClick={() => void drawing.act()}>
            {t.now}
          </Button>
        </p>
      )}
      <Problem problem={drawing.error} />
      <PublicLinks raffle={raffle} proof={proof} />
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'À espera da rodada',
    round: (round: string, at: string) => `A rodada ${round} do farol sai em ${at}.`,
    nobodyKnows: 'Antes disso ninguém sabe quem ganha.',
    byItself: 'Você pode fechar esta página: o sorteio acontece sozinho.',
    due: 'A rodada já deve ter saído: os ganhadores aparecem aqui em instantes.',
    now: 'Perguntar ao farol agora',
    notPublic: (name: string) =>
      `O farol “${name}” não é o público, de que um sorteio de verdade precisa: este só serve para testes.`,
  },
  en: {
    title: 'Waiting for the round',
    round: (round: string, at: string) => `Round ${round} of the beacon is out at ${at}.`,
    nobodyKnows: 'Nobody knows who wins before.',
    byItself: 'You can close this page: it is drawn by itself.',
    due: 'The round should be out: the winners appear here in a moment.',
    now: 'Ask the beacon now',
    notPublic: (name: string) => `The beacon “${name}” is not the public one that a real draw needs: this one is for tests.`,
  },
});
