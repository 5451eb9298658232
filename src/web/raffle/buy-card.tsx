import { useState } from 'preact/hooks';
import type { BarFragment, CheckoutFragment } from '../../generated/client/operations.js';
import type { RafflePageData } from '../../pages/page-renderer.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { useAction } from '../common/query.js';
import { useSession } from '../common/session.js';
import { Unanswered } from '../common/unanswered.js';
import { Button } from '../ui/button.js';
import { Countdown } from '../ui/countdown.js';
import { Card, Notice, Problem } from '../ui/surface.js';
import { Accepting } from './accepting.js';
import css from './buy-card.module.css';
import { CompleteData, missingData } from './complete-data.js';
import { Identify } from './identify.js';
import { placeOrder } from './place-order.js';
import { QuantityPicker } from './quantity-picker.js';
import { RefundNote } from './refund-note.js';
import { NotAuthorised } from './not-authorised.js';
import { firstQuantity, limitsOf, saleStateOf, type SaleState } from './sale-rules.js';
import { usePrice } from './use-raffle.js';

interface Buying {
  data: RafflePageData;
  bar: BarFragment | undefined;
  /** An operator confirms each payment. */
  isPaidByHand: boolean;
  onOrder(order: CheckoutFragment): void;
  /** The raffle changed: it no longer sells, or sells by now. */
  onStale(): void;
}

export function BuyCard(buying: Buying) {
  const { data, bar, onStale } = buying;
  const { raffle } = data;
  const t = useTexts(TEXTS);
  const freeStates = useTexts(FREE_STATES);
  const state = saleStateOf(raffle, bar);
  if (state === 'selling') return <Selling {...buying} />;
  if (state === 'notAuthorised') return <NotAuthorised raffle={raffle} />;
  return (
    <Card title={t.states[state].title}>
      <p>{(Number(raffle.quotaPrice) === 0 && freeStates[state]) || t.states[state].text}</p>
      {state === 'soon' && raffle.startsAt && <StartsIn at={raffle.startsAt} onBegun={onStale} />}
    </Card>
  );
}

