import { useEffect, useRef } from 'preact/hooks';
import { RaffleTimelineDocument, type RaffleTimelineQuery } from '../../generated/client/operations.js';
import { texts, useDay, useFormats, useTexts, type Formats } from '../common/language.js';
import { usePagedQuery } from '../common/paged-query.js';
import { Button } from '../ui/button.js';
import { Card, Problem, Skeleton } from '../ui/surface.js';
import { ChangedTerms } from './changed-terms.js';
import css from './timeline.module.css';

const PAGE = 12;
const EVERY_MS = 30_000;
/** The whole hash stands with the frozen record. */
const HASH_BEGIN = 16;

type Entry = RaffleTimelineQuery['raffleTimeline']['nodes'][number];

/** The latest first. `moved` is another value whenever the draw went on: then it is asked again, and now and then besides. */
export function Timeline({ raffleId, moved }: { raffleId: string; moved: string }) {
  const t = useTexts(TEXTS);
  const { dateTime } = useFormats();
  const variables = { raffleId, orderBy: 'NEWEST_FIRST' } as const;
  const { nodes, hasMore, isLoading, error, more, reload } = usePagedQuery(
    RaffleTimelineDocument,
    variables,
    (data) => data.raffleTimeline,
    PAGE,
  );
  const latest = useRef({ reload, moved });
  latest.current.reload = reload;
  useEffect(() => {
    // The first page is on its way.
    if (latest.current.moved === moved) return;
    latest.current.moved = moved;
    latest.current.reload();
  }, [moved]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) latest.current.reload();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Card title={t.title}>
      <p id="timeline" class={css.soft}>
        {t.lead}
      </p>
      <Problem problem={error} onRetry={reload} />
      {!nodes && !error && <Skeleton />}
      {nodes?.length === 0 && <p class={css.soft}>{t.empty}</p>}
      {nodes && nodes.length > 0 && (
        <ol class={css.timeline} aria-label={t.title}>
          {nodes.map((entry) => (
            <li key={`${entry.at} ${entry.kind} ${entry.prizeId ?? entry.sharePercentage ?? ''}`}>
              <time dateTime={entry.at}>{dateTime(entry.at)}</time>
              <div>
                <Words of={entry} />
              </div>
            </li>
          ))}
        </ol>
      )}
      {hasMore && (
        <p>
          <Button small isBusy={isLoading} onClick={more}>
            {t.more}
          </Button>
        </p>
      )}
    </Card>
  );
}

function Words({ of: entry }: { of: Entry }) {
  const t = useTexts(TEXTS);
  const formats = useFormats();
  const day = useDay();
  const { number, percent } = formats;
  const prize = entry.prize ?? t.aPrize;
  const units = entry.units ?? 0;
  switch (entry.kind) {
    case 'PRIZES_RELEASED':
      return <p>{t.released(percent(entry.sharePercentage ?? 0), number(units))}</p>;
    case 'PRIZE_SENT_TO_CLOSE':
      return <p>{t.sentToClose(prize, number(units))}</p>;
    case 'PRIZE_RETURNED_TO_CLOSE':
      return <p>{t.returnedToClose(prize, number(units))}</p>;
    case 'QUOTAS_OF_DAY':
      return <p>{`${t.ofDay(day(entry.day ?? entry.at.slice(0, 10)))} ${changesOf(entry, t, formats)}.`}</p>;
    case 'FROZEN':
      return <Frozen entry={entry} />;
    case 'CANCELLED':
      return <CalledOff entry={entry} />;
    case 'RESULTS_CONFIRMED':
      return <p>{t.confirmed[entry.confirmation ?? 'SECOND_OPERATOR']}</p>;
    case 'TERMS_CHANGED':
      return <ChangedTerms changes={entry.changes} />;
    case 'DRAWN':
      return <p>{t.drawn(number(entry.winners ?? 0))}</p>;
    default:
      return <p>{t.plain[entry.kind]}</p>;
  }
}

function changesOf({ byHand, free, givenBack }: Entry, t: (typeof TEXTS)['en'], { number }: Formats): string {
  const changes = [
    byHand ? t.byHand(number(Math.abs(byHand)), byHand < 0) : undefined,
    free ? t.free(number(Math.abs(free)), free < 0) : undefined,
    givenBack ? t.givenBack(number(givenBack)) : undefined,
  ];
  return changes.filter(Boolean).join('; ');
}

function Frozen({ entry: { round, contest, dueAt, manifestHash } }: { entry: Entry }) {
  const t = useTexts(TEXTS);
  const { number, dateTime } = useFormats();
  const due = dueAt ? dateTime(dueAt) : '';
  return (
    <>
      <p>
        {t.frozen} {round !== null && t.byRound(number(round), due)}
        {contest !== null && t.byContest(String(contest), due)}
      </p>
      {manifestHash && (
        <p class={css.soft}>
          {t.hash} <code>{manifestHash.slice(0, HASH_BEGIN)}…</code>
        </p>
      )}
    </>
  );
}

