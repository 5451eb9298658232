import { useEffect, useRef } from 'preact/hooks';
import type { GatewayClient } from '../../client/create-client.js';
import { CancelOrderDocument, OrderDocument, type OrderStateFragment } from '../../generated/client/operations.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { useAction, useLive, useQuery } from '../common/query.js';
import { useSession } from '../common/session.js';
import { LuckyNumbers } from '../common/lucky-numbers.js';
import { onDemand } from '../common/on-demand.js';
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
import type { SaleState } from './sale-rules.js';

const GiveBack = onDemand(() => import('./give-back.js').then((part) => part.GiveBack));
const OrderOver = onDemand(() => import('./order-over.js').then((part) => part.OrderOver));

interface OrderDialogProps {
  id: string;
  raffle: RaffleOfPage;
  isPublicChain: boolean;
  saleState: SaleState;
  client: GatewayClient;
  testBank: string | null;
  /** An operator confirms each payment. */
  isPaidByHand: boolean;
  onPaid(): void;
  onClose(): void;
  onMine(): void;
}

/** An order from its PIX code to its numbers. It watches the payment itself. */
export function OrderDialog({ id, raffle, isPublicChain, saleState, client, testBank, isPaidByHand, ...on }: OrderDialogProps) {
  const { onPaid, onClose, onMine } = on;
  const t = useTexts(TEXTS);
  const isSoldOut = saleState === 'soldOut';
  const { person } = useSession();
  const { data, error, reload } = useQuery(OrderDocument, { id }, { skip: !person, of: person?.id });
  // The stream has no remaining time: only the query says how long is left.
  const live = useLive(person ? `${id} ${person.id}` : undefined, (signal) => client.watchOrder(id, { signal }));
  const cancelling = useAction(async () => {
    await client.mutate(CancelOrderDocument, { id, force: false });
  });
  const order = data?.order;
  const state: OrderStateFragment | undefined = live.value ?? order ?? undefined;
  const status = state?.status;
  const isFree = state !== undefined && Number(state.totalValue) === 0;
  const title = status === 'PAID' && isFree ? t.taking : t.titles[status ?? 'PENDING'];
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
    <Dialog title={title} onClose={onClose}>
      <p class="visually-hidden" aria-live="assertive">
        {status && title}
      </p>
      {!order && (error ?? live.error) && <Problem problem={error ?? live.error} onRetry={reload} />}
      {!order && !error && (data ? <Notice tone="bad">{t.unknown}</Notice> : <Skeleton lines={8} />)}
      {order && state && status === 'PENDING' && (
        <>
          <RefundNote rule={raffle.refundRule} />
          {state.reservation === 'AT_PAYMENT' && (
            <Notice tone={isSoldOut ? 'bad' : 'warn'}>
              <p>{`${isSoldOut ? t.soldOut : t.atPayment} ${isPaidByHand ? t.backByHand : t.backByItself}`}</p>
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
      {state && (status === 'EXPIRED' || status === 'CANCELLED' || status === 'REFUNDED') && (
        <OrderOver
          id={id}
          status={status}
          reservation={state.reservation}
          isSelling={saleState === 'selling'}
          onClose={onClose}
        />
      )}
      {order && <AcceptedRegulation slug={raffle.slug} accepted={order.acceptedRegulation} />}
    </Dialog>
  );
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
      {Number(state.totalValue) > 0 && <GiveBack order={state} raffle={raffle} />}
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
      REFUNDED: 'Pedido devolvido',
    },
    taking: 'Você está participando',
    unknown: 'Este pedido não existe, ou é de outra conta.',
    cancel: 'Desistir deste pedido',
    atPayment:
      'Estas cotas não ficam reservadas: são suas quando o PIX chegar. Se outras pessoas pagarem antes e elas acabarem, o pedido é cancelado.',
    soldOut: 'Todas as cotas já foram pagas por outras pessoas: não pague este PIX.',
    backByItself: 'Se você pagou e não há mais cotas, o dinheiro volta sozinho para a sua conta.',
    backByHand: 'Se você pagou e não há mais cotas, o organizador devolve o dinheiro.',
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
    taking: 'You take part',
    unknown: 'There is no such order, or it is of another account.',
    cancel: 'Give this order up',
    atPayment:
      'These quotas are not reserved: they are yours when your PIX arrives. If others pay first and they are gone, the order is cancelled.',
    soldOut: 'Others have paid for all quotas: do not pay this PIX.',
    backByItself: 'If you have paid and no quotas are left, the money goes back to your account by itself.',
    backByHand: 'If you have paid and no quotas are left, the organiser returns the money.',
    paid: (count: string) => (count === '1' ? 'You take part with 1 number.' : `You take part with ${count} numbers.`),
    numbers: 'Your lucky numbers',
    all: 'See all my numbers',
  },
});
