import { useState } from 'preact/hooks';
import {
  ConfirmRefundDocument,
  ResolveReturnedTwiceDocument,
  RetryRefundDocument,
} from '../../../generated/client/operations.js';
import { upsertPaymentProviderRoles } from '../../../generated/client/operator-roles.js';
import { useClient } from '../../common/session.js';
import { useFormats, useTexts } from '../../common/language.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/surface.js';
import { useMay } from '../may.js';
import { ConfirmOverdue } from './confirm-overdue.js';
import css from './money.module.css';
import type { RefundAction, Report } from './reconciliation-report.js';
import { REFUND_TEXTS } from './open-refund-texts.js';
import { RefundList } from './refund-list.js';

export function OpenRefunds({ report, onDone }: { report: Report; onDone(): void }) {
  const t = useTexts(REFUND_TEXTS);
  const mayChange = useMay()(upsertPaymentProviderRoles);
  const [doing, setDoing] = useState<RefundAction>();
  const { failedRefunds: failed, refundsByHand: byHand, overdueRefunds: overdue, returnedTwice: twice } = report;
  const onClose = (): void => setDoing(undefined);
  return (
    <>
      {failed.count > 0 && (
        <Card title={t.failed}>
          <p>{t.failedText}</p>
          <RefundList of={failed} doing={setDoing} can={['retry', 'confirmOverdue']} />
        </Card>
      )}
      {byHand.count > 0 && (
        <Card title={t.byHand}>
          <p>{t.byHandText}</p>
          <RefundList of={byHand} doing={setDoing} can={['confirm']} />
        </Card>
      )}
      {overdue.count > 0 && (
        <Card
          title={t.overdue}
          actions={
            mayChange && (
              <ButtonLink small href="/dashboard/providers">
                {t.toProviders}
              </ButtonLink>
            )
          }
        >
          <p>{t.overdueText}</p>
          <RefundList of={overdue} doing={setDoing} can={['confirmOverdue']} problemOf={problemIn(overdue.examples)} />
        </Card>
      )}
      {twice.count > 0 && (
        <Card title={t.twice}>
          <p>{t.twiceText}</p>
          <RefundList of={twice} doing={setDoing} can={['resolve']} />
        </Card>
      )}
      {doing && <RefundAsked {...doing} onDone={onDone} onClose={onClose} />}
    </>
  );
}

/** Why a refund was not made yet, by its id. */
const problemIn =
  (examples: Report['overdueRefunds']['examples']) =>
  (id: string): string | null =>
    examples.find((refund) => refund.id === id)?.lastError ?? null;

function RefundAsked({ what, id, amount, onDone, onClose }: RefundAction & { onDone(): void; onClose(): void }) {
  const t = useTexts(REFUND_TEXTS);
  const f = useFormats();
  const client = useClient();
  if (what === 'confirmOverdue') return <ConfirmOverdue id={id} amount={amount} onDone={onDone} onClose={onClose} />;
  const { title, button, text, act } = {
    retry: {
      title: t.retryTitle,
      button: t.retry,
      text: t.retryText,
      act: async () => (await client.mutate(RetryRefundDocument, { id })).retryRefund,
    },
    confirm: {
      title: t.confirmTitle,
      button: t.confirm,
      text: t.confirmText,
      act: async (note: string) => (await client.mutate(ConfirmRefundDocument, { id, note })).confirmRefund,
    },
    resolve: {
      title: t.resolveTitle,
      button: t.resolve,
      text: t.twiceText,
      act: async (note: string) => (await client.mutate(ResolveReturnedTwiceDocument, { id, note })).resolveReturnedTwice,
    },
  }[what];
  const asked = { confirm: { label: t.note, hint: t.noteHint }, resolve: { label: t.resolveNote, hint: t.noteHint } };
  return (
    <ConfirmDialog
      title={title}
      confirm={button}
      {...(what !== 'retry' && { note: asked[what] })}
      onClose={onClose}
      onConfirm={async (note) => {
        const refund = await act(note);
        onDone();
        return t.done[what](f.money(refund.amount));
      }}
    >
      <p>
        {amount ?? t.refund} · <code class={css.code}>{id}</code>
      </p>
      <p>{text}</p>
      {what !== 'resolve' && <p>{t.whole}</p>}
    </ConfirmDialog>
  );
}
