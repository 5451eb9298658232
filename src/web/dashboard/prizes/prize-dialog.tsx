import { useState } from 'preact/hooks';
import {
  ContactPrizeWinnerDocument,
  DeliverPrizeDocument,
  DenyPrizeDocument,
  ReopenWonPrizeDocument,
  type RegisteredPrizeFragment,
} from '../../../generated/client/operations.js';
import { filesRoles } from '../../../generated/client/operator-roles.js';
import { useTexts } from '../../common/language.js';
import { useClient } from '../../common/session.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Note } from '../../ui/layout.js';
import { Notice } from '../../ui/surface.js';
import { PhotoUpload } from '../photo-upload.js';
import { useMay } from '../may.js';
import { PRIZE_TEXTS } from './prize-texts.js';

export type PrizeStep = 'contact' | 'deliver' | 'deny' | 'reopen';

interface Props {
  step: PrizeStep;
  prize: RegisteredPrizeFragment;
  onDone(): void;
  onClose(): void;
}

export function PrizeDialog({ step, prize, onDone, onClose }: Props) {
  const t = useTexts(PRIZE_TEXTS);
  const client = useClient();
  const may = useMay();
  const [picture, setPicture] = useState<{ id: string; url: string }>();
  const [problem, setProblem] = useState<string>();
  const { id, title, shownAt, winner, withheld } = prize;
  const name = winner?.name ?? '';
  const common = { title: `${t[step]}: ${title}`, confirm: t[step], onClose };
  if (step === 'contact')
    return (
      <ConfirmDialog
        {...common}
        onConfirm={async () => {
          await client.mutate(ContactPrizeWinnerDocument, { id });
          onDone();
          return t.contacted(title);
        }}
      >
        <p>{t.contactText(name)}</p>
        {shownAt === null && <Notice tone="warn">{t.contactClosed}</Notice>}
      </ConfirmDialog>
    );
  if (step === 'deliver')
    return (
      <ConfirmDialog
        {...common}
        note={{ label: t.receipt, hint: t.receiptHint }}
        onConfirm={async (note) => {
          await client.mutate(DeliverPrizeDocument, {
            id,
            input: {
              note,
              ...(picture && { fileId: picture.id }),
              ...(withheld === 'MONEY_RETURNED' && { despiteReturn: true }),
            },
          });
          onDone();
          return t.deliveredDone(title);
        }}
      >
        <p>{t.deliverText(title, name)}</p>
        {may(filesRoles) && (
          <>
            <PhotoUpload
              urls={picture ? [picture.url] : []}
              onUploaded={(url, fileId) => {
                setProblem(undefined);
                setPicture({ id: fileId, url });
              }}
              onProblem={setProblem}
            />
            <Note>{t.pictureHint}</Note>
            {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
          </>
        )}
        {withheld === 'MONEY_RETURNED' && <Notice tone="warn">{t.deliverReturned}</Notice>}
      </ConfirmDialog>
    );
  if (step === 'deny')
    return (
      <ConfirmDialog
        {...common}
        variant="danger"
        note={{ label: t.denyReason }}
        onConfirm={async (reason) => {
          await client.mutate(DenyPrizeDocument, { id, reason });
          onDone();
          return t.deniedDone(title);
        }}
      >
        <p>{t.denyText(name)}</p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      {...common}
      variant="danger"
      note={{ label: t.reason }}
      onConfirm={async (reason) => {
        await client.mutate(ReopenWonPrizeDocument, { id, reason });
        onDone();
        return t.reopened(title);
      }}
    >
      <p>{t.reopenText}</p>
    </ConfirmDialog>
  );
}
