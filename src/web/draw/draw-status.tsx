import { useCallback, useState } from 'preact/hooks';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { Countdown } from '../ui/countdown.js';
import { Skeleton, Card, Notice } from '../ui/surface.js';
import css from './draw.module.css';
import { PUBLIC_CHAIN, type Draw, type DrawPhase } from './use-draw.js';

export function DrawStatus({
  raffle,
  draw,
  phase,
  onDue,
}: {
  raffle: RaffleOfPage;
  draw: Draw | null | undefined;
  phase: DrawPhase;
  onDue(): void;
}) {
  const t = useTexts(TEXTS);
  const { dateTime } = useFormats();
  if (phase === 'DRAWN' || phase === 'CANCELLED') return null;
  return (
    <Card title={t.title[phase]}>
      {phase === 'SELLING' && (
        <>
          <p>{t.selling}</p>
          <dl class={css.part}>
            {raffle.endsAt && raffle.showEndsAt && <Fact name={t.endsAt} text={dateTime(raffle.endsAt)} />}
            <Fact name={t.drawAt} text={raffle.drawAt ? dateTime(raffle.drawAt) : t.noDrawAt} />
          </dl>
        </>
      )}
      {phase === 'CLOSED' && (
        <>
          <p>{t.closed}</p>
          {raffle.drawAt && (
            <dl class={css.part}>
              <Fact name={t.drawAt} text={dateTime(raffle.drawAt)} />
            </dl>
          )}
        </>
      )}
      {phase === 'FREEZING' && <p>{t.freezing}</p>}
      {phase === 'FROZEN' && !draw && <Skeleton lines={4} />}
      {phase === 'FROZEN' && draw?.mode === 'BEACON' && <Beacon draw={draw} onDue={onDue} />}
      {phase === 'FROZEN' && draw?.mode === 'LOTERIA_FEDERAL' && <p>{t.lottery(draw.contest ?? 0)}</p>}
    </Card>
  );
}

function Beacon({ draw: { round, dueAt, chainName }, onDue }: { draw: Draw; onDue(): void }) {
  const t = useTexts(TEXTS);
  const { number, dateTime } = useFormats();
  const [isDue, setDue] = useState(false);
  const onEnd = useCallback(() => {
    setDue(true);
    onDue();
  }, [onDue]);
  const isPublic = chainName === PUBLIC_CHAIN;
  if (round === null || dueAt === null) return null;
  return (
    <>
      <p>
        {t.beacon(number(round), chainName ?? '', dateTime(dueAt))} {isPublic && t.nobodyKnows}
      </p>
      <p class={css.due}>
        {isDue ? (
          t.anyMoment
        ) : (
          <>
            <span class={css.soft}>{t.left} </span>
            <Countdown until={Date.parse(dueAt)} onEnd={onEnd} />
          </>
        )}
      </p>
      <p class={css.soft}>{t.byItself}</p>
      {!isPublic && (
        <Notice tone="warn">
          <p>{t.notPublic(chainName ?? '')}</p>
        </Notice>
      )}
    </>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt class={css.soft}>{name}</dt>
      <dd>
        <strong>{text}</strong>
      </dd>
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: {
      SELLING: 'Ainda à venda',
      CLOSED: 'Vendas encerradas',
      FREEZING: 'Congelando',
      FROZEN: 'Esperando o sorteio',
    },
    selling: 'O sorteio vem depois que as vendas fecharem. O que já está prometido não muda mais desde a primeira venda.',
    endsAt: 'Fim das vendas',
    drawAt: 'Sorteio anunciado para',
    noDrawAt: 'Sem data anunciada',
    closed: 'O próximo passo é do organizador: congelar a rifa. Esta página mostra o registro assim que ele for publicado.',
    freezing: 'O registro de tudo o que participa está sendo feito. Ninguém entra nem sai mais; leva pouco.',
    beacon: (round: string, chain: string, time: string) =>
      `Quem sorteia é a rodada ${round} da fonte “${chain}”, que sai em ${time}.`,
    left: 'Faltam',
    byItself: 'O sorteio acontece sozinho, e esta página mostra os ganhadores sem você recarregar.',
    nobodyKnows: 'Antes disso ninguém no mundo sabe o resultado.',
    anyMoment: 'A rodada já saiu ou sai a qualquer momento.',
    notPublic: (chain: string) =>
      `“${chain}” não é a fonte pública: quem tem a chave dela pode saber o resultado antes. Este sorteio não prova nada a um estranho.`,
    lottery: (contest: number) =>
      `Quem sorteia é o concurso ${contest} da Loteria Federal. Quando ele sair, o organizador digita os cinco resultados, e esta página mostra os ganhadores sem você recarregar.`,
  },
  en: {
    title: { SELLING: 'Still on sale', CLOSED: 'Sales are over', FREEZING: 'Freezing', FROZEN: 'Waiting for the draw' },
    selling: 'The draw comes after sales are closed. What is promised already does not change from the first sale on.',
    endsAt: 'End of sales',
    drawAt: 'Draw announced for',
    noDrawAt: 'No date announced',
    closed: "The next step is the organiser's: to freeze the raffle. This page shows the record as soon as it is published.",
    freezing: 'The record of all that takes part is being made. Nobody joins or leaves any more; it takes a moment.',
    beacon: (round: string, chain: string, time: string) =>
      `What draws is round ${round} of the source “${chain}”, which comes on ${time}.`,
    left: 'It comes in',
    byItself: 'The draw happens by itself, and this page shows the winners without being reloaded.',
    nobodyKnows: 'Before that nobody in the world knows the result.',
    anyMoment: 'The round is out, or comes at any moment.',
    notPublic: (chain: string) =>
      `“${chain}” is not the public source: who has its key may know the result beforehand. This draw proves nothing to a stranger.`,
    lottery: (contest: number) =>
      `What draws is contest ${contest} of the federal lottery. When it was held the organiser types in its five results, and this page shows the winners without being reloaded.`,
  },
});
