import { useState } from 'preact/hooks';
import { CancelOrdersDocument, RefundOrdersDocument, type OrderOfBuyerFragment } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { useClient } from '../../common/session.js';
import { Checkbox, TextField } from '../../ui/field.js';
import { Notice } from '../../ui/surface.js';
import { BulkDialog } from '../bulk/bulk-dialog.js';
import { orderHref } from '../links.js';
import { moneyOf, quotasOf, type OrdersAct } from './order-acts.js';
import { ORDER_STATUS_TEXTS } from './order-status.js';

type Order = OrderOfBuyerFragment;

interface Props {
  orders: readonly Order[];
  onClose(isStarted: boolean): void;
}

export function BulkOrders({ act, ...rest }: Props & { act: OrdersAct }) {
  return act === 'cancel' ? <CancelMany {...rest} /> : <RefundMany {...rest} />;
}

/** In another tab: this one says how far it is. */
const linkTo = ({ id }: Order) => (
  <a href={orderHref(id)} target="_blank">
    #{id}
  </a>
);

function CancelMany({ orders, onClose }: Props) {
  const t = useTexts(TEXTS);
  const statuses = useTexts(ORDER_STATUS_TEXTS);
  const f = useFormats();
  const client = useClient();
  const [force, setForce] = useState(false);
  const [reason, setReason] = useState('');
  return (
    <BulkDialog
      title={t.cancelTitle}
      rows={orders}
      linkTo={linkTo}
      refusal={({ status }) => (status === 'PENDING' ? undefined : t.notWaiting(statuses[status]))}
      effect={(able) => (
        <Notice tone="warn">{t.cancelEffect(f.number(able.length), f.money(moneyOf(able)), f.number(quotasOf(able)))}</Notice>
      )}
      confirm={t.cancel}
      isGrave
      start={async (orderIds) =>
        (await client.mutate(CancelOrdersDocument, { input: { orderIds, force, reason: reason.trim() || null } })).cancelOrders.id
      }
      onClose={onClose}
    >
      <TextField label={t.reason} hint={t.reasonHint} maxLength={200} value={reason} onValue={setReason} />
      <Checkbox label={t.force} hint={t.forceHint} checked={force} onChecked={setForce} />
    </BulkDialog>
  );
}

function RefundMany({ orders, onClose }: Props) {
  const t = useTexts(TEXTS);
  const statuses = useTexts(ORDER_STATUS_TEXTS);
  const f = useFormats();
  const client = useClient();
  const [reason, setReason] = useState('');
  const refusal = ({ status, raffle }: Order): string | undefined => {
    if (status !== 'PAID') return t.notPaid(statuses[status]);
    return raffle?.status === 'DRAWN' || raffle?.status === 'FINISHED' ? t.drawn : undefined;
  };
  return (
    <BulkDialog
      title={t.refundTitle}
      rows={orders}
      linkTo={linkTo}
      refusal={refusal}
      effect={(able) => (
        <Notice tone="warn">{t.refundEffect(f.number(able.length), f.money(moneyOf(able)), f.number(quotasOf(able)))}</Notice>
      )}
      confirm={t.refund}
      isGrave
      start={async (orderIds) =>
        (await client.mutate(RefundOrdersDocument, { input: { orderIds, reason: reason.trim() || null } })).refundOrders.id
      }
      onClose={onClose}
    >
      <TextField label={t.reason} hint={t.reasonHint} maxLength={200} value={reason} onValue={setReason} />
    </BulkDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    cancelTitle: 'Cancelar os pedidos escolhidos?',
    cancelEffect: (count: string, money: string, quotas: string) =>
      `Pedidos a cancelar: ${count}, que somam ${money}. Cotas que voltam à venda: ${quotas}. Os códigos PIX são encerrados onde o provedor o permite; um que ainda for pago paga o pedido, se restarem cotas e a venda estiver aberta, ou vira um pagamento em Pendências.`,
    cancel: (count: string) => `Cancelar ${count}`,
    notWaiting: (status: string) => `não espera mais o pagamento (${status}).`,
    force: 'Cancelar mesmo que o provedor não responda',
    forceHint: 'Sem isto, um pedido não muda enquanto o provedor não responde. Com isto, o código talvez continue valendo.',
    refundTitle: 'Devolver os pedidos escolhidos?',
    refundEffect: (count: string, money: string, quotas: string) =>
      `Pedidos a devolver: ${count}. Voltam aos compradores até ${money}: menos o que já foi devolvido, e nada de um pedido que ganhou um prêmio instantâneo, que é recusado. Números que saem do sorteio e não são vendidos de novo: ${quotas}. Isto não pode ser desfeito.`,
    refund: (count: string) => `Devolver ${count}`,
    notPaid: (status: string) => `não está pago (${status}).`,
    drawn: 'a rifa já foi sorteada.',
    reason: 'Motivo (opcional)',
    reasonHint: 'O mesmo para todos.',
  },
  en: {
    cancelTitle: 'Cancel the chosen orders?',
    cancelEffect: (count: string, money: string, quotas: string) =>
      `Orders to cancel: ${count}, worth ${money}. Quotas that are for sale again: ${quotas}. The PIX codes end where the provider lets them; one that is still paid pays its order, if quotas are left and the sale is open, or becomes a payment in Open work.`,
    cancel: (count: string) => `Cancel ${count}`,
    notWaiting: (status: string) => `does not wait for its payment (${status}).`,
    force: 'Cancel even if the provider does not answer',
    forceHint: 'Without this an order does not change while the provider does not answer. With it the code may go on working.',
    refundTitle: 'Refund the chosen orders?',
    refundEffect: (count: string, money: string, quotas: string) =>
      `Orders to refund: ${count}. Their buyers get up to ${money}: less what was returned before, and nothing of an order that won an instant prize, which refuses it. Numbers that leave the draw and are not sold again: ${quotas}. This cannot be undone.`,
    refund: (count: string) => `Refund ${count}`,
    notPaid: (status: string) => `is not paid (${status}).`,
    drawn: 'its raffle was drawn.',
    reason: 'Reason (optional)',
    reasonHint: 'The same for all.',
  },
});
