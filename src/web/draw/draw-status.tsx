import { useCallback, useEffect, useState } from 'preact/hooks';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { QUICKNET } from '../../proof/chain.js';
import { texts, useDay, useFormats, useTexts } from '../common/language.js';
import { Countdown } from '../ui/countdown.js';
import { Card, Notice } from '../ui/surface.js';
import css from './draw.module.css';
import type { Draw, DrawPhase } from './use-draw.js';

export function DrawStatus({
  raffle,
  draw,
  phase,
  onDue,
}: {
  raffle: RaffleOfPage;
  draw: Draw | null;
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
          <AnnouncedContest raffle={raffle} />
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
          <AnnouncedContest raffle={raffle} />
        </>
      )}
      {phase === 'FREEZING' && <p>{t.freezing}</p>}
      {phase === 'FROZEN' && draw?.mode === 'BEACON' && <Beacon draw={draw} onDue={onDue} />}
      {phase === 'FROZEN' && draw?.mode === 'LOTERIA_FEDERAL' && <Lottery raffle={raffle} draw={draw} onHeld={onDue} />}
    </Card>
  );
}

function Beacon({ draw: { round, dueAt, chainName, chainHash }, onDue }: { draw: Draw; onDue(): void }) {
  const t = useTexts(TEXTS);
  const { number, dateTime } = useFormats();
  const [isDue, setDue] = useState(false);
  const onEnd = useCallback(() => {
    setDue(true);
    onDue();
  }, [onDue]);
  const isPublic = chainHash === QUICKNET.hash;
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

/** The end of a day in Brasília, in ms after the day's midnight UTC: the contest was held by then. */
const END_OF_DAY_MS = 27 * 3_600_000;

function AnnouncedContest({ raffle: { contest, contestDate } }: { raffle: RaffleOfPage }) {
  const t = useTexts(TEXTS);
  const dayOf = useDay();
  const [isOver, setOver] = useState(false);
  // By the visitor's own clock, whatever the server's says. The HTML has no clock.
  useEffect(() => setOver(contestDate !== null && Date.now() > Date.parse(contestDate) + END_OF_DAY_MS), [contestDate]);
  if (contest === null || contestDate === null) return null;
  return (
    <>
      <p>{t.announced(contest, dayOf(contestDate))}</p>
      {isOver && (
        <Notice tone="warn">
          <p>{t.announcedIsOver}</p>
        </Notice>
      )}
    </>
  );
}

function Lottery({ raffle, draw, onHeld }: { raffle: RaffleOfPage; draw: Draw; onHeld(): void }) {
  const t = useTexts(TEXTS);
  const { dateTime } = useFormats();
  const dayOf = useDay();
  const { contest, dueAt, awaits, typedResults, confirmableAt } = draw;
  if (contest === null || dueAt === null) return null;
  return (
    <>
      <p>{t.lottery(contest, dateTime(dueAt))}</p>
      {raffle.contest !== null && raffle.contest !== contest && (
        <Notice tone="warn">
          <p>{t.missed(raffle.contest, dayOf(raffle.contestDate ?? ''))}</p>
        </Notice>
      )}
      {awaits === 'CONTEST' && (
        <p class={css.due}>
          <span class={css.soft}>{t.left} </span>
          <Countdown until={Date.parse(dueAt)} onEnd={onHeld} />
        </p>
      )}
      {awaits === 'RESULTS' && <p role="status">{t.held}</p>}
      {awaits === 'CONFIRMATION' && (
        <>
          <p role="status">{confirmableAt ? t.alone(dateTime(confirmableAt)) : t.second}</p>
          <ul class={css.part}>
            {typedResults.map(({ results, typedAt }) => (
              <li key={typedAt}>
                {results.join(', ')} <span class={css.soft}>({dateTime(typedAt)})</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p class={css.soft}>{t.compareContest}</p>
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
    announced: (contest: number, day: string) =>
      `Quem sorteia é o concurso ${contest} da Loteria Federal, de ${day}, às 20h de Brasília. A rifa é congelada pelo menos uma hora antes.`,
    announcedIsOver:
      'A data desse concurso passou e a rifa não foi congelada: ele já não pode sorteá-la. O organizador terá de usar um concurso futuro, e esta página vai mostrar a troca.',
    lottery: (contest: number, time: string) =>
      `Quem sorteia é o concurso ${contest} da Loteria Federal, em ${time}. Depois dele, dois operadores da rifa digitam os cinco resultados, e esta página mostra os ganhadores sem você recarregar.`,
    missed: (contest: number, day: string) =>
      `Antes das vendas o concurso anunciado era o ${contest}, de ${day}. A rifa não foi congelada a tempo para ele.`,
    held: 'O concurso já foi sorteado. Os resultados ainda não foram digitados.',
    second: 'Um operador digitou os resultados. A rifa é sorteada quando um segundo digitar os mesmos:',
    alone: (time: string) =>
      `Um operador digitou os resultados, e não há um segundo. Ele pode confirmá-los sozinho a partir de ${time}; até lá todos podem compará-los:`,
    compareContest: 'Compare no site da Caixa o número, a data e os resultados do concurso: isso nenhuma conta mostra.',
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
    announced: (contest: number, day: string) =>
      `What draws is contest ${contest} of the federal lottery, of ${day}, at 20:00 in Brasília. The raffle is frozen at least an hour before.`,
    announcedIsOver:
      'The day of that contest is over, and the raffle was not frozen: it cannot draw the raffle any more. The organiser has to use a future contest, and this page will show the change.',
    lottery: (contest: number, time: string) =>
      `What draws is contest ${contest} of the federal lottery, on ${time}. After it two operators of the raffle type its five results, and this page shows the winners without being reloaded.`,
    missed: (contest: number, day: string) =>
      `The contest that was announced before the sale was ${contest}, of ${day}. The raffle was not frozen in time for it.`,
    held: 'The contest was held. Its results are not typed yet.',
    second: 'One operator typed the results. The raffle is drawn when a second one types the same:',
    alone: (time: string) =>
      `One operator typed the results, and there is no second one. From ${time} on the operator may confirm them alone; until then everybody can compare them:`,
    compareContest: "Compare number, day and results of the contest at the Caixa's site: no calculation shows them.",
  },
});
