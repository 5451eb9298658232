import { useEffect, useRef } from 'preact/hooks';
import type { GatewayClient } from '../../client/create-client.js';
import {
  CancelOrderDocument,
  OrderDocument,
  OrderRefundsDocument,
  type OrderStateFragment,
} from '../../generated/client/operations.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { useAction, useSubscription, useQuery } from '../common/query.js';
import { useSession } from '../common/session.js';
import { LuckyNumbers } from '../common/lucky-numbers.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Skeleton, Notice, Problem } from '../ui/surface.js';
import css from './order-dialog.module.css';
import { AcceptedRegulation } from './accepted-regulation.js';
import { Authorisation } from './authorisation.js';
import { AwaitedRound } from './awaited-round.js';
import { LogInForm } from '../buyer/log-in-form.js';
import { MyBoxes } from '../buyer/my-boxes.js';
import { ShareOrder } from '../buyer/share-order.js';
import { OrderReceipt } from './order-receipt.js';
import { PixCode } from './pix-code.js';
import { RefundNote } from './refund-note.js';

const REFUNDS_EVERY_MS = 5_000;

interface OrderDialogProps {
  id: string;
  raffle: RaffleOfPage;
  isPublicChain: boolean;
  isSoldOut: boolean;
  client: GatewayClient;
  testBank: string | null;
  /** An operator confirms each payment. */
  isPaidByHand: boolean;
  onPaid(): void;
  onClose(): void;
  onMine(): void;
}

/** An order from its PIX code to its numbers. It watches the payment itself. */
export function OrderDialog({ id, raffle, isPublicChain, isSoldOut, client, testBank, isPaidByHand, ...on }: OrderDialogProps) {
  const { onPaid, onClose, onMine } = on;
  const t = useTexts(TEXTS);
  const { person } = useSession();
  const { data, error, reload } = useQuery(OrderDocument, { id }, { skip: !person, of: person?.id });
  // The stream has no remaining time: only the query says how long is left.
  const live = useSubscription(person ? `${id} ${person.id}` : undefined, (signal) => client.watchOrder(id, { signal }));
  const cancelling = useAction(async () => {
    await client.mutate(CancelOrderDocument, { id, force: false });
  });
  const order = data?.order;
  const state: OrderStateFragment | undefined = live.value ?? order ?? undefined;
  const status = state?.status;
  const wasPending = useRef(false);
  useEffect(() => {
    if (status === 'PENDING') wasPending.current = true;
    if (status === 'PAID' && wasPending.current) onPaid();
  }, [status]);

  if (person === null) {
    return (
      <Dialog title={t.titles.PENDING} onClose={onClose}>
        <LogInForm isBusy={false} onEntered={reload} />
      </Dialog>
    );
  }
  return (
    <Dialog title={status ? t.titles[status] : t.titles.PENDING} onClose={onClose}>
      <p class="visually-hidden" aria-live="assertive">
        {status && t.titles[status]}
      </p>
      {!order && (error ?? live.error) && <Problem problem={error ?? live.error} onRetry={reload} />}
      {!order && !error && (data ? <Notice tone="bad">{t.unknown}</Notice> : <Skeleton lines={8} />)}
      {order && state && status === 'PENDING' && (
        <>
          <RefundNote rule={raffle.refundRule} />
          {state.reservation === 'AT_PAYMENT' && (
            <Notice tone={isSoldOut ? 'bad' : 'warn'}>
              <p>{isSoldOut ? t.soldOut : t.atPayment}</p>
            </Notice>
          )}
          <PixCode
            order={order}
            isReserved={state.reservation === 'RESERVED'}
            content={state.qrCodeContent ?? order.qrCodeContent}
            testBank={testBank}
            isPaidByHand={isPaidByHand}
            onOver={reload}
          />
          <Authorisation raffle={raffle} />
          <ShareOrder title={raffle.title} address={order.shareUrl} isPaid={false} />
          <Problem problem={cancelling.error} />
          <Button variant="plain" isBusy={cancelling.isBusy} onClick={() => void cancelling.act()}>
            {t.cancel}
          </Button>
        </>
      )}
      {state && status === 'PAID' && (
        <Paid state={state} shareUrl={order?.shareUrl} raffle={raffle} isPublicChain={isPublicChain} onMine={onMine} />
      )}
      {(status === 'EXPIRED' || status === 'CANCELLED' || status === 'REFUNDED') && (
        <div class={css.over}>
          <p>{state?.reservation === 'AT_PAYMENT' ? t.overAtPayment[status] : t.over[status]}</p>
          {state?.reservation === 'AT_PAYMENT' && <MoneyBack id={id} />}
          {status !== 'REFUNDED' && (
            <Button variant="primary" onClick={onClose}>
              {t.chooseAgain}
            </Button>
          )}
        </div>
      )}
      {order && <AcceptedRegulation slug={raffle.slug} accepted={order.acceptedRegulation} />}
    </Dialog>
  );
}

/** Others had paid for the quotas: what is on its way back to the buyer. */
function MoneyBack({ id }: { id: string }) {
  const t = useTexts(TEXTS);
  const { money } = useFormats();
  const { data } = useQuery(OrderRefundsDocument, { id }, { everyMs: REFUNDS_EVERY_MS });
  const refunds = data?.order?.refunds.nodes ?? [];
  return refunds.map((refund) => (
    <Notice key={refund.id} tone={refund.status === 'RETURNED' ? 'good' : 'calm'}>
      <p>{refund.status === 'RETURNED' ? t.moneyBack(money(refund.amount)) : t.moneyComing(money(refund.amount))}</p>
    </Notice>
  ));
}