function Selling({ data, bar, isPaidByHand, onOrder, onStale }: Buying) {
  const { raffle, cardPrices } = data;
  const { client, person } = useSession();
  const t = useTexts(TEXTS);
  const { money, number } = useFormats();
  const [wanted, setWanted] = useState(() => firstQuantity(raffle));
  const limits = limitsOf(raffle, bar);
  // Others buy at the same time: fewer quotas may be left than were chosen.
  const quantity = Math.min(limits.max, Math.max(limits.min, wanted));
  // What a buyer who never paid could reserve now: whether this one may reserve more, only the service knows.
  const reservable = bar?.reservable ?? Infinity;
  const asker = quantity > reservable ? (person?.id ?? 'anybody') : undefined;
  const price = usePrice(raffle.id, quantity, cardPrices, raffle.fastSelectionCards, asker);
  const [isIdentifying, setIdentifying] = useState(false);
  const ordering = useAction(async () => {
    const order = await placeOrder(client, raffle, quantity).catch((error: unknown) => {
      onStale();
      throw error;
    });
    setIdentifying(false);
    onOrder(order);
  });
  const buy = (): void => {
    if (person) void ordering.act();
    else {
      ordering.reset();
      setIdentifying(true);
    }
  };
  // The session ended while they chose: logging in continues the purchase.
  const isLoggedOut = ordering.error?.code === 'UNAUTHENTICATED' || ordering.error?.code === 'TOKEN_EXPIRED';
  const missing = missingData(ordering.error);
  const close = (): void => {
    setIdentifying(false);
    ordering.reset();
  };
  const total = price.data;
  const saved = total && Number(total.discount) > 0 ? total.discount : undefined;
  const isFree = total !== undefined && Number(total.totalValue) === 0;
  const isAtPayment = total?.reservation === 'AT_PAYMENT' && total.quotaQuantity > reservable && !isFree;
  // Which numbers an order receives is decided by a round.
  const hasRound = raffle.quotaPrizes.nodes.length > 0;
  const toNext = total?.nextTierAt == null ? undefined : total.nextTierAt - quantity;
  return (
    <Card title={t.title}>
      <QuantityPicker raffle={raffle} cardPrices={cardPrices} limits={limits} value={quantity} onValue={setWanted} />
      {wanted > limits.max && bar && bar.total - bar.paid < wanted && (
        <Notice tone="warn">
          <p>{t.fewerLeft(number(limits.max))}</p>
        </Notice>
      )}
      <div class={css.total} aria-live="polite" aria-busy={price.isLoading}>
        <p class={css.sum}>
          <span>{t.total}</span>
          <strong>{total ? (isFree ? t.free : money(total.totalValue)) : '…'}</strong>
        </p>
        <p class={css.notes}>
          {saved && <span class={css.saved}>{t.saved(money(saved))}</span>}
          {total && total.bonusQuotas > 0 && <span class={css.saved}>{t.bonus(number(total.bonusQuotas))}</span>}
          {toNext !== undefined && toNext > 0 && !saved && <span>{t.next(number(toNext))}</span>}
        </p>
      </div>
      <Problem problem={price.error} field="quotaQuantity" onRetry={price.reload} />
      {!isLoggedOut && !isIdentifying && missing.length === 0 && <Problem problem={ordering.error} field="quotaQuantity" />}
      <Accepting raffle={raffle} isFree={isFree} />
      <Unanswered />
      <Button variant="primary" wide isBusy={ordering.isBusy || person === undefined} disabled={!total} onClick={buy}>
        {isFree ? t.takePart : total ? t.buy(money(total.totalValue)) : t.takePart}
      </Button>
      {isAtPayment && (
        <Notice tone="warn">
          <p>{`${t.atPayment} ${isPaidByHand ? t.backByHand : t.backByItself}`}</p>
        </Notice>
      )}
      <p class={css.how}>
        {isFree
          ? t.howFree(hasRound)
          : isPaidByHand
            ? t.howByHand(number(raffle.reservationTimeLimit))
            : isAtPayment
              ? t.howAtPayment(hasRound)
              : t.how(number(raffle.reservationTimeLimit), hasRound)}
      </p>
      {!isFree && <RefundNote rule={raffle.refundRule} />}
      {person && missing.length > 0 && (
        <CompleteData
          person={person}
          missing={missing}
          onClose={close}
          onSaved={() => {
            setIdentifying(false);
            void ordering.act();
          }}
        />
      )}
      {(isIdentifying || isLoggedOut) && missing.length === 0 && (
        <Identify
          raffle={raffle}
          onClose={close}
          onEntered={() => void ordering.act()}
          isBusy={ordering.isBusy}
          problem={isLoggedOut ? undefined : ordering.error}
        />
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Quantas cotas você quer?',
    total: 'Total',
    free: 'Grátis',
    saved: (sum: string) => `Você economiza ${sum}.`,
    bonus: (count: string) => `${count} de brinde já incluídas.`,
    next: (count: string) => `Com mais ${count}, entra uma promoção.`,
    fewerLeft: (count: string) => `Outras pessoas compraram enquanto isso: agora dá para pegar até ${count}.`,
    buy: (sum: string) => `Comprar por ${sum}`,
    takePart: 'Participar',
    how: (minutes: string, hasRound: boolean) =>
      `Você paga por PIX e recebe seus números ${hasRound ? 'alguns segundos depois' : 'na hora'}. As cotas ficam reservadas por ${minutes} minutos.`,
    howByHand: (minutes: string) =>
      `Você paga por PIX em até ${minutes} minutos, e o organizador confirma o pagamento: então você recebe seus números.`,
    howFree: (hasRound: boolean) => `Você recebe seus números ${hasRound ? 'em alguns segundos' : 'na hora'}.`,
    atPayment: 'Estas cotas não ficam reservadas: valem para quem pagar primeiro.',
    backByItself: 'Se acabarem antes do seu PIX, o dinheiro volta sozinho para a sua conta.',
    backByHand: 'Se acabarem antes do seu PIX, o organizador devolve o dinheiro.',
    howAtPayment: (hasRound: boolean) =>
      `Você paga por PIX e recebe seus números ${hasRound ? 'alguns segundos depois que' : 'assim que'} o pagamento chegar.`,
    states: {
      soon: { title: 'As vendas ainda não começaram', text: 'Esta página se atualiza quando elas começarem.' },
      soldOut: { title: 'Esgotada', text: 'Todas as cotas foram pagas. Boa sorte a quem participa!' },
      over: { title: 'As vendas terminaram', text: 'Não é mais possível comprar cotas desta rifa.' },
      cancelled: { title: 'Rifa cancelada', text: 'Não haverá sorteio. O dinheiro de todos os pedidos pagos é devolvido.' },
    },
  },
  en: {
    title: 'How many quotas do you want?',
    total: 'Total',
    free: 'Free',
    saved: (sum: string) => `You save ${sum}.`,
    bonus: (count: string) => `${count} for free are included.`,
    next: (count: string) => `With ${count} more, a promotion applies.`,
    fewerLeft: (count: string) => `Others bought meanwhile: you can take ${count} at most now.`,
    buy: (sum: string) => `Buy for ${sum}`,
    takePart: 'Take part',
    how: (minutes: string, hasRound: boolean) =>
      `You pay by PIX and get your numbers ${hasRound ? 'some seconds later' : 'at once'}. The quotas are held for you for ${minutes} minutes.`,
    howByHand: (minutes: string) =>
      `You pay by PIX within ${minutes} minutes, and the organiser confirms the payment: then you get your numbers.`,
    howFree: (hasRound: boolean) => `You get your numbers ${hasRound ? 'in some seconds' : 'at once'}.`,
    atPayment: 'These quotas are not reserved: those who pay first get them.',
    backByItself: 'If they are gone before your PIX arrives, the money goes back to your account by itself.',
    backByHand: 'If they are gone before your PIX arrives, the organiser returns the money.',
    howAtPayment: (hasRound: boolean) =>
      `You pay by PIX and get your numbers ${hasRound ? 'some seconds after' : 'as soon as'} the payment arrives.`,
    states: {
      soon: { title: 'Sales have not begun yet', text: 'This page changes when they do.' },
      soldOut: { title: 'Sold out', text: 'All quotas are paid. Good luck to those who take part!' },
      over: { title: 'Sales are over', text: 'Quotas of this raffle can no longer be bought.' },
      cancelled: { title: 'The raffle is cancelled', text: 'There will be no draw. The money of all paid orders goes back.' },
    },
  },
});

/** What is said otherwise of a raffle that costs nothing. */
const FREE_STATES = texts<Partial<Record<SaleState, string>>>({
  'pt-BR': { soldOut: 'Não há mais cotas. Boa sorte a quem participa!', cancelled: 'Não haverá sorteio.' },
  en: { soldOut: 'No quotas are left. Good luck to those who take part!', cancelled: 'There will be no draw.' },
});

/** The browser's clock may be hours wrong: at its end the service is asked once. */
function StartsIn({ at, onBegun }: { at: string; onBegun(): void }) {
  const t = useTexts(STARTS_IN_TEXTS);
  return (
    <p>
      {t.in} <Countdown until={Date.parse(at)} onEnd={() => setTimeout(onBegun, 2_000 + Math.random() * 8_000)} />
    </p>
  );
}

const STARTS_IN_TEXTS = texts({ 'pt-BR': { in: 'Começa em' }, en: { in: 'It begins in' } });