/** An operator may know the winner before calling the raffle off. So the entry names the round or contest that was due. */
function CalledOff({ entry: { round, contest, dueAt } }: { entry: Entry }) {
  const t = useTexts(TEXTS);
  const { number, dateTime } = useFormats();
  const due = dueAt ? dateTime(dueAt) : '';
  return (
    <p>
      {t.calledOff} {round !== null && t.notByRound(number(round), due)}
      {contest !== null && t.notByContest(String(contest), due)}
    </p>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'O que já aconteceu',
    lead: 'O mais novo primeiro. Nada desta lista pode ser apagado nem mudado depois, nem pelo organizador.',
    empty: 'Ainda nada.',
    more: 'Ver mais',
    aPrize: 'um prêmio',
    released: (share: string, units: string) =>
      `${share} das cotas foram pagas: ${units === '1' ? '1 prêmio entrou' : `${units} prêmios entraram`} em jogo.`,
    sentToClose: (prize: string, units: string) =>
      `O organizador mandou ${prize} para o encerramento: ${units === '0' ? 'nada restava' : `${units} por sair, a sortear entre todos os que pagaram`}.`,
    returnedToClose: (prize: string, units: string) =>
      `O banco tomou de volta o dinheiro de quem tinha ganho ${prize}: ${units} a sortear de novo no encerramento.`,
    ofDay: (day: string) => `No dia ${day}:`,
    byHand: (quotas: string, isLess: boolean) =>
      `${quotas === '1' ? '1 cota paga' : `${quotas} cotas pagas`} à mão${isLess ? ' a menos' : ''}`,
    free: (quotas: string, isLess: boolean) =>
      `${quotas === '1' ? '1 cota' : `${quotas} cotas`} de graça${isLess ? ' a menos' : ''}`,
    givenBack: (quotas: string) => (quotas === '1' ? '1 cota devolvida' : `${quotas} cotas devolvidas`),
    frozen: 'A rifa foi congelada: daqui em diante ninguém entra no sorteio nem sai dele.',
    byRound: (round: string, due: string) => `Sorteia a rodada ${round}, de ${due}.`,
    byContest: (contest: string, due: string) => `Sorteia o concurso ${contest} da Loteria Federal, de ${due}.`,
    hash: 'A impressão digital do registro começa com',
    confirmed: {
      SECOND_OPERATOR: 'Os resultados foram confirmados: um segundo operador digitou os mesmos.',
      WAITED: 'Os resultados foram confirmados pelo mesmo operador, depois do prazo em que todos podiam conferi-los.',
    },
    drawn: (winners: string) =>
      winners === '1' ? 'O prêmio principal foi sorteado.' : `${winners} prêmios principais foram sorteados.`,
    plain: {
      PUBLISHED: 'A rifa foi publicada.',
      WITHDRAWN: 'O organizador tirou a rifa do ar.',
      SALE_STARTED: 'As primeiras cotas foram pagas.',
      SOLD_OUT: 'Todas as cotas foram pagas.',
      SALE_CLOSED: 'A venda foi encerrada.',
      SALE_REOPENED: 'O organizador reabriu a venda.',
      RESULTS_TYPED: 'Um operador digitou os resultados do concurso.',
      PROOF_PUBLISHED: 'A prova do sorteio foi publicada.',
    },
    calledOff: 'A rifa foi cancelada: os pedidos pagos são devolvidos.',
    notByRound: (round: string, due: string) =>
      `Ela devia ter sido sorteada pela rodada ${round} da fonte pública, de ${due}, e não foi.`,
    notByContest: (contest: string, due: string) =>
      `Ela devia ter sido sorteada pelo concurso ${contest} da Loteria Federal, de ${due}, e não foi.`,
  },
  en: {
    title: 'What has happened',
    lead: 'The latest first. Nothing in this list can be deleted or changed later, not even by the organiser.',
    empty: 'Nothing yet.',
    more: 'See more',
    aPrize: 'a prize',
    released: (share: string, units: string) =>
      `${share} of the quotas were paid: ${units === '1' ? '1 prize came' : `${units} prizes came`} into play.`,
    sentToClose: (prize: string, units: string) =>
      `The organiser sent ${prize} to the close: ${units === '0' ? 'nothing was left' : `${units} left, to be drawn among all who paid`}.`,
    returnedToClose: (prize: string, units: string) =>
      `The bank took back the money of who had won ${prize}: ${units} to be drawn again at the close.`,
    ofDay: (day: string) => `On ${day}:`,
    byHand: (quotas: string, isLess: boolean) =>
      `${quotas} ${isLess ? 'fewer ' : ''}${quotas === '1' ? 'quota' : 'quotas'} paid by hand`,
    free: (quotas: string, isLess: boolean) =>
      `${quotas} ${isLess ? 'fewer ' : ''}${quotas === '1' ? 'quota' : 'quotas'} for free`,
    givenBack: (quotas: string) => (quotas === '1' ? '1 quota given back' : `${quotas} quotas given back`),
    frozen: 'The raffle was frozen: from then on nobody joins the draw or leaves it.',
    byRound: (round: string, due: string) => `Round ${round} draws, of ${due}.`,
    byContest: (contest: string, due: string) => `Contest ${contest} of the federal lottery draws, on ${due}.`,
    hash: 'The fingerprint of the record begins with',
    confirmed: {
      SECOND_OPERATOR: 'The results were confirmed: a second operator typed the same ones.',
      WAITED: 'The results were confirmed by the same operator, after the time in which everybody could compare them.',
    },
    drawn: (winners: string) => (winners === '1' ? 'The main prize was drawn.' : `${winners} main prizes were drawn.`),
    plain: {
      PUBLISHED: 'The raffle was published.',
      WITHDRAWN: 'The organiser took the raffle offline.',
      SALE_STARTED: 'The first quotas were paid.',
      SOLD_OUT: 'All quotas were paid.',
      SALE_CLOSED: 'The sale was closed.',
      SALE_REOPENED: 'The organiser opened the sale again.',
      RESULTS_TYPED: 'An operator typed the results of the contest.',
      PROOF_PUBLISHED: 'The proof of the draw was published.',
    },
    calledOff: 'The raffle was called off: paid orders get their money back.',
    notByRound: (round: string, due: string) =>
      `It should have been drawn by the round ${round} of the public source, of ${due}, and was not.`,
    notByContest: (contest: string, due: string) =>
      `It should have been drawn by the contest ${contest} of the Loteria Federal, of ${due}, and was not.`,
  },
});
