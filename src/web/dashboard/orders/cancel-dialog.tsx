import { useState } from 'preact/hooks';
import { CancelOrderDocument } from '../../../generated/client/operations.js';
import { useClient } from '../../common/session.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Checkbox, TextField } from '../../ui/field.js';
import type { OrderInFull } from './order-facts.js';

const LONGEST_REASON = 200;

export function CancelDialog({ order, onDone, onClose }: { order: OrderInFull; onDone(): void; onClose(): void }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  const [force, setForce] = useState(false);
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      title={t.title(order.id)}
      variant="danger"
      confirm={t.confirm}
      onClose={onClose}
      onConfirm={async () => {
        await client.mutate(CancelOrderDocument, { id: order.id, force, reason: reason.trim() || null });
        onDone();
        return t.cancelled(order.id);
      }}
    >
      <p>{t.text(f.number(order.quotaQuantity), f.money(order.totalValue))}</p>
      <TextField
        label={t.reason}
        hint={t.reasonHint}
        maxLength={LONGEST_REASON}
        autocomplete="off"
        value={reason}
        onValue={setReason}
      />
      <Checkbox label={t.force} hint={t.forceHint} checked={force} onChecked={setForce} />
    </ConfirmDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: (id: string) => `Cancelar o pedido #${id}?`,
    text: (quotas: string, total: string) =>
      `As cotas (${quotas}) voltam à venda, e o código PIX de ${total} é encerrado onde o provedor o permite. Se ele ainda for pago, o dinheiro paga o pedido, se restarem cotas e a venda estiver aberta, ou vira um pagamento em Pendências.`,
    confirm: 'Cancelar o pedido',
    reason: 'Motivo (opcional)',
    reasonHint: 'Fica no histórico do pedido, para os operadores. O comprador não o lê.',
    force: 'Cancelar mesmo que o provedor não responda',
    forceHint: 'Sem isto, nada muda enquanto o provedor não responde. Com isto, o código talvez continue valendo.',
    cancelled: (id: string) => `O pedido #${id} foi cancelado.`,
  },
  en: {
    title: (id: string) => `Cancel order #${id}?`,
    text: (quotas: string, total: string) =>
      `Its quotas (${quotas}) are for sale again, and the PIX code of ${total} ends where its provider lets it. If it is still paid, the money pays the order, if quotas are left and the sale is open, or becomes a payment in Open work.`,
    confirm: 'Cancel the order',
    reason: 'Reason (optional)',
    reasonHint: 'It stays in the history of the order, for operators. The buyer does not read it.',
    force: 'Cancel even if the provider does not answer',
    forceHint: 'Without this nothing changes while the provider does not answer. With it the code may go on working.',
    cancelled: (id: string) => `Order #${id} was cancelled.`,
  },
});
