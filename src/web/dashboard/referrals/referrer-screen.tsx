import { useState } from 'preact/hooks';
import {
  CommissionStatementDocument,
  ReferrerOfDocument,
  type CommissionStatementQuery,
} from '../../../generated/client/operations.js';
import { payOutCommissionRoles } from '../../../generated/client/operator-roles.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { useQuery } from '../../common/query.js';
import { Button } from '../../ui/button.js';
import { Facts, Stack, TitleRow } from '../../ui/layout.js';
import { PagedCard } from '../../ui/paged-card.js';
import { Card, Empty, Problem, Skeleton } from '../../ui/surface.js';
import type { Column } from '../../ui/table.js';
import { useMay } from '../may.js';
import { PayOutDialog } from './pay-out-dialog.js';

type Entry = CommissionStatementQuery['commissionEntries']['nodes'][number];

export function ReferrerScreen({ id }: { id: string }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const may = useMay();
  const { data, error, reload } = useQuery(ReferrerOfDocument, { userId: id });
  const list = usePagedQuery(CommissionStatementDocument, { userId: id }, ({ commissionEntries }) => commissionEntries);
  const [isPaying, setPaying] = useState(false);
  const referrer = data?.referrer;
  if (error?.code === 'NOT_FOUND') {
    return (
      <Empty>
        <h1>{t.notFound}</h1>
        <p>
          <a href="/dashboard/referrals">{t.all}</a>
        </p>
      </Empty>
    );
  }
  const mayPay = may(payOutCommissionRoles) && Number(referrer?.payable ?? 0) > 0;
  return (
    <>
      <TitleRow>
        <Stack>
          <p>
            <a href="/dashboard/referrals">{t.all}</a>
          </p>
          <h1>{referrer?.user?.name ?? t.title}</h1>
        </Stack>
        {mayPay && (
          <Button variant="primary" onClick={() => setPaying(true)}>
            {t.pay}
          </Button>
        )}
      </TitleRow>
      <Problem problem={error} onRetry={reload} />
      <Card title={t.sums}>
        {!referrer && !error && <Skeleton lines={7} />}
        {referrer && (
          <Facts
            of={[
              [t.buyer, <a href={`/dashboard/people/${referrer.userId}`}>{referrer.user?.name ?? t.deleted}</a>],
              [t.orders, f.number(referrer.orders)],
              [t.accrued, f.money(referrer.accrued)],
              [t.reversed, f.money(referrer.reversed)],
              [t.pending, f.money(referrer.pending)],
              [t.withheld, f.money(referrer.withheld)],
              [t.payable, <strong>{f.money(referrer.payable)}</strong>],
              [t.paidOut, f.money(referrer.paidOut)],
              [t.overpaid, Number(referrer.overpaid) > 0 ? f.money(referrer.overpaid) : undefined],
            ]}
          />
        )}
      </Card>
      <PagedCard
        list={list}
        title={t.entries}
        caption={t.list}
        none={t.none}
        columns={useColumns()}
        keyOf={(entry) => entry.id}
      />
      {isPaying && referrer && (
        <PayOutDialog
          referrer={referrer}
          onPaid={() => {
            reload();
            list.reload();
          }}
          onClose={() => setPaying(false)}
        />
      )}
    </>
  );
}

function useColumns(): readonly Column<Entry>[] {
  const t = useTexts(TEXTS);
  const f = useFormats();
  return [
    { key: 'at', head: t.at, cell: ({ createdAt }) => f.dateTime(createdAt) },
    { key: 'type', head: t.what, cell: ({ type }) => t.types[type] },
    {
      key: 'amount',
      head: t.amount,
      isFigure: true,
      cell: ({ type, amount }) => `${type === 'ACCRUED' || type === 'RESTORED' ? '+' : '−'} ${f.money(amount)}`,
    },
    {
      key: 'of',
      head: t.of,
      cell: ({ orderId, reference, note }) => (
        <>
          {orderId && <a href={`/dashboard/orders/${orderId}`}>#{orderId}</a>}
          {[reference, note].filter(Boolean).join(' · ')}
        </>
      ),
    },
  ];
}

const TEXTS = texts({
  'pt-BR': {
    all: '← Todas as indicações',
    title: 'Indicações',
    notFound: 'Esta conta não existe',
    pay: 'Anotar pagamento',
    sums: 'Comissões',
    buyer: 'Conta',
    deleted: 'Conta excluída',
    orders: 'Pedidos indicados',
    accrued: 'Ganho',
    reversed: 'Retirado por devoluções',
    pending: 'Pendente (até 7 dias após o pagamento)',
    withheld: 'Retido (contestação, conta bloqueada ou excluída)',
    payable: 'A pagar agora',
    paidOut: 'Já pago',
    overpaid: 'Pago a mais',
    entries: 'Extrato',
    list: 'Lançamentos do extrato',
    none: 'Nenhum lançamento.',
    at: 'Quando',
    what: 'O quê',
    amount: 'Valor',
    of: 'De',
    types: { ACCRUED: 'Comissão', PAID_OUT: 'Pagamento', RESTORED: 'Devolvida', REVERSED: 'Retirada' },
  },
  en: {
    all: '← All referrals',
    title: 'Referrals',
    notFound: 'There is no such account',
    pay: 'Record a payout',
    sums: 'Commissions',
    buyer: 'Account',
    deleted: 'Deleted account',
    orders: 'Referred orders',
    accrued: 'Earned',
    reversed: 'Taken back by refunds',
    pending: 'Pending (up to 7 days after the payment)',
    withheld: 'Withheld (dispute, blocked or deleted account)',
    payable: 'Payable now',
    paidOut: 'Paid out',
    overpaid: 'Paid too much',
    entries: 'Statement',
    list: 'Entries of the statement',
    none: 'There are no entries.',
    at: 'When',
    what: 'What',
    amount: 'Amount',
    of: 'Of',
    types: { ACCRUED: 'Commission', PAID_OUT: 'Payout', RESTORED: 'Given back', REVERSED: 'Taken back' },
  },
});
