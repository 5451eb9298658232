import { useState } from 'preact/hooks';
import { type DisputesQuery, DisputesDocument } from '../../../generated/client/operations.js';
import { releaseDisputeRoles } from '../../../generated/client/operator-roles.js';
import { useFormats, useTexts } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { Button } from '../../ui/button.js';
import { Note } from '../../ui/layout.js';
import { Card, Problem, Skeleton } from '../../ui/surface.js';
import { LoadMore, Table, type Column } from '../../ui/table.js';
import { OrderLink, PaymentLink } from '../links.js';
import { useMay } from '../may.js';
import { BankReturnDialog } from './bank-return-dialog.js';
import { DISPUTE_TEXTS } from './dispute-texts.js';
import { mayBeReleased } from './may-release.js';
import css from './money.module.css';
import { ReleaseDialog } from './release-dialog.js';

type DisputeLine = DisputesQuery['disputes']['nodes'][number];

export function OpenDisputes({ onDone }: { onDone(): void }) {
  const t = useTexts(DISPUTE_TEXTS);
  const list = usePagedQuery(DisputesDocument, { status: 'OPEN' as const }, ({ disputes }) => disputes);
  const [asked, setAsked] = useState<DisputeLine>();
  const [returned, setReturned] = useState<string>();
  const columns = useColumns(setAsked, setReturned);
  const onChanged = () => {
    list.reload();
    onDone();
  };
  return (
    <Card title={t.title}>
      <Note>{t.about}</Note>
      {!list.nodes && <Problem problem={list.error} onRetry={list.reload} />}
      {!list.nodes && !list.error && <Skeleton lines={4} />}
      {list.nodes?.length === 0 && <p>{t.none}</p>}
      {list.nodes && list.nodes.length > 0 && (
        <Table caption={t.table} columns={columns} rows={list.nodes} keyOf={({ id }) => id} />
      )}
      <LoadMore list={list} />
      {asked && <ReleaseDialog dispute={asked} onClose={() => setAsked(undefined)} onDone={onChanged} />}
      {returned && <BankReturnDialog paymentId={returned} onClose={() => setReturned(undefined)} onDone={onChanged} />}
    </Card>
  );
}

function useColumns(
  release: (dispute: DisputeLine) => void,
  recordReturn: (paymentId: string) => void,
): readonly Column<DisputeLine>[] {
  const t = useTexts(DISPUTE_TEXTS);
  const f = useFormats();
  const mayDecide = useMay()(releaseDisputeRoles);
  return [
    { key: 'amount', head: t.amount, cell: ({ amount }) => <strong>{f.money(amount)}</strong> },
    {
      key: 'actions',
      head: t.actions,
      cell: (dispute) =>
        mayDecide && (
          <div class={css.buttons}>
            {mayBeReleased(dispute) && (
              <Button small onClick={() => release(dispute)}>
                {t.release}
              </Button>
            )}
            {dispute.payment && (
              <Button small onClick={() => recordReturn(dispute.payment?.id ?? '')}>
                {t.bankReturn}
              </Button>
            )}
          </div>
        ),
    },
    {
      key: 'why',
      head: t.why,
      cell: ({ openedBy, openedAt, reason }) => (
        <div class={css.problem}>
          {t.openers[openedBy]}
          {reason && <Note>{reason}</Note>}
          <Note>{t.since(f.dateTime(openedAt))}</Note>
        </div>
      ),
    },
    {
      key: 'order',
      head: t.order,
      cell: ({ payment }) => (payment?.orderId ? <OrderLink id={payment.orderId} /> : '—'),
    },
    {
      key: 'payment',
      head: t.payment,
      cell: ({ payment }) =>
        payment && (
          <div class={css.payment}>
            {t.paidThrough(f.dateTime(payment.paidAt), payment.providerName)}
            {payment.endToEndId && (
              <span class={css.code}>
                <PaymentLink payment={payment}>{t.payment}</PaymentLink>
              </span>
            )}
          </div>
        ),
    },
  ];
}
