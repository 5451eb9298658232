import { useState } from 'preact/hooks';
import type { OrderOfBuyerFragment } from '../../../generated/client/operations.js';
import { texts, useFormats, useTexts } from '../../common/language.js';
import { onDemand } from '../../common/on-demand.js';
import { useSession } from '../../common/session.js';
import { Button } from '../../ui/button.js';
import { Row } from '../../ui/layout.js';
import css from '../bulk/bulk.module.css';
import type { Chosen } from '../bulk/use-chosen.js';
import { actsOf, moneyOf, quotasOf, type OrdersAct } from './order-acts.js';

const BulkOrders = onDemand(() => import('./bulk-orders.js').then((loaded) => loaded.BulkOrders));

interface Props {
  chosen: Chosen<OrderOfBuyerFragment>;
  onChanged(): void;
}

/** What is chosen of the list, and what can be done to it. */
export function ChosenOrders({ chosen: { rows, chooseAll, clear }, onChanged }: Props) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const acts = actsOf(useSession().person?.operatorRole);
  const [doing, setDoing] = useState<{ act: OrdersAct; orders: readonly OrderOfBuyerFragment[] }>();
  return (
    <>
      {rows.length > 0 && (
        <section class={css.bar} aria-label={t.region}>
          <p role="status">{t.sum(f.number(rows.length), f.money(moneyOf(rows)), f.number(quotasOf(rows)))}</p>
          <Row>
            {acts.map((act) => (
              <Button key={act} small variant="danger" onClick={() => setDoing({ act, orders: rows })}>
                {t[act]}
              </Button>
            ))}
            <Button small onClick={chooseAll}>
              {t.all}
            </Button>
            <Button small variant="plain" onClick={clear}>
              {t.none}
            </Button>
          </Row>
        </section>
      )}
      {doing && (
        <BulkOrders
          {...doing}
          onClose={(done) => {
            setDoing(undefined);
            if (done.length === 0) return;
            clear();
            onChanged();
          }}
        />
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    region: 'Pedidos escolhidos',
    sum: (count: string, money: string, quotas: string) => `Escolhidos: ${count} · ${money} · cotas: ${quotas}`,
    cancel: 'Cancelar…',
    refund: 'Reembolsar…',
    all: 'Todos da lista',
    none: 'Nenhum',
  },
  en: {
    region: 'Chosen orders',
    sum: (count: string, money: string, quotas: string) => `Chosen: ${count} · ${money} · quotas: ${quotas}`,
    cancel: 'Cancel…',
    refund: 'Refund…',
    all: 'All on the list',
    none: 'None',
  },
});
