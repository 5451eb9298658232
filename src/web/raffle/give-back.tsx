import { useState } from 'preact/hooks';
import { RefundOrderDocument, type OrderStateFragment } from '../../generated/client/operations.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts, useFormats, useTexts } from '../common/language.js';
import { useAction } from '../common/query.js';
import { useClient } from '../common/session.js';
import { Button } from '../ui/button.js';
import { Notice, Problem } from '../ui/surface.js';
import { RefundNote } from './refund-note.js';

const DAYS_MS = 7 * 86_400_000;
const SELLING: readonly string[] = ['OPEN', 'SOLD_OUT'];

const isPast = (at: string | null): boolean => at !== null && Date.parse(at) <= Date.now();

/** By the device's clock; the service has the last word. */
function mayGiveBack({ status, refundRule, frozenAt, endsAt, drawAt }: RaffleOfPage, paidAt: string | null): boolean {
  const isSelling = SELLING.includes(status) && frozenAt === null && !isPast(endsAt) && !isPast(drawAt);
  return isSelling && refundRule === 'WITHIN_7_DAYS' && paidAt !== null && Date.now() - Date.parse(paidAt) < DAYS_MS;
}

/** A paid order: the rule, and the way to use it. */
export function GiveBack({ order, raffle }: { order: OrderStateFragment; raffle: RaffleOfPage }) {
  const t = useTexts(TEXTS);
  const { money } = useFormats();
  const client = useClient();
  const [isAsking, setAsking] = useState(false);
  const giving = useAction(async () => {
    await client.mutate(RefundOrderDocument, { id: order.id, input: {} });
  });
  if (!mayGiveBack(raffle, order.paidAt))
    return raffle.refundRule === 'NOT_BY_BUYER' ? <RefundNote rule={raffle.refundRule} /> : null;
  return (
    <>
      <RefundNote rule={raffle.refundRule} />
      {isAsking ? (
        <Notice tone="warn">
          <p>{t.sure(money(order.totalValue))}</p>
          <Problem problem={giving.error} />
          <Button variant="danger" wide isBusy={giving.isBusy} onClick={() => void giving.act()}>
            {t.confirm}
          </Button>
          <Button variant="plain" wide onClick={() => setAsking(false)}>
            {t.keep}
          </Button>
        </Notice>
      ) : (
        <Button variant="plain" onClick={() => setAsking(true)}>
          {t.ask}
        </Button>
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    ask: 'Desistir da compra',
    sure: (sum: string) =>
      `Os números deste pedido saem do sorteio, e ${sum} voltam para quem pagou. Isso não pode ser desfeito.`,
    confirm: 'Devolver o pedido',
    keep: 'Ficar com os números',
  },
  en: {
    ask: 'Give the order back',
    sure: (sum: string) => `The numbers of this order leave the draw, and ${sum} go back to who paid. This cannot be undone.`,
    confirm: 'Give it back',
    keep: 'Keep the numbers',
  },
});
