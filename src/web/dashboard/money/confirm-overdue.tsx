import { ConfirmRefundDocument } from '../../../generated/client/operations.js';
import { useForm } from '../../common/form.js';
import { useFormats, useTexts, useTimeZone } from '../../common/language.js';
import { useClient } from '../../common/session.js';
import { TextArea, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { fromLocalTime } from '../../common/local-time.js';
import css from './money.module.css';
import { REFUND_TEXTS } from './open-refund-texts.js';

/** Its provider may have made it, or still make it, so the service asks for evidence. */
export function ConfirmOverdue(of: { id: string; amount: string | undefined; onDone(): void; onClose(): void }) {
  const { id, amount, onDone, onClose } = of;
  const t = useTexts(REFUND_TEXTS);
  const f = useFormats();
  const zone = useTimeZone();
  const client = useClient();
  const form = useForm({ evidence: '', paidAt: '', note: '' });
  const save = async () => {
    const { evidence, paidAt, note } = form.values;
    const returned = { evidence: evidence.trim(), paidAt: fromLocalTime(paidAt, zone) ?? null, note: note.trim() };
    const { confirmRefund } = await client.mutate(ConfirmRefundDocument, { id, ...returned });
    onDone();
    return t.done.confirmOverdue(f.money(confirmRefund.amount));
  };
  return (
    <FormDialog title={t.confirmTitle} form={form} save={save} saveLabel={t.confirm} onClose={onClose}>
      <p>
        {amount ?? t.refund} · <code class={css.code}>{id}</code>
      </p>
      <p>{t.confirmOverdueText}</p>
      <TextField label={t.evidence} hint={t.evidenceHint} maxLength={500} {...form.text('evidence')} />
      <TextField label={t.paidAt} hint={t.paidAtHint} type="datetime-local" {...form.text('paidAt')} />
      <TextArea label={t.note} hint={t.noteHint} rows={3} maxLength={500} {...form.text('note')} />
    </FormDialog>
  );
}
