import { useState } from 'preact/hooks';
import { RefundLegacyChargeDocument, type PaymentInFullFragment } from '../../../generated/client/operations.js';
import { refundPixPaymentRoles } from '../../../generated/client/operator-roles.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useMay } from '../may.js';

/** For the payment of a legacy client's charge: it has no order, and was not late. */
export function RefundCharge({ payment, onDone }: { payment: PaymentInFullFragment; onDone(): void }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const isOfCharge = payment.orderId === null && payment.latePayment === null && payment.refunds.length === 0;
  if (!isOfCharge || !may(refundPixPaymentRoles)) return null;
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t.refund}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t.title(f.money(payment.amount))}
          confirm={t.refund}
          variant="danger"
          note={{ label: t.reason }}
          onClose={() => setAsking(false)}
          onConfirm={async (reason) => {
            await client.mutate(RefundLegacyChargeDocument, { id: payment.id, reason });
            onDone();
            return t.refunded(f.money(payment.amount));
          }}
        >
          <p>{t.text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    refund: 'Devolver',
    title: (sum: string) => `Devolver ${sum}?`,
    text: 'O dinheiro volta a quem pagou, e a integração que fez a cobrança é debitada na hora.',
    reason: 'Motivo',
    refunded: (sum: string) => `A devolução de ${sum} foi pedida.`,
  },
  en: {
    refund: 'Refund',
    title: (sum: string) => `Refund ${sum}?`,
    text: 'The money goes back to the payer, and the client that made the charge is debited at once.',
    reason: 'Reason',
    refunded: (sum: string) => `The refund of ${sum} was requested.`,
  },
});
