import { RefundOrderDocument } from '../../../generated/client/operations.js';
import { useAction } from '../../common/query.js';
import { useForm } from '../../common/form.js';
import { useClient } from '../../common/session.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { isOutcomeUnknown, sendOnce } from '../../common/idempotency.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Select, TextField } from '../../ui/field.js';
import { Stack } from '../../ui/layout.js';
import { Notice, Problem } from '../../ui/surface.js';
import { useToasts } from '../../ui/toasts.js';
import { parseMoney } from '../../common/parse-number.js';
import type { OrderInFull } from './order-facts.js';

export function RefundDialog({ order, onDone, onClose }: { order: OrderInFull; onDone(): void; onClose(): void }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  const say = useToasts();
  const form = useForm({ extent: 'whole', amount: '', reason: '' });
  const { extent, amount: typed, reason } = form.values;
  const isPart = extent === 'part';
  const amount = isPart ? parseMoney(typed) : undefined;
  const isAmount = amount !== undefined && Number(amount) > 0;
  const isTooMuch = isAmount && Number(amount) > Number(order.totalValue);
  const wrong = isPart && !isAmount ? t.notAnAmount : isTooMuch ? t.tooMuch(f.money(order.totalValue)) : undefined;
  const refunding = useAction(async () => {
    const input = { ...(amount !== undefined && { amount }), ...(reason.trim() && { reason: reason.trim() }) };
    await sendOnce(`refund ${order.id}`, JSON.stringify(input), (idempotencyKey) =>
      client.mutate(RefundOrderDocument, { id: order.id, input }, { idempotencyKey }),
    );
    say(amount === undefined ? t.refunded(order.id) : t.refundedPart(f.money(amount), order.id));
    onDone();
    onClose();
  });
  const { error } = refunding;
  const total = f.money(order.totalValue);
  const quotas = f.number(order.quotaQuantity);
  const atField = (name: 'amount' | 'reason') => error?.fields[name] ?? form.problems[name];
  const isAtField = Boolean(error?.fields.reason ?? (isPart && error?.fields.amount));
  return (
    <Dialog title={t.title(order.id)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (form.show(wrong === undefined ? {} : { amount: [wrong] })) void refunding.act();
        }}
      >
        <Stack>
          <Select
            label={t.extent}
            value={extent}
            onValue={(value) => {
              refunding.reset();
              form.set('extent', value);
            }}
            options={[
              { value: 'whole', label: t.whole },
              { value: 'part', label: t.part },
            ]}
          />
          {isPart && (
            <TextField
              label={t.amount}
              hint={t.amountHint(total)}
              inputMode="decimal"
              autocomplete="off"
              {...form.text('amount')}
              problems={atField('amount')}
            />
          )}
          <TextField label={t.reason} maxLength={200} {...form.text('reason')} problems={atField('reason')} />
          <Notice tone="warn">{isPart ? t.partText : t.wholeText(total, quotas)}</Notice>
          {!isAtField && <Problem problem={error} />}
          {isOutcomeUnknown(error) && <p>{t.unknown}</p>}
          <DialogActions>
            <Button onClick={onClose}>{t.back}</Button>
            <Button variant="danger" type="submit" isBusy={refunding.isBusy}>
              {isPart ? (isAmount ? t.confirmPart(f.money(amount)) : t.confirmSome) : t.confirmWhole}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: (id: string) => `Devolver o pedido #${id}`,
    extent: 'Quanto',
    whole: 'Tudo o que resta do pagamento',
    part: 'Uma parte',
    amount: 'Valor a devolver (R$)',
    amountHint: (total: string) => `O pedido custou ${total}. No máximo, o que ainda não foi devolvido.`,
    notAnAmount: 'Escreva um valor acima de zero, como 12,50.',
    tooMuch: (total: string) => `É mais do que o pedido custou, que foi ${total}.`,
    reason: 'Motivo (opcional)',
    partText:
      'Uma parte volta ao comprador. O pedido continua pago e os seus números continuam no sorteio enquanto restar algo do pagamento.',
    wholeText: (total: string, quotas: string) =>
      `O que resta dos ${total} volta ao comprador. Os números do pedido (${quotas}) saem do sorteio e não são vendidos de novo. Isto não pode ser desfeito.`,
    unknown: 'Não se sabe se a devolução foi pedida. Tente de novo sem mudar nada: ela não é feita duas vezes.',
    back: 'Voltar',
    confirmWhole: 'Devolver tudo',
    confirmPart: (amount: string) => `Devolver ${amount}`,
    confirmSome: 'Devolver',
    refunded: (id: string) => `A devolução do pedido #${id} foi pedida.`,
    refundedPart: (amount: string, id: string) => `A devolução de ${amount} do pedido #${id} foi pedida.`,
  },
  en: {
    title: (id: string) => `Refund order #${id}`,
    extent: 'How much',
    whole: 'All that is left of the payment',
    part: 'A part',
    amount: 'Amount to return (R$)',
    amountHint: (total: string) => `The order cost ${total}. At most what was not returned yet.`,
    notAnAmount: 'Write an amount above zero, such as 12.50.',
    tooMuch: (total: string) => `It is more than the order cost, which was ${total}.`,
    reason: 'Reason (optional)',
    partText:
      'A part goes back to the buyer. The order stays paid and its numbers stay in the draw while something of the payment is left.',
    wholeText: (total: string, quotas: string) =>
      `What is left of the ${total} goes back to the buyer. The order’s numbers (${quotas}) leave the draw and are not sold again. This cannot be undone.`,
    unknown: 'It is not known whether the refund was requested. Try again and change nothing: it is not made twice.',
    back: 'Back',
    confirmWhole: 'Return all of it',
    confirmPart: (amount: string) => `Return ${amount}`,
    confirmSome: 'Return',
    refunded: (id: string) => `The refund of order #${id} was requested.`,
    refundedPart: (amount: string, id: string) => `The return of ${amount} of order #${id} was requested.`,
  },
});