interface PaidProps extends Pick<OrderDialogProps, 'raffle' | 'isPublicChain' | 'onMine'> {
  state: OrderStateFragment;
  /** Undefined until the order was read. */
  shareUrl: string | undefined;
}

function Paid({ state, shareUrl, raffle, isPublicChain, onMine }: PaidProps) {
  const t = useTexts(TEXTS);
  const { number } = useFormats();
  const isAwaited = state.instant?.isDecided === false;
  const hasNumbers = !isAwaited || raffle.quotaPrizes.nodes.length === 0;
  return (
    <div class={css.paid}>
      <Notice tone="good">
        <p>{t.paid(number(state.quotaQuantity))}</p>
      </Notice>
      {isAwaited && <AwaitedRound dueAt={state.instant.dueAt} hasNumbers={hasNumbers} isPublicChain={isPublicChain} />}
      {hasNumbers && (
        <>
          <h3>{t.numbers}</h3>
          <LuckyNumbers orderId={state.id} />
        </>
      )}
      {state.awardedBoxes.count > 0 && <MyBoxes raffleId={raffle.id} orderId={state.id} />}
      <OrderReceipt raffleId={raffle.id} orderId={state.id} isAwaited={isAwaited} isPublicChain={isPublicChain} />
      {shareUrl !== undefined && <ShareOrder title={raffle.title} address={shareUrl} isPaid />}
      {Number(state.totalValue) > 0 && <RefundNote rule={raffle.refundRule} />}
      <Button onClick={onMine}>{t.all}</Button>
    </div>
  );
}

const TEXTS = texts({
  'pt-BR': {
    titles: {
      PENDING: 'Pague por PIX',
      PAID: 'Pagamento confirmado',
      EXPIRED: 'O tempo acabou',
      CANCELLED: 'Pedido cancelado',
      REFUNDED: 'Pedido reembolsado',
    },
    unknown: 'Este pedido não existe, ou é de outra conta.',
    cancel: 'Desistir deste pedido',
    over: {
      EXPIRED:
        'O pedido não foi pago a tempo, e as cotas voltaram para a venda. Se você já pagou, o dinheiro é tratado pelo organizador: nada se perde.',
      CANCELLED: 'As cotas voltaram para a venda. Nada foi cobrado.',
      REFUNDED: 'O dinheiro foi devolvido, e os números deste pedido não participam mais do sorteio.',
    },
    atPayment:
      'Estas cotas não ficam reservadas: são suas quando o PIX chegar. Se outras pessoas pagarem antes e elas acabarem, o pedido é cancelado e o dinheiro volta sozinho para a sua conta.',
    soldOut:
      'Todas as cotas já foram pagas por outras pessoas: não pague este PIX. Se você já pagou, o dinheiro volta sozinho para a sua conta.',
    overAtPayment: {
      EXPIRED: 'O pedido não foi pago a tempo. Se você já pagou e as cotas acabaram, o dinheiro volta sozinho para a sua conta.',
      CANCELLED: 'O pedido foi cancelado: você desistiu dele, a rifa foi cancelada, ou as cotas acabaram antes do seu pagamento.',
      REFUNDED: 'O dinheiro foi devolvido, e os números deste pedido não participam mais do sorteio.',
    },
    moneyComing: (sum: string) => `As cotas acabaram antes do seu pagamento: ${sum} estão voltando para a sua conta.`,
    moneyBack: (sum: string) => `As cotas acabaram antes do seu pagamento: ${sum} já voltaram para a sua conta.`,
    chooseAgain: 'Escolher de novo',
    paid: (count: string) => (count === '1' ? 'Você participa com 1 número.' : `Você participa com ${count} números.`),
    numbers: 'Seus números da sorte',
    all: 'Ver todos os meus números',
  },
  en: {
    titles: {
      PENDING: 'Pay by PIX',
      PAID: 'Payment received',
      EXPIRED: 'Time is up',
      CANCELLED: 'Order cancelled',
      REFUNDED: 'Order refunded',
    },
    unknown: 'There is no such order, or it is of another account.',
    cancel: 'Give this order up',
    over: {
      EXPIRED:
        'The order was not paid in time, and its quotas are on sale again. If you have paid, the organiser settles it: nothing is lost.',
      CANCELLED: 'Its quotas are on sale again. Nothing was charged.',
      REFUNDED: 'The money went back, and the numbers of this order take no part in the draw any more.',
    },
    atPayment:
      'These quotas are not reserved: they are yours when your PIX arrives. If others pay first and they are gone, the order is cancelled and the money goes back to your account by itself.',
    soldOut:
      'Others have paid for all quotas: do not pay this PIX. If you have paid, the money goes back to your account by itself.',
    overAtPayment: {
      EXPIRED:
        'The order was not paid in time. If you have paid and the quotas are gone, the money goes back to your account by itself.',
      CANCELLED: 'The order was cancelled: you gave it up, the raffle was cancelled, or the quotas were gone before you paid.',
      REFUNDED: 'The money went back, and the numbers of this order take no part in the draw any more.',
    },
    moneyComing: (sum: string) => `The quotas were gone before you paid: ${sum} are on their way back to your account.`,
    moneyBack: (sum: string) => `The quotas were gone before you paid: ${sum} are back in your account.`,
    chooseAgain: 'Choose again',
    paid: (count: string) => (count === '1' ? 'You take part with 1 number.' : `You take part with ${count} numbers.`),
    numbers: 'Your lucky numbers',
    all: 'See all my numbers',
  },
});
