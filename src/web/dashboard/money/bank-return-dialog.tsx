import { RecordBankReturnDocument } from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { useTexts } from '../../common/language.js';
import { parseMoney } from '../../common/parse-number.js';
import { useClient } from '../../common/session.js';
import { TextArea, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { DISPUTE_TEXTS } from './dispute-texts.js';

interface Props {
  paymentId: string;
  onDone(): void;
  onClose(): void;
}

/** What a bank took back of a payment, as its letter says. */
export function BankReturnDialog({ paymentId, onDone, onClose }: Props) {
  const t = useTexts(DISPUTE_TEXTS);
  const client = useClient();
  const form = useForm({ amount: '', returnId: '', note: '' });
  const save = async () => {
    const amount = parseMoney(form.values.amount);
    if (amount === undefined) return form.show({ amount: [t.notAnAmount] });
    const input = { amount, returnId: form.values.returnId.trim(), note: form.values.note.trim() };
    await client.mutate(RecordBankReturnDocument, { paymentId, input });
    onDone();
    return t.bankReturned;
  };
  return (
    <FormDialog title={t.bankReturn} form={form} save={save} saveLabel={t.recordReturn} onClose={onClose}>
      <p>{t.bankReturnText}</p>
      <TextField
        label={t.bankReturnAmount}
        hint={t.bankReturnAmountHint}
        inputMode="decimal"
        autocomplete="off"
        {...form.text('amount')}
      />
      <TextField label={t.returnId} hint={t.returnIdHint} maxLength={64} autocomplete="off" {...form.text('returnId')} />
      <TextArea label={t.bankReturnNote} hint={t.noteHint} rows={3} maxLength={500} {...form.text('note')} />
    </FormDialog>
  );
}
