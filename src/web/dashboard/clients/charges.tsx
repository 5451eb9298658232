import { useState } from 'preact/hooks';
import {
  CancelLegacyChargeDocument,
  LegacyChargesDocument,
  type BillingOrderStatus,
  type LegacyChargeFragment,
} from '../../../generated/client/operations.js';
import { cancelBillingOrderRoles } from '../../../generated/client/operator-roles.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { useClient } from '../../common/session.js';
import { RowButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Select } from '../../ui/field.js';
import { Choice, Note } from '../../ui/layout.js';
import { PagedCard } from '../../ui/paged-card.js';
import type { Column } from '../../ui/table.js';
import { useMay } from '../may.js';

const STATUSES = ['PENDING', 'PAID', 'PROCESSING', 'REFUNDED', 'CANCELLED'] as const satisfies readonly BillingOrderStatus[];

/** The charges of a legacy client, by status. */
export function Charges({ clientId }: { clientId: string }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const client = useClient();
  const mayCancel = useMay()(cancelBillingOrderRoles);
  const [status, setStatus] = useState<BillingOrderStatus>('PENDING');
  const [cancelling, setCancelling] = useState<LegacyChargeFragment>();
  const list = usePagedQuery(LegacyChargesDocument, { clientId, status }, ({ billingOrders }) => billingOrders);
  const columns: readonly Column<LegacyChargeFragment>[] = [
    { key: 'at', head: t.at, cell: ({ createdAt }) => f.dateTime(createdAt) },
    {
      key: 'what',
      head: t.what,
      cell: ({ externalId, description, payerName }) => (
        <>
          {description}
          <Note>
            {externalId} · {payerName}
          </Note>
        </>
      ),
    },
    { key: 'amount', head: t.amount, isFigure: true, cell: ({ amount }) => f.money(amount) },
    {
      key: 'when',
      head: t.until[status],
      isFigure: true,
      cell: ({ expirationAt, paidAt, cancelledAt }) => {
        const at = status === 'PENDING' ? expirationAt : status === 'CANCELLED' ? cancelledAt : paidAt;
        return at ? f.dateTime(at) : '—';
      },
    },
    { key: 'txid', head: t.codes, cell: ({ txid, endToEndId }) => <code>{endToEndId ?? txid}</code> },
    ...(mayCancel && status === 'PENDING'
      ? [
          {
            key: 'cancel',
            head: t.action,
            cell: (charge: LegacyChargeFragment) => (
              <RowButton label={t.cancel} of={charge.externalId} onClick={() => setCancelling(charge)} />
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <Choice>
        <Select
          label={t.show}
          value={status}
          options={STATUSES.map((value) => ({ value, label: t.statuses[value] }))}
          onValue={(value) => setStatus(STATUSES.find((one) => one === value) ?? status)}
        />
      </Choice>
      <PagedCard
        list={list}
        title={t.title}
        caption={t.statuses[status]}
        none={t.none}
        columns={columns}
        keyOf={({ id }) => id}
      />
      {cancelling && (
        <ConfirmDialog
          title={t.cancelTitle}
          confirm={t.cancel}
          variant="danger"
          onClose={() => setCancelling(undefined)}
          onConfirm={async () => {
            await client.mutate(CancelLegacyChargeDocument, { id: cancelling.id });
            list.reload();
            return t.cancelled(cancelling.externalId);
          }}
        >
          <p>{t.cancelText(f.money(cancelling.amount), cancelling.description)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const TEXTS = texts<{
  title: string;
  show: string;
  none: string;
  at: string;
  what: string;
  amount: string;
  until: Record<BillingOrderStatus, string>;
  codes: string;
  action: string;
  cancel: string;
  cancelTitle: string;
  cancelText(amount: string, what: string): string;
  cancelled(id: string): string;
  statuses: Record<BillingOrderStatus, string>;
}>({
  'pt-BR': {
    title: 'Cobranças',
    show: 'Mostrar cobranças',
    none: 'Nenhuma cobrança nesta lista.',
    at: 'Feita em',
    what: 'O quê',
    amount: 'Valor',
    until: { PENDING: 'Vale até', PAID: 'Paga em', PROCESSING: 'Paga em', REFUNDED: 'Paga em', CANCELLED: 'Cancelada em' },
    codes: 'E2E, ou txid',
    action: 'Ação',
    cancel: 'Cancelar',
    cancelTitle: 'Cancelar a cobrança?',
    cancelText: (amount, what) =>
      `${amount}, "${what}". O programa recebe um aviso. O banco não cancela o código: dinheiro que ainda chegar vira um pagamento a resolver.`,
    statuses: {
      PENDING: 'A pagar',
      PAID: 'Pagas',
      PROCESSING: 'Em devolução',
      REFUNDED: 'Devolvidas',
      CANCELLED: 'Canceladas ou vencidas',
    },
    cancelled: (id: string) => `A cobrança ${id} foi cancelada.`,
  },
  en: {
    title: 'Charges',
    show: 'Show charges',
    none: 'No charge is on this list.',
    at: 'Made',
    what: 'What',
    amount: 'Amount',
    until: { PENDING: 'Until', PAID: 'Paid', PROCESSING: 'Paid', REFUNDED: 'Paid', CANCELLED: 'Cancelled' },
    codes: 'E2E, or txid',
    action: 'Action',
    cancel: 'Cancel',
    cancelTitle: 'Cancel the charge?',
    cancelText: (amount, what) =>
      `${amount}, "${what}". The program gets an event. The bank cannot cancel the code: money that still comes is a late payment.`,
    statuses: {
      PENDING: 'To be paid',
      PAID: 'Paid',
      PROCESSING: 'Being refunded',
      REFUNDED: 'Refunded',
      CANCELLED: 'Cancelled or expired',
    },
    cancelled: (id: string) => `The charge ${id} was cancelled.`,
  },
});
