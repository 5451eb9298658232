import { texts, useTexts } from '../../common/language.js';
import { LuckyNumbers } from '../../common/lucky-numbers.js';
import { Card, Notice } from '../../ui/surface.js';
import type { OrderInFull } from './order-facts.js';

/** The lucky numbers of a paid order. */
export function OrderNumbers({ order }: { order: OrderInFull }) {
  const t = useTexts(TEXTS);
  return (
    <Card title={t.title}>
      {order.status === 'REFUNDED' && <Notice>{t.refunded}</Notice>}
      <LuckyNumbers orderId={order.id} />
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': { title: 'Números da sorte', refunded: 'O pedido foi reembolsado: estes números não concorrem mais.' },
  en: { title: 'Lucky numbers', refunded: 'The order was refunded: these numbers are out of the draw.' },
});
