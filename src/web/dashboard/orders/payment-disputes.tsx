import { useState } from 'preact/hooks';
import { OpenDisputeDocument, type PaymentInFullFragment } from '../../../generated/client/operations.js';
import { openDisputeRoles } from '../../../generated/client/operator-roles.js';
import { useFormats, useTexts } from '../../common/language.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Note, Row } from '../../ui/layout.js';
import { Badge, Notice } from '../../ui/surface.js';
import { BankReturnDialog } from '../money/bank-return-dialog.js';
import { DISPUTE_TEXTS, DISPUTE_TONES } from '../money/dispute-texts.js';
import { ReleaseDialog } from '../money/release-dialog.js';
import { useMay } from '../may.js';
import { mayBeReleased } from '../money/may-release.js';

type Dispute = PaymentInFullFragment['disputes'][number];

/** Of a payment with money that can be disputed. */
export function PaymentDisputes({ payment, onDone }: { payment: PaymentInFullFragment; onDone(): void }) {
  const t = useTexts(DISPUTE_TEXTS);
  const client = useClient();
  const [asked, setAsked] = useState<Dispute | 'open' | 'returned'>();
  const { disputes } = payment;
  const mayDecide = useMay()(openDisputeRoles);
  const onClose = () => setAsked(undefined);
  return (
    <>
      {disputes.map((dispute) => (
        <DisputeNotice key={dispute.id} dispute={dispute} release={mayDecide ? setAsked : undefined} />
      ))}
      {mayDecide && payment.source !== 'FREE' && (
        <Row>
          {!disputes.some(({ status }) => status === 'OPEN') && (
            <Button small onClick={() => setAsked('open')}>
              {t.open}
            </Button>
          )}
          <Button small onClick={() => setAsked('returned')}>
            {t.bankReturn}
          </Button>
        </Row>
      )}
      {asked === 'open' && (
        <ConfirmDialog
          title={t.open}
          confirm={t.open}
          note={{ label: t.reason, hint: t.reasonHint }}
          onClose={onClose}
          onConfirm={async (reason) => {
            await client.mutate(OpenDisputeDocument, { paymentId: payment.id, reason });
            onDone();
            return t.opened;
          }}
        >
          <p>{t.openText}</p>
        </ConfirmDialog>
      )}
      {asked === 'returned' && <BankReturnDialog paymentId={payment.id} onDone={onDone} onClose={onClose} />}
      {typeof asked === 'object' && <ReleaseDialog dispute={asked} onDone={onDone} onClose={onClose} />}
    </>
  );
}

function DisputeNotice({ dispute, release }: { dispute: Dispute; release: ((dispute: Dispute) => void) | undefined }) {
  const t = useTexts(DISPUTE_TEXTS);
  const f = useFormats();
  const { status, openedBy, amount, reason, note, openedAt, endedAt } = dispute;
  const isOpen = status === 'OPEN';
  return (
    <Notice tone={isOpen ? 'warn' : 'calm'}>
      <p>
        <Badge tone={DISPUTE_TONES[status]}>{t.statuses[status]}</Badge> {f.money(amount)} · {t.openers[openedBy]}.{' '}
        {endedAt ? t.ended(f.dateTime(endedAt)) : t.since(f.dateTime(openedAt))}.
      </p>
      {reason && <Note>{reason}</Note>}
      {note && <Note>{note}</Note>}
      {isOpen && release && mayBeReleased(dispute) && (
        <Button small onClick={() => release(dispute)}>
          {t.release}
        </Button>
      )}
    </Notice>
  );
}
