import { LatePaymentsFoundDocument, type OrderFilterInput } from '../../../generated/client/operations.js';
import { useQuery } from '../../common/asking.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { Notice } from '../../ui/surface.js';

/** Of a reference under which no order was found: whether money came under it all the same. */
export function MoneyOfNoOrder({ filter }: { filter: Pick<OrderFilterInput, 'txid' | 'endToEndId'> }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { txid = null, endToEndId = null } = filter;
  const skip = txid === null && endToEndId === null;
  const { data } = useQuery(LatePaymentsFoundDocument, { txid, endToEndId }, { skip });
  const [late] = data?.latePayments.nodes ?? [];
  if (!late) return null;
  return (
    <Notice tone="warn">
      <p>
        {t.came(f.money(late.amount))} <a href="/dashboard/money">{t.toMoney}</a>
      </p>
    </Notice>
  );
}

const TEXTS = texts({
  'pt-BR': {
    came: (amount: string) => `Com esta referência chegaram ${amount}, que não são de nenhum pedido.`,
    toMoney: 'Ver em Pendências',
  },
  en: {
    came: (amount: string) => `Under this reference ${amount} came that is of no order.`,
    toMoney: 'See it in Open work',
  },
});
