import { useState } from 'preact/hooks';
import type { DrawProofQuery } from '../../../../generated/client/operations.js';
import { texts, useDay, useFormats, useTexts } from '../../../common/language.js';
import { onDemand } from '../../../common/on-demand.js';
import { Button } from '../../../ui/button.js';
import { Facts, Row } from '../../../ui/layout.js';
import { Card, Empty } from '../../../ui/surface.js';
import { Table, type Column } from '../../../ui/table.js';
import { OrderLink, PersonLink } from '../../links.js';
import type { TabProps } from '../raffle-tab.js';
import table from '../raffle.module.css';
import { MoveDialog } from '../status/status-moves.js';
import { PublicLinks } from './public-links.js';

const PublishPicture = onDemand(() => import('./picture/publish-picture.js').then((loaded) => loaded.PublishPicture));

type Proof = NonNullable<DrawProofQuery['drawProof']>;
type Winner = Proof['winners'][number];

export function Drawn({ raffle, proof, reload }: TabProps & { proof: Proof }) {
  const t = useTexts(TEXTS);
  const { dateTime, number } = useFormats();
  const dayOf = useDay();
  const [isFinishing, setFinishing] = useState(false);
  const [isPublishing, setPublishing] = useState(false);
  const columns: readonly Column<Winner>[] = [
    { key: 'place', head: t.place, cell: ({ position }) => `${position}º` },
    { key: 'prize', head: t.prize, cell: ({ prize }) => <span class={table.name}>{prize}</span> },
    { key: 'number', head: t.number, cell: ({ luckyNumber }) => <span class={table.numbers}>{luckyNumber}</span> },
    { key: 'who', head: t.who, cell: (winner) => <WinnerLinks winner={winner} /> },
  ];
  return (
    <>
      <Card
        title={t.winners}
        actions={
          <Row>
            <Button small onClick={() => setPublishing(true)}>
              {t.picture}
            </Button>
            {raffle.status === 'DRAWN' && (
              <Button small onClick={() => setFinishing(true)}>
                {t.finish}
              </Button>
            )}
          </Row>
        }
      >
        {proof.winners.length === 0 ? (
          <Empty>
            <p>{t.nobody}</p>
          </Empty>
        ) : (
          <Table caption={t.listed} columns={columns} rows={proof.winners} keyOf={({ id }) => id} />
        )}
      </Card>
      <Card title={t.how}>
        <Facts
          of={[
            [t.drawnAt, proof.drawnAt && dateTime(proof.drawnAt)],
            [t.frozenAt, dateTime(proof.frozenAt)],
            [t.round, proof.round === null ? undefined : `${number(proof.round)} (${proof.chainName ?? ''})`],
            [t.contest, proof.contest === null ? undefined : `${proof.contest}, ${dayOf(proof.contestDate ?? '')}`],
            [t.results, proof.results.length > 0 ? <span class={table.numbers}>{proof.results.join(' ')}</span> : undefined],
            [t.confirmed, proof.confirmation === null ? undefined : t.confirmations[proof.confirmation]],
          ]}
        />
        <PublicLinks raffle={raffle} proof={proof} />
      </Card>
      {isPublishing && <PublishPicture raffle={raffle} onClose={() => setPublishing(false)} />}
      {isFinishing && <MoveDialog move="finish" raffle={raffle} reload={reload} onClose={() => setFinishing(false)} />}
    </>
  );
}

/** Only operators see the winner's account. */
function WinnerLinks({ winner: { userId, orderId, winnerName } }: { winner: Winner }) {
  return (
    <span class={table.name}>
      {userId === null ? winnerName : <PersonLink person={{ id: userId, name: winnerName }} />}{' '}
      {orderId !== null && <OrderLink id={orderId} />}
    </span>
  );
}

const TEXTS = texts({
  'pt-BR': {
    winners: 'Ganhadores',
    listed: 'Lista dos ganhadores',
    place: 'Lugar',
    prize: 'Prêmio',
    number: 'Número da sorte',
    who: 'Ganhador',
    nobody: 'Ninguém podia ganhar: nenhuma cota participava.',
    finish: 'Marcar como concluída',
    picture: 'Imagem para publicar',
    how: 'Como foi sorteada',
    drawnAt: 'Sorteada em',
    frozenAt: 'Congelada em',
    round: 'Rodada do farol',
    contest: 'Concurso da Loteria Federal',
    results: 'Prêmios do concurso',
    confirmed: 'Confirmados',
    confirmations: { SECOND_OPERATOR: 'Por dois operadores', WAITED: 'Por um só operador, depois da espera' },
  },
  en: {
    winners: 'Winners',
    listed: 'List of the winners',
    place: 'Place',
    prize: 'Prize',
    number: 'Lucky number',
    who: 'Winner',
    nobody: 'Nobody could win: no quota took part.',
    finish: 'Mark as finished',
    picture: 'Picture to publish',
    how: 'How it was drawn',
    drawnAt: 'Drawn',
    frozenAt: 'Frozen',
    round: 'Round of the beacon',
    contest: 'Contest of the Loteria Federal',
    results: 'Prizes of the contest',
    confirmed: 'Confirmed',
    confirmations: { SECOND_OPERATOR: 'By two operators', WAITED: 'By one operator alone, after the wait' },
  },
});
