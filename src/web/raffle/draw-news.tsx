import { DrawOfPageDocument } from '../../generated/client/operations.js';
import type { DrawPageData } from '../../pages/page-renderer.js';
import { QUICKNET } from '../../proof/chain.js';
import { useQuery } from '../common/query.js';
import { texts, useTexts } from '../common/language.js';
import { ButtonLink } from '../ui/button.js';
import { Skeleton, Card, Problem } from '../ui/surface.js';
import css from './about.module.css';

export function DrawNews({ raffle, draw, chainHash }: DrawPageData) {
  const t = useTexts(TEXTS);
  const isDrawn = raffle.status === 'DRAWN' || raffle.status === 'FINISHED';
  const { data, error, reload } = useQuery(
    DrawOfPageDocument,
    { raffleId: raffle.id },
    { skip: !isDrawn, initial: draw?.status === 'DRAWN' ? { raffle, drawProof: draw } : undefined },
  );
  const timeline = `/r/${raffle.slug}/draw#timeline`;
  if (raffle.status === 'CANCELLED') {
    return (
      <Card title={t.timeline}>
        <p>
          <ButtonLink href={timeline}>{t.seeTimeline}</ButtonLink>
        </p>
      </Card>
    );
  }
  return (
    <Card title={isDrawn ? t.winners : t.title}>
      {isDrawn && !data && (error ? <Problem problem={error} onRetry={reload} /> : <Skeleton lines={raffle.prizes.length + 1} />)}
      {isDrawn && data && (
        <ul class={css.rows}>
          {data.drawProof?.winners.map((winner) => (
            <li key={winner.id}>
              <span>
                <strong>{winner.prize}</strong>
              </span>
              <span>
                <span class={css.mono}>{winner.luckyNumber}</span> · {winner.winnerName}
              </span>
            </li>
          ))}
          {data.drawProof?.winners.length === 0 && <li>{t.nobody}</li>}
        </ul>
      )}
      {!isDrawn && (
        <p class={css.soft}>
          {raffle.drawMode === 'LOTERIA_FEDERAL' ? t.lottery : chainHash === QUICKNET.hash ? t.beacon : t.privateBeacon}
        </p>
      )}
      <p>
        <ButtonLink href={`/r/${raffle.slug}/draw`}>{isDrawn ? t.check : t.how}</ButtonLink>{' '}
        <ButtonLink variant="plain" href={timeline}>
          {t.timeline}
        </ButtonLink>
      </p>
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Um sorteio que qualquer um confere',
    winners: 'Ganhadores',
    nobody: 'Ninguém ganhou: nenhuma cota foi paga.',
    beacon:
      'O número vencedor vem de um sorteio público mundial, feito depois que as vendas fecham. Nem o organizador consegue prever ou mudar.',
    privateBeacon:
      'O número vencedor vem de uma fonte de testes, depois que as vendas fecham. Ela não é pública: não prova nada a um estranho.',
    lottery: 'O número vencedor vem da Loteria Federal, de um concurso anunciado antes, depois que as vendas fecham.',
    how: 'Como funciona',
    check: 'Conferir o sorteio',
    timeline: 'O que já aconteceu',
    seeTimeline: 'Ver tudo, com data e hora',
  },
  en: {
    title: 'A draw that everybody can check',
    winners: 'Winners',
    nobody: 'Nobody won: no quota was paid.',
    beacon:
      'The winning number comes from a public source of randomness, published after sales are closed. Not even the organiser can foresee or change it.',
    privateBeacon:
      'The winning number comes from a test source, after sales are closed. It is not public: it proves nothing to a stranger.',
    lottery:
      'The winning number comes from the Brazilian federal lottery, by a contest that is announced before, after sales are closed.',
    how: 'How it works',
    check: 'Check the draw',
    timeline: 'What has happened',
    seeTimeline: 'See all of it, with the time',
  },
});
