import { texts, useFormats, useTexts } from '../../common/language.js';
import { Note } from '../../ui/layout.js';
import { Card } from '../../ui/surface.js';
import { OrderLink } from '../links.js';
import type { Report } from './reconciliation-report.js';

export function OrdersToDecide({ orders }: { orders: Report['ordersToDecide'] }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  return (
    <Card title={t.title}>
      <p>{t.about(f.number(orders.count), f.money(orders.amount))}</p>
      <ul>
        {orders.ids.map((id) => (
          <li key={id}>
            <OrderLink id={id} />
          </li>
        ))}
      </ul>
      {orders.count > orders.ids.length && <Note>{t.onlyOldest(f.number(orders.ids.length))}</Note>}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Pedidos pagos cujo dinheiro voltou',
    about: (count: string, amount: string) =>
      `Pedidos cujo dinheiro voltou sem um pedido nosso: ${count}, no total de ${amount}. A rifa já está congelada ou tem prêmios instantâneos, por isso eles continuam no sorteio. Se um deles ganhar, decida antes de entregar o prêmio.`,
    onlyOldest: (count: string) => `Estes são os ${count} mais antigos.`,
  },
  en: {
    title: 'Paid orders whose money went back',
    about: (count: string, amount: string) =>
      `Orders whose money went back without our request: ${count}, ${amount} in sum. Their raffle is frozen or has instant prizes, so they stay in the draw. If one of them wins, decide before you deliver the prize.`,
    onlyOldest: (count: string) => `These are the ${count} oldest ones.`,
  },
});
