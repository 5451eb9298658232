import { PayOutCommissionDocument, type ReferrerFiguresFragment } from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { parseMoney } from '../../common/parse-number.js';
import { useClient } from '../../common/session.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';

/** Records a payout. With the same reference and amount the service does it once, so a repeat is safe. */
export function PayOutDialog({
  referrer: { userId, payable },
  onPaid,
  onClose,
}: {
  referrer: ReferrerFiguresFragment;
  onPaid(): void;
  onClose(): void;
}) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  const form = useForm({ amount: payable.replace('.', ','), reference: '', note: '' });
  const save = async () => {
    const { reference, note } = form.values;
    const amount = parseMoney(form.values.amount);
    if (amount === undefined) return form.show({ amount: [t.noMoney] });
    await client.mutate(PayOutCommissionDocument, {
      input: { userId, amount, reference: reference.trim(), ...(note.trim() && { note: note.trim() }) },
    });
    onPaid();
    return t.paid(f.money(amount));
  };
  return (
    <FormDialog title={t.title} form={form} save={save} onClose={onClose}>
      <p>{t.about}</p>
      <TextField
        label={t.amount}
        hint={t.amountHint(f.money(payable))}
        inputMode="decimal"
        maxLength={20}
        {...form.text('amount')}
      />
      <TextField label={t.reference} hint={t.referenceHint} maxLength={100} {...form.text('reference')} />
      <TextField label={t.note} maxLength={500} {...form.text('note')} />
    </FormDialog>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Anotar pagamento de comissão',
    about: 'O serviço não envia dinheiro: faça o PIX no seu banco, e anote aqui.',
    amount: 'Valor (R$)',
    amountHint: (sum: string) => `No máximo ${sum}.`,
    noMoney: 'Escreva um valor em reais, como 12,50.',
    reference: 'Comprovante',
    referenceHint: 'O id fim a fim do PIX, por exemplo. O mesmo comprovante é anotado uma vez só.',
    note: 'Observação (opcional)',
    paid: (sum: string) => `O pagamento de ${sum} foi anotado.`,
  },
  en: {
    title: 'Record a payout',
    about: 'The service sends no money: make the PIX at your bank, and record it here.',
    amount: 'Amount (R$)',
    amountHint: (sum: string) => `At most ${sum}.`,
    noMoney: 'Write an amount in reais, such as 12.50.',
    reference: 'Reference',
    referenceHint: 'Such as the end-to-end id of the PIX. The same reference is recorded once.',
    note: 'Note (optional)',
    paid: (sum: string) => `The payout of ${sum} was recorded.`,
  },
});
