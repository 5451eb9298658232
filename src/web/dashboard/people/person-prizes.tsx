import { PrizesOfUserDocument } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { PagedCard } from '../../ui/paged-card.js';
import { Badge } from '../../ui/surface.js';
import { OrderLink, RaffleLink } from '../links.js';
import { PRIZE_TEXTS } from '../prizes/prize-texts.js';

const TONES = {
  WON: 'warn',
  CONTACTED: 'warn',
  DELIVERED: 'good',
  LAPSED: 'calm',
  DENIED: 'calm',
  RETURNED_TO_CLOSE: 'calm',
} as const;

/** What the person knows of: a prize in a closed box is not among them. */
export function PersonPrizes({ userId }: { userId: string }) {
  const t = useTexts(TEXTS);
  const words = useTexts(PRIZE_TEXTS);
  const f = useFormats();
  const list = usePagedQuery(PrizesOfUserDocument, { userId }, ({ wonPrizesOfUser }) => wonPrizesOfUser);
  return (
    <PagedCard
      isOfLines
      title={t.title}
      caption={t.listed}
      none={t.none}
      list={list}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'prize',
          head: words.prize,
          cell: ({ title, state }) => (
            <>
              {title} <Badge tone={TONES[state]}>{words.states[state]}</Badge>
            </>
          ),
        },
        { key: 'kind', head: words.kind, cell: ({ kind }) => words.kinds[kind] },
        { key: 'order', head: t.order, cell: ({ orderId }) => <OrderLink id={orderId} /> },
        { key: 'raffle', head: t.raffle, cell: ({ raffleId: id, raffleTitle: title }) => <RaffleLink raffle={{ id, title }} /> },
        { key: 'won', head: words.won, isFigure: true, cell: ({ wonAt }) => f.dateTime(wonAt) },
      ]}
    />
  );
}

const TEXTS = texts({
  'pt-BR': { title: 'Prêmios', listed: 'Lista dos prêmios', none: 'Nenhum prêmio ganho.', order: 'Pedido', raffle: 'Rifa' },
  en: { title: 'Prizes', listed: 'List of the prizes', none: 'No prizes won.', order: 'Order', raffle: 'Raffle' },
});
