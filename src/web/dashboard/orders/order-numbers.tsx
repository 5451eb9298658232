import { LuckyNumbersDocument } from '../../../generated/client/operations.js';
import { texts, useTexts } from '../../shared/language.js';
import { usePages } from '../../shared/paging.js';
import { ListEnd } from '../../ui/list-end.js';
import { Bones, Card, Notice, Problem } from '../../ui/surface.js';
import type { OrderInFull } from './order-facts.js';
import css from './orders.module.css';

const NUMBERS_A_PAGE = 100;

/** The lucky numbers of a paid order, a hundred at a time. */
export function OrderNumbers({ order }: { order: OrderInFull }) {
  const t = useTexts(TEXTS);
  const list = usePages(
    LuckyNumbersDocument,
    { orderId: order.id },
    ({ luckyNumbersByOrder }) => luckyNumbersByOrder,
    NUMBERS_A_PAGE,
  );
  return (
    <Card title={t.title}>
      {order.status === 'REFUNDED' && <Notice>{t.refunded}</Notice>}
      {!list.nodes && list.error && <Problem problem={list.error} onRetry={list.reload} />}
      {!list.nodes && !list.error && <Bones lines={3} />}
      {list.nodes?.length === 0 && <p>{t.none}</p>}
      {list.nodes && list.nodes.length > 0 && (
        <ul class={css.numbers}>
          {list.nodes.map((number) => (
            <li key={number}>{number}</li>
          ))}
        </ul>
      )}
      <ListEnd list={list} />
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Números da sorte',
    refunded: 'O pedido foi reembolsado: estes números não concorrem mais.',
    none: 'Nenhum número ainda.',
  },
  en: {
    title: 'Lucky numbers',
    refunded: 'The order was refunded: these numbers are out of the draw.',
    none: 'No numbers yet.',
  },
});
