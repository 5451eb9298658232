import { type DisputeStateFragment, ReleaseDisputeDocument } from '../../../generated/client/operations.js';
import { useFormats, useTexts } from '../../common/language.js';
import { useClient } from '../../common/session.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DISPUTE_TEXTS } from './dispute-texts.js';

interface Props {
  dispute: DisputeStateFragment;
  onDone(): void;
  onClose(): void;
}

export function ReleaseDialog({ dispute: { id, amount }, onDone, onClose }: Props) {
  const t = useTexts(DISPUTE_TEXTS);
  const f = useFormats();
  const client = useClient();
  return (
    <ConfirmDialog
      title={t.release}
      confirm={t.release}
      note={{ label: t.note, hint: t.noteHint }}
      onClose={onClose}
      onConfirm={async (note) => {
        await client.mutate(ReleaseDisputeDocument, { id, note });
        onDone();
        return t.released;
      }}
    >
      <p>{t.releaseText(f.money(amount))}</p>
    </ConfirmDialog>
  );
}
