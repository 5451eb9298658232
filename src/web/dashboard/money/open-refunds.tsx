import { useState } from 'preact/hooks';
import { ConfirmRefundDocument, RetryRefundDocument, type RefundStateFragment } from '../../../generated/client/operations.js';
import { useClient } from '../../common/session.js';
import { useFormats, useTexts } from '../../common/language.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/surface.js';
import css from './money.module.css';
import type { RefundAction, Report } from './reconciliation-report.js';
import { REFUND_TEXTS } from './open-refund-texts.js';
import { RefundList } from './refund-list.js';

export function OpenRefunds({ report, onDone }: { report: Report; onDone(what: string): void }) {
  const t = useTexts(REFUND_TEXTS);
  const [doing, setDoing] = useState<RefundAction>();
  const { failedRefunds: failed, refundsByHand: byHand, overdueRefunds: overdue } = report;
  const onClose = (): void => setDoing(undefined);
  return (
    <>
      {failed.count > 0 && (
        <Card title={t.failed}>
          <p>{t.failedText}</p>
          <RefundList of={failed} doing={setDoing} can={['retry', 'confirm']} />
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
            <ButtonLink small href="/dashboard/providers">
              {t.toProviders}
            </ButtonLink>
          }
        >
          <p>{t.overdueText}</p>
          <RefundList of={overdue} doing={setDoing} can={[]} />
        </Card>
      )}
      {doing && <RefundAsked {...doing} onDone={onDone} onClose={onClose} />}
    </>
  );
}

function RefundAsked({ what, id, amount, onDone, onClose }: RefundAction & { onDone(what: string): void; onClose(): void }) {
  const t = useTexts(REFUND_TEXTS);
  const f = useFormats();
  const client = useClient();
  const isRetry = what === 'retry';
  const done = (refund: RefundStateFragment): void => onDone(t.done[what](f.money(refund.amount)));
  return (
    <ConfirmDialog
      title={isRetry ? t.retryTitle : t.confirmTitle}
      confirm={isRetry ? t.retry : t.confirm}
      {...(!isRetry && { note: { label: t.note, hint: t.noteHint } })}
      onClose={onClose}
      onConfirm={async (note) => {
        if (isRetry) done((await client.mutate(RetryRefundDocument, { id })).retryRefund);
        else done((await client.mutate(ConfirmRefundDocument, { id, note })).confirmRefund);
      }}
    >
      <p>
        {amount ?? t.refund} · <code class={css.code}>{id}</code>
      </p>
      <p>{isRetry ? t.retryText : t.confirmText}</p>
      <p>{t.whole}</p>
    </ConfirmDialog>
  );
}
