import {
  RefundLatePaymentDocument,
  ResolveLatePaymentDocument,
  type LateMoneyFragment,
} from '../../../generated/client/operations.js';
import { useClient } from '../../common/gateway.js';
import { useFormats, useTexts } from '../../common/language.js';
import { AskDialog } from '../../ui/ask-dialog.js';
import { LATE_TEXTS } from './late-payment-texts.js';

interface Props {
  late: LateMoneyFragment;
  /** Is told what was done, in words. */
  onDone(what: string): void;
  onClose(): void;
}

export function RefundLateDialog({ late, onDone, onClose }: Props) {
  const t = useTexts(LATE_TEXTS);
  const amount = useFormats().money(late.amount);
  const client = useClient();
  return (
    <AskDialog
      title={t.refundTitle(amount)}
      look="danger"
      confirm={t.refundConfirm(amount)}
      onClose={onClose}
      onConfirm={async () => {
        await client.mutate(RefundLatePaymentDocument, { id: late.id });
        onDone(t.refunded(amount));
      }}
    >
      <p>{t.refundText(amount, late.payment?.providerName ?? '')}</p>
    </AskDialog>
  );
}

export function ResolveLateDialog({ late, onDone, onClose }: Props) {
  const t = useTexts(LATE_TEXTS);
  const amount = useFormats().money(late.amount);
  const client = useClient();
  return (
    <AskDialog
      title={t.resolveTitle(amount)}
      confirm={t.resolveConfirm}
      note={{ label: t.note, hint: t.noteHint }}
      onClose={onClose}
      onConfirm={async (note) => {
        await client.mutate(ResolveLatePaymentDocument, { id: late.id, note });
        onDone(t.resolved(amount));
      }}
    >
      <p>{t.resolveText(amount)}</p>
      {!late.payment?.endToEndId && <p>{t.noTransfer}</p>}
    </AskDialog>
  );
}
