import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { PricePreviewDocument, RafflePageDocument } from '../../generated/client/operations.js';
import type { RafflePageData, RaffleOfPage } from '../../pages/page-renderer.js';
import { useClient } from '../common/gateway.js';

/** Between two looks at what an operator may have changed; a crowd does not look at once. */
const EVERY_MS = 60_000;

/** What its cards' prices follow from. */
const priceListOf = ({ quotaPrice, promotions, enablePromotions, fastSelectionCards }: RaffleOfPage): string =>
  JSON.stringify([quotaPrice, promotions, enablePromotions, fastSelectionCards]);

/** The raffle as the HTML has it, and as it is later: asked for now and then while somebody looks, and on `refresh`. */
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
    // What is known stands until the next look.
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
