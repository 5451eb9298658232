import { useState } from 'preact/hooks';
import { PayOrderDocument } from '../../../generated/client/operations.js';
import { cancelOrderRoles, payOrderRoles, refundOrderRoles } from '../../../generated/client/operator-roles.js';
import { useClient } from '../../common/session.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Button } from '../../ui/button.js';
import { Row } from '../../ui/layout.js';
import { useMay } from '../may.js';
import { CancelDialog } from './cancel-dialog.js';
import type { OrderInFull } from './order-facts.js';
import { RefundDialog } from './refund-dialog.js';

type Doing = 'pay' | 'cancel' | 'refund';

export function OrderActions({ order, onDone }: { order: OrderInFull; onDone(): void }) {
  const t = useTexts(TEXTS);
  const [doing, setDoing] = useState<Doing>();
  const { status } = order;
  const may = useMay();
  // What has ended sells nothing more: the service refuses it.
  const isForSale =
    order.raffle?.status !== 'CANCELLED' && order.raffle?.status !== 'DRAWN' && order.raffle?.status !== 'FINISHED';
  const isUnpaid = status === 'PENDING' || status === 'EXPIRED' || status === 'CANCELLED';
  const dialog = { order, onDone, onClose: () => setDoing(undefined) };
  return (
    <>
      <Row>
        {isUnpaid && isForSale && may(payOrderRoles) && <Button onClick={() => setDoing('pay')}>{t.pay}</Button>}
        {status === 'PENDING' && may(cancelOrderRoles) && (
          <Button variant="danger" onClick={() => setDoing('cancel')}>
            {t.cancel}
          </Button>
        )}
        {status === 'PAID' && may(refundOrderRoles) && (
          <Button variant="danger" onClick={() => setDoing('refund')}>
            {t.refund}
          </Button>
        )}
      </Row>
      {doing === 'pay' && <PayDialog {...dialog} />}
      {doing === 'cancel' && <CancelDialog {...dialog} />}
      {doing === 'refund' && <RefundDialog {...dialog} />}
    </>
  );
}

function PayDialog({ order, onDone, onClose }: { order: OrderInFull; onDone(): void; onClose(): void }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  return (
    <ConfirmDialog
      title={t.payTitle(order.id)}
      confirm={t.payConfirm(f.money(order.totalValue))}
      note={{ label: t.note, hint: t.noteHint }}
      onClose={onClose}
      onConfirm={async (note) => {
        await client.mutate(PayOrderDocument, { id: order.id, note });
        onDone();
        return t.paid(order.id);
      }}
    >
      <p>{t.payText(f.money(order.totalValue), f.number(order.quotaQuantity))}</p>
      {order.status !== 'PENDING' && <p>{t.payEnded}</p>}
    </ConfirmDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    pay: 'Marcar como pago',
    cancel: 'Cancelar pedido',
    refund: 'Devolver',
    payTitle: (id: string) => `Marcar o pedido #${id} como pago?`,
    payText: (total: string, quotas: string) =>
      `O pedido conta como pago com ${total} sem que um provedor o confirme, e o comprador recebe os seus números da sorte (${quotas}). Faça isto só se o dinheiro chegou a você por outro caminho: uma devolução também terá que ser feita à mão. A página da rifa mostra a todos quantas cotas foram marcadas à mão. O código PIX é cancelado, se o provedor o permitir.`,
    payEnded:
      'O pedido já tinha terminado e as suas cotas foram liberadas: isto só dá certo enquanto restam cotas e a venda está aberta.',
    payConfirm: (total: string) => `Marcar ${total} como pago`,
    note: 'Como o dinheiro chegou?',
    noteHint: 'Fica no registro de auditoria.',
    paid: (id: string) => `O pedido #${id} foi marcado como pago.`,
  },
  en: {
    pay: 'Mark as paid',
    cancel: 'Cancel order',
    refund: 'Refund',
    payTitle: (id: string) => `Mark order #${id} as paid?`,
    payText: (total: string, quotas: string) =>
      `The order counts as paid with ${total} without a provider that confirms it, and its buyer gets the lucky numbers (${quotas}). Do this only if the money reached you some other way: a refund will have to be made by hand, too. The raffle's page tells everybody how many quotas were marked by hand. The PIX code is cancelled if the provider lets it.`,
    payEnded: 'The order had ended and its quotas were released: this works only while quotas are left and the sale is open.',
    payConfirm: (total: string) => `Mark ${total} as paid`,
    note: 'How did the money come?',
    noteHint: 'It stays in the audit log.',
    paid: (id: string) => `Order #${id} was marked as paid.`,
  },
});
