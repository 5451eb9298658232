import type { OrderOfBuyerFragment } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { onDemand } from '../../common/on-demand.js';
import { Button } from '../../ui/button.js';
import { ChosenBar } from '../bulk/chosen-bar.js';
import { useAsked, type Chosen } from '../bulk/use-chosen.js';
import { useMay } from '../may.js';
import { actsOf, moneyOf, quotasOf, type OrdersAct } from './order-acts.js';

const BulkOrders = onDemand(() => import('./bulk-orders.js').then((loaded) => loaded.BulkOrders));

interface Props {
  chosen: Chosen<OrderOfBuyerFragment>;
  onChanged(): void;
}

export function ChosenOrders({ chosen, onChanged }: Props) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const { rows } = chosen;
  const acts = actsOf(useMay());
  const { asked, ask, onClose } = useAsked<{ act: OrdersAct; orders: readonly OrderOfBuyerFragment[] }>(chosen, onChanged);
  return (
    <>
      <ChosenBar
        chosen={chosen}
        label={t.region}
        sum={t.sum(f.number(rows.length), f.money(moneyOf(rows)), f.number(quotasOf(rows)))}
      >
        {acts.map((act) => (
          <Button key={act} small variant="danger" onClick={() => ask({ act, orders: rows })}>
            {t[act]}
          </Button>
        ))}
      </ChosenBar>
      {asked && <BulkOrders {...asked} onClose={onClose} />}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    region: 'Pedidos escolhidos',
    sum: (count: string, money: string, quotas: string) => `Escolhidos: ${count} · ${money} · cotas: ${quotas}`,
    cancel: 'Cancelar…',
    refund: 'Devolver…',
  },
  en: {
    region: 'Chosen orders',
    sum: (count: string, money: string, quotas: string) => `Chosen: ${count} · ${money} · quotas: ${quotas}`,
    cancel: 'Cancel…',
    refund: 'Refund…',
  },
});
