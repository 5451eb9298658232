import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import {
  PricePreviewDocument,
  RafflePageDocument,
  type BarFragment,
  type PriceFragment,
} from '../../generated/client/operations.js';
import type { RafflePageData, RaffleOfPage } from '../../pages/page-renderer.js';
import { useLive, useQuery, type QueryResult } from '../common/query.js';
import { useClient } from '../common/session.js';

/** How often the page polls for the operator's changes, spread over visitors. */
const EVERY_MS = 60_000;

const priceListOf = ({ quotaPrice, promotions, enablePromotions, fastSelectionCards }: RaffleOfPage): string =>
  JSON.stringify([quotaPrice, promotions, enablePromotions, fastSelectionCards]);

/** The raffle of the HTML, then polled while the page is visible, and on `refresh`. */
export function useRaffle(initial: RafflePageData): { data: RafflePageData; refresh(): void } {
  const client = useClient();
  const [data, setData] = useState(initial);
  const latest = useRef(data);
  latest.current = data;
  const refresh = useCallback(() => {
    const ask = async (): Promise<void> => {
      const { raffle } = await client.query(RafflePageDocument, { id: initial.raffle.id, slug: null });
      if (!raffle) return;
      const isPricedAnew = priceListOf(raffle) !== priceListOf(latest.current.raffle);
      const cardPrices = isPricedAnew
        ? await Promise.all(
            raffle.fastSelectionCards.map(async (quotaQuantity) => {
              const asked = client.query(PricePreviewDocument, { raffleId: raffle.id, quotaQuantity });
              return asked.then(
                ({ orderPrice }) => orderPrice,
                () => null,
              );
            }),
          )
        : latest.current.cardPrices;
      setData((old) => ({ ...old, raffle, cardPrices }));
    };
    // The old data stays until the next poll.
    ask().catch(() => undefined);
  }, [client, initial.raffle.id]);
  useEffect(() => {
    const timer = setInterval(
      () => {
        if (!document.hidden) refresh();
      },
      EVERY_MS * (1 + Math.random() / 3),
    );
    return () => clearInterval(timer);
  }, [refresh]);
  return { data, refresh };
}

/** The sell bar of the HTML, then live while the raffle sells. */
export function useBar({ id, status, sellBar }: RaffleOfPage): BarFragment | undefined {
  const client = useClient();
  const isMoving = status === 'OPEN' || status === 'SOON';
  const { value } = useLive(isMoving ? id : undefined, (signal) => client.watchSellBar(id, { signal }));
  return value ?? sellBar ?? undefined;
}

const PAUSE_MS = 250;

/**
 * The price of a quantity: cards at once, typed quantities after a pause. `asker`: the service must also say whether it would reserve so
 * many now, for this person.
 */
export function usePrice(
  raffleId: string,
  quotaQuantity: number,
  known: readonly (PriceFragment | null)[],
  asked: readonly number[],
  asker: string | undefined,
): Pick<QueryResult<PriceFragment>, 'data' | 'error' | 'isLoading' | 'reload'> {
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
    { skip: !isSettled || (Boolean(card) && asker === undefined), of: asker },
  );
  if (card) return { data: (isSettled && data?.orderPrice) || card, error: undefined, isLoading: false, reload };
  return isSettled
    ? { data: data?.orderPrice, error, isLoading, reload }
    : { data: undefined, error: undefined, isLoading: true, reload };
}
