import { useState } from 'preact/hooks';
import {
  LatePaymentsDocument,
  type LateMoneyFragment,
  type LatePaymentStatus,
  RefundLatePaymentDocument,
  ResolveLatePaymentDocument,
} from '../../../generated/client/operations.js';
import { refundLatePaymentRoles } from '../../../generated/client/operator-roles.js';
import { useFormats, useTexts } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { useClient } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Select } from '../../ui/field.js';
import { Choice, Note } from '../../ui/layout.js';
import { Badge, Skeleton, Card, Empty, Problem } from '../../ui/surface.js';
import { LoadMore, Table, type Column } from '../../ui/table.js';
import { OrderLink, PaymentLink } from '../links.js';
import { useMay } from '../may.js';
import { LATE_TEXTS } from './late-payment-texts.js';
import css from './money.module.css';

const STATUSES: readonly LatePaymentStatus[] = ['PENDING', 'REFUNDING', 'REFUNDED', 'RESOLVED'];
const TONES = { PENDING: 'warn', REFUNDING: 'warn', REFUNDED: 'good', RESOLVED: 'calm' } as const;

export function LatePayments({ onDone }: { onDone(): void }) {
  const t = useTexts(LATE_TEXTS);
  const [status, setStatus] = useState<LatePaymentStatus | null>('PENDING');
  const list = usePagedQuery(LatePaymentsDocument, { status }, ({ latePayments }) => latePayments);
  const [asked, setAsked] = useState<{ what: 'refund' | 'resolve'; late: LateMoneyFragment }>();
  const mayDecide = useMay()(refundLatePaymentRoles);
  const allColumns = useLateColumns((what, late) => setAsked({ what, late }));
  const columns = allColumns.filter(({ key }) => key !== 'actions' || mayDecide);
  const dialog = asked && {
    late: asked.late,
    onClose: () => setAsked(undefined),
    onDone() {
      list.reload();
      onDone();
    },
  };
  return (
    <Card
      title={t.title}
      actions={
        <Choice>
          <Select
            label={t.status}
            value={status ?? ''}
            onValue={(value) => setStatus(STATUSES.find((known) => known === value) ?? null)}
            options={[...STATUSES.map((value) => ({ value, label: t.statuses[value] })), { value: '', label: t.all }]}
          />
        </Choice>
      }
    >
      <Note>
        {t.about} {mayDecide && t.decide}
      </Note>
      {!list.nodes && list.error && <Problem problem={list.error} onRetry={list.reload} />}
      {!list.nodes && !list.error && <Skeleton lines={4} />}
      {list.nodes?.length === 0 && (
        <Empty>
          <p>{status === 'PENDING' ? t.nonePending : t.none}</p>
        </Empty>
      )}
      {list.nodes && list.nodes.length > 0 && (
        <Table caption={t.table} columns={columns} rows={list.nodes} keyOf={({ id }) => id} />
      )}
      <LoadMore list={list} />
      {dialog && asked.what === 'refund' && <RefundLateDialog {...dialog} />}
      {dialog && asked.what === 'resolve' && <ResolveLateDialog {...dialog} />}
    </Card>
  );
}

type Ask = (what: 'refund' | 'resolve', late: LateMoneyFragment) => void;

function useLateColumns(ask: Ask): readonly Column<LateMoneyFragment>[] {
  const t = useTexts(LATE_TEXTS);
  const f = useFormats();
  return [
    {
      key: 'amount',
      head: t.amount,
      cell: ({ amount, status }) => (
        <div class={css.lateAmount}>
          <strong>{f.money(amount)}</strong>
          <Badge tone={TONES[status]}>{t.statuses[status]}</Badge>
        </div>
      ),
    },
    {
      key: 'actions',
      head: t.actions,
      cell: (late) =>
        late.status === 'PENDING' && (
          <div class={css.buttons}>
            {/* Money that no bank sent cannot be refunded through one. */}
            {late.payment?.endToEndId && (
              <Button small onClick={() => ask('refund', late)}>
                {t.refund}
              </Button>
            )}
            <Button small onClick={() => ask('resolve', late)}>
              {t.resolve}
            </Button>
          </div>
        ),
    },
    {
      key: 'reason',
      head: t.reason,
      cell: ({ reason, note }) => (
        <div class={css.problem}>
          {t.reasons[reason]}
          {note && <Note>{t.noted(note)}</Note>}
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

interface Props {
  late: LateMoneyFragment;
  onDone(): void;
  onClose(): void;
}

function RefundLateDialog({ late, onDone, onClose }: Props) {
  const t = useTexts(LATE_TEXTS);
  const amount = useFormats().money(late.amount);
  const client = useClient();
  return (
    <ConfirmDialog
      title={t.refundTitle(amount)}
      variant="danger"
      confirm={t.refundConfirm(amount)}
      onClose={onClose}
      onConfirm={async () => {
        await client.mutate(RefundLatePaymentDocument, { id: late.id });
        onDone();
        return t.refunded(amount);
      }}
    >
      <p>{t.refundText(amount, late.payment?.providerName ?? '')}</p>
    </ConfirmDialog>
  );
}

function ResolveLateDialog({ late, onDone, onClose }: Props) {
  const t = useTexts(LATE_TEXTS);
  const amount = useFormats().money(late.amount);
  const client = useClient();
  return (
    <ConfirmDialog
      title={t.resolveTitle(amount)}
      confirm={t.resolveConfirm}
      note={{ label: t.note, hint: t.noteHint }}
      onClose={onClose}
      onConfirm={async (note) => {
        await client.mutate(ResolveLatePaymentDocument, { id: late.id, note });
        onDone();
        return t.resolved(amount);
      }}
    >
      <p>{t.resolveText(amount)}</p>
      {!late.payment?.endToEndId && <p>{t.noTransfer}</p>}
    </ConfirmDialog>
  );
}
