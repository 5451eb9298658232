import { useEffect, useState } from 'preact/hooks';
import { PricePreviewDocument, type PriceFragment } from '../../generated/client/operations.js';
import { useQuery, type Asked } from '../common/asking.js';

/** Long enough for somebody to finish typing. */
const PAUSE_MS = 250;

/** What so many quotas cost: of the cards at once, of any other number once it has stood for a moment. */
export function usePrice(
  raffleId: string,
  quotaQuantity: number,
  known: readonly (PriceFragment | null)[],
  asked: readonly number[],
): Pick<Asked<PriceFragment>, 'data' | 'error' | 'isLoading' | 'reload'> {
  const card = known[asked.indexOf(quotaQuantity)];
  const [settled, setSettled] = useState(quotaQuantity);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(quotaQuantity), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [quotaQuantity]);
  const isSettled = settled === quotaQuantity;
  const { data, error, isLoading, reload } = useQuery(
    PricePreviewDocument,
    { raffleId, quotaQuantity: settled },
    { skip: Boolean(card) || !isSettled },
  );
  if (card) return { data: card, error: undefined, isLoading: false, reload };
  return isSettled
    ? { data: data?.orderPrice, error, isLoading, reload }
    : { data: undefined, error: undefined, isLoading: true, reload };
}
