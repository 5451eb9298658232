import { useEffect, useState } from 'preact/hooks';
import {
  SaleChangesDocument,
  SaleDocument,
  type MarkedBarFragment,
  type SaleFragment,
} from '../../../generated/client/operations.js';
import { useLive, useQuery, type Asked } from '../../common/asking.js';
import { useClient } from '../../common/gateway.js';
import { useReloadOn } from './reload-on.js';

/** Where no stream comes through, it is asked as often. */
const ASK_MS = 15_000;
const BAR_MS = 1_000;

export interface Sale {
  sale: SaleFragment;
  bar: MarkedBarFragment;
}

/** A raffle's sale as it goes: whatever came last, by the stream or by asking. */
export function useSale(raffleId: string): Asked<Sale> {
  const client = useClient();
  const asked = useQuery(SaleDocument, { raffleId }, { everyMs: ASK_MS });
  const live = useLive(raffleId, (signal) => client.subscribe(SaleChangesDocument, { raffleId }, { signal })).value;
  const [sale, setSale] = useState<SaleFragment>();
  const askedSale = asked.data?.salesMetrics;
  const liveSale = live?.salesMetrics;
  useEffect(() => {
    if (askedSale) setSale(askedSale);
  }, [askedSale]);
  useEffect(() => {
    if (liveSale) setSale(liveSale);
  }, [liveSale]);
  // The bar is not in the stream.
  useReloadOn(liveSale, asked.reload, BAR_MS);
  const bar = asked.data?.sellBar;
  const data = sale?.raffleId === raffleId && bar ? { sale, bar } : undefined;
  return { ...asked, data };
}
