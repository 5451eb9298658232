import {
  MyCommissionEntriesDocument,
  MyReferralsDocument,
  ReferralRafflesDocument,
  type CommissionEntryType,
} from '../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { usePagedQuery } from '../common/paged-query.js';
import { useQuery } from '../common/query.js';
import { useSession } from '../common/session.js';
import { CopyButton } from '../ui/button.js';
import { Stats } from '../ui/layout.js';
import { Card, Empty, Problem, Skeleton, Stat } from '../ui/surface.js';
import { LoadMore, Table } from '../ui/table.js';
import css from './account.module.css';

export function ReferralsScreen() {
  const t = useTexts(TEXTS);
  const { money, number } = useFormats();
  const { person } = useSession();
  const { data, error, reload } = useQuery(MyReferralsDocument, {}, { of: person?.id });
  const links = useQuery(ReferralRafflesDocument, {});
  const raffles = links.data?.raffles.nodes.filter(({ affiliate }) => affiliate) ?? [];
  if (!data) return error ? <Problem problem={error} onRetry={reload} /> : <Skeleton lines={6} />;
  const earned = data.myReferrals;
  return (
    <>
      <Card title={t.links}>
        <p class={css.soft}>{t.how}</p>
        <Problem problem={links.error} onRetry={links.reload} />
        {links.data && raffles.length === 0 && (
          <Empty>
            <p>{t.noRaffle}</p>
          </Empty>
        )}
        <ul>
          {raffles.map(({ id, slug, title, commissionBasisPoints }) => {
            const address = `${location.origin}/r/${slug}?ref=${person?.id ?? ''}`;
            return (
              <li key={id} class={css.link}>
                <strong>{title}</strong>
                {commissionBasisPoints !== null && <span class={css.soft}>{t.commission(commissionBasisPoints / 100)}</span>}
                <code>{address}</code>
                <CopyButton small text={address} label={t.copy} done={t.copied} />
              </li>
            );
          })}
        </ul>
      </Card>
      <Card title={t.earned}>
        <Stats>
          <Stat name={t.orders}>{number(earned.orders)}</Stat>
          <Stat name={t.pending}>{money(earned.pending)}</Stat>
          <Stat name={t.payable}>{money(earned.payable)}</Stat>
          <Stat name={t.paidOut}>{money(earned.paidOut)}</Stat>
        </Stats>
        <Entries />
      </Card>
    </>
  );
}

function Entries() {
  const t = useTexts(TEXTS);
  const { money, dateTime } = useFormats();
  const entries = usePagedQuery(MyCommissionEntriesDocument, {}, ({ myCommissionEntries }) => myCommissionEntries);
  if (!entries.nodes) return <Problem problem={entries.error} onRetry={entries.reload} />;
  if (entries.nodes.length === 0) return null;
  return (
    <>
      <Table
        caption={t.statement}
        rows={entries.nodes}
        keyOf={({ id }) => id}
        columns={[
          { key: 'at', head: t.at, cell: ({ createdAt }) => dateTime(createdAt) },
          { key: 'type', head: t.what, cell: ({ type }) => t.types[type] },
          { key: 'amount', head: t.amount, cell: ({ amount }) => money(amount), isFigure: true },
        ]}
      />
      <LoadMore list={entries} />
    </>
  );
}

interface Words {
  links: string;
  how: string;
  noRaffle: string;
  commission: (percent: number) => string;
  copy: string;
  copied: string;
  earned: string;
  orders: string;
  pending: string;
  payable: string;
  paidOut: string;
  statement: string;
  at: string;
  what: string;
  amount: string;
  types: Record<CommissionEntryType, string>;
}

const TEXTS = texts<Words>({
  'pt-BR': {
    links: 'Seus links',
    how: 'Mande o link de uma rifa. Quando alguém compra por ele e paga, você ganha a comissão.',
    noRaffle: 'Nenhuma rifa à venda paga comissão agora.',
    commission: (percent) => `Comissão de ${percent.toLocaleString('pt-BR')}% do que for pago`,
    copy: 'Copiar o link',
    copied: 'Copiado',
    earned: 'Seus ganhos',
    orders: 'Pedidos',
    pending: 'A confirmar',
    payable: 'A receber',
    paidOut: 'Recebido',
    statement: 'Extrato',
    at: 'Data',
    what: 'O quê',
    amount: 'Valor',
    types: { ACCRUED: 'Comissão', PAID_OUT: 'Pagamento', RESTORED: 'Comissão devolvida', REVERSED: 'Pedido devolvido' },
  },
  en: {
    links: 'Your links',
    how: 'Send the link of a raffle. When somebody buys by it and pays, you earn the commission.',
    noRaffle: 'No raffle on sale pays a commission now.',
    commission: (percent) => `A commission of ${percent.toLocaleString('en')}% of what is paid`,
    copy: 'Copy the link',
    copied: 'Copied',
    earned: 'What you earned',
    orders: 'Orders',
    pending: 'To be confirmed',
    payable: 'To be paid to you',
    paidOut: 'Paid to you',
    statement: 'Statement',
    at: 'Date',
    what: 'What',
    amount: 'Amount',
    types: { ACCRUED: 'Commission', PAID_OUT: 'Payout', RESTORED: 'Commission restored', REVERSED: 'Order refunded' },
  },
});
