import { ReferrersDocument, type ReferrerFiguresFragment } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { usePagedQuery } from '../../common/paged-query.js';
import { Note, TitleRow } from '../../ui/layout.js';
import { PagedCard } from '../../ui/paged-card.js';
import type { Column } from '../../ui/table.js';

export const referrerHref = (userId: string): string => `/dashboard/referrals/${userId}`;

export function ReferralsScreen() {
  const t = useTexts(TEXTS);
  const list = usePagedQuery(ReferrersDocument, {}, ({ referrers }) => referrers);
  return (
    <>
      <TitleRow>
        <h1>{t.title}</h1>
      </TitleRow>
      <Note>{t.about}</Note>
      <PagedCard isOfLines list={list} caption={t.title} none={t.none} columns={useColumns()} keyOf={({ userId }) => userId} />
    </>
  );
}

function useColumns(): readonly Column<ReferrerFiguresFragment>[] {
  const t = useTexts(TEXTS);
  const f = useFormats();
  return [
    { key: 'name', head: t.name, cell: ({ userId, user }) => <a href={referrerHref(userId)}>{user?.name ?? t.deleted}</a> },
    { key: 'orders', head: t.orders, isFigure: true, cell: ({ orders }) => f.number(orders) },
    { key: 'payable', head: t.payable, isFigure: true, cell: ({ payable }) => <strong>{f.money(payable)}</strong> },
    { key: 'pending', head: t.pending, isFigure: true, cell: ({ pending }) => f.money(pending) },
    { key: 'withheld', head: t.withheld, isFigure: true, cell: ({ withheld }) => f.money(withheld) },
    { key: 'paidOut', head: t.paidOut, isFigure: true, cell: ({ paidOut }) => f.money(paidOut) },
  ];
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Indicações',
    about: 'Quem indicou compradores, e a comissão que ganhou. O pagamento é feito fora do serviço e anotado aqui.',
    none: 'Ninguém ganhou comissão ainda. A comissão de uma rifa é definida no seu cadastro.',
    name: 'Quem indicou',
    deleted: 'Conta excluída',
    orders: 'Pedidos',
    payable: 'A pagar',
    pending: 'Pendente',
    withheld: 'Retido',
    paidOut: 'Pago',
  },
  en: {
    title: 'Referrals',
    about: 'Who referred buyers, and the commission they earned. It is paid outside the service and recorded here.',
    none: 'Nobody has earned a commission yet. The settings of a raffle say what a referral earns.',
    name: 'Who referred',
    deleted: 'Deleted account',
    orders: 'Orders',
    payable: 'Payable',
    pending: 'Pending',
    withheld: 'Withheld',
    paidOut: 'Paid out',
  },
});
