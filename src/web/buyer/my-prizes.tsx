import { ClaimWonPrizeDocument, MyWonPrizesDocument, type WonPrizeLineFragment } from '../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { usePagedQuery } from '../common/paged-query.js';
import { useAction } from '../common/query.js';
import { useClient } from '../common/session.js';
import { Button } from '../ui/button.js';
import { Badge, Problem } from '../ui/surface.js';
import { LoadMore } from '../ui/table.js';
import css from './lists.module.css';

const TONES = {
  WON: 'good',
  CONTACTED: 'good',
  DELIVERED: 'good',
  LAPSED: 'calm',
  DENIED: 'calm',
  RETURNED_TO_CLOSE: 'calm',
} as const;

/** What the buyer won in the raffle, or in all, and may know. */
export function MyPrizes({ raffleId }: { raffleId: string | null }) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const list = usePagedQuery(MyWonPrizesDocument, { raffleId }, ({ myWonPrizes }) => myWonPrizes);
  const claiming = useAction(async (id: string) => {
    await client.mutate(ClaimWonPrizeDocument, { id });
    list.reload();
  });
  if (!list.nodes) return <Problem problem={list.error} onRetry={list.reload} />;
  if (list.nodes.length === 0) return raffleId === null ? <p>{t.none}</p> : null;
  return (
    <section class={css.part} aria-label={t.title}>
      <h3>{t.title}</h3>
      <ul class={css.orders}>
        {list.nodes.map((prize) => (
          <li key={prize.id}>
            <PrizeLine
              prize={prize}
              isOfAll={raffleId === null}
              isBusy={claiming.isBusy}
              onClaim={() => void claiming.act(prize.id)}
            />
          </li>
        ))}
      </ul>
      <Problem problem={claiming.error} />
      <LoadMore list={list} />
    </section>
  );
}

interface PrizeLineProps {
  prize: WonPrizeLineFragment;
  /** Among those of other raffles. */
  isOfAll: boolean;
  isBusy: boolean;
  onClaim(): void;
}

function PrizeLine({ prize, isOfAll, isBusy, onClaim }: PrizeLineProps) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { title, value, state, luckyNumber, boxNumber, claimedAt, lapsesAt, deliveredAt, receipt } = prize;
  const isOwed = state === 'WON' || state === 'CONTACTED';
  const from = luckyNumber === null ? boxNumber !== null && t.box(f.number(boxNumber)) : t.number(luckyNumber);
  return (
    <article class={css.order}>
      <p class={css.head}>
        <strong>{title}</strong>
        <Badge tone={TONES[state]}>{t.states[state]}</Badge>
      </p>
      <p class={css.soft}>
        {[isOfAll && prize.raffleTitle, value !== null && f.money(value), from, f.dateTime(prize.wonAt)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {isOwed && <p class={css.soft}>{claimedAt ? t.claimed : t.claimUntil(f.dateTime(lapsesAt))}</p>}
      {isOwed && !claimedAt && (
        <Button variant="primary" small isBusy={isBusy} onClick={onClaim}>
          {t.claim}
        </Button>
      )}
      {deliveredAt && <p class={css.soft}>{t.delivered(f.dateTime(deliveredAt), receipt?.note ?? '')}</p>}
      {receipt?.pictureUrl && <a href={receipt.pictureUrl}>{t.receipt}</a>}
    </article>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Seus prêmios',
    none: 'Nenhum prêmio por enquanto.',
    box: (number: string) => `caixa ${number}`,
    number: (number: string) => `número ${number}`,
    claim: 'Quero receber',
    claimUntil: (when: string) => `Peça até ${when}: depois disso o prêmio caduca.`,
    claimed: 'Você já pediu este prêmio: ele não caduca mais.',
    delivered: (when: string, note: string) => `Entregue em ${when}${note && `: ${note}`}`,
    receipt: 'Ver o comprovante',
    states: {
      WON: 'É seu',
      CONTACTED: 'É seu',
      DELIVERED: 'Entregue',
      LAPSED: 'Caducou',
      DENIED: 'Negado: o pagamento voltou',
      RETURNED_TO_CLOSE: 'Devolvido: o pagamento foi contestado',
    },
  },
  en: {
    title: 'Your prizes',
    none: 'No prizes yet.',
    box: (number: string) => `box ${number}`,
    number: (number: string) => `number ${number}`,
    claim: 'I want it',
    claimUntil: (when: string) => `Ask for it until ${when}: the prize lapses then.`,
    claimed: 'You have asked for this prize: it does not lapse any more.',
    delivered: (when: string, note: string) => `Delivered on ${when}${note && `: ${note}`}`,
    receipt: 'See the receipt',
    states: {
      WON: 'It is yours',
      CONTACTED: 'It is yours',
      DELIVERED: 'Delivered',
      LAPSED: 'Lapsed',
      DENIED: 'Denied: the payment went back',
      RETURNED_TO_CLOSE: 'Returned: the payment was taken back',
    },
  },
});
