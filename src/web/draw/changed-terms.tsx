import type { RaffleTimelineQuery } from '../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import css from './timeline.module.css';

type Change = RaffleTimelineQuery['raffleTimeline']['nodes'][number]['changes'][number];

const TIMES = new Set(['startsAt', 'endsAt', 'drawAt']);

/** What an operator changed of a raffle on sale, as it was and as it is. */
export function ChangedTerms({ changes }: { changes: readonly Change[] }) {
  const t = useTexts(TEXTS);
  const { dateTime } = useFormats();
  const shown = (term: string, value: string | null): string => {
    if (value === null || value === '') return t.nothing;
    if (value === 'true' || value === 'false') return t[value];
    return TIMES.has(term) ? dateTime(value) : value;
  };
  const terms: Partial<Record<string, string>> = t.terms;
  return (
    <>
      <p>{t.lead}</p>
      <ul class={css.changes}>
        {changes.map(({ term, before, after }) => (
          <li key={term}>{`${terms[term] ?? term}: ${shown(term, before)} → ${shown(term, after)}`}</li>
        ))}
      </ul>
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    lead: 'O organizador mudou a rifa:',
    nothing: '(nada)',
    true: 'sim',
    false: 'não',
    terms: {
      title: 'título',
      subtitle: 'subtítulo',
      description: 'descrição',
      photoUrl: 'foto',
      privacy: 'visibilidade',
      startsAt: 'início da venda',
      endsAt: 'fim da venda',
      drawAt: 'sorteio',
      quotaQuantity: 'número de cotas',
      quotaPrice: 'preço da cota',
      drawMode: 'forma do sorteio',
      contest: 'concurso',
      contestDate: 'dia do concurso',
      minReservationQuantity: 'mínimo de cotas por pedido',
      maxReservationQuantity: 'máximo de cotas por pedido',
      maxBuyerQuantity: 'máximo de cotas por comprador',
      reservationFields: 'dados que o comprador informa',
      enablePromotions: 'promoções ligadas',
      cumulative: 'promoções que se somam',
      unprovenShare: 'parte para quem nunca pagou (%)',
      certificateCode: 'código da autorização',
      certificateIssuer: 'quem emitiu a autorização',
      certificateValidFrom: 'primeiro dia da autorização',
      certificateValidUntil: 'último dia da autorização',
      promotions: 'promoção',
      adultsOnly: 'só para maiores de 18 anos',
      regulation: 'regulamento (SHA-256)',
    },
  },
  en: {
    lead: 'The organiser changed the raffle:',
    nothing: '(nothing)',
    true: 'yes',
    false: 'no',
    terms: {
      title: 'title',
      subtitle: 'subtitle',
      description: 'description',
      photoUrl: 'photo',
      privacy: 'visibility',
      startsAt: 'start of the sale',
      endsAt: 'end of the sale',
      drawAt: 'draw',
      quotaQuantity: 'number of quotas',
      quotaPrice: 'price of a quota',
      drawMode: 'way of the draw',
      contest: 'contest',
      contestDate: 'day of the contest',
      minReservationQuantity: 'least quotas of an order',
      maxReservationQuantity: 'most quotas of an order',
      maxBuyerQuantity: 'most quotas of a buyer',
      reservationFields: 'data that the buyer gives',
      enablePromotions: 'promotions on',
      cumulative: 'promotions add up',
      unprovenShare: 'share for those who never paid (%)',
      certificateCode: 'code of the authorisation',
      certificateIssuer: 'issuer of the authorisation',
      certificateValidFrom: 'first day of the authorisation',
      certificateValidUntil: 'last day of the authorisation',
      promotions: 'promotion',
      adultsOnly: 'for adults only',
      regulation: 'regulation (SHA-256)',
    },
  },
});
